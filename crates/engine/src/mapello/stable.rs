//! Discs that can never be turned again.

use super::ground::Ground;

/// Steps along the four axes, and the cells a step up or a step down can lead to.
const AXES: [(u32, u64, u64); 4] = [
    (1, 0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f),
    (7, 0x7f7f_7f7f_7f7f_7f7f, 0xfefe_fefe_fefe_fefe),
    (8, !0, !0),
    (9, 0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f),
];

/// For each axis the cells no empty cell can be reached from: between the two walls or borders that bound the line
/// nothing will be placed any more, so nothing will turn.
pub(super) fn full(ground: &Ground, discs: u64) -> [u64; 4] {
    let empty = ground.cells & !discs;
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

/// Discs of `side` that no play can turn, given the full lines. Along every axis such a disc lies in a full line, is
/// propped, or has a stable disc of its own colour beside it. There may be more of them than are found.
pub(super) fn stable(ground: &Ground, side: u64, full: &[u64; 4]) -> u64 {
    let safe = [0, 1, 2, 3].map(|axis| full[axis] | ground.propped[axis]);
    let mut stable = side & safe[0] & safe[1] & safe[2] & safe[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let grown = AXES.iter().zip(safe).fold(side, |set, ((step, up, down), safe)| {
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

    use super::super::positions::games;
    use super::*;

    #[test]
    fn a_stable_disc_is_never_turned() {
        let (mut kept, mut found) = ([0; 2], 0);
        for position in games(30) {
            let ground = Ground::of(&position);
            let discs = Side::BOTH.map(|side| position.discs(side));
            // A game follows a game: with the four discs of the centre a new one begins.
            if position.turn() == 1 {
                kept = [0; 2];
            }
            let full = full(&ground, discs[0] | discs[1]);
            for side in Side::BOTH {
                let index = side.index();
                assert_eq!(kept[index] & !discs[index], 0, "{position:?}");
                kept[index] |= stable(&ground, discs[index], &full);
                found += kept[index].count_ones();
            }
        }
        assert!(found > 1_000, "{found}");
    }

    #[test]
    fn when_the_board_is_full_every_disc_is_stable() {
        for position in games(10) {
            let ground = Ground::of(&position);
            let discs = Side::BOTH.map(|side| position.discs(side));
            if ground.empty(discs[0], discs[1]) == 0 {
                let full = full(&ground, discs[0] | discs[1]);
                assert_eq!(discs.map(|discs| stable(&ground, discs, &full)), discs);
            }
        }
    }
}
