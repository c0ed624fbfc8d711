//! Seeded random variants and positions of Mancala.

#![allow(dead_code, reason = "each test uses a part of it")]

use rules::Side;
use rules::mancala::{
    Capture, Direction, FirstMove, Leftovers, Move, PITS, Position, STONES, Setup, Sowing, Variant,
};

/// SplitMix64, a seeded pseudorandom number generator (Steele, Lea, Flood 2014).
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    pub fn pick<T>(&mut self, items: impl IntoIterator<Item = T>) -> Option<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        if items.is_empty() { None } else { Some(items.swap_remove(self.below(items.len()))) }
    }
}

/// A variant with random options.
pub fn random_variant(rng: &mut Rng) -> Variant {
    let captures = [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never];
    let leftovers = [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody];
    Variant {
        pits: PITS.start() + rng.below(PITS.len()) as u8,
        stones: STONES.start() + rng.below(STONES.len()) as u8,
        capture: captures[rng.below(3)],
        sowing: if rng.below(3) == 0 { Sowing::Relay } else { Sowing::Single },
        extra_turn: rng.below(4) > 0,
        leftovers: leftovers[rng.below(3)],
        direction: if rng.below(2) == 0 { Direction::Clockwise } else { Direction::CounterClockwise },
        pie_rule: rng.below(2) == 0,
        first_move: FirstMove::Alternate,
    }
}

/// A position 1 to 14 moves before the end of a random game.
pub fn late_position(rng: &mut Rng, variant: Variant) -> Position {
    let mut game = vec![Position::start(&Setup::new(variant, 1 + rng.below(2) as u32))];
    while let Some(mv) = game.last().and_then(|last| rng.pick(last.legal_moves())) {
        game.extend(game.last().and_then(|last| last.play_with(mv, |_| ()).ok()));
    }
    let back = 2 + rng.below(14);
    game[game.len().saturating_sub(back)]
}

/// A side's store less the opponent's.
pub fn difference(position: &Position, side: Side) -> i32 {
    i32::from(position.store(side)) - i32::from(position.store(side.other()))
}

/// The position after this many random moves, or at the end of the game.
pub fn early_position(rng: &mut Rng, variant: Variant, moves: usize) -> Position {
    let mut position = Position::start(&Setup::new(variant, 1));
    for _ in 0..moves {
        let mv: Option<Move> = rng.pick(position.legal_moves());
        let Some(after) = mv.and_then(|mv| position.play_with(mv, |_| ()).ok()) else { break };
        position = after;
    }
    position
}
