//! What is said in a room, and what has happened between the lines; the limits on it.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::name::clean_line;
use crate::rejection::Rejection;
use crate::seat::{MemberId, Seat};
use crate::settings::Company;
use crate::state::Room;

/// The longest line, in characters.
pub const MAX_CHARS: usize = 140;
/// How many lines a room keeps.
pub const MAX_LINES: usize = 150;
/// How many presets of each kind are said in a game by one who sits there.
pub const PRESETS_A_GAME: u8 = 2;
/// No more than [`BURST`] lines of a member in this time.
const BURST_MS: Millis = 10_000;
const BURST: usize = 4;

/// What is said with one touch. Everybody reads it in a language of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Have fun.
    HaveFun,
    /// Good game.
    GoodGame,
    /// Well played.
    WellPlayed,
    /// Thank you.
    ThankYou,
    /// Bye.
    Bye,
}

impl Preset {
    /// What is said until a game is over.
    pub const BEFORE: [Preset; 3] = [Preset::Hello, Preset::GoodLuck, Preset::HaveFun];
    /// What is said when one is.
    pub const AFTER: [Preset; 4] = [Preset::GoodGame, Preset::WellPlayed, Preset::ThankYou, Preset::Bye];

    /// Whether it is said after a game.
    pub fn is_after(self) -> bool {
        self as usize >= Self::BEFORE.len()
    }
}

/// What somebody says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spoken {
    /// In words of one's own.
    Text(String),
    /// With one touch.
    Preset(Preset),
}

impl From<Spoken> for Said {
    fn from(spoken: Spoken) -> Said {
        match spoken {
            Spoken::Text(text) => Said::Text(text),
            Spoken::Preset(preset) => Said::Preset(preset),
        }
    }
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// In words of one's own: one clean line of at most [`MAX_CHARS`] characters.
    Text(String),
    /// With one touch.
    Preset(Preset),
    /// Nobody says it: it has happened.
    Happened(Happened),
}

/// What stands between the lines; it follows from the events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happened {
    /// The one named took a seat.
    Came,
    /// The one named gave it up.
    Left,
    /// The one named changed the settings.
    Configured,
    /// The one named would like to talk freely, or would not any more.
    Talk(bool),
    /// The game of this number began.
    Started(u32),
    /// A turn was taken back.
    TakenBack,
    /// The one named won.
    Won,
    /// The one named gave up.
    Resigned,
    /// The one named ran out of time, and lost by it.
    OutOfTime,
    /// Nobody won.
    Drawn,
    /// The game does not count.
    CalledOff,
}

/// One line, as it follows from a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of its event.
    pub seq: u64,
    /// Whose seat it is about, if it is about one.
    pub seat: Option<Seat>,
    /// Who said it, or whom it is about.
    pub member: MemberId,
    /// What that one was called then; empty if it is about nobody.
    pub name: String,
    /// When.
    pub at: Millis,
    /// What.
    pub said: Said,
}

impl Line {
    /// Whether somebody wants to be heard: it is worth a sound, and counts against the limits.
    pub fn is_news(&self) -> bool {
        match self.said {
            Said::Happened(what) => matches!(what, Happened::Talk(_)),
            _ => true,
        }
    }
}

/// What is said as it will be shown, or why it is not taken: empty, too long, a fifth within 10 s, or the same as one of
/// the last two lines of the speaker. `before` has the speaker's lines, the newest first.
///
/// # Errors
/// As said.
pub fn accept<'a>(
    before: impl Iterator<Item = &'a Line> + Clone,
    said: &Spoken,
    now: Millis,
) -> Result<Spoken, Rejection> {
    let said = match said {
        Spoken::Text(raw) => Spoken::Text(clean_line(raw)),
        Spoken::Preset(_) => said.clone(),
    };
    if let Spoken::Text(text) = &said {
        if text.is_empty() {
            return Err(Rejection::EmptyLine);
        }
        if text.chars().count() > MAX_CHARS {
            return Err(Rejection::LineTooLong);
        }
    }
    not_too_fast(before.clone(), now)?;
    // To allow something again is no repetition.
    let spoken = before.filter(|line| line.is_news() && !matches!(line.said, Said::Happened(_)));
    let line = Said::from(said.clone());
    if spoken.take(2).any(|before| before.said == line) {
        return Err(Rejection::SaidAlready);
    }
    Ok(said)
}

/// Refuses a fifth line within 10 s. `before` has the speaker's lines, the newest first.
fn not_too_fast<'a>(before: impl Iterator<Item = &'a Line>, now: Millis) -> Result<(), Rejection> {
    let Some(line) = before.filter(|line| line.is_news()).nth(BURST - 1) else { return Ok(()) };
    let since = now.saturating_sub(line.at).max(0);
    if since < BURST_MS { Err(Rejection::Wait(BURST_MS - since)) } else { Ok(()) }
}

impl Room {
    /// Whether words of one's own may be said: among friends, and where both allow it.
    pub fn may_talk(&self) -> bool {
        self.settings.company == Company::Friends || self.talk == [true; 2]
    }

    /// How many presets of the kind of this one the player on a seat can say now: none when it is not their time.
    pub fn presets_left(&self, seat: Seat, preset: Preset) -> u8 {
        let said = self.presets[seat.index()][usize::from(preset.is_after())];
        if self.preset_game(preset).is_ok() { PRESETS_A_GAME.saturating_sub(said) } else { 0 }
    }

    /// The number of the game that a preset belongs to: that of the next one, or of the one that is over.
    ///
    /// # Errors
    /// What is said after a game has to wait until it is over.
    pub fn preset_game(&self, preset: Preset) -> Result<u32, Rejection> {
        let Some(game) = &self.game else {
            return if preset.is_after() { Err(Rejection::NoGame) } else { Ok(1) };
        };
        match (preset.is_after(), game.is_running()) {
            (true, true) => Err(Rejection::GameRunning),
            (false, false) => Ok(game.number.saturating_add(1)),
            _ => Ok(game.number),
        }
    }

    /// The lines of the player on a seat, the newest first.
    fn lines_at(&self, seat: Seat) -> impl Iterator<Item = &Line> + Clone {
        let member = self.occupant(seat).map_or(MemberId(0), |occupant| occupant.member);
        self.chat.iter().rev().filter(move |line| line.member == member)
    }

    /// What the player on a seat says, as it will be shown.
    pub(crate) fn hear(&self, seat: Seat, said: &Spoken, now: Millis) -> Result<Spoken, Rejection> {
        match said {
            Spoken::Text(_) if !self.may_talk() => return Err(Rejection::PresetsOnly),
            Spoken::Preset(preset) => {
                self.preset_game(*preset)?;
                if self.presets_left(seat, *preset) == 0 {
                    return Err(Rejection::SaidEnough);
                }
            }
            Spoken::Text(_) => {}
        }
        accept(self.lines_at(seat), said, now)
    }

    /// Whether the player on a seat may draw attention now, as to say that the other one may talk freely.
    pub(crate) fn may_draw_attention(&self, seat: Seat, now: Millis) -> Result<(), Rejection> {
        not_too_fast(self.lines_at(seat), now)
    }

    /// Keeps what somebody on a seat said, or what has happened there.
    pub(crate) fn note(&mut self, seat: Option<Seat>, said: Said) {
        let who = seat.and_then(|seat| self.occupant(seat));
        let (member, name) = who.map_or((MemberId(0), String::new()), |who| (who.member, who.name.clone()));
        let line = Line { seq: self.seq, seat, member, name, at: self.at, said };
        // Whoever tries several settings changes them once.
        if self
            .chat
            .back()
            .is_some_and(|last| !last.is_news() && (last.seat, &last.said) == (seat, &line.said))
        {
            self.chat.pop_back();
        }
        self.chat.push_back(line);
        if self.chat.len() > MAX_LINES {
            self.chat.pop_front();
        }
    }
}
