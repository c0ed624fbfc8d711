//! What a tournament is, in words: its game, format, times, and how far it has come.

use room::day;
use rules::Game;
use tournament::{
    Format, MAX_ARENA, MAX_DOUBLE_ROUND_ROBIN, MAX_LATE_MS, MAX_ROUND_ROBIN, MAX_SWISS, Millis, Phase, Plan,
    TournamentGame,
};

use crate::app::text::matchmaking::mode_name;
use crate::app::text::names::{date_text, game_name, preset_name};
use crate::app::text::{clock_name, words};
use crate::app::ui::el::{El, el};
use crate::model::tournaments::TournamentLine;

const MINUTE_MS: Millis = 60_000;
const HOUR_MS: Millis = 60 * MINUTE_MS;
const DAY_MS: Millis = 24 * HOUR_MS;

/// How far a tournament has come, as far as its visitors see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// It can be entered, and has not begun.
    Announced,
    /// Its start was missed: it does not take place.
    Missed,
    /// It is being played.
    Running,
    /// An arena's time is up, and its last games are being played.
    LastGames,
    /// It is over.
    Finished,
    /// It was cancelled.
    Cancelled,
}

impl Stage {
    pub(super) fn of(line: &TournamentLine, now: Millis) -> Self {
        match line.phase {
            Phase::Announced if now.saturating_sub(line.plan.starts_at) > MAX_LATE_MS => Self::Missed,
            Phase::Announced => Self::Announced,
            Phase::Running(_) if line.ends_at.is_some_and(|end| end <= now) => Self::LastGames,
            Phase::Running(_) => Self::Running,
            Phase::Finished(_) => Self::Finished,
            Phase::Cancelled => Self::Cancelled,
        }
    }

    /// Whether games are being played.
    pub(super) fn is_running(self) -> bool {
        matches!(self, Self::Running | Self::LastGames)
    }

    /// Whether it does not take place.
    pub(super) fn is_off(self) -> bool {
        matches!(self, Self::Missed | Self::Cancelled)
    }

    /// The stage in a word or two.
    pub(super) fn name(self) -> String {
        match self {
            Self::Announced => words::tournaments_upcoming(),
            Self::Missed => words::tournament_is_missed(),
            Self::Running | Self::LastGames => words::tournament_is_running(),
            Self::Finished => words::tournament_is_finished(),
            Self::Cancelled => words::tournament_is_cancelled(),
        }
    }
}

/// The stage of a tournament in a word or two.
pub fn stage_text(line: &TournamentLine, now: Millis) -> String {
    Stage::of(line, now).name()
}

/// What is played: "Mancala · Kalah", "Mapello".
pub(super) fn game_text(game: TournamentGame) -> String {
    match game {
        TournamentGame::Mancala(_) => format!("{} · {}", game_name(Game::Mancala), short_game_text(game)),
        TournamentGame::Mapello | TournamentGame::Reversi => short_game_text(game),
    }
}

/// What is played, in the form that lists all of it: "Kalah", "Mapello".
pub(super) fn short_game_text(game: TournamentGame) -> String {
    match game {
        TournamentGame::Mancala(preset) => preset_name(preset),
        TournamentGame::Mapello => game_name(Game::Mapello).to_owned(),
        TournamentGame::Reversi => words::board_opening(),
    }
}

/// The format, with the length of an arena: "Arena · 45 min".
pub(super) fn format_text(format: Format) -> String {
    match format {
        Format::Arena { minutes, .. } => {
            format!("{} · {}", words::tournament_arena(), words::tournament_minutes(minutes.into()))
        }
        Format::Swiss { rounds, .. } => {
            format!("{} · {}", words::tournament_swiss(), words::tournament_rounds_number(rounds.into()))
        }
        Format::RoundRobin { double: false } => words::tournament_round_robin(),
        Format::RoundRobin { double: true } => words::tournament_round_robin_double(),
    }
}

/// Whether whoever is free is paired again and again, so that the page has to stay open.
pub(super) fn is_arena(plan: &Plan) -> bool {
    matches!(plan.format, Format::Arena { .. })
}

/// The most entrants that a format has room for.
pub(super) fn capacity(format: Format) -> usize {
    match format {
        Format::Arena { .. } => MAX_ARENA,
        Format::Swiss { .. } => MAX_SWISS,
        Format::RoundRobin { double: false } => MAX_ROUND_ROBIN,
        Format::RoundRobin { double: true } => MAX_DOUBLE_ROUND_ROBIN,
    }
}

/// Everything that is played, in the order of importance.
pub fn facts(plan: &Plan) -> [String; 4] {
    [
        game_text(plan.terms.game),
        clock_name(plan.terms.clock),
        format_text(plan.format),
        mode_name(plan.terms.mode),
    ]
}

/// How long it is, by its two largest units, at least a minute: "25 min", "2h 5m", "3d 4h".
pub(super) fn duration_text(ms: Millis) -> String {
    let number = |count: Millis| u32::try_from(count.max(0)).unwrap_or(u32::MAX);
    let minutes = ms.max(1).saturating_add(MINUTE_MS - 1) / MINUTE_MS;
    let (hours, days) = (minutes / 60, minutes / (24 * 60));
    match hours {
        0 => words::tournament_minutes(number(minutes)),
        1..24 => words::hours_left(number(hours), number(minutes % 60)),
        _ => words::days_left(number(days), number(hours % 24)),
    }
}

/// How long it is until a moment; `app/tournament.js` counts it down.
pub(super) fn countdown(ms: Millis) -> El {
    el("span")
        .class("countdown")
        .role("timer")
        .attr("aria-live", "off")
        .attr("data-until", ms.max(0).to_string())
        .child(duration_text(ms))
}

/// A moment, in UTC; `app/moments.js` writes it in the visitor's time zone.
pub fn moment(at: Millis) -> El {
    let (date, time) = (day(at), time_of_day(at));
    el("time").attr("datetime", format!("{date}T{time}Z")).attr("data-local", true).child(moment_text(at))
}

/// A moment in UTC, as text.
pub fn moment_text(at: Millis) -> String {
    format!("{} UTC", words::listed(&date_text(&day(at)), &time_of_day(at)))
}

fn time_of_day(at: Millis) -> String {
    let of_day = at.rem_euclid(DAY_MS);
    format!("{:02}:{:02}", of_day / HOUR_MS, of_day % HOUR_MS / MINUTE_MS)
}
