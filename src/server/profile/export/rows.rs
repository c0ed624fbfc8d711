//! The rows of an export: what of each thing is given out, and under which names.

use room::{Finished, Millis};
use serde::Serialize;

use crate::model::rating::RatingCategory;
use crate::server::store::rating::Rating;
use crate::server::store::{Findings, Sanction, Screening};

#[derive(Serialize)]
pub(super) struct RatingRow {
    pub game: &'static str,
    pub speed: &'static str,
    pub points: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub games: u32,
    pub at: Millis,
}

#[derive(Serialize)]
pub(super) struct GameRow {
    pub id: String,
    /// Index of the guest's side, also into the names.
    pub side: usize,
    /// By how many points it has changed the rating; null if it was not rated.
    pub rating_change: Option<f64>,
    pub game: Finished,
}

#[derive(Serialize)]
pub(super) struct ReportRow {
    pub room: String,
    pub at: Millis,
    pub name: String,
    pub lines: serde_json::Value,
}

#[derive(Serialize)]
pub(super) struct ReportedRow {
    pub room: String,
    pub at: Millis,
}

/// What `duello screen` has found in a category of rated games.
#[derive(Serialize)]
pub(super) struct ScreeningOfFile {
    pub category: String,
    pub at: Millis,
    pub games: u32,
    pub score: f64,
    #[serde(flatten)]
    pub findings: Findings,
}

/// A passkey, without its public key.
#[derive(Serialize)]
pub(super) struct PasskeyOfFile {
    pub id: String,
    pub browser: String,
    pub since: Millis,
    pub used: Millis,
}

#[derive(Serialize)]
pub(super) struct SignInRow {
    pub browser: String,
    pub since: Millis,
    pub used: Millis,
}

#[derive(Serialize)]
pub(super) struct NoticeOfFile {
    pub kind: &'static str,
    pub browser: String,
    pub at: Millis,
}

/// A bot of the guest's account, without what lets it in.
#[derive(Serialize)]
pub(super) struct BotOfFile {
    pub name: String,
    pub since: Millis,
    pub ratings: Vec<RatingRow>,
    pub tokens: Vec<TokenOfFile>,
    /// What the operator does not let it do.
    pub sanctions: Vec<SanctionOfFile>,
}

#[derive(Serialize)]
pub(super) struct TokenOfFile {
    pub scope: &'static str,
    pub since: Millis,
    pub used: Millis,
}

/// A name that the guest has claimed, and may have given up.
#[derive(Serialize)]
pub(super) struct ClaimOfFile {
    pub name: String,
    /// Since when; 0 for one that was given up.
    pub since: Millis,
    pub listed: bool,
}

/// A challenge that the guest has made or got.
#[derive(Serialize)]
pub(super) struct ChallengeOfFile {
    pub room: String,
    pub at: Millis,
    /// 0 for one that was not declined.
    pub declined: Millis,
    /// Whether the guest has made it.
    pub own: bool,
}

/// A tournament that the guest has entered or opened.
#[derive(Serialize)]
pub(super) struct TournamentOfFile {
    pub tournament: String,
    /// The number in it; null for one that was opened.
    pub entrant: Option<i64>,
    pub since: Millis,
}

/// Somebody whom the guest follows or blocks.
#[derive(Serialize)]
pub(super) struct RelatedOfFile {
    pub name: String,
    pub since: Millis,
}

/// What was told of a room by push messages, and whether it is muted.
#[derive(Serialize)]
pub(super) struct PushRoomRow {
    pub room: String,
    pub arrived: Millis,
    pub muted: bool,
}

/// What the guest may not do.
#[derive(Serialize)]
pub(super) struct SanctionOfFile {
    pub kind: &'static str,
    pub since: Millis,
    pub until: Millis,
    pub reason: String,
}

pub(super) fn rating_row((category, rating): (RatingCategory, Rating)) -> RatingRow {
    let RatingCategory { game, speed } = category;
    let Rating { points, deviation, volatility, games, at } = rating;
    RatingRow { game: game.word(), speed: speed.word(), points, deviation, volatility, games, at }
}

pub(super) fn sanction(Sanction { kind, since, until, reason, .. }: Sanction) -> SanctionOfFile {
    SanctionOfFile { kind: kind.word(), since, until, reason }
}

pub(super) fn screening(
    Screening { category, at, games, score, findings, .. }: Screening,
) -> ScreeningOfFile {
    ScreeningOfFile { category, at, games, score, findings }
}
