//! Sorting of short lists.

/// Sorts a list in place, equal members in their order (insertion sort): lists here have some dozens of members, or are nearly in
/// order already.
// size: each kind of list that the standard library sorts is 3 kB of the scene's program.
pub(crate) fn sort_small<T: Copy>(list: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && is_before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_equals_keep_their_order() {
        let mut list = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e'), (0, 'f')];
        sort_small(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, [(0, 'f'), (1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        sort_small(&mut [] as &mut [u8], |a, b| a < b);
    }
}
