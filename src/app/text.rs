//! Texts about a game in plain words: pits, moves, results, clocks (i18n by [`words`]). Pure; the same for
//! every way to play.

#[cfg(feature = "ssr")]
pub mod account;
pub mod command;
pub mod computer;
#[cfg(feature = "ssr")]
pub mod game_text;
pub mod isolate;
pub mod language;
pub mod mancala;
pub mod mapello;
#[cfg(feature = "ssr")]
pub mod matchmaking;
pub mod names;
pub mod plural;
pub mod puzzle;
pub mod refusal;
pub mod review;
pub mod settings;
pub mod share;
pub mod words;

#[cfg(test)]
mod tests;

pub use room::day;
use room::{Ending, Game, Millis, Reason, TimeControl, TimeOut};
use rules::{Move, Position, Side, Trace};

/// How the viewer calls a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerName {
    /// The viewer's own side.
    You,
    /// The only computer of the game: its level need not be named.
    Computer,
    /// A player with this name.
    Named(String),
}

impl PlayerName {
    /// The sentence about the viewer, or the one about a player by name.
    pub fn phrase(&self, you: fn() -> String, named: fn(&str) -> String) -> String {
        self.name().map_or_else(you, |name| named(&name))
    }

    /// The name in sentences; `None` for the viewer.
    pub fn name(&self) -> Option<String> {
        match self {
            PlayerName::You => None,
            PlayerName::Computer => Some(words::computer_place()),
            PlayerName::Named(name) => Some(name.clone()),
        }
    }
}

/// A list: "captures 3, plays again".
pub fn listed(things: Vec<String>) -> String {
    things.into_iter().reduce(|first, second| words::listed(&first, &second)).unwrap_or_default()
}

/// Texts joined by a separator.
pub fn joined(between: &str, texts: impl IntoIterator<Item = String>) -> String {
    let mut joined = String::new();
    for text in texts {
        append(&mut joined, between, &text);
    }
    joined
}

/// Appends a text with a separator.
#[inline(never)]
fn append(joined: &mut String, between: &str, text: &str) {
    if !joined.is_empty() {
        joined.push_str(between);
    }
    joined.push_str(text);
}

/// One sentence about a move that was made.
pub fn move_sentence(mv: Move, side: Side, trace: &Trace, names: &[PlayerName; 2]) -> String {
    match (mv, trace) {
        (Move::Mancala(mv), Trace::Mancala(trace)) => mancala::move_sentence(mv, side, trace, names),
        (Move::Mapello(cell), Trace::Mapello(trace)) => mapello::move_sentence(cell, side, trace, names),
        // A move and its trace are of the same game.
        (Move::Mancala(_), Trace::Mapello(_)) | (Move::Mapello(_), Trace::Mancala(_)) => String::new(),
    }
}

/// The headline of a result: who won, from the viewer's side.
pub fn headline(ending: &Ending, names: &[PlayerName; 2]) -> String {
    match (ending.reason, ending.winner) {
        (Reason::CalledOff, _) => words::game_aborted(),
        (_, None) => words::a_draw(),
        (_, Some(side)) if names[side.index()] == PlayerName::Computer => words::computer_wins(),
        (_, Some(side)) => names[side.index()].phrase(words::you_win, words::name_wins),
    }
}

/// A sentence about how a game ended.
pub fn ending_sentence(game: &Game, ending: &Ending, names: &[PlayerName; 2]) -> String {
    let loser = ending.winner.map(|side| &names[side.other().index()]);
    match (ending.reason, loser) {
        (Reason::Resigned, Some(loser)) => loser.phrase(words::you_resigned, words::name_resigned),
        (Reason::TimeOut, Some(loser)) if game.timeout == TimeOut::Loses => {
            loser.phrase(words::your_time_out, words::name_time_out)
        }
        (Reason::Agreed, _) => words::agreed(),
        (Reason::Abandoned, Some(loser)) => loser.phrase(words::you_were_gone, words::name_was_gone),
        (Reason::Abandoned, None) => words::draw_was_called(),
        (Reason::CalledOff, _) => words::first_move_late(),
        (Reason::TimeOut, _) => format!("{} {}", words::time_out_points(), score_sentence(game, names)),
        _ => score_sentence(game, names),
    }
}

/// The side with more points, and its lead.
fn score_sentence(game: &Game, names: &[PlayerName; 2]) -> String {
    let [first, second] = game.final_points().map(u32::from);
    let lead = first.abs_diff(second);
    let leader = names[usize::from(second > first)].name();
    match (&game.position, leader) {
        (Position::Mancala(_), _) if lead == 0 => words::stones_each(first),
        (Position::Mapello(_), _) if lead == 0 => words::points_each(first),
        (Position::Mancala(_), None) => words::you_win_by_stones(lead),
        (Position::Mancala(_), Some(name)) => words::name_wins_by_stones(&name, lead),
        (Position::Mapello(_), None) => words::you_win_by_points(lead),
        (Position::Mapello(_), Some(name)) => words::name_wins_by_points(&name, lead),
    }
}

/// The sentence that `side` has given the opponent time.
pub fn gave_time_sentence(side: Side, names: &[PlayerName; 2]) -> String {
    match (names[side.index()].name(), names[side.other().index()].name()) {
        (giver, None) => giver.map(|giver| words::gives_you_time(&giver)).unwrap_or_default(),
        (None, Some(name)) => words::you_give_time(&name),
        (Some(giver), Some(other)) => words::gives_time(&giver, &other),
    }
}

/// The time control: "3+2" is three minutes and two seconds per turn.
pub fn clock_name(control: TimeControl) -> String {
    match control {
        TimeControl::None => words::no_clock(),
        TimeControl::PerMove { seconds } => words::clock_per_move(seconds),
        TimeControl::Increment { base, increment } if base % 60 == 0 => {
            words::clock_minutes(base / 60, increment)
        }
        TimeControl::Increment { base, increment } => words::clock_seconds(base, increment),
        TimeControl::DaysPerMove { days } => words::clock_days(days),
    }
}

/// The time control in short: "None", "3 days".
pub fn short_clock_name(control: TimeControl) -> String {
    match control {
        TimeControl::None => words::clock_none_short(),
        TimeControl::DaysPerMove { days } => words::clock_days_short(days),
        TimeControl::PerMove { .. } | TimeControl::Increment { .. } => clock_name(control),
    }
}

/// Time left, as a clock shows it: "4:07"; with tenths under ten seconds: "9.3"; from four hours on "5h 12m",
/// "2d 5h".
pub fn time_left(ms: Millis) -> String {
    // Rounded up, so that a full minute is shown as one.
    let seconds = u32::try_from((ms + 999) / 1000).unwrap_or(0);
    if ms < 10_000 {
        let tenths = u32::try_from(ms / 100).unwrap_or(0);
        return words::tenths_left(tenths / 10, tenths % 10);
    }
    let hours = seconds / 3600;
    match hours {
        0..4 => {}
        4..24 => return words::hours_left(hours, seconds / 60 % 60),
        _ => return words::days_left(hours / 24, hours % 24),
    }
    minutes_left(ms)
}

/// Time left in minutes and seconds.
pub fn minutes_left(ms: Millis) -> String {
    let seconds = u32::try_from((ms + 999) / 1000).unwrap_or(0);
    words::time_left(seconds / 60, &format!("{:02}", seconds % 60))
}
