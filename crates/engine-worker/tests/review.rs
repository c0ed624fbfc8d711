//! Reviews of whole games, answered by the engine: every figure is compared with a plain reference, every line and every
//! reason is replayed.

#![allow(clippy::unwrap_used)]

#[path = "common/random_game.rs"]
mod random_game;
#[path = "common/reviewing.rs"]
mod reviewing;

use std::collections::HashSet;

use engine::Limits;
use engine::mancala::Solver;
use engine_protocol::review::reason::{Fact, Reason, Shown};
use engine_protocol::review::{Analysis, Certainty, Mark};
use engine_worker::Engine;
use random_game::random_game;
use reviewing::{STEP, finish};
use rules::mancala::{self, Preset, Step, Variant};
use rules::mapello::{self, Board};
use rules::{Move, Position, Record, Setup, Side, Trace};

fn review(engine: &mut Engine, record: &Record) -> Analysis {
    finish(engine, Analysis::new(record.clone()).unwrap())
}

/// Games of small variants, with different captures and leftovers.
fn mancala_games() -> impl Iterator<Item = (Variant, Record)> {
    (0..108).map(|number| {
        let quick = Preset::Quick.variant();
        // The engine keeps the memory of one variant.
        let variant = match number / 36 {
            0 => quick,
            1 => Variant { stones: 2, ..Preset::EmptyCapture.variant() },
            _ => Variant { pits: 5, stones: 2, ..Preset::Kalah.variant() },
        };
        let setup = Setup::Mancala(mancala::Setup::new(variant, 1));
        (variant, random_game(setup, number))
    })
}

fn positions(record: &Record) -> Vec<Position> {
    (0..=record.moves.len()).map(|ply| record.position_at(ply).unwrap()).collect()
}

/// The lead of `side` at the end, with best play, by a solver that was asked nothing else.
fn fresh_lead(variant: Variant, position: &Position, side: Side) -> i32 {
    let mut never = || false;
    let mut solver = Solver::new(variant, 1 << 20, 4);
    let value = solver.value(position.as_mancala().unwrap(), &mut Limits::new(&mut never)).unwrap();
    if position.to_move() == side { value } else { -value }
}

/// Checks that every position of a line has the same value.
fn assert_keeps_value(variant: Variant, start: &Position, line: &[Move], what: &str) {
    let side = start.to_move();
    let (value, mut position) = (fresh_lead(variant, start, side), start.clone());
    for (at, &mv) in line.iter().enumerate() {
        position = position.play(mv).unwrap().position;
        assert_eq!(fresh_lead(variant, &position, side), value, "{what}, move {at} of {line:?}");
    }
    assert!(position.outcome().is_some(), "{what} ends early: {line:?}");
}

#[test]
fn every_loss_of_a_small_game_is_exact_and_every_line_keeps_its_value() {
    let (mut engine, mut mistakes) = (Engine::default(), 0);
    for (number, (variant, record)) in mancala_games().enumerate().step_by(9) {
        let analysis = review(&mut engine, &record);
        let positions = positions(&record);
        assert_eq!(analysis.proved_from(), 0, "game {number}");
        for (ply, reviewed) in analysis.all_reviewed().unwrap().into_iter().enumerate() {
            let side = positions[ply].to_move();
            let exact = [ply, ply + 1].map(|ply| 100 * fresh_lead(variant, &positions[ply], side));
            assert_eq!([reviewed.best, reviewed.played], exact, "game {number}, move {ply}");
            assert_eq!((reviewed.side, reviewed.certainty), (side, Certainty::Proved));
            if reviewed.loss() > 0 {
                mistakes += 1;
                assert_keeps_value(variant, &positions[ply], &analysis.best_line(ply), "best line");
                let refutation = analysis.refutation(ply);
                assert_eq!(refutation.first(), record.moves.get(ply));
                assert_keeps_value(variant, &positions[ply + 1], &refutation[1..], "refutation");
            }
            if reviewed.mark == Some(Mark::Good) {
                let legal = positions[ply].legal_moves();
                let others = legal.iter().filter(|mv| **mv != record.moves[ply]);
                for &other in others {
                    let after = positions[ply].play(other).unwrap().position;
                    let value = 100 * fresh_lead(variant, &after, side);
                    assert!(value <= reviewed.best - 400, "game {number}, move {ply}: {other:?}");
                }
            }
        }
    }
    assert!(mistakes > 20, "only {mistakes} mistakes");
}

/// What a reason says, found out from the rules alone: the move with its trace, and whether the turn of the other line
/// has less of it.
fn assert_reason(analysis: &Analysis, ply: usize, reason: Reason) {
    let start = analysis.position(ply).unwrap();
    let mover = start.to_move();
    let (best, refutation) = (analysis.best_line(ply), analysis.refutation(ply));
    let (line, other) = match reason.shown {
        Shown::InBestLine => (&best, &refutation),
        Shown::InRefutation => (&refutation, &best),
    };
    let what = format!("{reason:?} of {start:?}");
    let plays = |line: &[Move]| {
        let mut position = start.clone();
        let play = |&mv: &Move| {
            let (by, played) = (position.to_move(), position.play(mv).unwrap());
            position = played.position.clone();
            (by, played)
        };
        line.iter().map(play).collect::<Vec<_>>()
    };
    let (line, other) = (plays(line), plays(other));
    let (by, played) = &line[reason.at];
    assert_eq!(*by, reason.by, "{what}");
    let amount = |played: &rules::Played, to: Side| amount_of(reason.fact, &played.trace, to);
    if let Fact::Leftovers(stones) = reason.fact {
        let to = if reason.shown == Shown::InBestLine { mover } else { mover.other() };
        assert_eq!(reason.at, line.len() - 1, "{what}");
        assert!(played.position.outcome().is_some(), "{what}");
        assert_eq!(amount(played, to), u32::from(stones), "{what}");
        assert!(amount(&other.last().unwrap().1, to) < u32::from(stones), "{what}");
        return;
    }
    // The turn that the reason speaks of, in either line.
    let turn = |line: &Vec<(Side, rules::Played)>| {
        let own = line.iter().take_while(|(by, _)| *by == mover).count();
        let reply = line[own..].iter().take_while(|(by, _)| *by != mover).count();
        let is_in_turn = |at: &usize| match (reason.later, reason.shown) {
            (true, _) => line[*at].0 == *by,
            (false, Shown::InBestLine) => *at < own,
            (false, Shown::InRefutation) => (own..own + reply).contains(at),
        };
        (0..line.len()).filter(is_in_turn).collect::<Vec<_>>()
    };
    assert!(turn(&line).contains(&reason.at), "{what}");
    assert_eq!(*by == mover, reason.shown == Shown::InBestLine, "{what}");
    let of_other = turn(&other).into_iter().map(|at| amount(&other[at].1, *by));
    match reason.fact {
        Fact::ExtraTurn(many) => {
            let turns =
                turn(&line).into_iter().take_while(|at| *at <= reason.at).map(|at| amount(&line[at].1, *by));
            assert_eq!(turns.sum::<u32>(), u32::from(many), "{what}");
            assert_eq!(amount(played, *by), 1, "{what}");
            assert!(of_other.sum::<u32>() < u32::from(many), "{what}");
        }
        fact => {
            let many = match fact {
                Fact::Capture(many) | Fact::Flips(many) => u32::from(many),
                _ => 1,
            };
            assert_eq!(amount(played, *by), many, "{what}");
            assert!(of_other.max().unwrap_or(0) < many, "{what}");
        }
    }
}

/// How much of a fact a trace has; of leftovers those that go to `to`.
fn amount_of(fact: Fact, trace: &Trace, to: Side) -> u32 {
    let sum = match (fact, trace) {
        (Fact::ExtraTurn(_), Trace::Mancala(steps)) => {
            steps.iter().filter(|step| matches!(step, Step::ExtraTurn(_))).count()
        }
        (Fact::Capture(_), Trace::Mancala(steps)) => steps
            .iter()
            .map(|step| match step {
                Step::Capture { from_opposite, .. } => usize::from(*from_opposite),
                _ => 0,
            })
            .sum(),
        (Fact::Leftovers(_), Trace::Mancala(steps)) => steps
            .iter()
            .map(|step| match step {
                Step::Sweep { stones, to: owner, .. } if *owner == to => usize::from(*stones),
                _ => 0,
            })
            .sum(),
        (fact, Trace::Mapello(steps)) => steps
            .iter()
            .map(|step| match (fact, step) {
                (Fact::Flips(_), mapello::Step::Flip { discs, .. }) => usize::from(*discs),
                (Fact::Joker, mapello::Step::Flip { joker: Some(_), .. }) => 1,
                (Fact::Bonus, mapello::Step::Bonus { .. }) | (Fact::Pass, mapello::Step::Pass(_)) => 1,
                (Fact::Corner, mapello::Step::Place { on, .. }) => {
                    usize::from([0, 7, 56, 63].contains(&on.index()))
                }
                _ => 0,
            })
            .sum(),
        (fact, trace) => panic!("{fact:?} in {trace:?}"),
    };
    // A move uses several jokers at once.
    if fact == Fact::Joker { sum.min(1) as u32 } else { sum as u32 }
}

#[test]
fn every_reason_is_shown_by_the_move_that_it_names() {
    let (mut engine, mut reasons, mut mistakes) = (Engine::default(), Vec::new(), 0);
    for (_, record) in mancala_games() {
        let analysis = review(&mut engine, &record);
        for ply in 0..record.moves.len() {
            let lost = analysis.reviewed(ply).unwrap().loss() > 0;
            let reason = analysis.reason(ply);
            assert!(lost || reason.is_none(), "a reason for no loss");
            mistakes += usize::from(lost);
            if let Some(reason) = reason {
                assert_reason(&analysis, ply, reason);
                reasons.push((core::mem::discriminant(&reason.fact), reason.shown));
            }
        }
    }
    assert!(
        reasons.len() > 200 && 5 * reasons.len() > 2 * mistakes,
        "{} of {mistakes} mistakes",
        reasons.len()
    );
    let kinds: HashSet<_> = reasons.into_iter().collect();
    assert!(kinds.len() >= 5, "only {kinds:?}");
}

/// The lead of `side` at the end, with best play of both: plain minimax by the rules.
fn minimax(position: &mapello::Position, side: Side) -> i32 {
    if position.outcome().is_some() {
        return i32::from(position.score(side)) - i32::from(position.score(side.other()));
    }
    let values = position.legal_moves().map(|cell| minimax(&position.play(cell).unwrap().0, side));
    if position.to_move() == side { values.max().unwrap() } else { values.min().unwrap() }
}

#[test]
fn the_end_of_a_game_of_mapello_is_exact_and_the_rest_an_estimate() {
    STEP.set(100.0);
    let (mut engine, mut reasons) = (Engine::default(), 0);
    for (seed, board) in [(1, Board::DEFAULT), (2, Board::random(7)), (3, Board::random(8))] {
        let record = random_game(Setup::Mapello(board), seed);
        let analysis = review(&mut engine, &record);
        let reviewed = analysis.all_reviewed().unwrap();
        assert_eq!(reviewed[0].certainty, Certainty::Estimated);
        let proved_from = analysis.proved_from();
        assert!(proved_from + 12 < record.moves.len(), "proved from {proved_from}");
        for (ply, reviewed) in reviewed.iter().enumerate() {
            assert!(reviewed.loss() >= 0, "{reviewed:?}");
            let lines = analysis.best_line(ply).len() + analysis.refutation(ply).len();
            assert_eq!(lines > 0, reviewed.certainty == Certainty::Proved, "lines of move {ply}");
            if let Some(reason) = analysis.reason(ply) {
                assert_reason(&analysis, ply, reason);
                reasons += 1;
            }
        }
        for (ply, last) in reviewed.iter().enumerate().skip(record.moves.len() - 6) {
            let position = record.position_at(ply).unwrap();
            let best = 100 * minimax(position.as_mapello().unwrap(), position.to_move());
            assert_eq!((last.best, last.certainty), (best, Certainty::Proved), "move {ply}");
        }
    }
    assert!(reasons > 10, "only {reasons}");
}

#[test]
fn a_review_ends_in_time_however_little_it_proves() {
    STEP.set(2_000.0);
    let record = random_game(Setup::Mancala(mancala::Setup::new(Variant::default(), 1)), 5);
    let mut engine = Engine::default();
    let analysis = review(&mut engine, &record);
    assert!(analysis.all_reviewed().is_some());
    let readings = 2_000 * (3 * record.moves.len() as u32 + 3);
    assert!(analysis.spent() < 84_000 + readings, "{} ms", analysis.spent());
}
