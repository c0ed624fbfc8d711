//! Random variants and positions, the same in every run.

// Every test file takes what it needs.
#![allow(dead_code, reason = "each test uses a part of it")]

use rules::Side;
use rules::mancala::{
    Capture, Direction, FirstMove, Leftovers, Move, PITS, Position, STONES, Setup, Sowing, Variant,
};

/// Numbers by chance, from a seed (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    pub fn pick<T>(&mut self, things: impl IntoIterator<Item = T>) -> Option<T> {
        let mut things: Vec<T> = things.into_iter().collect();
        if things.is_empty() { None } else { Some(things.swap_remove(self.below(things.len()))) }
    }
}

/// A variant with any options.
pub fn variant(chance: &mut Chance) -> Variant {
    let captures = [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never];
    let leftovers = [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody];
    Variant {
        pits: PITS.start() + chance.below(PITS.len()) as u8,
        stones: STONES.start() + chance.below(STONES.len()) as u8,
        capture: captures[chance.below(3)],
        sowing: if chance.below(3) == 0 { Sowing::Relay } else { Sowing::Single },
        extra_turn: chance.below(4) > 0,
        leftovers: leftovers[chance.below(3)],
        direction: if chance.below(2) == 0 { Direction::Clockwise } else { Direction::CounterClockwise },
        pie_rule: chance.below(2) == 0,
        first_move: FirstMove::Alternate,
    }
}

/// A position that is not over, a random number of random moves before the end of a random game.
pub fn late_position(chance: &mut Chance, variant: Variant) -> Position {
    let mut game = vec![Position::start(&Setup::new(variant, 1 + chance.below(2) as u32))];
    while let Some(mv) = game.last().and_then(|last| chance.pick(last.legal_moves())) {
        game.extend(game.last().and_then(|last| last.play_with(mv, |_| ()).ok()));
    }
    let back = 2 + chance.below(14);
    game[game.len().saturating_sub(back)]
}

/// A side's store less the other's.
pub fn difference(position: &Position, side: Side) -> i32 {
    i32::from(position.store(side)) - i32::from(position.store(side.other()))
}

/// The position after so many random moves, or at the end.
pub fn early_position(chance: &mut Chance, variant: Variant, moves: usize) -> Position {
    let mut position = Position::start(&Setup::new(variant, 1));
    for _ in 0..moves {
        let mv: Option<Move> = chance.pick(position.legal_moves());
        let Some(after) = mv.and_then(|mv| position.play_with(mv, |_| ()).ok()) else { break };
        position = after;
    }
    position
}
