//! S12: cheating clients that send results instead of moves.

use room::message::{ClientMessage, Fault, ServerMessage};
use room::{Command, GameSettings, Settings};
use rules::Record;
use rules::mancala::{self, Variant};
use serde_json::{Value, json};

use super::*;

#[tokio::test]
async fn s12_a_score_clock_board_or_winner_sent_by_a_player_is_ignored() {
    for settings in both_games() {
        let server = Server::start(&[]).await;
        let code = open_room(&server.host(), settings).await;
        let mut tabs = two_players(&server.host(), code, [1, 2]).await;
        let more = json!({
            "score": [99, 0], "winner": "first", "clock": 1_000_000, "at": 0, "now": 9_999_999_999_999_u64,
            "position": {}, "board": "", "stones": 200, "seat": "top", "side": "second", "member": tabs[1].me,
            "seq": 1, "by": {"member": tabs[1].me, "id": 1}, "lag": 60_000, "event": {"ended": {"winner": "first", "reason": "played"}},
        });
        for id in 0..6 {
            let to_move = mover(&tabs).unwrap();
            let seat = tabs[to_move].seat().unwrap();
            let command = some_move(&tabs[to_move].room, seat, &mut (id + 3)).unwrap();
            // Fields added to the message and to the move. `cmd` itself has a single field, the kind of
            // command.
            let message = ClientMessage::Cmd { id, after: 0, cmd: command };
            let mut value = serde_json::to_value(&message).unwrap();
            for part in ["", "/cmd/play"] {
                let fields = value.pointer_mut(part).and_then(Value::as_object_mut).unwrap();
                for (name, value) in more.as_object().unwrap() {
                    fields.entry(name).or_insert(value.clone());
                }
            }
            let seq = tabs[to_move].room.seq;
            tabs[to_move].send_text(value.to_string()).await;
            tabs[to_move].until(|room| room.seq > seq).await;
            let seq = tabs[to_move].room.seq;
            tabs[1 - to_move].until(|room| room.seq >= seq).await;
        }
        let game = tabs[0].room.running().expect("nobody has won by saying so");
        assert_eq!(game.moves.len(), 6);
        let record = Record { setup: game.setup, moves: game.moves.clone() };
        assert_eq!(record.replay().as_ref(), Ok(&game.position), "the position is what the moves lead to");
    }
}

#[tokio::test]
async fn s12_server_messages_sent_by_a_player_are_refused() {
    let (server, code, _tabs) = some_game(&[], Settings::default()).await;
    let host = server.host();
    let before = room_state(&host, code).await;
    // A player sends every server message: four on each socket, because the fifth in a row closes it.
    let lines: Vec<&str> = WIRE.lines().filter(|line| !line.starts_with("{\"t\"")).collect();
    for four in lines.chunks(4) {
        let mut tab = Tab::join(&host, code, Some(&cookie(1))).await;
        for line in four {
            tab.send_text((*line).to_owned()).await;
            let fault = async { while tab.next().await != Ok(ServerMessage::Fault(Fault::NotUnderstood)) {} };
            patiently("what is no command is refused", fault).await;
        }
    }
    assert!(lines.len() > 40, "{}", lines.len());
    assert_eq!(room_state(&host, code).await, before);
}

#[tokio::test]
async fn s12_a_move_of_another_variant_is_illegal() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let small = Variant { pits: 4, stones: 3, ..Variant::default() };
    let settings = Settings { game: GameSettings::Mancala(small.into()), ..Settings::default() };
    let code = open_room(&host, settings).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    let before = room_state(&host, code).await;
    let to_move = mover(&tabs).unwrap();
    let side = tabs[to_move].room.running().unwrap().position.to_move();
    let sow = |side, index| mancala::Move::Sow(mancala::Pit { side, index });
    // Pits of a larger board, the opponent's pits, and the pie rule where it was not chosen.
    let wrong = (4..20).map(|index| sow(side, index)).chain((0..4).map(|index| sow(side.other(), index)));
    for mv in wrong.chain([mancala::Move::Swap, sow(side, u8::MAX)]) {
        let command = Command::Play { game: 1, ply: 0, mv: rules::Move::Mancala(mv) };
        let answer = tabs[to_move].ask(command).await;
        assert!(matches!(answer, Answer::Refused(room::Rejection::Illegal(_))), "{mv:?}: {answer:?}");
    }
    assert_eq!(room_state(&host, code).await, before);
}
