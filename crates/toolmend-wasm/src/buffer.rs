//! The memory that JavaScript writes texts into.

use crate::{Thrown, failure, refusal};

/// What a buffer may keep between calls. More is given back, so that one large call does not
/// count against the process for ever.
const KEPT: usize = 1 << 20;

/// Bytes at a place that stays the same until the buffer has to grow.
#[derive(Default)]
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// Makes room for `length` bytes, keeps what is there, and tells where it begins.
    pub(crate) fn reserve(&mut self, length: usize) -> *mut u8 {
        if self.0.len() < length {
            self.0.reserve_exact(length - self.0.len());
            self.0.resize(length, 0);
        }
        self.0.as_mut_ptr()
    }

    /// The first bytes; fewer if there are not as many.
    pub(crate) fn bytes(&self, length: usize) -> &[u8] {
        self.0.get(..length).unwrap_or_default()
    }

    /// The texts that stand one after another from the beginning, by their lengths in bytes.
    pub(crate) fn texts<const N: usize>(&self, lengths: [usize; N]) -> Result<[&str; N], Thrown> {
        let mut rest = self.0.as_slice();
        let mut texts = [""; N];
        for (text, length) in texts.iter_mut().zip(lengths) {
            let (bytes, after) = rest
                .split_at_checked(length)
                .ok_or_else(|| failure("the buffer is shorter than the text"))?;
            *text = std::str::from_utf8(bytes).map_err(|_| refusal("the text is not UTF-8"))?;
            rest = after;
        }
        Ok(texts)
    }

    /// Gives the memory back if it is more than what may be kept.
    pub(crate) fn shrink(&mut self) {
        if self.0.len() > KEPT {
            self.0 = Vec::new();
        }
    }
}
