//! Mapello over real sockets: passes, repeated boards, and invalid boards and cells.

use crate::common::*;
use room::message::{Fault, ServerMessage};
use room::{BoardChoice, Command, GameSettings, Rejection, Seat, Settings};
use rules::mapello::{Board, Cell};
use rules::{IllegalMove, Move, Position, SetupError, Side};

/// The set of the cells of these names.
fn cells(names: &str) -> u64 {
    let cell = |name| rules::mapello::notation::read_cell(name).unwrap();
    names.split(' ').map(cell).fold(0, |set, cell| set | cell.bit())
}

fn place(cell: &str) -> Move {
    Move::Mapello(rules::mapello::notation::read_cell(cell).unwrap())
}

#[tokio::test]
async fn a_side_without_a_move_passes_during_the_game_and_at_its_start() {
    let server = Server::start(&[]).await;
    // Walls on all four of Black's first moves.
    let board = Board::new(cells("e3 f4 c5 d6"), 0, 0).unwrap();
    let code = open_room(&server.host(), mapello(BoardChoice::Custom(board))).await;
    let mut tabs = two_players(&server.host(), code, [1, 2]).await;
    assert_eq!(mover(&tabs), Some(1), "Black has no first move");
    let black = Command::Play { game: 1, ply: 0, mv: place("d3") };
    assert_eq!(tabs[0].ask(black).await, Answer::Refused(Rejection::NotYourTurn));

    let (mut seed, mut passes) = (21, 0);
    while let Some(playing) = mover(&tabs) {
        play(&mut tabs, &mut seed, 1).await;
        if mover(&tabs) == Some(playing) {
            passes += 1;
            let waiting = 1 - playing;
            let game = tabs[waiting].room.running().unwrap();
            let mv = game.position.legal_moves()[0];
            let out_of_turn = Command::Play { game: 1, ply: game.ply(), mv };
            assert_eq!(tabs[waiting].ask(out_of_turn).await, Answer::Refused(Rejection::NotYourTurn));
        }
    }
    assert!(passes > 0, "this seed brings a pass");
    assert_eq!(tabs[0].room, tabs[1].room);
    assert_eq!(tabs[0].room.series.games(), 1);
}

#[tokio::test]
async fn a_same_board_rematch_swaps_colours_if_both_accept() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), mapello(BoardChoice::Random(99))).await;
    let mut tabs = two_players(&server.host(), code, [1, 2]).await;
    play(&mut tabs, &mut 4, 8).await;
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    assert_eq!(tabs[0].ask(Command::Rematch).await, Answer::Happened);
    assert_eq!(tabs[1].ask(Command::SameBoardRematch).await, Answer::Happened);
    assert!(tabs[1].room.running().is_none(), "another wish is another offer");
    assert_eq!(tabs[0].ask(Command::SameBoardRematch).await, Answer::Happened);
    let game = tabs[0].room.running().unwrap();
    assert_eq!((game.number, game.first), (2, Seat::Top));
    assert_eq!(Some(game.setup), mapello(BoardChoice::Random(99)).game.setup(1));
    for _ in 0..2 {
        assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
        for tab in &mut tabs {
            assert_eq!(tab.ask(Command::Rematch).await, Answer::Happened);
        }
    }
    let setup = tabs[1].room.running().map(|game| game.setup);
    assert_eq!(setup, mapello(BoardChoice::Random(102)).game.setup(1), "the fourth board in the fourth game");
    let mine = json(&call(&server.host(), "my_games", &cookie(1), "").await);
    assert_eq!(mine[0]["title"], "Mapello · Random board 102");
}

/// The next fault, skipping other messages.
async fn next_fault(tab: &mut Tab) -> Fault {
    loop {
        if let ServerMessage::Fault(fault) = tab.next().await.unwrap() {
            return fault;
        }
    }
}

#[tokio::test]
async fn moves_of_the_other_game_and_unknown_cells_change_nothing() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), mapello(BoardChoice::Default)).await;
    let mut tabs = two_players(&server.host(), code, [1, 2]).await;
    let before = tabs[0].room.fingerprint();
    let sow = Settings::default().game.setup(1).unwrap().start().legal_moves()[0];
    for (mv, why) in [
        (sow, IllegalMove::OtherGame),
        (place("c1"), IllegalMove::NoFlip),
        (place("f2"), IllegalMove::Wall),
        (place("d4"), IllegalMove::Occupied),
    ] {
        let command = Command::Play { game: 1, ply: 0, mv };
        assert_eq!(tabs[0].ask(command).await, Answer::Refused(Rejection::Illegal(why)), "{mv:?}");
    }
    let play = |cell: i64| {
        format!(
            r#"{{"t":"cmd","id":9,"after":0,"cmd":{{"play":{{"game":1,"ply":0,"mv":{{"mapello":{cell}}}}}}}}}"#
        )
    };
    for cell in [64, 255, -1] {
        tabs[0].send_text(play(cell)).await;
        assert_eq!(next_fault(&mut tabs[0]).await, Fault::NotUnderstood, "{cell}");
    }
    assert_eq!(Tab::join(&server.host(), code, None).await.room.fingerprint(), before);
    let Some(Move::Mapello(legal)) = tabs[0].room.running().unwrap().position.legal_moves().first().copied()
    else {
        panic!("Black can move")
    };
    tabs[0].send_text(play(legal.index().into())).await;
    tabs[0].until(|room| room.running().is_some_and(|game| game.ply() == 1)).await;
}

#[tokio::test]
async fn a_malformed_or_unplayable_board_is_refused_in_the_settings() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), mapello(BoardChoice::Default)).await;
    let mut tab = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let before = tab.room.fingerprint();
    // With walls around the centre except at its corners, there is no legal move.
    let closed = Board::new(cells("d3 e3 c4 f4 c5 f5 d6 e6"), 0, 0).unwrap();
    for (board, why) in [
        (Board::new(0x1ff, 0, 0).unwrap(), SetupError::Walls(9)),
        (Board::new(0, 0x1ff, 0).unwrap(), SetupError::Bonuses(9)),
        (Board::new(0, 0, 0x1ff).unwrap(), SetupError::Jokers(9)),
        (closed, SetupError::NobodyCanMove),
    ] {
        let configure = Command::Configure(mapello(BoardChoice::Custom(board)));
        assert_eq!(tab.ask(configure).await, Answer::Refused(Rejection::BadBoard(why)));
    }
    let configure = Command::Configure(mapello(BoardChoice::Custom(Board::DEFAULT)));
    let good = serde_json::to_value(&configure).unwrap();
    let text = |command: &str| format!(r#"{{"t":"cmd","id":9,"after":0,"cmd":{command}}}"#);
    let share_code = &good["configure"]["game"]["mapello"]["custom"];
    let share_code = share_code.as_str().unwrap();
    for broken in [&share_code[1..], "", "no code"] {
        tab.send_text(text(&good.to_string().replace(share_code, broken))).await;
        assert_eq!(next_fault(&mut tab).await, Fault::NotUnderstood, "{broken}");
    }
    assert_eq!(Tab::join(&server.host(), code, None).await.room.fingerprint(), before);
    tab.send_text(text(&good.to_string())).await;
    let custom = GameSettings::Mapello(BoardChoice::Custom(Board::DEFAULT));
    tab.until(|room| room.settings.game == custom).await;
}

#[tokio::test]
async fn all_tabs_agree_after_a_mapello_game_on_every_kind_of_board() {
    let server = Server::start(&[]).await;
    let boards =
        [BoardChoice::Empty, BoardChoice::Default, BoardChoice::Random(5), BoardChoice::Daily(20_000)];
    let host = &server.host();
    let games = boards.map(|board| async move {
        let code = open_room(host, mapello(board)).await;
        let mut tabs = two_players(host, code, [1, 2]).await;
        play(&mut tabs, &mut 0xB0A2D, usize::MAX).await;
        let watcher = Tab::join(host, code, None).await;
        assert_eq!(watcher.room, tabs[0].room, "{board:?}");
        let Position::Mapello(position) = watcher.room.game.as_ref().unwrap().position else {
            panic!("another game")
        };
        let walls = Cell::all_of(!0).filter(|cell| position.terrain().board().is_wall(*cell)).count();
        let discs = Side::BOTH.map(|side| position.discs(side).count_ones() as usize);
        assert!(discs[0] + discs[1] + walls <= 64 && discs[0] + discs[1] > 4, "{board:?}");
        let points = Side::BOTH.map(|side| u32::from(position.score(side)));
        assert_eq!(watcher.room.series.points, points, "{board:?}: the bottom seat plays Black");
    });
    futures_util::future::join_all(games).await;
}
