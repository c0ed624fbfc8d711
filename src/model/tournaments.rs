//! Tournaments: lists of them, the page of one, and the form that opens one.

use room::{Millis, RoomCode, TimeControl};
use rules::mancala::Preset;
use tournament::{EntrantId, EntrantKind, Format, InRound, Phase, Plan, Standing, TournamentGame};

/// What can be played in a tournament, by the values of its form; the first is the default.
pub const GAMES: [(&str, TournamentGame); 6] = [
    ("kalah", TournamentGame::Mancala(Preset::Kalah)),
    ("kalah3", TournamentGame::Mancala(Preset::Kalah3)),
    ("empty_capture", TournamentGame::Mancala(Preset::EmptyCapture)),
    ("quick", TournamentGame::Mancala(Preset::Quick)),
    ("mapello", TournamentGame::Mapello),
    ("reversi", TournamentGame::Reversi),
];

/// The clocks of arenas, the fastest first; the second is the default.
pub const ARENA_CLOCKS: [(&str, TimeControl); 5] = [
    ("1+1", TimeControl::Increment { base: 60, increment: 1 }),
    ("2+1", TimeControl::Increment { base: 120, increment: 1 }),
    ("3+2", TimeControl::Increment { base: 180, increment: 2 }),
    ("5+3", TimeControl::Increment { base: 300, increment: 3 }),
    ("10+5", TimeControl::Increment { base: 600, increment: 5 }),
];

/// The clocks of round robins; the second is the default.
pub const DAY_CLOCKS: [(&str, TimeControl); 4] = [
    ("1d", TimeControl::DaysPerMove { days: 1 }),
    ("2d", TimeControl::DaysPerMove { days: 2 }),
    ("3d", TimeControl::DaysPerMove { days: 3 }),
    ("7d", TimeControl::DaysPerMove { days: 7 }),
];

/// How long an arena lasts, in minutes; the third is the default.
pub const LENGTHS: [u16; 6] = [20, 30, 45, 60, 90, 120];

/// How many rounds a Swiss tournament has; the third is the default.
pub const ROUNDS: [u8; 6] = [3, 4, 5, 6, 7, 9];

/// The seconds between two rounds of a Swiss tournament; the second is the default.
pub const PAUSES: [u16; 4] = [30, 60, 180, 600];

/// After how many minutes a tournament starts; the second is the default.
pub const DELAYS: [u32; 8] = [2, 5, 10, 20, 30, 60, 120, 1440];

/// How many rows of a standing a page shows: the first page has the places 1 to 50, the second those from 51.
pub const TABLE_ROWS: usize = 50;

/// A row of a list of tournaments.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentLine {
    /// Its address is `/e/CODE`.
    pub code: RoomCode,
    /// What its maker has chosen.
    pub plan: Plan,
    /// How far it has come.
    pub phase: Phase,
    /// When a running arena ends.
    pub ends_at: Option<Millis>,
    /// How many take part, without bots of the server.
    pub entrants: usize,
    /// The name of who leads, or has won.
    pub leader: Option<String>,
    /// Whether the visitor has entered, and has not left.
    pub is_own: bool,
}

/// The page with the lists of tournaments.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TournamentLists {
    /// The server's time.
    pub now: Millis,
    /// Those that can be entered or watched now.
    pub running: Vec<TournamentLine>,
    /// Those that are announced, the next one first.
    pub upcoming: Vec<TournamentLine>,
    /// Those that are over, the latest first.
    pub finished: Vec<TournamentLine>,
    /// The number of the page of finished ones, from 1, and whether there is a further one.
    pub page: u32,
    /// See [`EventLists::page`].
    pub has_more: bool,
}

/// The page of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentData {
    /// The tournament.
    pub tournament: TournamentView,
    /// The standing, cut to the rows that the page shows.
    pub table: TournamentTable,
    /// The visitor's own part in it; `None` for who cannot enter, because browsers without cookies are nobody.
    pub own: Option<OwnPart>,
    /// What became of the visitor's last form.
    pub problem: Option<TournamentProblem>,
    /// The base of absolute links.
    pub base: String,
}

/// What all visitors see of a tournament beside the standing.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentView {
    /// See [`EventLine`].
    pub line: TournamentLine,
    /// The server's time.
    pub now: Millis,
    /// Pairings that are being played, those of the best first, with the names of the players.
    pub playing: Vec<RunningPairing>,
    /// How many pairings are over and count.
    pub played: usize,
    /// When the next round of a Swiss tournament is paired.
    pub next_round: Option<Millis>,
    /// How many rounds of a Swiss tournament or a round robin are paired.
    pub rounds: u32,
}

impl TournamentView {
    /// How many rounds a Swiss tournament is to have; `None` of others.
    pub fn rounds_planned(&self) -> Option<u8> {
        match self.line.plan.format {
            Format::Swiss { rounds, .. } => Some(rounds),
            Format::Arena { .. } | Format::RoundRobin { .. } => None,
        }
    }
}

/// A pairing that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunningPairing {
    /// Its room.
    pub room: RoomCode,
    /// The names of the players.
    pub names: [String; 2],
}

/// A part of the standing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TournamentTable {
    /// The place of its first row, from 1.
    pub from: usize,
    /// How many rows the whole standing has.
    pub total: usize,
    /// The rows.
    pub rows: Vec<TournamentRow>,
}

/// A row of the standing.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentRow {
    /// The rank, points and results.
    pub standing: Standing,
    /// The name.
    pub name: String,
    /// The rating at entry.
    pub rating: Option<u16>,
    /// What the entrant is.
    pub kind: EntrantKind,
    /// Whether the entrant has left.
    pub has_left: bool,
    /// The rooms and opponents of [`Standing::played`], in the same order.
    pub games: Vec<TournamentGameLink>,
    /// What the entrant has done in each round of a Swiss tournament; empty in others.
    pub rounds: Vec<InRound>,
    /// The room in which the entrant is playing, and against whom.
    pub playing: Option<TournamentGameLink>,
}

/// Where a pairing of an entrant was played, and against whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentGameLink {
    /// Its room: the record of its first game is `/r/CODE/g/1`.
    pub room: RoomCode,
    /// The name of the opponent.
    pub opponent: String,
}

/// What a tournament is to its visitor.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnPart {
    /// The row; `None` for who has not entered.
    pub row: Option<TournamentRow>,
    /// The place in the standing, from 1.
    pub place: Option<usize>,
    /// Whether the visitor takes part: has entered, and has not left.
    pub is_in: bool,
    /// Whether the visitor left by not being there for a game.
    pub was_absent: bool,
    /// Whether the visitor can enter or come back now.
    pub may_enter: bool,
    /// The rooms of the visitor's pairings that are being played: one in an arena, several in a round robin.
    pub rooms: Vec<RunningPairing>,
    /// The number of the visitor's last pairing, or 0: the page says it to the socket, which tells of later ones.
    pub last_pairing: u32,
    /// Whether the visitor has made it and can still cancel it.
    pub may_cancel: bool,
    /// The name under which the visitor would enter.
    pub name: String,
}

/// The tournaments of a visitor.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OwnTournaments {
    /// The server's time.
    pub now: Millis,
    /// Those that the visitor takes part in and that are not over: the running ones first, then the next ones.
    pub ahead: Vec<TournamentLine>,
    /// The last ones that are over, the latest first.
    pub results: Vec<OwnResult>,
}

/// How a tournament ended for the visitor.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnResult {
    /// The tournament.
    pub line: TournamentLine,
    /// The visitor's number in it.
    pub entrant: EntrantId,
    /// The rank, if there is one.
    pub rank: Option<u32>,
    /// The points.
    pub points: u32,
}

/// Why a form of a tournament was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentProblem {
    /// By the tournament itself.
    Rejected(tournament::Rejection),
    /// The visitor has opened too many tournaments.
    TooMany,
    /// Too many have entered from the visitor's network.
    TooManyEnter,
    /// The operator has switched tournaments off, or does not let the visitor play.
    Off,
    /// The form has a value that it cannot have.
    NotUnderstood,
    /// The database does not answer.
    Unavailable,
}

impl TournamentProblem {
    /// Its word in the address of the page: that of the rejection, or one of its own.
    pub fn word(self) -> String {
        match self {
            Self::Rejected(reason) => {
                // A rejection with a number has it behind its word; nobody meets one by a form.
                let word = serde_json::to_value(reason).unwrap_or_default();
                word.as_str().unwrap_or("not_understood").to_owned()
            }
            Self::TooMany => "too_many".to_owned(),
            Self::TooManyEnter => "too_many_enter".to_owned(),
            Self::Off => "off".to_owned(),
            Self::NotUnderstood => "not_understood".to_owned(),
            Self::Unavailable => "unavailable".to_owned(),
        }
    }

    /// The problem of a word; `None` for an unknown one.
    pub fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "too_many" => Self::TooMany,
            "too_many_enter" => Self::TooManyEnter,
            "off" => Self::Off,
            "not_understood" => Self::NotUnderstood,
            "unavailable" => Self::Unavailable,
            _ => Self::Rejected(serde_json::from_value(word.into()).ok()?),
        })
    }
}

/// Everybody's games: the page of one entrant.
#[derive(Clone, PartialEq, Debug)]
pub struct EntrantData {
    /// The tournament.
    pub line: TournamentLine,
    /// The entrant.
    pub row: TournamentRow,
    /// The place in the standing, from 1.
    pub place: usize,
}

/// The form that opens a tournament, with what was chosen last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TournamentFormData {
    /// Why it was refused.
    pub problem: Option<TournamentProblem>,
    /// The title that was typed.
    pub title: String,
    /// The other fields as they were sent, name and value; empty for a form that was not sent yet.
    pub chosen: Vec<(String, String)>,
}

/// The number of an entrant in an address.
pub fn entrant_path(code: RoomCode, entrant: EntrantId) -> String {
    format!("/e/{code}/{}", entrant.0)
}
