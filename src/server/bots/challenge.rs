//! Games that somebody asks a bot for, a person in the lobby or another bot. On the bot's terms the game begins at once, in a
//! room of strangers as matchmaking makes them.

use std::net::IpAddr;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use room::{MatchLength, RoomCode, TimeControl};
use serde::Deserialize;
use serde_json::{Value, json};

use super::actions::read;
use super::error::BotError;
use super::pass::Player;
use crate::model::seek::{ANY, Seek, SeekTerms};
use crate::server::AppState;
use crate::server::config::desk::Feature;
use crate::server::http::limits::TryAgain;
use crate::server::identity::Identity;
use crate::server::play::rooms::PairedPlayer;
use crate::server::store::StoreError;
use crate::server::time::today;

/// The most games with bots that a person asks for at a time: others shall find a bot that is free.
const MOST_AT_A_TIME: usize = 3;

/// Who asks a bot for a game.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The identity that gets the seat.
    pub identity: Identity,
    /// The name shown.
    pub name: String,
    /// The network address, for limits; `None` of a bot with a token.
    pub address: Option<IpAddr>,
    /// Whether it is a bot as well.
    pub is_bot: bool,
    /// Whether the store knows it: otherwise the game is not rated.
    pub is_known: bool,
}

/// Why there is no game with a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeRefusal {
    /// It is not online, does not play this, or plays as many games as it wants to.
    NotFree,
    /// The asker plays as many games with bots as one may at a time.
    PlaysEnough,
    /// One of the two has begun too many games.
    TooMany(TryAgain),
    /// Whoever runs the server has switched it off.
    SwitchedOff,
    /// The database does not answer.
    Unavailable,
}

#[derive(Deserialize)]
struct ChallengeBody {
    opponent: String,
    game: String,
    #[serde(default = "any")]
    variant: String,
    #[serde(default = "any")]
    speed: String,
    #[serde(default = "rated")]
    mode: String,
}

fn any() -> String {
    ANY.to_owned()
}

fn rated() -> String {
    SeekTerms::default().mode
}

impl From<BotError> for ChallengeRefusal {
    fn from(error: BotError) -> Self {
        match error {
            BotError::TooMany(again) => Self::TooMany(again),
            BotError::SwitchedOff => Self::SwitchedOff,
            BotError::Busy => Self::Unavailable,
            _ => Self::NotFree,
        }
    }
}

/// A bot asks another one for a game.
pub async fn ask(
    State(app): State<AppState>,
    Player(reader): Player,
    body: Bytes,
) -> Result<Json<Value>, BotError> {
    let ChallengeBody { opponent, game, variant, speed, mode } = read(&body)?;
    let terms = SeekTerms { mode, ..SeekTerms::default() };
    let seek = Seek::parse(&game, &variant, &speed).and_then(|seek| seek.with_terms(&terms));
    let seek = seek.ok_or(BotError::BadRequest("no such game, rules, board, speed or mode"))?;
    let (guest, now, is_house) = (reader.guest(), Instant::now(), reader.pass.is_house);
    if !is_house {
        app.limits.tokens.games.check(guest, now).map_err(BotError::TooMany)?;
    }
    let (identity, name) = (reader.session.identity, reader.pass.name);
    let asker = Asker { identity, name, address: None, is_bot: true, is_known: true };
    let code = begin(&app, asker, &opponent, seek, true).await?;
    // A game that there was none of does not count.
    if !is_house {
        app.limits.tokens.games.take(guest, now);
    }
    app.bots.enter(identity.guest(), code, None);
    Ok(Json(json!({ "room": code.to_string() })))
}

/// A person asks a bot for a game; the room of it. A game without a clock is not rated, and waits for whoever leaves it for a
/// game with a person.
///
/// # Errors
/// There is none.
pub async fn challenge(
    app: &AppState,
    asker: Asker,
    opponent: &str,
    seek: Seek,
    has_clock: bool,
) -> Result<RoomCode, ChallengeRefusal> {
    if !asker.is_bot {
        let guest = asker.identity.guest();
        if let Some(code) = app.bots.just_begun(guest, opponent) {
            return Ok(code);
        }
        if app.bots.games_of(guest) >= MOST_AT_A_TIME {
            return Err(ChallengeRefusal::PlaysEnough);
        }
    }
    Ok(begin(app, asker, opponent, seek, has_clock).await?)
}

async fn begin(
    app: &AppState,
    asker: Asker,
    opponent: &str,
    seek: Seek,
    has_clock: bool,
) -> Result<RoomCode, BotError> {
    let (rules, now) = (app.moderation.rules(), app.time.now());
    if [Feature::Lobby, Feature::Rooms].into_iter().any(|feature| rules.is_off(feature, now)) {
        return Err(BotError::SwitchedOff);
    }
    let game = app.bots.reserve(opponent, asker.identity.guest(), seek, asker.is_bot)?;
    if !game.bot.is_house {
        let (bot, by) = (game.bot.identity.guest(), (asker.identity.guest(), asker.address));
        app.limits.tokens.take_asked(bot, by, Instant::now()).map_err(BotError::TooMany)?;
    }
    let seed = getrandom::u32().map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let mut settings = game.seek.settings(today(), seed);
    if !has_clock {
        (settings.clock, settings.match_length) = (TimeControl::None, MatchLength::One);
    }
    let (name, is_known) = (asker.name.as_str(), asker.is_known);
    let by = asker.identity.guest();
    let asker = PairedPlayer { identity: asker.identity, name, is_known };
    let (name, is_known) = (game.bot.name.as_str(), game.bot.is_known);
    let players = [asker, PairedPlayer { identity: game.bot.identity, name, is_known }];
    let code = app.rooms.create_paired(settings, players, false).await?;
    // One that has gone this moment finds its game when it comes back.
    app.bots.enter(game.bot.identity.guest(), code, Some(by));
    Ok(code)
}
