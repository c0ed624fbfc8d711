//! Room chat: lines and presets that players send, the rate limit on them, and the system lines that follow
//! from events.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::name::clean_line;
use crate::rejection::Rejection;
use crate::seat::{MemberId, Seat};
use crate::settings::Company;
use crate::state::Room;

/// The longest line, in characters (Unicode scalar values).
pub const MAX_CHARS: usize = 140;
/// How many lines a room keeps; older ones are dropped.
pub const MAX_LINES: usize = 150;
/// How many presets of each kind a player may send in one game.
pub const PRESETS_A_GAME: u8 = 2;
/// The window of the rate limit: no more than [`BURST`] lines of a member in this time.
const BURST_MS: Millis = 10_000;
const BURST: usize = 4;

/// A message sent with one touch. Every reader sees it in their own language.
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
    /// The presets offered until a game is over.
    pub const BEFORE: [Preset; 3] = [Preset::Hello, Preset::GoodLuck, Preset::HaveFun];
    /// The presets offered after a game.
    pub const AFTER: [Preset; 4] = [Preset::GoodGame, Preset::WellPlayed, Preset::ThankYou, Preset::Bye];

    /// Whether this preset is for after a game.
    pub fn is_after(self) -> bool {
        self as usize >= Self::BEFORE.len()
    }
}

/// What a player sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spoken {
    /// Free text.
    Text(String),
    /// A preset.
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

/// The content of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Free text: one clean line of at most [`MAX_CHARS`] characters.
    Text(String),
    /// A preset.
    Preset(Preset),
    /// A system line: something happened.
    Happened(Happened),
}

/// The content of a system line; it follows from the events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happened {
    /// The named player took a seat.
    Came,
    /// The named player gave up the seat.
    Left,
    /// The named player changed the settings.
    Configured,
    /// The named player allows free text, or withdraws that.
    Talk(bool),
    /// The game of this number began.
    Started(u32),
    /// A turn was taken back.
    TakenBack,
    /// The named player won.
    Won,
    /// The named player resigned.
    Resigned,
    /// The named player ran out of time, and lost by it.
    OutOfTime,
    /// The game was drawn.
    Drawn,
    /// The game does not count.
    CalledOff,
}

/// One line of chat, derived from the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of its event.
    pub seq: u64,
    /// The seat that the line is about, if any.
    pub seat: Option<Seat>,
    /// The author of the line, or the member that it is about.
    pub member: MemberId,
    /// The name of that member at the time; empty if the line is about nobody.
    pub name: String,
    /// When the event happened.
    pub at: Millis,
    /// The content.
    pub said: Said,
}

impl Line {
    /// Whether the line is worth a sound and counts towards the rate limit: a player asks for attention with
    /// it.
    pub fn is_news(&self) -> bool {
        match self.said {
            Said::Happened(what) => matches!(what, Happened::Talk(_)),
            _ => true,
        }
    }
}

/// Cleans and accepts a line as it will be shown. `before` has the speaker's lines, the newest first.
///
/// # Errors
/// Why the line is refused: it is empty or too long, exceeds the rate limit, or repeats one of the speaker's
/// last two lines.
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
    // Free text may be allowed again: that is no repetition.
    let spoken = before.filter(|line| line.is_news() && !matches!(line.said, Said::Happened(_)));
    let line = Said::from(said.clone());
    if spoken.take(2).any(|before| before.said == line) {
        return Err(Rejection::SaidAlready);
    }
    Ok(said)
}

/// Applies the rate limit: refuses a fifth line within 10 s. `before` has the speaker's lines, the newest
/// first.
fn not_too_fast<'a>(before: impl Iterator<Item = &'a Line>, now: Millis) -> Result<(), Rejection> {
    let Some(line) = before.filter(|line| line.is_news()).nth(BURST - 1) else { return Ok(()) };
    let since = now.saturating_sub(line.at).max(0);
    if since < BURST_MS { Err(Rejection::Wait(BURST_MS - since)) } else { Ok(()) }
}

impl Room {
    /// Whether free text is allowed: always among friends, among strangers once both have allowed it.
    pub fn may_talk(&self) -> bool {
        self.settings.company == Company::Friends || self.talk == [true; 2]
    }

    /// How many presets of this kind the player on a seat can still send; 0 when it is not the time for them.
    pub fn presets_left(&self, seat: Seat, preset: Preset) -> u8 {
        let said = self.presets[seat.index()][usize::from(preset.is_after())];
        if self.preset_game(preset).is_ok() { PRESETS_A_GAME.saturating_sub(said) } else { 0 }
    }

    /// The number of the game that a preset counts for: the next game, or the one that is over.
    ///
    /// # Errors
    /// [`Rejection::GameRunning`] for a preset of after the game, while the game runs.
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

    /// Accepts what the player on a seat sends, as it will be shown.
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

    /// Whether the rate limit lets the player on a seat ask for attention now, as by allowing free text.
    pub(crate) fn may_draw_attention(&self, seat: Seat, now: Millis) -> Result<(), Rejection> {
        not_too_fast(self.lines_at(seat), now)
    }

    /// Adds a line: of the player on a seat, or about what has happened.
    pub(crate) fn note(&mut self, seat: Option<Seat>, said: Said) {
        let who = seat.and_then(|seat| self.occupant(seat));
        let (member, name) = who.map_or((MemberId(0), String::new()), |who| (who.member, who.name.clone()));
        let line = Line { seq: self.seq, seat, member, name, at: self.at, said };
        // A player who tries several settings in a row gets one line, not many.
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
