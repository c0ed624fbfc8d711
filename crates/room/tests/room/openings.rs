//! Tests of games from a random opening: its moves are on the board and nobody's, on the clock, in takebacks and in what is
//! counted; the next game has the next one, and the finished game says which it was.

use room::{
    BoardChoice, Command, EndedGame, Event, FlawKind, Game, GameSettings, Reason, Rejection, Seat, Settings,
    TimeControl, audit, evolve, fold,
};
use rules::mapello::Board;
use rules::mapello::openings::Opening;
use rules::{Move, Setup, Side};

use crate::common::{ANNA, BERT, Table, mapello, strangers};

const NUMBER: u32 = 1_025;
const INCREMENT: TimeControl = TimeControl::Increment { base: 180, increment: 2 };

fn moves_of(number: u32) -> Vec<Move> {
    Opening::balanced(number).moves().iter().copied().map(Move::Mapello).collect()
}

fn from_opening(clock: TimeControl) -> Settings {
    Settings { clock, ..mapello(BoardChoice::Opening(NUMBER)) }
}

/// Both games of a room up to here can be read from its log again, and are as the rules say.
fn expect_sound(table: &Table) {
    assert_eq!(fold(table.room.code, &table.log), table.room);
    assert_eq!(audit(table.room.code, &table.log).unwrap().room, table.room);
}

#[test]
fn a_game_begins_behind_the_moves_of_its_opening() {
    assert_eq!(BoardChoice::parse("opening", 0, 77), Some(BoardChoice::Opening(77)));
    let table = Table::playing(from_opening(INCREMENT));
    let game = table.game();
    assert_eq!((game.setup, game.opening), (Setup::Mapello(Board::OTHELLO), Some(NUMBER)));
    assert_eq!(game.moves, moves_of(NUMBER));
    assert_eq!((game.ply(), game.opening_ply(), game.own_ply()), (8, 8, 0));
    assert_eq!(game.position.as_mapello(), Some(&Opening::balanced(NUMBER).position()));
    assert_eq!(game.position.to_move(), Side::First);
    assert_eq!(game.moves_by_side(), [0, 0], "nobody made them");
    assert!(!table.log.iter().any(|logged| matches!(logged.event, Event::Moved { .. })));
    expect_sound(&table);
}

#[test]
fn an_opening_costs_no_time_and_leaves_both_their_free_first_turn() {
    let mut table = Table::playing(from_opening(INCREMENT));
    assert_eq!(Seat::BOTH.map(|seat| table.left(seat)), [180_000; 2]);
    table.wait(20_000);
    assert_eq!(Seat::BOTH.map(|seat| table.left(seat)), [180_000; 2], "the first turn is free");
    table.play_on();
    table.wait(20_000);
    assert_eq!(table.left(Seat::Top), 180_000, "of both");
}

#[test]
fn without_a_first_move_behind_the_opening_a_game_is_called_off() {
    let mut table = Table::playing(strangers(from_opening(INCREMENT)));
    let ended = table.wait(room::FIRST_MOVE_MS + 1);
    assert_eq!(ended, [Event::Ended { winner: None, reason: Reason::CalledOff }]);
    assert_eq!(EndedGame::of(&table.room), None);
    expect_sound(&table);
}

#[test]
fn nobody_takes_back_the_moves_of_an_opening() {
    let mut table = Table::playing(from_opening(INCREMENT));
    assert_eq!(table.refused(ANNA, Command::RequestUndo), Rejection::NothingToUndo);
    table.play_on();
    assert_eq!(table.refused(BERT, Command::RequestUndo), Rejection::NothingToUndo);
    table.must(ANNA, Command::RequestUndo);
    assert_eq!(table.must(BERT, Command::AnswerUndo(true)), [Event::Undone(8)]);
    assert_eq!(table.game().moves, moves_of(NUMBER));
    expect_sound(&table);

    // Not even a log does.
    let mut logged = table.log.last().unwrap().clone();
    (logged.seq, logged.event) = (logged.seq + 1, Event::Undone(3));
    let mut room = table.room.clone();
    evolve(&mut room, &logged);
    assert_eq!(room.game.unwrap().moves, moves_of(NUMBER));
}

#[test]
fn the_next_game_has_the_next_opening_and_the_same_board_the_same_one() {
    let mut table = Table::playing(from_opening(INCREMENT));
    let opening = |table: &Table| (table.game().opening, table.game().first);
    assert_eq!(opening(&table), (Some(NUMBER), Seat::Bottom));
    for (rematch, expected) in [
        (Command::SameBoardRematch, (Some(NUMBER), Seat::Top)),
        (Command::Rematch, (Some(NUMBER + 2), Seat::Bottom)),
        (Command::SameBoardRematch, (Some(NUMBER + 2), Seat::Top)),
    ] {
        table.play_on();
        table.must(ANNA, Command::Resign);
        table.must(ANNA, rematch.clone());
        table.must(BERT, rematch);
        assert_eq!(opening(&table), expected);
        assert_eq!(table.game().moves, moves_of(expected.0.unwrap()));
    }
    expect_sound(&table);
}

#[test]
fn a_finished_game_names_its_opening_and_reads_as_it_was_played() {
    let mut table = Table::playing(from_opening(INCREMENT));
    table.must(ANNA, Command::Resign);
    assert_eq!(EndedGame::of(&table.room), None, "nobody has moved");
    table.must(ANNA, Command::SameBoardRematch);
    table.must(BERT, Command::SameBoardRematch);
    table.play_to_the_end();
    let game = table.game().clone();
    let ended = EndedGame::of(&table.room).unwrap().game;
    // The settings have gone on to the next one.
    assert_eq!(ended.board, Some(BoardChoice::Opening(NUMBER)));
    assert_eq!(ended.settings(), GameSettings::Mapello(BoardChoice::Opening(NUMBER)));
    let again = ended.room().game.unwrap();
    let told = |game: &Game| (game.moves.clone(), game.position.clone(), game.opening, game.final_points());
    assert_eq!(told(&again), told(&game));
    assert_eq!(game.events().len(), 1 + game.own_ply() as usize);
}

#[test]
fn the_audit_refuses_an_opening_on_another_board() {
    let mut table = Table::playing(mapello(BoardChoice::Default));
    let started = table.log.last_mut().unwrap();
    started.event = Event::started_from(Some(3), 1, Setup::Mapello(Board::DEFAULT), Seat::Bottom);
    let room = fold(table.room.code, &table.log);
    assert_eq!(room.game.unwrap().ply(), 0, "and it has no moves");
    assert_eq!(audit(table.room.code, &table.log).unwrap_err().what, FlawKind::Start);
}
