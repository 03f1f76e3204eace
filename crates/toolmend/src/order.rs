//! Sorting by a number.
//!
//! One sort of one type for all: each other type that is sorted adds as much to the WebAssembly
//! module as two repair rules.

use std::collections::BinaryHeap;

/// The items, those of smaller keys first; equal keys keep their order.
pub(crate) fn sorted_by_key<T>(items: Vec<T>, key: impl Fn(&T) -> u32) -> Vec<T> {
    let order = ascending(items.iter().map(key).collect());
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|place| items[place].take()).collect()
}

/// The places of `keys` in ascending order.
fn ascending(keys: Vec<u32>) -> Vec<usize> {
    let keys = keys.into_iter().zip(0_u64..);
    let places: BinaryHeap<u64> = keys.map(|(key, place)| u64::from(key) << 32 | place).collect();
    // A heap is a fifth of the code of `sort_unstable`.
    places
        .into_sorted_vec()
        .into_iter()
        .map(|place| (place & u64::from(u32::MAX)) as usize)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::sorted_by_key;

    #[test]
    fn items_ascend_by_key_and_then_by_place() {
        let items = vec![(3, 'a'), (1, 'b'), (u32::MAX, 'c'), (1, 'd'), (0, 'e')];
        let sorted = sorted_by_key(items, |(key, _)| *key);
        assert_eq!(sorted.iter().map(|(_, name)| name).collect::<String>(), "ebdac");
        assert!(sorted_by_key(Vec::<u32>::new(), |key| *key).is_empty());
    }
}
