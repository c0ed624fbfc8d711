//! S2: authorization. Every command from every client that may not give it, and sockets in no room or in
//! another one.

use futures_util::SinkExt;
use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{Command, Settings};
use rules::{Move, Side, mancala, mapello};
use tokio_tungstenite::tungstenite::Message;

use super::*;

/// Every command of the protocol's examples.
fn example_commands() -> Vec<Command> {
    let all = WIRE.lines().filter_map(|line| match serde_json::from_str(line) {
        Ok(ClientMessage::Cmd { cmd, .. }) => Some(cmd),
        _ => None,
    });
    let all: Vec<Command> = all.collect();
    assert!(all.len() > 40, "{} commands", all.len());
    all
}

/// Every conceivable move of either game.
fn all_moves() -> Vec<Move> {
    let pits = Side::BOTH.into_iter().flat_map(|side| (0..13).map(move |index| mancala::Pit { side, index }));
    let sowings = pits.map(mancala::Move::Sow).chain([mancala::Move::Swap]).map(Move::Mancala);
    sowings.chain((0..64).filter_map(mapello::Cell::new).map(Move::Mapello)).collect()
}

#[tokio::test]
async fn s2_a_player_who_is_not_to_move_cannot_move() {
    for settings in both_games() {
        let server = Server::start(&[]).await;
        let code = open_room(&server.host(), settings).await;
        let mut tabs = two_players(&server.host(), code, [1, 2]).await;
        play(&mut tabs, &mut 9, 5).await;
        let before = room_state(&server.host(), code).await;
        let waiting = 1 - mover(&tabs).unwrap();
        let (game, ply) = tabs[waiting].room.running().map(|game| (game.number, game.ply())).unwrap();
        for mv in all_moves() {
            let answer = tabs[waiting].ask(Command::Play { game, ply, mv }).await;
            assert!(matches!(answer, Answer::Refused(_)), "{mv:?}: {answer:?}");
        }
        assert_eq!(room_state(&server.host(), code).await, before);
    }
}

#[tokio::test]
async fn s2_no_command_changes_a_finished_game() {
    for settings in both_games() {
        let server = Server::start(&[]).await;
        let code = open_room(&server.host(), settings).await;
        let mut tabs = two_players(&server.host(), code, [1, 2]).await;
        play(&mut tabs, &mut 9, 5).await;
        assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
        let over = tabs[0].room.game.clone().unwrap();
        let series = tabs[0].room.series;
        let moves =
            all_moves().into_iter().map(|mv| Command::Play { game: over.number, ply: over.ply(), mv });
        for command in moves.chain(example_commands()) {
            let first = tabs[0].ask(command.clone()).await;
            let game = tabs[0].room.game.as_ref().unwrap();
            assert_eq!(
                (game.number, &game.position, &game.moves, game.ending),
                (over.number, &over.position, &over.moves, over.ending),
                "{command:?}: {first:?}"
            );
            assert_eq!(tabs[0].room.series, series, "{command:?}");
            if matches!(command, Command::Play { .. }) {
                assert!(matches!(first, Answer::Refused(_)), "{command:?}: {first:?}");
            }
        }
    }
}

#[tokio::test]
async fn s2_a_seat_in_one_room_gives_no_rights_in_another() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let theirs = open_room(&host, Settings::default()).await;
    let own = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, theirs, [1, 2]).await;
    play(&mut tabs, &mut 9, 5).await;
    let own_tabs = two_players(&host, own, [3, 4]).await;
    let before = room_state(&host, theirs).await;
    let mut intruder = Tab::join(&host, theirs, Some(&cookie(3))).await;
    for command in example_commands() {
        // Spectator chat is not part of the game.
        let beside = matches!(
            command,
            Command::SendSpectatorChat(_) | Command::SendSpectatorPreset(_) | Command::Report(_)
        );
        let answer = intruder.ask(command.clone()).await;
        assert!(beside || matches!(answer, Answer::Refused(_)), "{command:?}: {answer:?}");
    }
    assert_eq!(room_state(&host, theirs).await, before);
    assert_eq!(room_state(&host, own).await, (own_tabs[0].room.seq, own_tabs[0].room.fingerprint()));
}

#[tokio::test]
async fn s2_commands_before_hello_fail_and_a_socket_stays_in_its_room() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let [code, other] =
        [open_room(&host, Settings::default()).await, open_room(&host, Settings::default()).await];
    let mut tabs = two_players(&host, code, [1, 2]).await;
    play(&mut tabs, &mut 9, 5).await;
    let before = room_state(&host, code).await;
    let no_hello = |line: &&str| line.starts_with("{\"t\"") && !line.contains("hello");
    let lines: Vec<&str> = WIRE.lines().filter(no_hello).collect();
    assert!(lines.len() > 40, "{}", lines.len());
    // Four on each socket, because the fifth in a row closes it.
    for four in lines.chunks(4) {
        let mut socket = connect(&host, Some(&cookie(1)), None).await.unwrap();
        for line in four {
            socket.send(Message::text(*line)).await.unwrap();
            assert_eq!(receive(&mut socket).await, Ok(ServerMessage::Fault(Fault::NotUnderstood)), "{line}");
        }
    }
    let again = ClientMessage::Hello { v: VERSION, room: other, after: 0 };
    tabs[0].send_text(serde_json::to_string(&again).unwrap()).await;
    let refused = async { while tabs[0].next().await != Ok(ServerMessage::Fault(Fault::NotUnderstood)) {} };
    patiently("the second hello is refused", refused).await;
    assert_eq!(room_state(&host, code).await, before);
}
