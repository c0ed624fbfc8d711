//! Tests of the room setup between games: sitting down, names, ready, the countdown, leaving.

use room::{
    Command, Event, Rejection, RoomCode, Seat, Settings, Sides, TimeControl, decide, fold, opened_room_log,
    paired_room_log,
};
use rules::mancala::{self, Variant};
use rules::mapello::Board;
use rules::{Setup, Side};

use crate::common::{ANNA, BERT, CARL, Table, rename, say, sit, timed};

const READY: Command = Command::Ready(true);
const NOT_READY: Command = Command::Ready(false);

#[test]
fn a_third_member_cannot_take_a_seat() {
    let mut table = Table::open(Settings::default());
    let seated = |seat, member, name: &str| vec![Event::Seated { seat, member, name: name.into() }];
    assert_eq!(table.must(ANNA, sit("Anna")), seated(Seat::Bottom, ANNA, "Anna"));
    assert_eq!(table.must(BERT, sit(" Bert\n")), seated(Seat::Top, BERT, "Bert"));
    assert_eq!(table.refused(CARL, sit("Carl")), Rejection::Full);
    assert_eq!(table.room.seat_of(ANNA), Some(Seat::Bottom));
    assert_eq!(table.room.seat_of(CARL), None);
    assert_eq!(table.room.free_seat(), None);
}

#[test]
fn sitting_down_twice_changes_nothing() {
    let mut table = Table::seated(Settings::default());
    assert_eq!(table.must(ANNA, sit("Somebody else")), []);
    assert_eq!(table.room.occupant(Seat::Bottom).unwrap().name, "Anna");
}

#[test]
fn two_who_sit_down_at_once_get_one_seat_between_them() {
    let mut table = Table::open(Settings::default());
    table.must(ANNA, sit("Anna"));
    // Both decide on the same room; the log takes the first, and the second is decided on anew.
    let room = table.room.clone();
    assert!([BERT, CARL].iter().all(|who| decide(&room, *who, &sit("Me"), table.now).is_ok()));
    table.must(CARL, sit("Carl"));
    assert_eq!(table.refused(BERT, sit("Bert")), Rejection::Full);
}

#[test]
fn a_closed_room_seats_and_admits_nobody_until_it_is_opened() {
    let mut table = Table::open(Settings::default());
    assert_eq!(table.refused(CARL, Command::Close(true)), Rejection::NotSeated);
    table.must(ANNA, sit("Anna"));
    assert!(table.room.invites());
    assert_eq!(table.must(ANNA, Command::Close(true)), [Event::Closed(true)]);
    assert_eq!(table.must(ANNA, Command::Close(true)), [], "closed already");
    assert_eq!(table.refused(BERT, sit("Bert")), Rejection::Closed);
    assert!(table.room.admits(ANNA) && !table.room.admits(BERT) && !table.room.invites());
    assert_eq!(table.must(ANNA, Command::Close(false)), [Event::Closed(false)]);
    table.must(BERT, sit("Bert"));
    table.must(ANNA, Command::Close(true));
    assert!(table.room.admits(BERT) && !table.room.admits(CARL), "who sits stays");
}

#[test]
fn only_the_host_closes_a_room_also_during_a_game() {
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.refused(BERT, Command::Close(true)), Rejection::NotHost);
    assert_eq!(table.must(ANNA, Command::Close(true)), [Event::Closed(true)]);
    table.must(ANNA, Command::Resign);
    table.must(ANNA, Command::Leave);
    assert_eq!(table.must(BERT, Command::Close(false)), [Event::Closed(false)], "who is left is the host");
}

#[test]
fn a_room_that_is_opened_has_its_host_at_the_bottom() {
    let log = opened_room_log(Settings::default(), Some((ANNA, " Anna\n")), 5_000).unwrap();
    let room = fold(RoomCode::from_seed(1), &log);
    assert_eq!((room.seat_of(ANNA), room.free_seat()), (Some(Seat::Bottom), Some(Seat::Top)));
    assert_eq!(room.occupant(Seat::Bottom).unwrap().name, "Anna");
    let empty = opened_room_log(Settings::default(), None, 5_000).unwrap();
    assert_eq!(empty.len(), 1);
    let nameless = opened_room_log(Settings::default(), Some((ANNA, "\u{200B}")), 5_000);
    assert_eq!(nameless, Err(Rejection::BadName));
}

#[test]
fn taking_a_seat_or_renaming_needs_a_visible_name() {
    let mut table = Table::open(Settings::default());
    assert_eq!(table.refused(ANNA, sit("\u{200B}\n")), Rejection::BadName);
    table.must(ANNA, sit("Anna"));
    assert_eq!(table.refused(ANNA, rename("A")), Rejection::BadName);
    assert_eq!(table.must(ANNA, rename("Anna ")), [], "the same name, once cleaned");
    assert_eq!(
        table.must(ANNA, rename("Hanna")),
        [Event::Renamed { seat: Seat::Bottom, name: "Hanna".into() }]
    );
    assert_eq!(table.room.occupant(Seat::Bottom).unwrap().name, "Hanna");
}

#[test]
fn a_spectator_can_only_take_a_seat() {
    let mut table = Table::playing(Settings::default());
    let play = table.sowing(ANNA, 0);
    let wishes = [
        rename("Carl"),
        Command::Leave,
        Command::Configure(Settings::default()),
        READY,
        Command::Close(true),
        play,
        Command::RequestUndo,
        Command::AnswerUndo(true),
        Command::OfferDraw,
        Command::AnswerDraw(true),
        Command::Resign,
        Command::Rematch,
        Command::SameBoardRematch,
        Command::Build(Board::DEFAULT),
        Command::Pick(Side::First),
        Command::LeaveDraft,
        say("Hello"),
    ];
    for command in wishes {
        assert_eq!(table.refused(CARL, command), Rejection::NotSeated);
    }
}

#[test]
fn both_ready_starts_the_game_after_a_countdown_of_3_seconds() {
    let mut table = Table::seated(Settings::default());
    assert_eq!(table.must(ANNA, READY), [Event::Readied { seat: Seat::Bottom, ready: true }]);
    assert_eq!(table.must(ANNA, READY), [], "ready already");
    assert_eq!(table.room.due(), None, "one is not enough");
    let until = table.now + 3_000;
    let both = [Event::Readied { seat: Seat::Top, ready: true }, Event::CountingDown(until)];
    assert_eq!(table.must(BERT, READY), both);
    assert_eq!(table.room.due(), Some(until));
    assert_eq!(table.wait(2_999), []);
    let setup = Setup::Mancala(mancala::Setup::new(Variant::default(), 1));
    assert_eq!(table.wait(1), [Event::started(1, setup, Seat::Bottom)]);
    assert!(table.room.seats.iter().flatten().all(|occupant| !occupant.ready));
    assert_eq!(table.room.countdown, None);
}

#[test]
fn the_countdown_lasts_3_seconds_even_if_the_clock_is_set_back() {
    let mut table = Table::seated(Settings::default());
    let last = table.now;
    table.now -= 60_000;
    table.must(ANNA, READY);
    table.must(BERT, READY);
    assert_eq!(table.room.due(), Some(last + 3_000));
}

#[test]
fn taking_back_ready_stops_the_countdown() {
    let mut table = Table::seated(Settings::default());
    table.must(ANNA, READY);
    table.must(BERT, READY);
    table.wait(2_000);
    assert_eq!(table.must(BERT, NOT_READY), [Event::Readied { seat: Seat::Top, ready: false }]);
    assert_eq!((table.room.countdown, table.room.due()), (None, None));
    assert_eq!(table.wait(10_000), []);
    table.must(BERT, READY);
    assert_eq!(table.wait(3_000).len(), 1, "ready again, a whole countdown later it starts");
}

#[test]
fn leaving_frees_the_seat_and_stops_the_countdown() {
    let mut table = Table::seated(Settings::default());
    table.must(ANNA, READY);
    table.must(BERT, READY);
    assert_eq!(table.must(ANNA, Command::Leave), [Event::Left(Seat::Bottom)]);
    assert_eq!((table.room.countdown, table.room.free_seat()), (None, Some(Seat::Bottom)));
    assert!(!table.room.occupant(Seat::Top).unwrap().ready);
    assert_eq!(table.refused(ANNA, Command::Leave), Rejection::NotSeated);
    table.must(CARL, sit("Carl"));
    assert_eq!(table.room.seat_of(CARL), Some(Seat::Bottom));
}

#[test]
fn seats_and_settings_are_locked_while_a_game_runs() {
    let mut table = Table::playing(Settings::default());
    let changed = timed(TimeControl::PerMove { seconds: 60 });
    let between = [READY, NOT_READY, Command::Rematch, Command::SameBoardRematch];
    for command in [Command::Leave, Command::Configure(changed)].into_iter().chain(between) {
        assert_eq!(table.refused(ANNA, command), Rejection::GameRunning);
    }
    assert_eq!(table.refused(CARL, sit("Carl")), Rejection::Full);
    assert_eq!(table.must(BERT, rename("Robert")).len(), 1, "but a name can change");
}

#[test]
fn the_first_game_uses_the_chosen_or_drawn_sides() {
    let first = |sides, later| {
        let mut table = Table::seated(Settings { sides, ..Settings::default() });
        table.wait(later);
        table.get_ready();
        table.game().first
    };
    assert_eq!(first(Sides::Bottom, 0), Seat::Bottom);
    assert_eq!(first(Sides::Top, 0), Seat::Top);
    let bottom = (0..1_000).filter(|&later| first(Sides::Random, later) == Seat::Bottom).count();
    assert!((400..600).contains(&bottom), "{bottom} of 1000");
}

#[test]
fn drawing_lots_lets_both_players_start_equally_often() {
    let settings = Settings { sides: Sides::Random, ..Settings::default() };
    for every in [1, 2, 10, 128, 1_000] {
        let begins = (0..2_000).map(|n| {
            let log = paired_room_log(
                RoomCode::from_seed(7),
                settings,
                [(ANNA, "Anna"), (BERT, "Bert")],
                1_000_000 + n * every,
            );
            fold(RoomCode::from_seed(7), &log.unwrap()).game.unwrap().first
        });
        let bottom = begins.filter(|first| *first == Seat::Bottom).count();
        assert!((900..=1_100).contains(&bottom), "{bottom} of 2000, one every {every} ms");
    }
}
