//! What a bot does in its games: a request becomes a command of the room that the bot's stream follows, and is answered when the
//! room has decided.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use room::{Command, Preset, RoomCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::error::BotError;
use super::pass::Player;
use crate::server::AppState;
use crate::server::auth::lookup::Lookup;
use crate::server::http::listen::Address;
use crate::server::play::room_task::{BotLimits, Letter, Visitor};

/// Something that a bot does.
#[derive(Debug)]
pub enum MoveOrCommand {
    /// A move, by the number of the game, how many moves the bot has seen, and its word.
    Move { game: u32, ply: u32, word: String },
    /// Anything else.
    Command(Command),
}

/// What a bot does, on its way to a room.
#[derive(Debug)]
pub struct Action {
    /// The move or the command.
    pub what: MoveOrCommand,
    /// Where the room's answer goes.
    pub reply: oneshot::Sender<Result<(), BotError>>,
}

#[derive(Deserialize)]
struct MoveBody {
    game: u32,
    ply: u32,
    #[serde(rename = "move")]
    word: String,
}

#[derive(Deserialize)]
struct DoBody {
    #[serde(rename = "do")]
    word: String,
}

/// Plays a move.
pub async fn play(
    State(app): State<AppState>,
    player: Player,
    Path(code): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, BotError> {
    let MoveBody { game, ply, word } = read(&body)?;
    perform(&app, &player, &code, MoveOrCommand::Move { game, ply, word }).await
}

/// Does something else than a move.
pub async fn command(
    State(app): State<AppState>,
    player: Player,
    Path(code): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, BotError> {
    let DoBody { word } = read(&body)?;
    let command = command_of(&word).ok_or(BotError::BadRequest("do: no such word"))?;
    perform(&app, &player, &code, MoveOrCommand::Command(command)).await
}

/// Takes a free seat in a room that somebody has opened, and follows it.
pub async fn sit(
    State(app): State<AppState>,
    player: Player,
    address: Option<axum::Extension<Address>>,
    Path(code): Path<String>,
) -> Result<Json<Value>, BotError> {
    let Player(reader) = player;
    let code: RoomCode = code.parse().map_err(|_| BotError::NoSuchRoom)?;
    let lookup = Lookup::of_session(&app, address.map(|axum::Extension(address)| address), &reader.session);
    lookup.check_room(code).await.map_err(BotError::TooMany)?;
    let room = app.rooms.get_or_load(code).await?;
    lookup.room(code, room.is_some());
    let room = room.ok_or(BotError::NoSuchRoom)?;
    let limits = BotLimits::of(&reader.session).ok_or(BotError::BadToken)?;
    let visitor = Visitor::bot(reader.session.identity.member(code), Some(reader.guest()), limits);
    let (reply, answer) = oneshot::channel();
    let sit = Letter::Sit {
        visitor,
        further: reader.session.further_members(code),
        name: Some(reader.pass.name.clone()),
        reply,
    };
    room.send(Box::new(sit)).await.map_err(|_| BotError::Busy)?;
    if let Some(reason) = answer.await.map_err(|_| BotError::Busy)?? {
        return Err(BotError::Refused(reason));
    }
    // Without a stream it sits all the same, and follows the room with the next one.
    app.bots.enter(reader.guest(), code, None);
    Ok(Json(json!({ "ok": true })))
}

async fn perform(
    app: &AppState,
    player: &Player,
    code: &str,
    what: MoveOrCommand,
) -> Result<Json<Value>, BotError> {
    let code: RoomCode = code.parse().map_err(|_| BotError::NotYours)?;
    let actions = app.bots.actions(player.0.guest(), code).ok_or(BotError::NotYours)?;
    let (reply, answer) = oneshot::channel();
    // A full queue belongs to a bot that does not wait for answers.
    actions.try_send(Action { what, reply }).map_err(|_| BotError::Busy)?;
    answer.await.map_err(|_| BotError::NotYours)??;
    Ok(Json(json!({ "ok": true })))
}

/// The body of a request, whatever type it says to have.
pub fn read<'b, T: Deserialize<'b>>(body: &'b Bytes) -> Result<T, BotError> {
    serde_json::from_slice(body).map_err(|_| BotError::BadRequest("the body is not what it should be"))
}

fn command_of(word: &str) -> Option<Command> {
    Some(match word {
        "resign" => Command::Resign,
        "offer_draw" => Command::OfferDraw,
        "accept_draw" => Command::AnswerDraw(true),
        "decline_draw" => Command::AnswerDraw(false),
        "ask_undo" => Command::RequestUndo,
        "accept_undo" => Command::AnswerUndo(true),
        "decline_undo" => Command::AnswerUndo(false),
        "adjourn" => Command::Adjourn,
        "accept_adjourn" => Command::AnswerAdjourn(true),
        "decline_adjourn" => Command::AnswerAdjourn(false),
        "give_time" => Command::GiveTime,
        "berserk" => Command::GoBerserk,
        "claim_win" => Command::ClaimWin,
        "claim_draw" => Command::ClaimDraw,
        "again" => Command::Rematch,
        "same_board" => Command::SameBoardRematch,
        "ready" => Command::Ready(true),
        "leave" => Command::Leave,
        _ => Command::SendPreset(preset_of(word.strip_prefix("say_")?)?),
    })
}

/// A preset by its word in the protocol.
fn preset_of(word: &str) -> Option<Preset> {
    serde_json::from_value(Value::from(word)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_description_is_a_command() {
        let described: Value = serde_json::from_str(include_str!("openapi.json")).unwrap();
        let request = &described["paths"]["/api/bot/games/{room}/do"]["post"]["requestBody"];
        let words = &request["content"]["application/json"]["schema"]["properties"]["do"]["enum"];
        let words = words.as_array().unwrap();
        for word in words {
            assert!(command_of(word.as_str().unwrap()).is_some(), "{word}");
        }
        assert!(words.contains(&Value::from("berserk")));
    }

    #[test]
    fn every_preset_can_be_said_and_an_unknown_word_is_nothing() {
        for preset in Preset::BEFORE.into_iter().chain(Preset::AFTER) {
            let word = serde_json::to_value(preset).unwrap();
            let said = command_of(&format!("say_{}", word.as_str().unwrap()));
            assert_eq!(said, Some(Command::SendPreset(preset)));
        }
        for word in ["", "say_", "say_nothing", "sit", "Resign"] {
            assert_eq!(command_of(word), None, "{word}");
        }
    }
}
