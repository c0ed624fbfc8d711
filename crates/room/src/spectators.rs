//! Spectator chat: lines that each spectator sends to the other spectators. It is not part of the room's log,
//! because the players must not read it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Millis;
use crate::chat::{ChatLine, ChatMessage};
use crate::event::{Event, Logged};
use crate::seat::{MemberId, Seat};

/// A line of the spectator chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpectatorLine {
    /// Its number. Numbers rise; they belong to the server that the page is connected to.
    pub seq: u64,
    /// The author.
    pub member: MemberId,
    /// The author's name at the time.
    pub name: String,
    /// When it was sent.
    pub at: Millis,
    /// The content.
    pub said: ChatMessage,
}

impl SpectatorLine {
    /// The difference of the numbers of two lines: on the wire a line is two events.
    pub const STEP: u64 = 2;

    /// Converts it into a line of room chat that belongs to no seat.
    pub fn to_line(&self) -> ChatLine {
        let Self { seq, member, ref name, at, ref said } = *self;
        ChatLine { seq, seat: None, member, name: name.clone(), at, said: said.clone().into() }
    }
}

/// The log as a spectator gets it who came after event number `until`: lines of chat from before are empty, and
/// show nothing. The events stay, so that there is no sequence gap.
pub fn hide_chat(events: Vec<Logged>, until: u64) -> Vec<Logged> {
    let hide = |mut logged: Logged| {
        if logged.seq <= until
            && let Event::ChatSent { seat, .. } | Event::PresetSent { seat, .. } = logged.event
        {
            logged.event = Event::ChatSent { seat, text: String::new() };
        }
        logged
    };
    events.into_iter().map(hide).collect()
}

/// Serialises lines as events of a log of their own, in which each author takes a seat first: the format of
/// pages and servers of version 4.
pub(crate) mod as_log {
    use super::*;

    /// The seat that is written; it has no meaning.
    const SEAT: Seat = Seat::Bottom;

    /// Writes lines. A line directly after another one has the same author, who has taken the seat already.
    pub fn serialize<S: Serializer>(lines: &[SpectatorLine], to: S) -> Result<S::Ok, S::Error> {
        let mut log = Vec::with_capacity(2 * lines.len());
        let mut speaker = None;
        for line in lines {
            let SpectatorLine { seq, member, name, at, said } = line;
            let logged = |seq, event| Logged { seq, at: *at, by: None, event };
            if speaker.replace((*member, name, seq.saturating_add(1))) != Some((*member, name, *seq)) {
                let event = Event::Seated { seat: SEAT, member: *member, name: name.clone() };
                log.push(logged(seq.saturating_sub(1), event));
            }
            log.push(logged(
                *seq,
                match said {
                    ChatMessage::Text(text) => Event::ChatSent { seat: SEAT, text: text.clone() },
                    ChatMessage::Preset(preset) => Event::PresetSent { seat: SEAT, preset: *preset },
                },
            ));
        }
        log.serialize(to)
    }

    /// Reads lines. Other events are ignored.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<SpectatorLine>, D::Error> {
        let mut speaker = None;
        let mut lines = Vec::new();
        for Logged { seq, at, event, .. } in Vec::<Logged>::deserialize(from)? {
            let said = match event {
                Event::Seated { member, name, .. } => {
                    speaker = Some((member, name));
                    continue;
                }
                Event::ChatSent { text, .. } => ChatMessage::Text(text),
                Event::PresetSent { preset, .. } => ChatMessage::Preset(preset),
                _ => continue,
            };
            if let Some((member, name)) = speaker.clone() {
                lines.push(SpectatorLine { seq, member, name, at, said });
            }
        }
        Ok(lines)
    }
}
