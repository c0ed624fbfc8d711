//! The form that opens a tournament, and the plan that it asks for.

use room::{Millis, RatingMode, TimeControl};
use serde::Deserialize;
use tournament::{Format, Plan, Terms, Visibility};

use crate::model::tournaments::{ARENA_CLOCKS, DAY_CLOCKS, GAMES};
use crate::server::profanity::mask_profanity;

/// The fields of the form that opens a tournament, name and value.
#[derive(Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct TournamentForm(pub Vec<(String, String)>);

impl TournamentForm {
    /// The value of a field; empty for one that was not sent.
    pub fn value(&self, name: &str) -> &str {
        self.0.iter().find(|(one, _)| one == name).map_or("", |(_, value)| value)
    }

    /// Whether a box was ticked.
    fn is_on(&self, name: &str) -> bool {
        self.value(name) == "on"
    }

    /// The plan, without its maker; `None` if a value is none that the form offers.
    pub(super) fn plan(&self, now: Millis) -> Option<Plan> {
        let known = |clocks: &[(&str, TimeControl)], word: &str| {
            clocks.iter().find(|(one, _)| *one == word).map(|(_, clock)| *clock)
        };
        let (format, clock) = match self.value("format") {
            "arena" => {
                let (minutes, berserk) = (self.value("minutes").parse().ok()?, self.is_on("berserk"));
                (Format::Arena { minutes, berserk }, known(&ARENA_CLOCKS, self.value("arena_clock"))?)
            }
            "swiss" => {
                let (rounds, pause) = (self.value("rounds").parse().ok()?, self.value("pause").parse().ok()?);
                (Format::Swiss { rounds, pause }, known(&ARENA_CLOCKS, self.value("arena_clock"))?)
            }
            "round_robin" => (
                Format::RoundRobin { double: self.is_on("double") },
                known(&DAY_CLOCKS, self.value("day_clock"))?,
            ),
            _ => return None,
        };
        let game = GAMES.iter().find(|(word, _)| *word == self.value("game")).map(|(_, game)| *game)?;
        let mode = match self.value("mode") {
            "rated" => RatingMode::Rated,
            "casual" => RatingMode::Casual,
            _ => return None,
        };
        Some(Plan {
            title: mask_profanity(self.value("title")),
            format,
            terms: Terms { game, clock, mode },
            starts_at: self.starts_at(now)?,
            visibility: if self.value("listed") == "no" { Visibility::Private } else { Visibility::Listed },
            // Bots of the server play whoever would have to wait for a pairing.
            house_bots: self.is_on("house_bots") && matches!(format, Format::Arena { .. }),
            open_to_bots: self.is_on("open_to_bots"),
            maker: None,
        })
    }

    fn starts_at(&self, now: Millis) -> Option<Millis> {
        if self.value("start") != "at" {
            let minutes: u32 = self.value("start").parse().ok()?;
            return Some(now + Millis::from(minutes) * 60_000);
        }
        let mut date = self.value("date").splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (date.next()??, date.next()??, date.next()??);
        let mut time = self.value("time").splitn(3, ':').map(|part| part.parse::<i64>().ok());
        let (hour, minute) = (time.next()??, time.next()??);
        let is_valid = (1970..3000).contains(&year)
            && (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && (0..24).contains(&hour)
            && (0..60).contains(&minute);
        let zone = self.value("zone").parse::<i64>().unwrap_or(0).clamp(-14 * 60, 14 * 60);
        is_valid.then(|| ((days_since_1970(year, month, day) * 24 + hour) * 60 + minute + zone) * 60_000)
    }
}

/// The number of a day in the Gregorian calendar, counted from 1 January 1970.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the day of a leap year is the last one.
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let leap_days = year / 4 - year / 100 + year / 400;
    year * 365 + leap_days + (month * 153 + 2) / 5 + day - 1 - 719_468
}
