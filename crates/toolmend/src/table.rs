//! Two hash tables for all: by text and by number.
//!
//! Each further type of key or value would add as much to the WebAssembly module as two repair
//! rules.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Numbers by text.
pub(crate) type TextTable = HashMap<String, u32>;

/// Numbers by number: nodes, schemas, hashes, or two of them as one ([`pair`]).
pub(crate) type NumberTable = HashMap<u64, u64, BuildHasherDefault<Mixer>>;

/// Two indices as one number.
pub(crate) fn pair(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// Mixes the bits of a number. Indices are dense, so a simple mix is enough.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(26) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
