//! The setup draft over real sockets: one player builds the board, the other picks a side, and neither can
//! act for the other.

use crate::common::*;
use room::message::ClientMessage;
use room::{BoardChoice, Command, Draft, Rejection, Seat};
use rules::mapello::Board;
use rules::{Setup, SetupError, Side};

/// A room in which the board of the first game is to be built; the first tab builds.
async fn start_draft(server: &Server) -> [Tab; 2] {
    let code = open_room(&server.host(), mapello(BoardChoice::Draft)).await;
    let tabs = two_players(&server.host(), code, [1, 2]).await;
    assert_eq!(tabs[0].room.draft, Some(Draft { builder: Seat::Bottom, board: None }));
    tabs
}

#[tokio::test]
async fn one_player_builds_and_the_other_picks_their_side() {
    let server = Server::start(&[]).await;
    let [mut builder, mut picker] = start_draft(&server).await;
    let board = Board::random(3);
    assert_eq!(builder.ask(Command::Build(Board::EMPTY)).await, Answer::Happened);
    assert_eq!(builder.ask(Command::Build(board)).await, Answer::Happened, "until the other has picked");
    picker.until(|room| room.draft.is_some_and(|draft| draft.board == Some(board))).await;
    assert_eq!(picker.ask(Command::Pick(Side::Second)).await, Answer::Happened);
    builder.until(|room| room.running().is_some()).await;
    let game = builder.room.running().unwrap();
    assert_eq!((game.setup, game.first, game.number), (Setup::Mapello(board), Seat::Bottom, 1));
    let mut tabs = [builder, picker];
    play(&mut tabs, &mut 9, usize::MAX).await;
    for tab in &mut tabs {
        assert_eq!(tab.ask(Command::Rematch).await, Answer::Happened);
    }
    assert_eq!(tabs[1].room.draft, Some(Draft { builder: Seat::Top, board: None }), "now the other builds");
    let mine = json(&call(&server.host(), "my_games", &cookie(1), "").await);
    assert_eq!(mine[0]["state"], "lobby", "the last game is over, and the next has not begun");
}

#[tokio::test]
async fn drafting_out_of_role_or_an_unplayable_board_is_refused() {
    let server = Server::start(&[]).await;
    let [mut builder, mut picker] = start_draft(&server).await;
    let mut watcher = Tab::join(&server.host(), builder.room.code, Some(&cookie(3))).await;
    let before = builder.room.fingerprint();
    let (build, pick) = (Command::Build(Board::DEFAULT), Command::Pick(Side::First));
    let nine_walls = Command::Build(Board::new(0x1ff, 0, 0).unwrap());
    let too_many = Rejection::BadBoard(SetupError::Walls(9));
    assert_eq!(picker.ask(build.clone()).await, Answer::Refused(Rejection::NotYourTurn));
    assert_eq!(picker.ask(pick.clone()).await, Answer::Refused(Rejection::NotYourTurn), "nothing is built");
    assert_eq!(builder.ask(pick.clone()).await, Answer::Refused(Rejection::NotYourTurn));
    assert_eq!(builder.ask(nine_walls).await, Answer::Refused(too_many));
    for command in [build.clone(), pick.clone(), Command::LeaveDraft] {
        assert_eq!(watcher.ask(command).await, Answer::Refused(Rejection::NotSeated));
    }
    assert_eq!(builder.room.fingerprint(), before);

    assert_eq!(builder.ask(build.clone()).await, Answer::Happened);
    assert_eq!(builder.ask(pick.clone()).await, Answer::Refused(Rejection::NotYourTurn), "both parts");
    assert_eq!(picker.ask(Command::LeaveDraft).await, Answer::Happened);
    assert_eq!(builder.ask(build).await, Answer::Refused(Rejection::NoDraft));
    assert_eq!(picker.ask(pick).await, Answer::Refused(Rejection::NoDraft));
    assert!(builder.room.running().is_none() && builder.room.draft.is_none());
}

#[tokio::test]
async fn picking_a_side_on_an_unseen_board_is_stale() {
    let server = Server::start(&[]).await;
    let [mut builder, mut picker] = start_draft(&server).await;
    assert_eq!(builder.ask(Command::Build(Board::EMPTY)).await, Answer::Happened);
    picker.until(|room| room.draft.is_some_and(|draft| draft.board.is_some())).await;
    assert_eq!(builder.ask(Command::Build(Board::DEFAULT)).await, Answer::Happened);
    // The pick is sent before the picker learns of the second board.
    assert_eq!(picker.ask(Command::Pick(Side::First)).await, Answer::Refused(Rejection::Stale));
    assert_eq!(picker.room.draft.unwrap().board, Some(Board::DEFAULT), "the refusal brings what was missing");
    assert_eq!(picker.ask(Command::Pick(Side::First)).await, Answer::Happened);
}

#[tokio::test]
async fn a_repeated_pick_starts_one_game() {
    let server = Server::start(&[]).await;
    let [mut builder, mut picker] = start_draft(&server).await;
    assert_eq!(builder.ask(Command::Build(Board::DEFAULT)).await, Answer::Happened);
    picker.until(|room| room.draft.is_some_and(|draft| draft.board.is_some())).await;
    let after = picker.room.seq;
    let pick = ClientMessage::Cmd { id: 77, after, cmd: Command::Pick(Side::First) };
    for _ in 0..2 {
        picker.send_text(serde_json::to_string(&pick).unwrap()).await;
    }
    assert_eq!(picker.ask(Command::Resign).await, Answer::Happened);
    builder.until(|room| room.game.as_ref().is_some_and(|game| game.ending.is_some())).await;
    assert_eq!(builder.room.seq, after + 2, "one start, one end");
}
