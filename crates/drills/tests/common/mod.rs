//! Games of chance of both games, with different rules and boards, and drills in them.

#![allow(dead_code, reason = "each test uses some of it")]

use drills::{Drill, Mistake};
use puzzles::Day;
use rules::mancala::{self, Preset};
use rules::mapello::Board;
use rules::{Position, Record, Setup};

fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

pub fn setup(seed: u64) -> Setup {
    let preset = |place: usize| Preset::ALL[place % Preset::ALL.len()].variant();
    match seed % 4 {
        0 => Setup::Mapello(Board::DEFAULT),
        1 => Setup::Mapello(Board::EMPTY),
        2 => Setup::Mancala(mancala::Setup::new(preset(seed as usize / 4), 1)),
        _ => {
            let variant = mancala::Variant { pie_rule: true, ..preset(seed as usize / 4) };
            Setup::Mancala(mancala::Setup::new(variant, 2))
        }
    }
}

/// A game of moves by chance, and the position in which it stops, which is not over.
pub fn game(seed: u64) -> (Record, Position) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut record = Record::new(setup(seed));
    let mut position = record.setup.start();
    for _ in 0..next(&mut state) % 24 {
        let legal = position.legal_moves();
        let mv = legal[next(&mut state) % legal.len()];
        let played = position.play(mv).expect("a legal move").position;
        if played.outcome().is_some() {
            break;
        }
        record.moves.push(mv);
        position = played;
    }
    (record, position)
}

/// A drill with values that nobody has proved.
pub fn drill(seed: u64, day: Day) -> Drill {
    let drill = |seed: u64| {
        let (record, position) = game(seed);
        let legal = position.legal_moves();
        let (played, best) = (*legal.last()?, *legal.first()?);
        let mistake = Mistake { value: (seed % 20) as i32 - 10, played, loss: 2 + (seed % 9) as i32, best };
        Drill::new(record, mistake, day)
    };
    // A position with a single move has no drill: then the next one.
    (0..).find_map(|more| drill(seed.wrapping_add(4 * more))).expect("a drill")
}
