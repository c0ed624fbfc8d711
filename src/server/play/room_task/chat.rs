//! Chat outside the event log: spectator chat, which lives as long as the room is in memory (ADR 0031), and
//! reports to the operator, with their rate limits.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use room::message::ServerMessage;
use room::sync::replica::Outcome;
use room::{
    ChatLine, ChatMessage, Command, MAX_CHARS, MAX_LINES, MemberId, Millis, Origin, PRESETS_PER_GAME, Preset,
    Redactions, Rejection, Room, SpectatorLine, accept_line, clean_name,
};

use super::host::RoomHost;
use super::{RoomTask, Visitor};
use crate::app::text::language::Language;
use crate::server::auth::guest_name;
use crate::server::cluster::bus::{self, BusPayload};
use crate::server::http::limits::Rate;
use crate::server::identity::GuestKey;
use crate::server::profanity;
use crate::server::store::{Report, StoreError};

/// The most lines that are attached to a report.
const REPORTED: usize = 30;
/// Rate limits of reports by a guest, and within a room.
pub const REPORTS: Rate = Rate { burst: 3, per: Duration::from_secs(600) };
pub const REPORTS_OF_ROOM: Rate = Rate { burst: 60, per: Duration::from_secs(600) };

/// A line of spectator chat, with the command it came from and the number of its game.
struct Aside {
    line: SpectatorLine,
    by: Origin,
    game: u32,
}

/// Spectator chat, the newest line last.
#[derive(Default)]
pub(super) struct SpectatorChat {
    kept: VecDeque<Aside>,
    last: u64,
    /// Origins of recent report commands, to keep them idempotent.
    reported: VecDeque<Origin>,
}

impl SpectatorChat {
    /// All lines.
    pub(super) fn lines(&self) -> Vec<SpectatorLine> {
        self.kept.iter().map(|aside| aside.line.clone()).collect()
    }

    /// Drops the lines of members of whom everything is hidden.
    pub(super) fn hide(&mut self, hidden: &Redactions) {
        self.kept.retain(|aside| !hidden.hides(aside.line.member));
    }

    /// Whether there is a line of this member.
    fn knows(&self, member: MemberId) -> bool {
        self.kept.iter().any(|aside| aside.line.member == member)
    }

    fn has(&self, by: Origin) -> bool {
        self.reported.contains(&by) || self.kept.iter().any(|aside| aside.by == by)
    }

    /// Adds a line of a member, under the same limits as players' chat.
    fn add(
        &mut self,
        room: &Room,
        by: Origin,
        name: String,
        said: &ChatMessage,
        now: Millis,
    ) -> Result<SpectatorLine, Rejection> {
        let theirs = || self.kept.iter().rev().filter(|aside| aside.line.member == by.member);
        let game = match said {
            ChatMessage::Preset(preset) => room.preset_game(*preset)?,
            ChatMessage::Text(_) => 0,
        };
        if let ChatMessage::Preset(preset) = said {
            let alike = |aside: &&Aside| {
                let same_kind = |other: Preset| other.is_after() == preset.is_after();
                aside.game == game
                    && matches!(aside.line.said, ChatMessage::Preset(other) if same_kind(other))
            };
            if theirs().filter(alike).count() >= usize::from(PRESETS_PER_GAME) {
                return Err(Rejection::PresetsUsedUp);
            }
        }
        let before: Vec<ChatLine> = theirs().map(|aside| aside.line.to_line()).collect();
        let said = accept_line(before.iter(), said, now)?;
        Ok(self.keep(by, name, now, said, game))
    }

    fn keep(&mut self, by: Origin, name: String, at: Millis, said: ChatMessage, game: u32) -> SpectatorLine {
        self.last += SpectatorLine::STEP;
        let line = SpectatorLine { seq: self.last, member: by.member, name, at, said };
        self.kept.push_back(Aside { line: line.clone(), by, game });
        if self.kept.len() > MAX_LINES {
            self.kept.pop_front();
        }
        line
    }

    /// Adds a line from another node, unless it is known already. It gets a number of this node, because
    /// clients receive all lines anew when they join.
    fn add_remote(&mut self, aside: bus::RemoteChatLine) -> Option<SpectatorLine> {
        let bus::RemoteChatLine { by, name, at, game, text, preset } = aside;
        let forgotten = |first: &Aside| self.kept.len() >= MAX_LINES && at <= first.line.at;
        if self.has(by) || self.kept.front().is_some_and(forgotten) {
            return None;
        }
        let masked = |text: &str| profanity::mask_profanity(text);
        let text = text.filter(|text| text.chars().count() <= MAX_CHARS).map(|text| masked(&text));
        let said = preset.map(ChatMessage::Preset).or(text.map(ChatMessage::Text))?;
        // The limits that the other node has applied hold here as well.
        let earlier = |aside: &&Aside| aside.line.member == by.member && aside.line.at <= at;
        let before: Vec<ChatLine> =
            self.kept.iter().rev().filter(earlier).map(|aside| aside.line.to_line()).collect();
        let said = accept_line(before.iter(), &said, at).ok()?;
        Some(self.keep(by, masked(&clean_name(&name)?), at, said, game))
    }

    /// The newest lines, at most `most`, for publication to other nodes.
    fn newest(&self, most: usize) -> Vec<bus::RemoteChatLine> {
        let newest = self.kept.iter().skip(self.kept.len().saturating_sub(most));
        let told = |Aside { line, by, game }: &Aside| {
            let (text, preset) = match &line.said {
                ChatMessage::Text(text) => (Some(text.clone()), None),
                ChatMessage::Preset(preset) => (None, Some(*preset)),
            };
            bus::RemoteChatLine { by: *by, name: line.name.clone(), at: line.at, game: *game, text, preset }
        };
        newest.map(told).collect()
    }
}

impl RoomHost {
    /// Sends the previous spectator chat to a new spectator, on all of its sockets.
    pub(super) fn send_spectator_chat(&mut self, room: &Room, to: MemberId) {
        let lines = self.spectator_chat.lines();
        if !lines.is_empty() {
            self.members.send_watchers(room, Some(to), &ServerMessage::SpectatorChat(lines));
        }
    }
}

impl RoomTask {
    /// Executes a command that leads to no event: spectator chat and reports. Any other one has no effect.
    pub(super) async fn execute_outside_log(
        &mut self,
        visitor: Visitor,
        guest: GuestKey,
        origin: Origin,
        command: &Command,
    ) -> Result<Outcome, StoreError> {
        let refusal = match command {
            // A repetition, because the answer was lost (idempotent).
            Command::SendSpectatorChat(_) | Command::SendSpectatorPreset(_) | Command::Report(_)
                if self.host.spectator_chat.has(origin) =>
            {
                None
            }
            Command::SendSpectatorChat(text) => {
                self.add_aside((guest, visitor.language), origin, &ChatMessage::Text(text.clone())).await?
            }
            Command::SendSpectatorPreset(preset) => {
                self.add_aside((guest, visitor.language), origin, &ChatMessage::Preset(*preset)).await?
            }
            Command::Report(about) => self.report(visitor, guest, origin, *about).await?,
            _ => return Ok(Outcome::NoEffect),
        };
        Ok(refusal.map_or(Outcome::NoEffect, Outcome::Refused))
    }

    async fn add_aside(
        &mut self,
        (guest, language): (GuestKey, Language),
        by: Origin,
        said: &ChatMessage,
    ) -> Result<Option<Rejection>, StoreError> {
        let chosen = self.host.rooms.store.guest_name(guest).await?;
        let name = chosen.unwrap_or_else(|| guest_name::generated_name(guest, language));
        let now = self.host.rooms.time.now();
        if !self.host.spectator_chat.knows(by.member) {
            // Reports may have the lines, so the room is one that a deletion has to look into.
            self.host.rooms.store.note_joined(self.room.code, guest, now).await?;
        }
        match self.host.spectator_chat.add(&self.room, by, name, said, now) {
            Ok(line) => {
                self.host.members.send_watchers(&self.room, None, &ServerMessage::SpectatorChat(vec![line]));
                if !self.host.members.remote.is_alone() {
                    self.host
                        .publish(&self.room, BusPayload::SpectatorChat(self.host.spectator_chat.newest(1)));
                }
                Ok(None)
            }
            Err(why) => Ok(Some(why)),
        }
    }

    /// Publishes the spectator chat to other nodes.
    pub(super) fn publish_spectator_chat(&self) {
        let asides = self.host.spectator_chat.newest(MAX_LINES);
        if !asides.is_empty() {
            self.host.publish(&self.room, BusPayload::SpectatorChat(asides));
        }
    }

    /// Adds spectator chat from another node.
    pub(super) fn receive_spectator_chat(&mut self, asides: Vec<bus::RemoteChatLine>) {
        let lines: Vec<SpectatorLine> = asides
            .into_iter()
            .take(MAX_LINES)
            .filter(|aside| !self.host.hidden.hides(aside.by.member))
            .filter_map(|aside| self.host.spectator_chat.add_remote(aside))
            .collect();
        if !lines.is_empty() {
            self.host.members.send_watchers(&self.room, None, &ServerMessage::SpectatorChat(lines));
        }
    }

    async fn report(
        &mut self,
        visitor: Visitor,
        guest: GuestKey,
        by: Origin,
        about: MemberId,
    ) -> Result<Option<Rejection>, StoreError> {
        // A report has what the reporter can see: a player no spectator chat, a spectator no chat from before.
        let hidden = self.host.members.hidden_chat(&self.room, visitor.member);
        let seen = |line: &&ChatLine| line.draws_attention() && line.seq > hidden;
        let mut lines: Vec<ChatLine> = self.room.chat.iter().filter(seen).cloned().collect();
        if self.room.seat_of(visitor.member).is_none() {
            lines.extend(self.host.spectator_chat.lines().iter().map(SpectatorLine::to_line));
            lines.sort_by_key(|line| line.at);
        }
        let seat = self.room.seat_of(about);
        let seated = seat.and_then(|seat| self.room.occupant(seat)).map(|occupant| occupant.name.clone());
        let spoke = lines.iter().rev().find(|line| line.member == about).map(|line| line.name.clone());
        let Some(name) = seated.or(spoke) else { return Ok(Some(Rejection::NoOpponent)) };
        let now = Instant::now();
        if !self.host.rooms.reports.take(guest, now)
            || !self.host.rooms.room_reports.take(self.room.code, now)
        {
            let wait = REPORTS.per / REPORTS.burst;
            return Ok(Some(Rejection::Wait(wait.as_millis() as Millis)));
        }
        let said = lines.split_off(lines.len().saturating_sub(REPORTED));
        let report = Report {
            room: self.room.code,
            at: self.host.rooms.time.now(),
            guest,
            about: self.host.members.guest_of(about),
            seat,
            member: about,
            name,
            lines: said,
        };
        self.host.rooms.store.report(&report).await?;
        self.host.spectator_chat.reported.push_back(by);
        if self.host.spectator_chat.reported.len() > REPORTED {
            self.host.spectator_chat.reported.pop_front();
        }
        tracing::info!(code = %self.room.code, "somebody was reported");
        Ok(None)
    }
}
