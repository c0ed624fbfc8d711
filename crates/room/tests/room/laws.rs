//! What holds after every event of every run, however wrong what is asked for, and that runs reach what they should.

use proptest::collection::vec;
use proptest::prelude::*;
use room::{Event, Logged, Reason, Room, UndoRule, evolve, fold};
use rules::{Position, Record, Side};

use crate::acts::{Act, numbers, opened_with, perform};
use crate::common::Table;

/// Checks one event between the rooms before and after it; `counted` are the games that count so far.
fn check(before: &Room, logged: &Logged, after: &Room, counted: &mut u32) {
    assert_eq!((logged.seq, after.seq), (before.seq + 1, before.seq + 1), "numbers have no gaps");
    assert!(logged.at >= before.at && after.at == logged.at, "time never goes back");
    let in_game = matches!(
        logged.event,
        Event::Moved { .. }
            | Event::UndoAsked(_)
            | Event::UndoRefused(_)
            | Event::Undone(_)
            | Event::DrawOffered(_)
            | Event::DrawRefused(_)
            | Event::Ended { .. }
    );
    let between = matches!(
        logged.event,
        Event::Left(_)
            | Event::Configured { .. }
            | Event::Readied { .. }
            | Event::CountingDown(_)
            | Event::Started { .. }
            | Event::AgainOffered(_)
    );
    assert!(!in_game || before.running().is_some(), "{logged:?} without a game");
    assert!(!between || before.running().is_none(), "{logged:?} during a game");
    if let Event::Ended { reason, .. } = logged.event {
        *counted += u32::from(reason != Reason::CalledOff);
    }
    assert_eq!(after.series.games(), *counted);
    if let [Some(bottom), Some(top)] = &after.seats {
        assert_ne!(bottom.member, top.member, "one seat a member");
    }
    assert!(after.countdown.is_none() || after.seats.iter().flatten().filter(|o| o.ready).count() == 2);
    assert!(after.chat.len() <= room::MAX_LINES && after.settings.is_valid());
    check_game(after);
}

fn check_game(room: &Room) {
    let Some(game) = &room.game else { return };
    let Position::Mancala(position) = &game.position;
    let total = u32::from(position.variant().pits) * u32::from(position.variant().stones) * 2;
    let lying: u32 = Side::BOTH
        .iter()
        .flat_map(|&side| position.pits(side))
        .map(|pit| u32::from(position.stones(pit)))
        .sum();
    let scored: u32 = game.position.score().iter().map(|&score| u32::from(score)).sum();
    assert_eq!(lying + scored, total, "stones are neither lost nor made");
    let record = Record { setup: game.setup, moves: game.moves.clone() };
    assert_eq!(record.replay().as_ref(), Ok(&game.position), "the position is a replay of the moves");
    for side in Side::BOTH {
        for later in [0, 1, 1_000_000_000] {
            assert!(game.clock.left(side, room.at + later).is_none_or(|left| left >= 0));
        }
        assert_eq!(game.side_of(game.seat_of(side)), side);
    }
    match game.ending {
        None => {
            assert!(
                room.seats.iter().all(Option::is_some) && room.again.is_none() && room.countdown.is_none()
            );
            assert!(room.due().is_none_or(|due| due > room.at), "what was due has been done");
        }
        Some(_) => {
            assert_eq!((game.draw_offer, game.undo_request, game.clock.deadline()), (None, None, None));
        }
    }
}

/// A run, checked event by event.
fn run(seed: u64, undo: UndoRule, acts: &[Act]) -> Table {
    let mut table = opened_with(seed, undo);
    acts.iter().for_each(|&act| perform(&mut table, act));
    let (mut room, mut counted) = (Room::new(table.room.code), 0);
    for logged in &table.log {
        let before = room.clone();
        evolve(&mut room, logged);
        check(&before, logged, &room, &mut counted);
        if let Some(origin) = logged.by {
            assert!(room.has_answered(origin), "a command is known again after its event");
        }
        let once = room.clone();
        evolve(&mut room, logged);
        assert_eq!(room, once, "a second fold of the same event changes nothing");
    }
    assert_eq!(room, table.room);
    table
}

fn undo_rule() -> impl Strategy<Value = UndoRule> {
    prop_oneof![3 => Just(UndoRule::Consent), 1 => Just(UndoRule::AtOnce)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_asked_the_room_keeps_its_laws(seed: u64, undo in undo_rule(), acts in vec(any::<Act>(), 1..250)) {
        run(seed, undo, &acts);
    }

    #[test]
    fn a_log_gives_the_same_room_however_it_is_folded(
        seed: u64, undo in undo_rule(), acts in vec(any::<Act>(), 1..150), split: prop::sample::Index,
    ) {
        let table = run(seed, undo, &acts);
        let whole = fold(table.room.code, &table.log);
        prop_assert_eq!(&whole, &table.room);
        let (prefix, rest) = table.log.split_at(split.index(table.log.len()));
        let mut room = fold(table.room.code, prefix);
        let sent: Vec<Logged> = serde_json::from_str(&serde_json::to_string(prefix).unwrap()).unwrap();
        let mut resumed = fold(table.room.code, &sent);
        prop_assert_eq!(&resumed, &room);
        prop_assert_eq!(resumed.fingerprint(), room.fingerprint());
        for logged in rest {
            evolve(&mut room, logged);
            let sent: Logged = serde_json::from_str(&serde_json::to_string(logged).unwrap()).unwrap();
            evolve(&mut resumed, &sent);
        }
        prop_assert_eq!((&room, &resumed), (&whole, &whole));
        prop_assert_eq!((room.fingerprint(), resumed.fingerprint()), (whole.fingerprint(), whole.fingerprint()));
        table.log.iter().for_each(|logged| evolve(&mut room, logged));
        prop_assert_eq!(&room, &whole, "an old log over a new room changes nothing");
    }
}

#[test]
fn commands_are_remembered_and_forgotten_in_turn() {
    let mut table = Table::seated(room::Settings::default());
    for n in 0..200 {
        table.must(crate::common::ANNA, room::Command::Ready(n % 2 == 0));
    }
    let known = |logged: &&Logged| logged.by.is_some_and(|origin| table.room.has_answered(origin));
    assert_eq!(table.log.iter().filter(known).count(), 64);
    assert!(table.log.iter().rev().take(64).all(|logged| known(&logged)), "the last ones");
}

#[test]
fn random_runs_reach_everything_that_can_happen() {
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for seed in 0..60 {
        let mut next = numbers(seed);
        let acts: Vec<Act> = (0..250).map(|_| (next() as u8, next() as u8, next(), next())).collect();
        let undo = if seed % 4 == 0 { UndoRule::AtOnce } else { UndoRule::Consent };
        let table = run(next(), undo, &acts);
        for event in table.log.iter().map(|logged| &logged.event) {
            let name = match event {
                Event::Ended { reason, .. } => format!("{reason:?}"),
                other => format!("{other:?}").chars().take_while(char::is_ascii_alphanumeric).collect(),
            };
            *seen.entry(name).or_default() += 1;
        }
        let swapped = table.log.iter().any(|logged| format!("{logged:?}").contains("Swap"));
        *seen.entry("swap".into()).or_default() += u32::from(swapped);
        *seen.entry("late game".into()).or_default() +=
            u32::from(table.room.game.is_some_and(|game| game.number >= 3));
    }
    let least = [
        ("Played", 40),
        ("Resigned", 40),
        ("TimeOut", 10),
        ("Agreed", 10),
        ("CalledOff", 10),
        ("Undone", 40),
        ("UndoRefused", 10),
        ("DrawRefused", 5),
        ("AgainOffered", 20),
        ("Started", 200),
        ("Moved", 3_000),
        ("Left", 10),
        ("Configured", 5),
        ("Said", 50),
        ("swap", 5),
        ("late game", 20),
        ("CountingDown", 100),
        ("Renamed", 10),
    ];
    for (name, least) in least {
        assert!(
            seen.get(name).is_some_and(|&count| count >= least),
            "{name} fewer than {least} times: {seen:?}"
        );
    }
}

#[test]
fn rooms_that_differ_have_different_fingerprints() {
    let mut table = Table::playing(room::Settings::default());
    let mut seen = std::collections::BTreeSet::from([table.room.fingerprint()]);
    table.play_to_the_end();
    let mut room = Room::new(table.room.code);
    for logged in &table.log {
        evolve(&mut room, logged);
        seen.insert(room.fingerprint());
    }
    assert_eq!(seen.len(), table.log.len());
    let mut other = table.room.clone();
    other.seats.swap(0, 1);
    assert_ne!(other.fingerprint(), table.room.fingerprint(), "who sits where counts");
}
