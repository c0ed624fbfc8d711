//! Stability: discs that can never be flipped again.

use super::masks::BoardMasks;

/// The four axes: the shift by one step, and the cells that a step up and a step down can reach without wrapping
/// around.
const AXES: [(u32, u64, u64); 4] = [
    (1, 0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f),
    (7, 0x7f7f_7f7f_7f7f_7f7f, 0xfefe_fefe_fefe_fefe),
    (8, !0, !0),
    (9, 0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f),
];

/// For each axis the cells of full lines: there is no empty cell between the two walls or edges that bound the line, so
/// no disc flips along it any more. The floods are parallel-prefix (Kogge-Stone) fills from the empty cells.
pub(super) fn full_lines(masks: &BoardMasks, discs: u64) -> [u64; 4] {
    let empty = masks.cells & !discs;
    AXES.map(|(step, up, down)| {
        let (mut above, mut through) = (empty, discs & up);
        above |= above << step & through;
        through &= through << step;
        above |= above << (2 * step) & through;
        through &= through << (2 * step);
        above |= above << (4 * step) & through;
        let (mut below, mut through) = (empty, discs & down);
        below |= below >> step & through;
        through &= through >> step;
        below |= below >> (2 * step) & through;
        through &= through >> (2 * step);
        below |= below >> (4 * step) & through;
        !(above | below)
    })
}

/// A lower bound of the stable discs of `own`, given the full lines. Along every axis such a disc lies in a full line,
/// is anchored, or has a stable disc of its own colour next to it.
pub(super) fn stable_discs(masks: &BoardMasks, own: u64, full: &[u64; 4]) -> u64 {
    let safe = [0, 1, 2, 3].map(|axis| full[axis] | masks.anchored[axis]);
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let grown = AXES.iter().zip(safe).fold(own, |set, ((step, up, down), safe)| {
            set & (safe | stable << step & up | stable >> step & down)
        });
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

#[cfg(test)]
mod tests {
    use rules::Side;

    use super::super::test_positions::random_games;
    use super::*;

    #[test]
    fn a_stable_disc_is_never_flipped() {
        let (mut stable, mut count) = ([0; 2], 0);
        for position in random_games(30) {
            let masks = BoardMasks::of(&position);
            let discs = Side::BOTH.map(|side| position.discs(side));
            // The first turn begins another game.
            if position.turn() == 1 {
                stable = [0; 2];
            }
            let full = full_lines(&masks, discs[0] | discs[1]);
            for side in Side::BOTH {
                let index = side.index();
                assert_eq!(stable[index] & !discs[index], 0, "{position:?}");
                stable[index] |= stable_discs(&masks, discs[index], &full);
                count += stable[index].count_ones();
            }
        }
        assert!(count > 1_000, "{count}");
    }

    #[test]
    fn all_discs_of_a_full_board_are_stable() {
        for position in random_games(10) {
            let masks = BoardMasks::of(&position);
            let discs = Side::BOTH.map(|side| position.discs(side));
            if masks.empty(discs[0], discs[1]) == 0 {
                let full = full_lines(&masks, discs[0] | discs[1]);
                assert_eq!(discs.map(|discs| stable_discs(&masks, discs, &full)), discs);
            }
        }
    }
}
