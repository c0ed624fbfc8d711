//! What the worker answers, asked natively; the browser is asked the same questions (`end2end/questions.jsonl`).

#![allow(clippy::unwrap_used)]

use engine_protocol::{Answer, Level, Question, Task};
use engine_worker::{answer, answer_json};
use rules::mancala::{self, Capture, Leftovers, Preset, Sowing, Variant};
use rules::mapello::Board;
use rules::{Record, Setup};

/// A game of this setup after some of its first moves, or as many as there are: which, `choose` says.
fn game(setup: Setup, moves: usize, mut choose: impl FnMut(usize) -> usize) -> Record {
    let mut record = Record::new(setup);
    let mut position = setup.start();
    for _ in 0..moves {
        let legal = position.legal_moves();
        let mv = legal[choose(legal.len())];
        let after = position.play(mv).unwrap().position;
        if after.outcome().is_some() {
            break;
        }
        record.moves.push(mv);
        position = after;
    }
    record
}

fn kalah() -> Setup {
    Setup::Mancala(mancala::Setup::new(Variant::default(), 1))
}

fn question(record: &Record, task: Task) -> Question {
    Question { record: record.clone(), task, millis: 60_000, nodes: 20_000 }
}

#[test]
fn every_level_answers_with_one_legal_move_and_score_with_all() {
    for setup in [kalah(), Setup::Mapello(Board::DEFAULT)] {
        let record = game(setup, 1, |_| 0);
        let position = record.replay().unwrap();
        for level in Level::ALL {
            let chosen = answer(&question(&record, Task::Play { level, seed: 7 }), || 0.0).unwrap().moves;
            assert!(matches!(chosen[..], [scored] if position.check(scored.mv).is_ok()), "{level:?}");
        }
        let all = answer(&question(&record, Task::Score), || 0.0).unwrap().moves;
        assert_eq!(all.len(), position.legal_moves().len());
        assert!(all.is_sorted_by_key(|scored| -scored.value), "{all:?}");
    }
}

/// Two hundred questions, each followed by its answer, one JSON value a line.
const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../end2end/questions.jsonl");

/// Positions of games played by chance, with any options and on random boards among others; limited by positions, not by
/// time.
fn known() -> String {
    let mut state: u64 = 2_026;
    let mut chance = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut text = String::new();
    for number in 0..200 {
        let setup = match number % 4 {
            0 => Setup::Mancala(mancala::Setup::new(
                Variant {
                    pits: chance(7) as u8 + 3,
                    stones: chance(12) as u8 + 1,
                    capture: [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never][chance(3)],
                    sowing: if chance(3) == 0 { Sowing::Relay } else { Sowing::Single },
                    extra_turn: chance(4) > 0,
                    leftovers: [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody][chance(3)],
                    pie_rule: chance(4) == 0,
                    ..Variant::default()
                },
                1,
            )),
            2 => Setup::Mancala(mancala::Setup::new(Preset::ALL[chance(Preset::ALL.len())].variant(), 1)),
            _ => Setup::Mapello(if chance(3) == 0 {
                Board::DEFAULT
            } else {
                Board::random(chance(1_000) as u64)
            }),
        };
        let moves = chance(40);
        let record = game(setup, moves, &mut chance);
        let task = match Level::ALL.get(chance(Level::ALL.len() + 1)) {
            Some(level) => Task::Play { level: *level, seed: number },
            None => Task::Score,
        };
        let question = Question { record, task, millis: 600_000, nodes: 3_000 };
        let question = serde_json::to_string(&question).unwrap();
        text.push_str(&format!("{question}\n{}\n", answer_json(&question, || 0.0)));
    }
    text
}

/// With `DUELLO_WRITE` set, the file is written anew: after a change of the engine that is meant.
#[test]
fn the_answers_are_those_that_are_known() {
    let found = known();
    if std::env::var_os("DUELLO_WRITE").is_some() {
        std::fs::write(KNOWN, &found).unwrap();
    }
    let expected = std::fs::read_to_string(KNOWN).unwrap();
    assert_eq!(expected.lines().count(), 400);
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
}

#[test]
fn what_is_no_question_has_an_answer_without_moves() {
    let none = serde_json::to_string(&Answer::default()).unwrap();
    let mut good = question(&game(Setup::Mapello(Board::DEFAULT), 3, |_| 0), Task::Score);
    assert_ne!(answer_json(&serde_json::to_string(&good).unwrap(), || 0.0), none);
    for text in ["", "{}", "[]", "null", "{\"record\":1}", "\u{feff}"] {
        assert_eq!(answer_json(text, || 0.0), none, "{text}");
    }
    good.record.moves.swap(0, 1);
    assert_eq!(answer(&good, || 0.0), None, "an illegal move");
    let variant = Variant { pits: 200, ..Variant::default() };
    let setup = Setup::Mancala(mancala::Setup::new(variant, 1));
    assert_eq!(answer(&question(&Record::new(setup), Task::Score), || 0.0), None, "rules out of range");
}
