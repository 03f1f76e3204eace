//! Integer handles for what JavaScript keeps in an instance.

/// Values by handle. A handle is never given twice, so that one that is released late cannot take
/// another's value away.
pub(crate) struct Handles<T> {
    next: u32,
    /// In ascending order of handles.
    values: Vec<(u32, T)>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Handles { next: 1, values: Vec::new() }
    }
}

impl<T> Handles<T> {
    pub(crate) fn add(&mut self, value: T) -> u32 {
        let handle = self.next;
        self.next += 1;
        self.values.push((handle, value));
        handle
    }

    pub(crate) fn get(&self, handle: u32) -> Option<&T> {
        let place = self.place(handle)?;
        self.values.get(place).map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, handle: u32) -> Option<&mut T> {
        let place = self.place(handle)?;
        self.values.get_mut(place).map(|(_, value)| value)
    }

    pub(crate) fn remove(&mut self, handle: u32) -> Option<T> {
        let place = self.place(handle)?;
        Some(self.values.remove(place).1)
    }

    fn place(&self, handle: u32) -> Option<usize> {
        self.values.binary_search_by_key(&handle, |(handle, _)| *handle).ok()
    }
}
