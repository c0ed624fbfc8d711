//! Tests of rooms of two strangers paired by matchmaking, and of who may watch as a spectator.

use room::{
    Audience, BoardChoice, Command, Company, Event, Rejection, RoomCode, Seat, Settings, fold,
    paired_room_log,
};

use crate::common::{ANNA, BERT, CARL, Table, mapello, rename, sit, strangers, timed};

fn code() -> RoomCode {
    RoomCode::from_seed(7)
}

#[test]
fn matched_strangers_are_seated_and_their_game_starts_at_once() {
    let settings = strangers(timed(room::TimeControl::Increment { base: 300, increment: 3 }));
    let log = paired_room_log(code(), settings, [(ANNA, "Anna"), (BERT, "Bert")], 5_000).unwrap();
    assert_eq!(log.iter().map(|logged| logged.seq).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(log.iter().all(|logged| logged.at == 5_000 && logged.by.is_none()));
    let room = fold(code(), &log);
    assert_eq!((room.seat_of(ANNA), room.seat_of(BERT)), (Some(Seat::Bottom), Some(Seat::Top)));
    assert_eq!(room.running().map(|game| (game.number, game.first)), Some((1, Seat::Bottom)));
    assert_eq!(room.due(), Some(5_000 + room::FIRST_MOVE_MS), "whoever does not come is not waited for");
}

#[test]
fn the_starting_side_is_random_if_the_settings_say_so() {
    let settings = Settings { sides: room::Sides::Random, ..Settings::default() };
    let first = |now| {
        let log = paired_room_log(code(), settings, [(ANNA, "Anna"), (BERT, "Bert")], now).unwrap();
        fold(code(), &log).game.unwrap().first
    };
    let bottom = (0..200).filter(|now| first(*now) == Seat::Bottom).count();
    assert!((50..150).contains(&bottom), "{bottom} of 200");
}

#[test]
fn a_match_with_bad_settings_or_names_does_not_start() {
    let clock = room::TimeControl::PerMove { seconds: 1 };
    let two = [(ANNA, "Anna"), (BERT, "Bert")];
    assert_eq!(paired_room_log(code(), timed(clock), two, 0), Err(Rejection::BadSettings));
    let nameless = [(ANNA, "Anna"), (BERT, "\u{200B}")];
    assert_eq!(paired_room_log(code(), Settings::default(), nameless, 0), Err(Rejection::BadName));
    let draft = paired_room_log(code(), mapello(BoardChoice::Draft), two, 0).unwrap();
    assert!(matches!(draft.last().map(|logged| &logged.event), Some(Event::DraftBegan(Seat::Bottom))));
}

#[test]
fn strangers_cannot_chat_by_renaming_during_a_game() {
    let renamed = [Event::Renamed { seat: Seat::Bottom, name: "You are slow".into() }];
    let mut table = Table::playing(Settings { company: Company::Strangers, ..Settings::default() });
    assert_eq!(table.refused(ANNA, rename("You are slow")), Rejection::GameRunning);
    table.must(ANNA, Command::AllowChat(true));
    assert_eq!(table.refused(ANNA, rename("You are slow")), Rejection::GameRunning, "both have to allow it");
    table.must(BERT, Command::AllowChat(true));
    assert_eq!(table.must(ANNA, rename("You are slow")), renamed);
    table.must(BERT, Command::AllowChat(false));
    assert_eq!(table.refused(ANNA, rename("Anna")), Rejection::GameRunning);
    table.must(ANNA, Command::Resign);
    assert_eq!(
        table.must(ANNA, rename("Anna")).len(),
        1,
        "between games whoever sits down anew has a new name, too"
    );
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.must(ANNA, rename("You are slow")), renamed, "friends do as they like");
}

#[test]
fn a_closed_room_admits_only_players_and_whoever_takes_a_free_seat() {
    let mut table = Table::open(Settings { audience: Audience::Nobody, ..Settings::default() });
    assert!(table.room.admits(CARL), "there is a seat");
    table.must(ANNA, sit("Anna"));
    table.must(BERT, sit("Bert"));
    assert_eq!([ANNA, BERT, CARL].map(|member| table.room.admits(member)), [true, true, false]);
    for audience in [Audience::Invited, Audience::Public] {
        table.must(BERT, Command::Configure(Settings { audience, ..table.room.next_settings() }));
        assert!(table.room.admits(CARL));
    }
    table.must(
        ANNA,
        Command::Configure(Settings { audience: Audience::Nobody, ..table.room.next_settings() }),
    );
    table.get_ready();
    let settings = Settings { audience: Audience::Public, ..table.room.next_settings() };
    assert_eq!(table.refused(ANNA, Command::Configure(settings)), Rejection::GameRunning);
    assert!(!table.room.admits(CARL), "not while it is played, either");
}
