//! Tests of the audit of a log: logs that the decider writes have no flaw, and every forged log is found out.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use room::{
    Command, EndedGame, Event, Flaw, FlawKind, GameSettings, Logged, Reason, RoomCode, Seat, Settings,
    UndoRule, audit,
};
use rules::{Setup, Side};

use crate::acts::{Act, opened_with, perform};
use crate::common::{ANNA, BERT, Table};

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_commands_leave_a_log_that_passes_the_audit(seed: u64, acts in vec(any::<Act>(), 1..250)) {
        let mut table = opened_with(seed, UndoRule::AtOnce);
        acts.iter().for_each(|&act| perform(&mut table, act));
        let audited = audit(table.room.code, &table.log).unwrap();
        let (games, room) = EndedGame::all(table.room.code, &table.log);
        prop_assert_eq!(&audited.room, &table.room);
        prop_assert_eq!((audited.room, audited.games), (room, games));
        prop_assert!(audited.repeated.is_empty());
        let moves = table.log.iter().filter(|logged| matches!(logged.event, Event::Moved { .. })).count();
        prop_assert_eq!(audited.moves, moves as u64);
    }
}

/// Two games, the second just begun.
fn two_games() -> Table {
    let mut table = Table::playing(Settings::default());
    table.play_to_the_end();
    table.must(ANNA, Command::Rematch);
    table.must(BERT, Command::Rematch);
    table
}

/// The flaw that the audit finds in a log that was changed so.
fn flaw_in(change: impl FnOnce(&mut Vec<Logged>)) -> Flaw {
    let mut log = two_games().log;
    change(&mut log);
    audit(RoomCode::from_seed(7), &log).unwrap_err()
}

fn position_of(log: &[Logged], so: fn(&Event) -> bool) -> usize {
    log.iter().position(|logged| so(&logged.event)).unwrap()
}

#[test]
fn the_audit_finds_gaps_and_wrong_order() {
    assert_eq!(flaw_in(|log| drop(log.remove(3))), Flaw { seq: 4, what: FlawKind::Gap { found: 5 } });
    assert_eq!(
        flaw_in(|log| log.insert(5, log[4].clone())),
        Flaw { seq: 6, what: FlawKind::Gap { found: 5 } }
    );
    assert_eq!(flaw_in(|log| log.swap(5, 6)).seq, 6);
    assert!(matches!(flaw_in(|log| log[6].at = log[5].at - 1).what, FlawKind::Earlier { .. }));
    assert_eq!(flaw_in(|log| log[0].event = log[1].event.clone()), Flaw { seq: 1, what: FlawKind::Opening });
    assert_eq!(flaw_in(|log| log[2].event = log[0].event.clone()), Flaw { seq: 3, what: FlawKind::Opening });
    assert_eq!(audit(RoomCode::from_seed(7), &[]).unwrap().room.seq, 0, "nothing is in order");
}

#[test]
fn the_audit_finds_illegal_moves() {
    let moved = |event: &Event| matches!(event, Event::Moved { .. });
    let illegal = |log: &mut Vec<Logged>| {
        let at = position_of(log, moved);
        let board = GameSettings::Mapello(room::BoardChoice::Empty).setup(1).unwrap();
        if let Event::Moved { mv, .. } = &mut log[at].event {
            *mv = board.start().legal_moves()[0];
        }
    };
    assert_eq!(flaw_in(illegal).what, FlawKind::Move);
    let of_the_other = |log: &mut Vec<Logged>| {
        let at = position_of(log, moved);
        if let Event::Moved { side, .. } = &mut log[at].event {
            *side = side.other();
        }
    };
    assert_eq!(flaw_in(of_the_other).what, FlawKind::Turn(Side::Second));
    let before_the_game = |log: &mut Vec<Logged>| log[2].event = log[position_of(log, moved)].event.clone();
    assert_eq!(flaw_in(before_the_game).what, FlawKind::NoGame);
}

#[test]
fn the_audit_finds_results_that_do_not_follow_from_the_moves() {
    let ended = |event: &Event| matches!(event, Event::Ended { .. });
    let other = |reason: Reason, swap: bool| {
        flaw_in(|log| {
            let at = position_of(log, ended);
            let Event::Ended { winner, .. } = log[at].event else { unreachable!() };
            let winner = if swap { winner.map_or(Some(Side::First), |_| None) } else { winner };
            log[at].event = Event::Ended { winner, reason };
        })
    };
    assert_eq!(other(Reason::Played, true).what, FlawKind::Result);
    assert_eq!(other(Reason::Resigned, false).what, FlawKind::Result);
    let too_early = flaw_in(|log| {
        let end = log[position_of(log, ended)].event.clone();
        let at = position_of(log, |event| matches!(event, Event::Moved { .. }));
        log[at].event = end;
    });
    assert_eq!(too_early.what, FlawKind::Result);
    let twice = flaw_in(|log| {
        let at = position_of(log, |event| matches!(event, Event::Started { .. }));
        log[at + 1].event = log[at].event.clone();
    });
    assert_eq!(twice.what, FlawKind::Start);
    let unplayable = flaw_in(|log| {
        let at = position_of(log, |event| matches!(event, Event::Started { .. }));
        if let Event::Started { setup: Setup::Mancala(setup), .. } = &mut log[at].event {
            setup.variant.pits = 2;
        }
    });
    assert_eq!(unplayable.what, FlawKind::Start);
    // A wrong number, and the right number too early.
    for (place_after, next) in [(0, 2), (1, 2)] {
        let other = flaw_in(|log| {
            let at = position_of(log, |event| matches!(event, Event::Started { .. }));
            let mut event = log[at].event.clone();
            if let Event::Started { number, .. } = &mut event {
                *number = next;
            }
            log[at + place_after].event = event;
        });
        assert_eq!(other.what, FlawKind::Start);
    }
}

#[test]
fn the_audit_finds_game_events_outside_a_game() {
    let of_a_game = [
        Event::Interrupted { from: 0, until: 1 },
        Event::Lag { side: Side::First, ms: 1 },
        Event::TimeGiven(Seat::Bottom),
        Event::WentBerserk(Seat::Bottom),
        Event::UndoRequested(Seat::Bottom),
        Event::UndoDeclined(Seat::Bottom),
        Event::Undone(1),
        Event::DrawOffered(Seat::Bottom),
        Event::DrawDeclined(Seat::Bottom),
        Event::AdjournRequested(Seat::Bottom),
        Event::AdjournDeclined(Seat::Bottom),
        Event::Adjourned(Seat::Bottom),
        Event::Resumed(Seat::Bottom),
    ];
    for event in of_a_game {
        assert_eq!(flaw_in(|log| log[2].event = event).what, FlawKind::NoGame);
    }
}

#[test]
fn the_audit_reports_repeated_command_ids_without_failing() {
    let mut log = two_games().log;
    let by = log.iter().find_map(|logged| logged.by);
    let last = log.last_mut().unwrap();
    last.by = by;
    assert_eq!(audit(RoomCode::from_seed(7), &log).unwrap().repeated, Vec::from_iter(by));
}

#[test]
fn every_audit_flaw_has_its_own_message() {
    let flaws = [
        FlawKind::Gap { found: 7 },
        FlawKind::Opening,
        FlawKind::Earlier { than: 5 },
        FlawKind::NoGame,
        FlawKind::Start,
        FlawKind::Turn(Side::First),
        FlawKind::Turn(Side::Second),
        FlawKind::Move,
        FlawKind::Berserk,
        FlawKind::Stones,
        FlawKind::Result,
        FlawKind::MatchBreak,
    ];
    let sentences = flaws.map(|what| Flaw { seq: 3, what }.to_string());
    assert!(sentences.iter().all(|sentence| sentence.starts_with("event 3: ")), "{sentences:?}");
    let different: BTreeSet<&String> = sentences.iter().collect();
    assert_eq!(different.len(), sentences.len(), "{sentences:?}");
}
