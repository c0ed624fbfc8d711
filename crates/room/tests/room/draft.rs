//! Tests of the setup draft: one player builds the board, the other picks the side, and every command out of
//! turn is refused.

use room::{
    BoardChoice, COUNTDOWN_MS, Command, Draft, Event, FIRST_MOVE_MS, REMATCH_OFFER_MS, Reason, Rejection,
    Seat, Settings, TimeControl, fold,
};
use rules::mapello::Board;
use rules::{Setup, SetupError, Side};

use crate::common::{ANNA, BERT, CARL, Table, built, mapello, narrow, rename, say, sit, strangers};

const LEAVE: Command = Command::LeaveDraft;

fn build() -> Command {
    Command::Build(narrow())
}

fn pick(side: Side) -> Command {
    Command::Pick(side)
}

/// Both are ready, and Anna is to build.
fn draft_begun() -> Table {
    let mut table = Table::seated(mapello(BoardChoice::Draft));
    assert_eq!(table.get_ready(), [Event::DraftBegan(Seat::Bottom)]);
    table
}

/// Anna has built.
fn board_built() -> Table {
    let mut table = draft_begun();
    table.must(ANNA, build());
    table
}

/// A drafted game, resigned.
fn drafted_game_over() -> Table {
    let mut table = board_built();
    table.must(BERT, pick(Side::First));
    table.must(BERT, Command::Resign);
    table
}

#[test]
fn one_player_builds_the_draft_board_and_the_other_picks_a_side() {
    let mut table = draft_begun();
    assert_eq!(table.room.draft, Some(Draft { builder: Seat::Bottom, board: None }));
    assert_eq!((table.room.due(), table.room.countdown, &table.room.game), (None, None, &None));
    assert!(table.room.seats.iter().flatten().all(|occupant| !occupant.ready));
    assert_eq!(table.wait(1_000_000_000), [], "nobody is in a hurry");
    assert_eq!(table.must(ANNA, build()), [Event::Built(narrow())]);
    assert_eq!(table.must(ANNA, build()), [], "the same board is no news");
    let setup = Setup::Mapello(narrow());
    assert_eq!(table.must(BERT, pick(Side::Second)), [Event::started(1, setup, Seat::Bottom)]);
    assert_eq!((table.room.draft, table.game().side_of(Seat::Top)), (None, Side::Second));
    table.place(BERT, "c4");
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn the_picker_plays_the_picked_side() {
    for side in Side::BOTH {
        let mut table = board_built();
        table.must(BERT, pick(side));
        assert_eq!((table.game().side_of(Seat::Top), table.board()), (side, narrow()));
    }
}

#[test]
fn a_draft_board_may_change_until_the_side_is_picked() {
    let mut table = board_built();
    assert_eq!(table.room.configured, table.room.seq, "a pick of somebody who knows less can be told");
    table.must(BERT, say("More walls!"));
    assert!(table.room.configured < table.room.seq);
    assert_eq!(table.must(ANNA, Command::Build(Board::DEFAULT)), [Event::Built(Board::DEFAULT)]);
    assert_eq!(table.room.configured, table.room.seq);
    table.must(BERT, pick(Side::First));
    assert_eq!(table.board(), Board::DEFAULT);
    assert_eq!(table.refused(ANNA, build()), Rejection::NoDraft, "it is too late then");
}

#[test]
fn a_player_cannot_build_or_pick_for_the_opponent() {
    let mut table = draft_begun();
    assert_eq!(table.refused(BERT, build()), Rejection::NotYourTurn);
    assert_eq!(table.refused(BERT, pick(Side::First)), Rejection::NotYourTurn, "there is no board yet");
    assert_eq!(table.refused(ANNA, pick(Side::First)), Rejection::NotYourTurn);
    table.must(ANNA, build());
    assert_eq!(table.refused(BERT, Command::Build(Board::DEFAULT)), Rejection::NotYourTurn);
    assert_eq!(table.refused(ANNA, pick(Side::First)), Rejection::NotYourTurn);
    for command in [build(), pick(Side::First), LEAVE] {
        assert_eq!(table.refused(CARL, command), Rejection::NotSeated);
    }
}

#[test]
fn an_unplayable_draft_board_is_refused() {
    let mut table = draft_begun();
    let walls = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2"];
    let bad = Command::Build(built(&walls, &[]));
    assert_eq!(table.refused(ANNA, bad), Rejection::BadBoard(SetupError::Walls(9)));
    let closed = built(&["c4", "d3", "e6", "f5", "c5", "d6", "e3", "f4"], &[]);
    assert_eq!(table.refused(ANNA, Command::Build(closed)), Rejection::BadBoard(SetupError::NobodyCanMove));
    assert_eq!(table.room.draft.unwrap().board, None);
}

#[test]
fn build_pick_and_leave_are_refused_without_a_draft() {
    let before = Table::seated(mapello(BoardChoice::Draft));
    let running = Table::playing(mapello(BoardChoice::Default));
    for mut table in [before, running, drafted_game_over()] {
        for member in [ANNA, BERT] {
            for command in [build(), pick(Side::Second), LEAVE] {
                assert_eq!(table.refused(member, command), Rejection::NoDraft);
            }
        }
    }
}

#[test]
fn either_player_can_leave_the_draft_and_ready_restarts_it() {
    for (member, seat) in [(ANNA, Seat::Bottom), (BERT, Seat::Top)] {
        let mut table = board_built();
        assert_eq!(table.must(member, LEAVE), [Event::DraftLeft(seat)]);
        assert_eq!((table.room.draft, &table.room.game, table.room.due()), (None, &None, None));
        assert!(table.room.seats.iter().flatten().all(|occupant| !occupant.ready));
        assert_eq!(table.get_ready(), [Event::DraftBegan(Seat::Bottom)], "it is still the first game");
        assert_eq!(table.room.draft.unwrap().board, None, "with nothing built");
    }
}

#[test]
fn during_a_draft_ready_and_moves_are_refused_but_chat_works() {
    let mut table = drafted_game_over();
    table.must(ANNA, Command::Rematch);
    table.must(BERT, Command::Rematch);
    let between = [Command::Ready(true), Command::Ready(false), Command::Rematch, Command::SameBoardRematch];
    for command in between {
        assert_eq!(table.refused(ANNA, command), Rejection::Stale);
    }
    for command in [Command::RequestUndo, Command::OfferDraw, Command::Resign] {
        assert_eq!(table.refused(ANNA, command), Rejection::NoGame);
    }
    assert_eq!(table.refused(CARL, sit("Carl")), Rejection::Full);
    table.must(ANNA, say("Which one?"));
    table.must(BERT, rename("Berta"));
    assert!(table.room.draft.is_some());
}

#[test]
fn changed_settings_or_an_empty_seat_end_the_draft() {
    let mut table = board_built();
    assert_eq!(table.must(BERT, Command::Configure(table.room.settings)), [], "the same settings do not");
    let mut after_a_game = drafted_game_over();
    after_a_game.must(ANNA, Command::Rematch);
    after_a_game.must(BERT, Command::Rematch);
    assert!(after_a_game.room.draft.is_some());
    assert_eq!(after_a_game.must(BERT, Command::Configure(after_a_game.room.next_settings())), []);
    assert!(table.room.draft.is_some());
    table.must(BERT, Command::Configure(Settings::default()));
    assert_eq!(table.room.draft, None);
    assert_eq!(table.refused(BERT, pick(Side::First)), Rejection::NoDraft);

    let mut table = board_built();
    table.must(ANNA, Command::Leave);
    assert_eq!(table.room.draft, None);
    table.must(CARL, sit("Carl"));
    assert_eq!(table.refused(CARL, build()), Rejection::NoDraft);
}

#[test]
fn the_builder_alternates_from_game_to_game() {
    let mut table = draft_begun();
    for (number, builder, picker) in [(1, ANNA, BERT), (2, BERT, ANNA), (3, ANNA, BERT)] {
        table.must(builder, Command::Build(Board::random(number)));
        table.must(picker, pick(Side::Second));
        assert_eq!((u64::from(table.game().number), table.board()), (number, Board::random(number)));
        table.must(ANNA, Command::Resign);
        table.must(ANNA, Command::Rematch);
        let began = table.must(BERT, Command::Rematch);
        assert_eq!(began, [Event::DraftBegan(if builder == ANNA { Seat::Top } else { Seat::Bottom })]);
        assert_eq!(table.room.rematch_offer, None);
    }
}

#[test]
fn only_a_counted_drafted_game_passes_on_the_turn_to_build() {
    let again = |table: &mut Table, command: Command| {
        table.must(ANNA, command.clone());
        table.must(BERT, command)
    };
    let mut table = drafted_game_over();
    again(&mut table, Command::SameBoardRematch);
    assert_eq!(table.game().builder, None, "it was built for an earlier game");
    table.must(ANNA, Command::Resign);
    assert_eq!(
        again(&mut table, Command::Rematch),
        [Event::DraftBegan(Seat::Top)],
        "Anna built the last one"
    );
    table.must(BERT, LEAVE);
    assert_eq!(table.get_ready(), [Event::DraftBegan(Seat::Top)], "a draft that was left is none");
    table.must(BERT, build());
    table.must(ANNA, pick(Side::First));
    assert_eq!(table.game().builder, Some(Seat::Top));
    table.must(ANNA, Command::Resign);
    assert_eq!(again(&mut table, Command::Rematch), [Event::DraftBegan(Seat::Bottom)]);
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn an_aborted_drafted_game_leaves_the_turn_to_build() {
    let clock = TimeControl::Increment { base: 60, increment: 0 };
    let mut table = Table::seated(strangers(Settings { clock, ..mapello(BoardChoice::Draft) }));
    for (builder, picker, seat) in [(ANNA, BERT, Seat::Bottom), (BERT, ANNA, Seat::Top)] {
        for called_off in [true, true, false] {
            assert_eq!(table.get_ready(), [Event::DraftBegan(seat)]);
            table.must(builder, build());
            table.must(picker, pick(Side::Second));
            if called_off {
                let ended = Event::Ended { winner: None, reason: Reason::CalledOff };
                assert_eq!(table.wait(FIRST_MOVE_MS), [ended]);
            } else {
                table.must(ANNA, Command::Resign);
            }
        }
        assert_eq!(table.room.last_builder, Some(seat));
    }
}

#[test]
fn a_drafted_board_can_be_replayed_without_a_new_draft() {
    let mut table = drafted_game_over();
    table.must(BERT, Command::SameBoardRematch);
    let setup = Setup::Mapello(narrow());
    let started = table.must(ANNA, Command::SameBoardRematch);
    assert_eq!(started, [Event::started(2, setup, Seat::Bottom)], "Anna is Black now");
}

#[test]
fn a_rematch_can_be_offered_after_leaving_a_draft() {
    let mut table = drafted_game_over();
    table.must(ANNA, Command::Rematch);
    table.must(BERT, Command::Rematch);
    table.must(ANNA, LEAVE);
    assert_eq!(table.room.rematch_offer, None);
    assert_eq!(table.must(ANNA, Command::SameBoardRematch), [Event::SameBoardRematchOffered(Seat::Bottom)]);
    assert!(matches!(table.must(BERT, Command::SameBoardRematch)[..], [Event::Started { number: 2, .. }]));
    table.must(ANNA, Command::Resign);
    table.wait(REMATCH_OFFER_MS);
    assert_eq!(table.get_ready(), [Event::DraftBegan(Seat::Top)], "it is still the other's turn to build");
}

#[test]
fn a_full_log_refuses_every_command_of_the_draft() {
    let mut table = Table::seated(mapello(BoardChoice::Draft));
    for n in 0.. {
        if table.room.seq >= 3_997 {
            break;
        }
        table.must(ANNA, rename(&format!("Anna {n}")));
    }
    table.must(ANNA, Command::Ready(true));
    table.must(BERT, Command::Ready(true));
    assert!(table.room.seq < 4_000 + 1);
    assert_eq!(table.wait(COUNTDOWN_MS), [Event::DraftBegan(Seat::Bottom)]);
    for command in [build(), pick(Side::First), LEAVE, say("Hello")] {
        assert_eq!(table.refused(ANNA, command), Rejection::RoomFull);
    }
    table.must(ANNA, Command::Leave);
    assert_eq!(fold(table.room.code, &table.log), table.room);
}
