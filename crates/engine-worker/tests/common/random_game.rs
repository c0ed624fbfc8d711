//! Games of arbitrary moves, the same in every run.

use rules::{Record, Setup};

/// A game of arbitrary moves, to its end.
pub fn random_game(setup: Setup, seed: u64) -> Record {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut record = Record::new(setup);
    let mut position = setup.start();
    while position.outcome().is_none() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal = position.legal_moves();
        let mv = legal[(state >> 33) as usize % legal.len()];
        record.moves.push(mv);
        position = position.play(mv).unwrap().position;
    }
    record
}
