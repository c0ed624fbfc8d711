//! The operator's desk as it stands on the command line: reports, guests, rooms, blocks, switches, ratings, audit;
//! `server::admin::desk` carries it out.

use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use room::Millis;

const SECOND: Millis = 1_000;
const DAY: Millis = 24 * 3_600 * SECOND;

/// Who acts, and how the answer is written.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct DeskFlags {
    /// Write JSON for programs.
    #[arg(long, global = true)]
    pub json: bool,
    /// The name of whoever acts, for the audit log, which holds the user of the system as well.
    #[arg(long = "as", global = true, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub name: String,
    /// Why, for the audit log. Write no names of players here: it is kept for ever.
    #[arg(long, global = true, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
}

/// What can be done with reports.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum ReportAction {
    /// Note that a report was dealt with.
    Done {
        /// The report, as the list names it.
        report: String,
        /// What was done about it.
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        note: String,
    },
}

/// What can be done with a guest.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum GuestAction {
    /// Remove the name that the guest has chosen. To keep them from choosing another, mute them.
    RenameAway,
    /// The guest can neither write nor choose a name.
    Mute {
        /// For how long: 90m, 24h, 7d.
        #[arg(long = "for", value_name = "TIME")]
        span: Span,
    },
    /// The guest can take no part: no room, no lobby. They can still export and delete their data.
    Suspend {
        /// For how long: 90m, 24h, 7d.
        #[arg(long = "for", value_name = "TIME")]
        span: Span,
    },
    /// End all sign-ins of the guest's account.
    EndSignIns,
    /// End what the guest may not do.
    Lift,
}

/// What can be done with a room.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum RoomAction {
    /// Remove a line of chat for everybody, also from what is stored.
    RemoveLine {
        /// The number of its event.
        event: u64,
    },
    /// Remove the names and lines of somebody in this room, also from what is stored.
    RemoveName {
        /// The member, as the room lists them.
        member: String,
    },
    /// End its game without a result; nobody can enter it any more.
    Close,
}

/// What can be done with a tournament.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum TournamentAction {
    /// It does not take place. Only one that has not begun can be cancelled.
    Cancel,
    /// Remove its title for everybody, also from what is stored.
    RemoveTitle,
    /// Remove the name of an entrant in it for everybody, also from what is stored.
    RemoveName {
        /// The number of the entrant, as the tournament lists them.
        entrant: u32,
    },
}

/// What can be done with one's own bots.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum BotAction {
    /// Make a bot, and print a token with which it comes in. The token is shown this once.
    Add {
        /// What it is called, without the mark of bots.
        name: String,
    },
    /// Make a bot of each level of the computer that you have none of, and write their tokens into a file that `duello bots`
    /// reads. Tokens in an earlier file of that name stay there.
    Levels {
        /// The file. Only your user may read it.
        file: std::path::PathBuf,
    },
    /// Print another token of a bot. The others stay valid.
    Token {
        /// Its name.
        name: String,
        /// A token with which the bot only watches its games.
        #[arg(long)]
        read: bool,
    },
    /// End all tokens of a bot. Its games stay.
    Revoke {
        /// Its name.
        name: String,
    },
}

/// What can be done with blocks.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum BlockAction {
    /// List the blocks. The addresses are not stored, so each is named by its hash.
    List,
    /// End a block before its time.
    Lift {
        /// The address or network, or its hash as the list names it.
        block: String,
    },
}

/// Something that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub enum Feature {
    /// Chat of players and spectators.
    Chat,
    /// Matchmaking with strangers.
    Lobby,
    /// New accounts.
    Accounts,
    /// New rooms.
    Rooms,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Chat, Self::Lobby, Self::Accounts, Self::Rooms];

    /// Its word in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Lobby => "lobby",
            Self::Accounts => "accounts",
            Self::Rooms => "rooms",
        }
    }

    /// The one of this word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.word() == word)
    }
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OnOff {
    /// As it is without this command.
    On,
    /// For nobody.
    Off,
}

/// The rated games that are taken back.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct UndoRange {
    /// Games that ended since then: 2026-11-26, 2026-11-26T18:30 (UTC), or 2d for two days ago.
    #[arg(long, value_name = "TIME")]
    pub from: Moment,
    /// Games that ended until then. [default: now]
    #[arg(long, value_name = "TIME")]
    pub to: Option<Moment>,
    /// Only games of this guest.
    #[arg(long, value_name = "GUEST")]
    pub guest: Option<String>,
    /// Only games of these two guests against each other.
    #[arg(long, num_args = 2, value_name = "GUEST", conflicts_with = "guest")]
    pub pair: Vec<String>,
    /// Say what would be taken back, and change nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// A length of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span(pub Millis);

impl FromStr for Span {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "expected a time like 90m, 24h, 7d or 2w";
        let unit = match text.chars().last() {
            Some('m') => 60 * SECOND,
            Some('h') => 3_600 * SECOND,
            Some('d') => DAY,
            Some('w') => 7 * DAY,
            Some('s') => SECOND,
            _ => return Err(wrong),
        };
        let number: u32 = text[..text.len() - 1].parse().map_err(|_| wrong)?;
        // A hundred years, so that no sum overflows.
        let span = Millis::from(number).saturating_mul(unit);
        if (1..=36_525 * DAY).contains(&span) { Ok(Self(span)) } else { Err(wrong) }
    }
}

/// A moment: a day or a minute in UTC, or a time ago.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// In milliseconds since 1970.
    At(Millis),
    /// So many milliseconds ago.
    Ago(Millis),
}

impl Moment {
    /// In milliseconds since 1970.
    pub fn at(self, now: Millis) -> Millis {
        match self {
            Self::At(at) => at,
            Self::Ago(span) => now - span,
        }
    }
}

impl FromStr for Moment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(Span(span)) = text.parse() {
            return Ok(Self::Ago(span));
        }
        let wrong = "expected a time like 2026-11-26, 2026-11-26T18:30 (UTC), or 2d for two days ago";
        let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00"));
        // As far from 1970 as a year of 366 days allows, and back to the day that is written alike.
        let year: Millis = day.get(..4).and_then(|year| year.parse().ok()).ok_or(wrong)?;
        let first = (year - 1970) * 365 + (year - 1969).div_euclid(4) - 20;
        let day = (first..first + 410).find(|number| room::day(number * DAY) == day).ok_or(wrong)?;
        let (hour, minute) = time.trim_end_matches('Z').split_once(':').ok_or(wrong)?;
        let (hour, minute): (Millis, Millis) =
            (hour.parse().map_err(|_| wrong)?, minute.parse().map_err(|_| wrong)?);
        if !(0..24).contains(&hour) || !(0..60).contains(&minute) {
            return Err(wrong);
        }
        Ok(Self::At(day * DAY + (hour * 60 + minute) * 60 * SECOND))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_moments_are_read_and_nonsense_is_not() {
        assert_eq!("7d".parse(), Ok(Span(7 * DAY)));
        assert_eq!("90m".parse(), Ok(Span(5_400_000)));
        for wrong in ["", "7", "d", "0h", "-1h", "7 d", "9999999999d", "7é"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
        assert_eq!("1970-01-02".parse(), Ok(Moment::At(DAY)));
        assert_eq!("2000-02-29T18:30".parse(), Ok(Moment::At(11_016 * DAY + 66_600_000)));
        assert_eq!("2026-12-31 00:01Z".parse(), Ok(Moment::At(20_818 * DAY + 60_000)));
        assert_eq!("2d".parse::<Moment>().map(|moment| moment.at(3 * DAY)), Ok(DAY));
        for wrong in ["", "2026", "2026-02-29", "2026-13-01", "2026-11-26T24:00", "2026-11-26T1", "yesterday"]
        {
            assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
        }
    }
}
