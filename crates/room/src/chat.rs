//! Room chat: lines and presets that players send, the rate limit on them, and the system lines that follow
//! from events.

mod system_line;

use serde::{Deserialize, Serialize};

pub use self::system_line::SystemLine;
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
pub const PRESETS_PER_GAME: u8 = 2;
/// The window of the rate limit: no more than [`RATE_BURST`] lines of a member in this time.
const RATE_WINDOW_MS: Millis = 10_000;
const RATE_BURST: usize = 4;

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
pub enum ChatMessage {
    /// Free text.
    Text(String),
    /// A preset.
    Preset(Preset),
}

impl From<ChatMessage> for LineContent {
    fn from(spoken: ChatMessage) -> LineContent {
        match spoken {
            ChatMessage::Text(text) => LineContent::Text(text),
            ChatMessage::Preset(preset) => LineContent::Preset(preset),
        }
    }
}

/// The content of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineContent {
    /// Free text: one clean line of at most [`MAX_CHARS`] characters.
    Text(String),
    /// A preset.
    Preset(Preset),
    /// A system line: something happened.
    Happened(SystemLine),
}

/// One line of chat, derived from the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
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
    pub said: LineContent,
}

impl ChatLine {
    /// Whether the line is worth a sound and counts towards the rate limit: a player asks for attention.
    pub fn draws_attention(&self) -> bool {
        match self.said {
            LineContent::Happened(what) => matches!(what, SystemLine::Talk(_)),
            _ => true,
        }
    }
}

/// Cleans and accepts a line as it will be shown. `before` has the speaker's lines, the newest first.
///
/// # Errors
/// Why the line is refused: it is empty or too long, exceeds the rate limit, or repeats one of the speaker's
/// last two lines.
pub fn accept_line<'a>(
    before: impl Iterator<Item = &'a ChatLine> + Clone,
    said: &ChatMessage,
    now: Millis,
) -> Result<ChatMessage, Rejection> {
    let said = match said {
        ChatMessage::Text(raw) => ChatMessage::Text(clean_line(raw)),
        ChatMessage::Preset(_) => said.clone(),
    };
    if let ChatMessage::Text(text) = &said {
        if text.is_empty() {
            return Err(Rejection::EmptyLine);
        }
        if text.chars().count() > MAX_CHARS {
            return Err(Rejection::LineTooLong);
        }
    }
    check_rate(before.clone(), now)?;
    // Free text may be allowed again: that is no repetition.
    let spoken =
        before.filter(|line| line.draws_attention() && !matches!(line.said, LineContent::Happened(_)));
    let line = LineContent::from(said.clone());
    if spoken.take(2).any(|before| before.said == line) {
        return Err(Rejection::RepeatedLine);
    }
    Ok(said)
}

/// Applies the rate limit: refuses a fifth line within 10 s. `before`: the speaker's lines, newest first.
fn check_rate<'a>(before: impl Iterator<Item = &'a ChatLine>, now: Millis) -> Result<(), Rejection> {
    let Some(line) = before.filter(|line| line.draws_attention()).nth(RATE_BURST - 1) else { return Ok(()) };
    let since = now.saturating_sub(line.at).max(0);
    if since < RATE_WINDOW_MS { Err(Rejection::Wait(RATE_WINDOW_MS - since)) } else { Ok(()) }
}

impl Room {
    /// Whether free text is allowed: always among friends, among strangers once both have allowed it.
    pub fn may_chat(&self) -> bool {
        self.settings.company == Company::Friends || self.talk == [true; 2]
    }

    /// How many presets of this kind the player on a seat can still send; 0 when it is not the time for them.
    pub fn presets_left(&self, seat: Seat, preset: Preset) -> u8 {
        let said = self.presets[seat.index()][usize::from(preset.is_after())];
        if self.preset_game(preset).is_ok() { PRESETS_PER_GAME.saturating_sub(said) } else { 0 }
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
    fn lines_of(&self, seat: Seat) -> impl Iterator<Item = &ChatLine> + Clone {
        let member = self.occupant(seat).map_or(MemberId(0), |occupant| occupant.member);
        self.chat.iter().rev().filter(move |line| line.member == member)
    }

    /// Accepts what the player on a seat sends, as it will be shown.
    pub(crate) fn accept_from_seat(
        &self,
        seat: Seat,
        said: &ChatMessage,
        now: Millis,
    ) -> Result<ChatMessage, Rejection> {
        match said {
            ChatMessage::Text(_) if !self.may_chat() => return Err(Rejection::PresetsOnly),
            ChatMessage::Preset(preset) => {
                self.preset_game(*preset)?;
                if self.presets_left(seat, *preset) == 0 {
                    return Err(Rejection::PresetsUsedUp);
                }
            }
            ChatMessage::Text(_) => {}
        }
        accept_line(self.lines_of(seat), said, now)
    }

    /// Whether the rate limit lets the player on a seat ask for attention now, as by allowing free text.
    pub(crate) fn may_draw_attention(&self, seat: Seat, now: Millis) -> Result<(), Rejection> {
        check_rate(self.lines_of(seat), now)
    }

    /// Adds a line about something that `seat` does again and again: `next` is made of the last line, which it
    /// replaces if that was of the same kind and seat.
    pub(crate) fn push_repeated(&mut self, seat: Seat, next: impl FnOnce(Option<SystemLine>) -> SystemLine) {
        let last = self.chat.back().filter(|line| line.seat == Some(seat)).map(|line| &line.said);
        let last =
            last.and_then(|said| if let LineContent::Happened(what) = said { Some(*what) } else { None });
        let next = next(last);
        if last.is_some_and(|last| std::mem::discriminant(&last) == std::mem::discriminant(&next)) {
            self.chat.pop_back();
        }
        self.push_line(Some(seat), LineContent::Happened(next));
    }

    /// Adds a line: of the player on a seat, or about what has happened.
    pub(crate) fn push_line(&mut self, seat: Option<Seat>, said: LineContent) {
        let who = seat.and_then(|seat| self.occupant(seat));
        let (member, name) = who.map_or((MemberId(0), String::new()), |who| (who.member, who.name.clone()));
        let line = ChatLine { seq: self.seq, seat, member, name, at: self.at, said };
        // A player who tries several settings in a row gets one line, not many.
        if self
            .chat
            .back()
            .is_some_and(|last| !last.draws_attention() && (last.seat, &last.said) == (seat, &line.said))
        {
            self.chat.pop_back();
        }
        self.chat.push_back(line);
        if self.chat.len() > MAX_LINES {
            self.chat.pop_front();
        }
    }
}
