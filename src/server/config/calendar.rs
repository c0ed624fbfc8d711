//! The operator's calendar: tournaments that the server opens by itself, on certain days of the week.

use std::str::FromStr;

use room::{Millis, RatingMode, TimeControl, clean_line};
use tournament::{Format, MINUTES, Plan, SWISS_ROUNDS, TITLE_CHARS, Terms, TournamentGame, Visibility};

use crate::model::tournaments::{ARENA_CLOCKS, GAMES};

const DAY_MS: Millis = 24 * 3_600_000;
/// The days of the week by their words; 1 January 1970 was a Thursday.
const WEEKDAYS: [&str; 7] = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"];
/// The word for all of them.
const DAILY: &str = "daily";
/// What stands behind the number of rounds of a Swiss tournament.
const ROUNDS_WORD: &str = "rounds";
/// The pause between its rounds, in seconds.
const PAUSE: u16 = 60;

/// One line of the calendar: an arena for everybody, such as `daily 20:00 45 kalah 3+2 Evening arena`, or a Swiss tournament, such
/// as `sun 15:00 7rounds reversi 5+3 Sunday Swiss`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalendarEntry {
    /// The line as it was written, by which the tournament of a day is known on every server.
    pub line: String,
    /// On which days, by [`WEEKDAYS`].
    days: [bool; 7],
    /// When on such a day, in minutes of UTC.
    minute: Millis,
    format: Format,
    game: TournamentGame,
    clock: TimeControl,
    title: String,
}

impl CalendarEntry {
    /// The starts between two moments, in milliseconds since 1970.
    pub fn starts(&self, from: Millis, until: Millis) -> impl Iterator<Item = Millis> {
        let days = from.div_euclid(DAY_MS)..=until.div_euclid(DAY_MS);
        let is_on = |day: &Millis| self.days[day.rem_euclid(7) as usize];
        let starts = days.filter(is_on).map(|day| day * DAY_MS + self.minute * 60_000);
        starts.filter(move |start| (from..until).contains(start))
    }

    /// The tournament that starts then.
    pub fn plan(&self, starts_at: Millis) -> Plan {
        Plan {
            title: self.title.clone(),
            format: self.format,
            terms: Terms { game: self.game, clock: self.clock, mode: RatingMode::Rated },
            starts_at,
            visibility: Visibility::Listed,
            house_bots: matches!(self.format, Format::Arena { .. }),
            open_to_bots: false,
            maker: None,
        }
    }
}

impl FromStr for CalendarEntry {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let line = clean_line(line);
        let mut words = line.splitn(6, ' ');
        let mut next =
            |what: &str| words.next().filter(|word| !word.is_empty()).ok_or(format!("{what} is missing"));
        let days = weekdays(next("the days")?)?;
        let minute = minute_of_day(next("the time")?)?;
        let format = format_of(next("the length")?)?;
        let game = value(&GAMES, next("the game")?)?;
        let clock = value(&ARENA_CLOCKS, next("the clock")?)?;
        let title = next("the title")?.to_owned();
        if !TITLE_CHARS.contains(&title.chars().count()) {
            return Err(format!("a title has {} to {} characters", TITLE_CHARS.start(), TITLE_CHARS.end()));
        }
        Ok(Self { line: line.clone(), days, minute, format, game, clock, title })
    }
}

/// An arena of so many minutes, or a Swiss tournament of so many rounds.
fn format_of(length: &str) -> Result<Format, String> {
    if let Some(rounds) = length.strip_suffix(ROUNDS_WORD) {
        let rounds = rounds.parse().ok().filter(|rounds| SWISS_ROUNDS.contains(rounds));
        let rounds = rounds.ok_or_else(|| {
            format!("a Swiss tournament has {} to {} rounds", SWISS_ROUNDS.start(), SWISS_ROUNDS.end())
        })?;
        return Ok(Format::Swiss { rounds, pause: PAUSE });
    }
    let minutes = length.parse().map_err(|_| {
        "the length is a number of minutes, such as 45, or of rounds, such as 7rounds".to_owned()
    })?;
    if MINUTES.contains(&minutes) {
        Ok(Format::Arena { minutes, berserk: true })
    } else {
        Err(format!("an arena lasts {} to {} minutes", MINUTES.start(), MINUTES.end()))
    }
}

fn weekdays(text: &str) -> Result<[bool; 7], String> {
    if text == DAILY {
        return Ok([true; 7]);
    }
    let mut days = [false; 7];
    for word in text.split(',') {
        let day = WEEKDAYS.iter().position(|day| *day == word);
        days[day.ok_or(format!("`{word}` is neither `{DAILY}` nor a day such as `mon`"))?] = true;
    }
    Ok(days)
}

fn minute_of_day(text: &str) -> Result<Millis, String> {
    let (hour, minute) = text.split_once(':').ok_or("a time is written as 20:00")?;
    let number = |text: &str, most: Millis| text.parse().ok().filter(|number| (0..most).contains(number));
    let (hour, minute) = number(hour, 24).zip(number(minute, 60)).ok_or("there is no such time")?;
    Ok(hour * 60 + minute)
}

fn value<T: Copy>(all: &[(&str, T)], word: &str) -> Result<T, String> {
    let known = all.iter().find(|(one, _)| *one == word).map(|(_, value)| *value);
    let words = || all.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
    known.ok_or_else(|| format!("`{word}` is none of {}", words()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(line: &str) -> Result<CalendarEntry, String> {
        line.parse()
    }

    #[test]
    fn a_line_gives_an_arena_on_its_days_at_its_time() {
        let daily = entry("daily 20:00 45 kalah 3+2 Evening arena").unwrap();
        // 28 November 2026 is a Saturday.
        let noon = 1_795_867_200_000;
        let starts: Vec<_> = daily.starts(noon, noon + 2 * DAY_MS).collect();
        assert_eq!(starts, [noon + 8 * 3_600_000, noon + 32 * 3_600_000]);
        let plan = daily.plan(starts[0]).checked(noon).unwrap();
        assert_eq!((plan.title.as_str(), plan.starts_at), ("Evening arena", starts[0]));
        let weekend = entry("sat,sun 09:30 90 reversi 5+3 Weekend").unwrap();
        let starts: Vec<_> = weekend.starts(noon, noon + 8 * DAY_MS).collect();
        let day = |days: Millis| noon + days * DAY_MS - 2 * 3_600_000 - 1_800_000;
        assert_eq!(starts, [day(1), day(7), day(8)], "Saturday's is over at noon");
    }

    #[test]
    fn a_line_with_rounds_gives_a_swiss_tournament_without_house_bots() {
        let noon = 1_795_867_200_000;
        let swiss = entry("sun 15:00 7rounds reversi 5+3 Sunday Swiss").unwrap();
        let start = swiss.starts(noon, noon + 7 * DAY_MS).next().unwrap();
        let plan = swiss.plan(start).checked(noon).unwrap();
        assert_eq!(plan.format, Format::Swiss { rounds: 7, pause: PAUSE });
        assert!(!plan.house_bots);
    }

    #[test]
    fn a_line_that_cannot_be_read_says_what_is_wrong() {
        for (line, part) in [
            ("", "the days is missing"),
            ("never 20:00 45 kalah 3+2 Title", "`never`"),
            ("daily 25:00 45 kalah 3+2 Title", "no such time"),
            ("daily 20 45 kalah 3+2 Title", "20:00"),
            ("daily 20:00 5 kalah 3+2 Title", "10 to 240"),
            ("daily 20:00 2rounds kalah 3+2 Title", "3 to 15 rounds"),
            ("daily 20:00 rounds kalah 3+2 Title", "3 to 15 rounds"),
            ("daily 20:00 long kalah 3+2 Title", "7rounds"),
            ("daily 20:00 45 chess 3+2 Title", "none of kalah"),
            ("daily 20:00 45 kalah 3d Title", "none of 1+1"),
            ("daily 20:00 45 kalah 3+2", "the title is missing"),
            ("daily 20:00 45 kalah 3+2 A", "3 to 60"),
        ] {
            let why = entry(line).unwrap_err();
            assert!(why.contains(part), "{line}: {why}");
        }
    }
}
