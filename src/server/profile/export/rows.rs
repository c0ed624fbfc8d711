//! The rows of an export: what of each thing is given out, and under which names.

use room::{Finished, Millis};
use serde::Serialize;

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
