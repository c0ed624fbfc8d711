//! Drills out of reviews that the engine has answered, and attempts at them: what is said is compared with proofs of its
//! own.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that finds nothing has failed")]

#[path = "../../engine-worker/tests/common/random_game.rs"]
mod random_game;

use std::cell::Cell;

use drills::{Drill, Stage, Verdict, found};
use engine_protocol::review::{Analysis, Certainty};
use engine_protocol::{Question, Task};
use engine_worker::Engine;
use puzzles::Day;
use random_game::random_game;
use rules::mancala::{self, Preset, Variant};
use rules::mapello::Board;
use rules::{Move, Position, Record, Setup, Side};

const TODAY: Day = Day(20_784);

thread_local! {
    static CLOCK: Cell<f64> = const { Cell::new(0.0) };
}

/// A clock that goes on whenever it is read, so that limits depend on the nodes alone.
fn clock() -> f64 {
    CLOCK.replace(CLOCK.get() + 0.01)
}

/// A game of chance of a small variant, to its end.
fn game(variant: Variant, seed: u64) -> Record {
    random_game(Setup::Mancala(mancala::Setup::new(variant, 1)), seed)
}

/// Plain minimax: the final lead of a side.
fn lead(position: &Position, side: Side) -> i32 {
    if position.outcome().is_some() {
        let score = position.score();
        return i32::from(score[side.index()]) - i32::from(score[side.other().index()]);
    }
    let values = position.legal_moves().into_iter();
    let values = values.map(|mv| lead(&position.play(mv).unwrap().position, side));
    if position.to_move() == side { values.max().unwrap() } else { values.min().unwrap() }
}

fn review(engine: &mut Engine, record: Record, each: impl Fn(&Analysis)) -> Analysis {
    let mut analysis = Analysis::new(record).unwrap();
    while let Some(question) = analysis.question() {
        let answer = engine.answer(&question, clock).unwrap();
        analysis.take(&answer, 1);
        each(&analysis);
    }
    analysis
}

/// The verdict as the page finds it.
fn judge(engine: &mut Engine, drill: &Drill, mv: Move) -> Verdict {
    drill.known(mv).unwrap_or_else(|| {
        let mut ask = |stage| {
            let question: Question = drill.question(mv, stage).unwrap();
            assert!(matches!(question.task, Task::Prove { .. }));
            drill.verdict(mv, stage, engine.answer(&question, clock).unwrap().value)
        };
        ask(Stage::Keeps).or_else(|| ask(Stage::Loss)).expect("the second question decides")
    })
}

#[test]
fn drills_of_a_review_are_its_proved_mistakes_and_judged_rightly() {
    let tiny = Variant { pits: 3, stones: 2, ..Preset::Kalah.variant() };
    let mut engine = Engine::default();
    let mut drills = 0;
    for seed in 0..16 {
        let record = game(tiny, seed);
        let analysis = review(&mut engine, record, |_| ());
        for drill in found(&analysis, [true, true], TODAY) {
            drills += 1;
            let (position, mistake) = (drill.position(), drill.mistake());
            let side = position.to_move();
            let value_of = |mv| lead(&position.play(mv).unwrap().position, side);
            assert_eq!(lead(position, side), mistake.value);
            for mv in position.legal_moves() {
                let loss = mistake.value - value_of(mv);
                let expected = if loss == 0 { Verdict::Keeps } else { Verdict::Loses(Some(loss)) };
                assert_eq!(judge(&mut engine, &drill, mv), expected, "{drill:?} {mv:?}");
            }
        }
    }
    assert!(drills > 30, "{drills} drills");
}

#[test]
fn a_stopped_review_has_found_the_last_mistakes_and_only_own_ones() {
    let quick = Preset::Quick.variant();
    let mut engine = Engine::default();
    for seed in 0..6 {
        let counts = std::cell::RefCell::new(vec![0]);
        let analysis = review(&mut engine, game(quick, seed), |analysis| {
            counts.borrow_mut().push(found(analysis, [true, true], TODAY).len())
        });
        let counts = counts.into_inner();
        assert!(counts.is_sorted(), "what is found stays: {counts:?}");
        let all = found(&analysis, [true, true], TODAY);
        let of = |own| found(&analysis, own, TODAY).len();
        assert_eq!(all.len(), of([true, false]) + of([false, true]));
        assert_eq!(of([false, false]), 0);
        for drill in found(&analysis, [true, false], TODAY) {
            assert_eq!(drill.position().to_move(), Side::First);
            let reviewed = analysis.reviewed(drill.record().moves.len()).unwrap();
            assert_eq!(
                (reviewed.certainty, reviewed.loss()),
                (Certainty::Proved, 100 * drill.mistake().loss)
            );
        }
    }
}

#[test]
fn a_move_that_is_not_proved_in_time_is_neither_right_nor_wrong() {
    let tiny = Variant { pits: 3, stones: 2, ..Preset::Kalah.variant() };
    let mut engine = Engine::default();
    let all = (0..20).flat_map(|seed| {
        let analysis = review(&mut engine, game(tiny, seed), |_| ());
        found(&analysis, [true, true], TODAY)
    });
    let unknown =
        |drill: &Drill| drill.position().legal_moves().into_iter().find(|mv| drill.known(*mv).is_none());
    let (drill, mv) = all.into_iter().find_map(|drill| Some((drill.clone(), unknown(&drill)?))).unwrap();
    assert_eq!(drill.verdict(mv, Stage::Keeps, None), Some(Verdict::Unknown));
    assert_eq!(drill.verdict(mv, Stage::Loss, None), Some(Verdict::Loses(None)));
    assert_eq!(drill.question(Move::Mancala(mancala::Move::Swap), Stage::Keeps), None);
}

#[test]
fn the_engine_proves_the_score_of_a_game_that_a_move_has_ended() {
    let mut engine = Engine::default();
    let quick = Setup::Mancala(mancala::Setup::new(Preset::Quick.variant(), 1));
    for setup in [quick, Setup::Mapello(Board::DEFAULT)] {
        for record in (0..8).map(|seed| random_game(setup, seed)) {
            let over = record.replay().unwrap();
            let task = Task::Prove { lowest: -1_000, highest: 1_000 };
            let question = Question { record, task, millis: 1_000, nodes: u64::MAX };
            let answer = engine.answer(&question, clock).unwrap();
            assert_eq!(answer.value, Some(lead(&over, over.to_move())), "{setup:?}");
            assert_ne!(answer, engine_protocol::Answer::default(), "which means that the engine has failed");
        }
    }
}
