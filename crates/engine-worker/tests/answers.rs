//! Golden answers of the engine worker, computed natively; a browser test compares the same ones
//! (`end2end/questions.jsonl`).

#![allow(clippy::unwrap_used)]

use engine_protocol::{Answer, Level, Question, Task};
use engine_worker::Engine;
use rules::mancala::{self, Capture, Leftovers, Preset, Sowing, Variant};
use rules::mapello::Board;
use rules::{Record, Setup};

/// The record of a game after this many moves, or of all moves before its end; `choose` picks the index of a legal
/// move.
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
fn play_returns_one_legal_move_and_score_returns_all() {
    for setup in [kalah(), Setup::Mapello(Board::DEFAULT)] {
        let record = game(setup, 1, |_| 0);
        let position = record.replay().unwrap();
        for level in Level::ALL {
            let chosen = Engine::default()
                .answer(&question(&record, Task::Play { level, seed: 7 }), || 0.0)
                .unwrap()
                .moves;
            assert!(matches!(chosen[..], [scored] if position.check(scored.mv).is_ok()), "{level:?}");
        }
        let all = Engine::default().answer(&question(&record, Task::Score), || 0.0).unwrap().moves;
        assert_eq!(all.len(), position.legal_moves().len());
        assert!(all.is_sorted_by_key(|scored| -scored.value), "{all:?}");
    }
}

/// Two hundred questions, each followed by its answer, one JSON value a line.
const GOLDEN_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../end2end/questions.jsonl");

/// Questions about positions of random games, with random options and boards among them, and their answers. They have a
/// node limit and in practice no time limit.
fn questions_and_answers() -> String {
    let mut state: u64 = 2_026;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut text = String::new();
    for number in 0..200 {
        let setup = match number % 4 {
            0 => Setup::Mancala(mancala::Setup::new(
                Variant {
                    pits: random(7) as u8 + 3,
                    stones: random(12) as u8 + 1,
                    capture: [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never][random(3)],
                    sowing: if random(3) == 0 { Sowing::Relay } else { Sowing::Single },
                    extra_turn: random(4) > 0,
                    leftovers: [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody][random(3)],
                    pie_rule: random(4) == 0,
                    ..Variant::default()
                },
                1,
            )),
            2 => Setup::Mancala(mancala::Setup::new(Preset::ALL[random(Preset::ALL.len())].variant(), 1)),
            _ => Setup::Mapello(if random(3) == 0 {
                Board::DEFAULT
            } else {
                Board::random(random(1_000) as u64)
            }),
        };
        let moves = random(40);
        let record = game(setup, moves, &mut random);
        let task = match Level::ALL.get(random(Level::ALL.len() + 1)) {
            Some(level) => Task::Play { level: *level, seed: number },
            None => Task::Score,
        };
        let question = Question { record, task, millis: 600_000, nodes: 3_000 };
        let question = serde_json::to_string(&question).unwrap();
        text.push_str(&format!("{question}\n{}\n", Engine::default().answer_json(&question, || 0.0)));
    }
    text
}

/// `DUELLO_WRITE=1` rewrites the file, after an intended change of the engine.
#[test]
fn answers_equal_the_golden_file() {
    let actual = questions_and_answers();
    if std::env::var_os("DUELLO_WRITE").is_some() {
        std::fs::write(GOLDEN_FILE, &actual).unwrap();
    }
    let expected = std::fs::read_to_string(GOLDEN_FILE).unwrap();
    assert_eq!(expected.lines().count(), 400);
    for (actual, expected) in actual.lines().zip(expected.lines()) {
        assert_eq!(actual, expected);
    }
}

#[test]
fn invalid_questions_have_an_answer_without_moves() {
    let none = serde_json::to_string(&Answer::default()).unwrap();
    let mut good = question(&game(Setup::Mapello(Board::DEFAULT), 3, |_| 0), Task::Score);
    assert_ne!(Engine::default().answer_json(&serde_json::to_string(&good).unwrap(), || 0.0), none);
    for text in ["", "{}", "[]", "null", "{\"record\":1}", "\u{feff}"] {
        assert_eq!(Engine::default().answer_json(text, || 0.0), none, "{text}");
    }
    good.record.moves.swap(0, 1);
    assert_eq!(Engine::default().answer(&good, || 0.0), None, "an illegal move");
    let variant = Variant { pits: 200, ..Variant::default() };
    let setup = Setup::Mancala(mancala::Setup::new(variant, 1));
    assert_eq!(
        Engine::default().answer(&question(&Record::new(setup), Task::Score), || 0.0),
        None,
        "rules out of range"
    );
}

#[test]
fn proofs_agree_with_a_solver_whatever_was_asked_before() {
    let mut engine = Engine::default();
    let mut state: u64 = 7;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for number in 0..12 {
        let variant =
            Variant { stones: 2, ..[Preset::Kalah, Preset::EmptyCapture][number / 6 % 2].variant() };
        let record = game(Setup::Mancala(mancala::Setup::new(variant, 1)), random(12), &mut random);
        let position = record.replay().unwrap();
        let mut never = || false;
        let mut solver = engine::mancala::Solver::new(variant, 1 << 20, 8);
        let exact =
            solver.value(position.as_mancala().unwrap(), &mut engine::Limits::new(&mut never)).unwrap();
        let mut ask = |lowest, highest| {
            let question = Question { nodes: u64::MAX, ..question(&record, Task::Prove { lowest, highest }) };
            engine.answer(&question, || 0.0).unwrap().value
        };
        assert_eq!(ask(-48, 48), Some(exact), "{number}");
        assert_eq!(ask(-1, 1), Some(exact.signum()), "{number}");
        assert_eq!(ask(1, -1), None, "{number}");
    }
}

#[test]
fn perfect_plays_proved_moves_and_another_one_when_no_proof_is_possible() {
    let mut engine = Engine::default();
    let mut play = |record: &Record, nodes| {
        let task = Task::Play { level: Level::Perfect, seed: 0 };
        let question = Question { nodes, ..question(record, task) };
        engine.answer(&question, || 0.0).and_then(|answer| answer.moves.first().copied()).unwrap()
    };
    // The opening book knows the start, at which no search of a hundred positions ends.
    let first = play(&game(kalah(), 0, |_| 0), 100);
    assert_eq!((first.value, first.proved), (800, true));
    let quick = Setup::Mancala(mancala::Setup::new(Preset::Quick.variant(), 1));
    for moves in 0..8 {
        let record = game(quick, moves, |legal| legal - 1);
        let position = record.replay().unwrap();
        let found = play(&record, u64::MAX);
        let after = position.play(found.mv).unwrap().position;
        let mut never = || false;
        let mut solver = engine::mancala::Solver::new(Preset::Quick.variant(), 1 << 20, 8);
        let value = solver.value(after.as_mancala().unwrap(), &mut engine::Limits::new(&mut never)).unwrap();
        let value = if after.to_move() == position.to_move() { value } else { -value };
        assert_eq!((found.value, found.proved), (100 * value, true), "after {moves} moves");
    }
    let large = Setup::Mancala(mancala::Setup::new(Preset::Kalah6.variant(), 1));
    for setup in [large, Setup::Mapello(Board::DEFAULT)] {
        let record = game(setup, 2, |_| 0);
        let found = play(&record, 2_000);
        assert!(!found.proved && record.replay().unwrap().check(found.mv).is_ok());
    }
}

#[test]
fn a_proof_that_meets_its_limit_has_no_value() {
    let large = Setup::Mancala(mancala::Setup::new(Preset::Kalah6.variant(), 1));
    let question = question(&game(large, 0, |_| 0), Task::Prove { lowest: -1, highest: 1 });
    let answer = Engine::default().answer(&question, || 0.0).unwrap();
    assert_eq!(answer.value, None);
    assert!(answer.nodes >= question.nodes);
}

#[test]
fn a_proof_of_who_wins_is_searched_even_where_a_book_knows_it() {
    let start = Preset::Kalah.variant().fair_starts_with_book().first().copied();
    let setup = mancala::Setup { start, ..mancala::Setup::new(Preset::Kalah.variant(), 1) };
    let record = game(Setup::Mancala(setup), 1, |_| 0);
    let mut engine = Engine::default();
    let mut ask = |task| engine.answer(&question(&record, task), || 0.0).unwrap();
    let known = ask(Task::Prove { lowest: -1, highest: 1 });
    assert!(known.value.is_some() && known.nodes == 1, "from the book: {known:?}");
    let searched = ask(Task::ProveWinner);
    assert!(searched.nodes > 1_000 && searched.value.is_none(), "as far as the limits go: {searched:?}");
    // Few stones are left: the proof comes to its end, with the same result.
    let quick = Setup::Mancala(mancala::Setup::new(Preset::Quick.variant(), 1));
    for moves in 0..4 {
        let record = game(quick, moves, |_| 0);
        let mut ask = |task| {
            let question = Question { nodes: u64::MAX, ..question(&record, task) };
            engine.answer(&question, || 0.0).unwrap().value
        };
        let winner = ask(Task::ProveWinner);
        assert!(winner.is_some());
        assert_eq!(winner, ask(Task::Prove { lowest: -1, highest: 1 }));
    }
}
