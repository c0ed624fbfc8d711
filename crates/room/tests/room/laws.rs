//! Property tests of the room: invariants after every event of random runs, and proof that the runs reach
//! every kind of event.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use room::{
    Command, Draft, Ending, Event, Logged, MatchGame, Preset, Reason, RematchOffer, Room, Seat, Series,
    Settings, TimeControl, UndoRule, evolve, fold, stamp,
};
use rules::mapello::Board;

use crate::acts::{Act, numbers};
use crate::checks::run;
use crate::common::{ANNA, BERT, Table};

fn undo_rule() -> impl Strategy<Value = UndoRule> {
    prop_oneof![3 => Just(UndoRule::Consent), 1 => Just(UndoRule::AtOnce)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_commands_keep_the_invariants_of_the_room(seed: u64, undo in undo_rule(), acts in vec(any::<Act>(), 1..250)) {
        run(seed, undo, &acts);
    }

    #[test]
    fn folding_only_the_events_of_a_game_gives_its_state(
        seed: u64, undo in undo_rule(), acts in vec(any::<Act>(), 1..250),
    ) {
        let table = run(seed, undo, &acts);
        if let Some(game) = &table.room.game {
            let again = fold(table.room.code, &stamp(game.events(), 0, 0, None)).game.unwrap();
            prop_assert_eq!((&again.position, &again.moves), (&game.position, &game.moves));
            prop_assert_eq!((again.number, again.setup, again.first), (game.number, game.setup, game.first));
        }
    }

    #[test]
    fn a_log_folds_to_the_same_room_whole_or_in_parts(
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
fn answered_commands_are_remembered_and_forgotten_in_order() {
    let mut table = Table::seated(room::Settings::default());
    for n in 0..200 {
        table.must(crate::common::ANNA, room::Command::Ready(n % 2 == 0));
    }
    let is_answered = |logged: &&Logged| logged.by.is_some_and(|origin| table.room.has_answered(origin));
    assert_eq!(table.log.iter().filter(is_answered).count(), 64);
    assert!(table.log.iter().rev().take(64).all(|logged| is_answered(&logged)), "the last ones");
}

/// The name under which an event is counted; for events of a game it includes the game.
fn name_of(event: &Event, room: &Room) -> String {
    let game = room.game.as_ref().map(|game| game.setup.game());
    match (event, game) {
        (Event::Ended { reason, .. }, Some(game)) => format!("{reason:?} {game:?}"),
        (Event::Moved { mv: rules::Move::Mancala(rules::mancala::Move::Swap), .. }, _) => "Swap".into(),
        (Event::Moved { .. } | Event::Undone(_) | Event::Started { .. }, Some(game)) => {
            format!("{} {game:?}", variant_name(event))
        }
        _ => variant_name(event),
    }
}

fn variant_name(event: &Event) -> String {
    format!("{event:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

#[test]
fn random_runs_produce_every_event_and_refusal() {
    let mut seen = BTreeMap::<String, u32>::new();
    for seed in 0..150 {
        let mut next = numbers(seed);
        let acts: Vec<Act> = (0..250).map(|_| (next() as u8, next() as u8, next(), next())).collect();
        let undo = if seed % 4 == 0 { UndoRule::AtOnce } else { UndoRule::Consent };
        let table = run(next(), undo, &acts);
        let mut room = Room::new(table.room.code);
        for logged in &table.log {
            evolve(&mut room, logged);
            *seen.entry(name_of(&logged.event, &room)).or_default() += 1;
            if let (Event::Moved { side, .. }, Some(game)) = (&logged.event, room.running()) {
                let again = game.position.to_move() == *side;
                *seen.entry(format!("again {:?}", game.setup.game())).or_default() += u32::from(again);
            }
            let is_second = room.game.as_ref().is_some_and(|game| game.match_game == Some(MatchGame::Second));
            let is_berserk = room.game.as_ref().is_some_and(|game| game.berserk.contains(&true));
            let begins = matches!(logged.event, Event::Started { .. });
            *seen.entry("berserk again".into()).or_default() += u32::from(is_second && is_berserk && begins);
            let ends_match = is_second && matches!(logged.event, Event::Ended { .. });
            *seen.entry("match".into()).or_default() += u32::from(ends_match);
        }
        let late = table.room.game.is_some_and(|game| game.number >= 3);
        *seen.entry("late game".into()).or_default() += u32::from(late);
    }
    let least = [
        ("Played Mancala", 40),
        ("Played Mapello", 40),
        ("Resigned Mancala", 30),
        ("Resigned Mapello", 30),
        ("TimeOut Mancala", 10),
        ("TimeOut Mapello", 10),
        ("Agreed Mancala", 10),
        ("Agreed Mapello", 10),
        ("CalledOff Mancala", 5),
        ("CalledOff Mapello", 5),
        ("Undone Mancala", 40),
        ("Undone Mapello", 40),
        ("Moved Mancala", 2_000),
        ("Moved Mapello", 2_000),
        ("again Mancala", 200),
        ("again Mapello", 40),
        ("Started Mancala", 150),
        ("Started Mapello", 150),
        ("UndoDeclined", 10),
        ("DrawDeclined", 5),
        ("RematchOffered", 40),
        ("SameBoardRematchOffered", 20),
        ("DraftBegan", 40),
        ("Built", 40),
        ("DraftLeft", 5),
        ("Left", 10),
        ("Configured", 5),
        ("ChatSent", 50),
        ("Swap", 5),
        ("late game", 40),
        ("match", 20),
        ("CountingDown", 100),
        ("Renamed", 10),
        ("TimeGiven", 10),
        ("WentBerserk", 10),
        ("berserk again", 3),
        ("Abandoned Mancala", 2),
        ("Abandoned Mapello", 2),
        ("AdjournRequested", 3),
        ("Adjourned", 3),
    ];
    for (name, least) in least {
        assert!(
            seen.get(name).is_some_and(|&count| count >= least),
            "{name} fewer than {least} times: {seen:?}"
        );
    }
}

#[test]
fn different_rooms_have_different_fingerprints() {
    let mut table = Table::playing(Settings::default());
    let mut seen = BTreeSet::from([table.room.fingerprint()]);
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

#[test]
fn every_offer_draft_and_score_has_its_own_fingerprint() {
    let mut table = Table::playing(Settings::default());
    table.play_to_the_end();
    let mut seen = BTreeSet::from([table.room.fingerprint()]);
    let mut count = 1;
    let mut differs = |change: &dyn Fn(&mut Room)| {
        let mut other = table.room.clone();
        change(&mut other);
        count += 1;
        seen.insert(other.fingerprint());
        assert_eq!(seen.len(), count, "{:?} {:?} {:?}", other.rematch_offer, other.draft, other.series);
    };
    for seat in Seat::BOTH {
        for same_board in [false, true] {
            differs(&|room| room.rematch_offer = Some(RematchOffer { seat, at: 7, same_board }));
        }
        for board in [None, Some(Board::EMPTY), Some(Board::DEFAULT), Some(Board::random(1))] {
            differs(&|room| room.draft = Some(Draft { builder: seat, board }));
        }
        differs(&|room| room.series.points[seat.index()] += 1);
    }
}

/// Rooms are compared across machines and builds.
#[test]
fn a_fingerprint_is_the_same_in_every_build() {
    let clock = TimeControl::Increment { base: 600, increment: 5 };
    let mut table = Table::playing(Settings { clock, ..Settings::default() });
    for (by, command) in [
        (ANNA, Command::SendPreset(Preset::Hello)),
        (ANNA, Command::SendPreset(Preset::GoodLuck)),
        (BERT, Command::SendPreset(Preset::HaveFun)),
        (BERT, Command::GiveTime),
    ] {
        table.must(by, command);
    }
    for _ in 0..3 {
        table.play_on();
    }
    let mut room = table.room.clone();
    room.rematch_offer = Some(RematchOffer { seat: Seat::Top, at: 1_234_567, same_board: true });
    room.draft = Some(Draft { builder: Seat::Top, board: Some(Board::random(1)) });
    room.countdown = Some(7_654_321);
    room.last_builder = Some(Seat::Top);
    room.talk = [true, false];
    room.series = Series { wins: [3, 5], draws: 2, points: [40, 70] };
    let game = room.game.as_mut().unwrap();
    (game.draw_offer, game.undo_request) = (Some(Seat::Top), Some(Seat::Bottom));
    (game.put_away, game.put_away_asked) = (Some(Seat::Bottom), Some(Seat::Top));
    game.ending = Some(Ending { winner: None, reason: Reason::Agreed, at: 2_345_678 });
    let before = room.fingerprint();
    // After a game other presets are allowed.
    let thanked = Event::PresetSent { seat: Seat::Top, preset: Preset::ThankYou };
    stamp(vec![thanked], room.seq, room.at, None).iter().for_each(|logged| evolve(&mut room, logged));
    assert_eq!([before, room.fingerprint()], [4_228_397_404_324_284_025, 9_658_092_287_705_050_718]);
}
