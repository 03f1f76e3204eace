//! Integer handles for what JavaScript keeps in an instance.

use std::collections::BTreeMap;

/// Values by handle. A handle is never given twice, so that one that was released late cannot
/// take another's value away.
pub(crate) struct Handles<T> {
    next: u32,
    values: BTreeMap<u32, T>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Handles { next: 1, values: BTreeMap::new() }
    }
}

impl<T> Handles<T> {
    pub(crate) fn add(&mut self, value: T) -> u32 {
        let handle = self.next;
        self.next += 1;
        self.values.insert(handle, value);
        handle
    }

    pub(crate) fn get(&self, handle: u32) -> Option<&T> {
        self.values.get(&handle)
    }

    pub(crate) fn remove(&mut self, handle: u32) {
        self.values.remove(&handle);
    }
}
