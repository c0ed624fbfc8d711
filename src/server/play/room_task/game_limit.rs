//! How many games may begin. Finished games are kept for ever, so neither a guest nor an address may have any number of
//! them kept. Whoever is over the limit waits with the next one; a game that has begun is kept whatever comes.
//! The first game of a room does not count: rooms and seeks have limits of their own. The second game of a match counts,
//! and is never refused.

use std::time::{Duration, Instant};

use room::{Command, Event, Logged, Millis, Rejection, Room, Seat};

use super::host::RoomHost;
use super::{BotLimits, Visitor};
use crate::server::http::limits::{Limit, TryAgain, household_network};
use crate::server::identity::GuestKey;

impl RoomHost {
    /// Notes who acts for a seat. Both have done so here before a further game begins.
    pub(super) fn note_player(&mut self, room: &Room, visitor: Visitor) {
        if let Some(seat) = room.seat_of(visitor.member) {
            self.players[seat.index()] = Some(visitor);
        }
    }

    /// Why nobody may have the next game of a room begin now, if a command asks for that.
    pub(super) fn refuses_game(&self, room: &Room, command: &Command) -> Option<Rejection> {
        let asks = matches!(command, Command::Ready(true) | Command::Rematch | Command::SameBoardRematch);
        // The second game of a match begins in any case.
        if !asks || room.game.is_none() || room.running().is_some() || room.is_match_break() {
            return None;
        }
        let now = Instant::now();
        let limits = &self.rooms.limits;
        let waits = self.players(room).map(|player| {
            let of_guest = player.guest.zip(self.limit_of_games(player));
            let of_guest = of_guest.map_or(Ok(()), |(guest, limit)| limit.check(guest, now));
            of_guest.and(player.address.map_or(Ok(()), |address| limits.games.check(address, now)))
        });
        let TryAgain(wait) = waits.filter_map(Result::err).max_by_key(|TryAgain(wait)| *wait)?;
        limits.games.count_refusal();
        Some(Rejection::Wait(Millis::try_from(wait.as_millis()).unwrap_or(Millis::MAX)))
    }

    /// Counts a game that these events have begun.
    pub(super) fn count_game(&self, room: &Room, events: &[Logged]) {
        let is_further =
            |logged: &Logged| matches!(logged.event, Event::Started { number, .. } if number > 1);
        if !events.iter().any(is_further) {
            return;
        }
        let now = Instant::now();
        let mut last = None;
        for player in self.players(room) {
            player.guest.zip(self.limit_of_games(player)).map(|(guest, limit)| limit.take(guest, now));
            // Two at one table of a club are one game of its address.
            let household = player.address.and_then(household_network);
            if let Some(address) = player.address.filter(|_| household != last) {
                self.rooms.limits.games.owe(address, Duration::ZERO, now);
            }
            last = household;
        }
    }

    /// The limit of the games that somebody begins; `None` of a bot of whoever runs the server.
    fn limit_of_games(&self, player: Visitor) -> Option<&Limit<GuestKey>> {
        match player.bot {
            None | Some(BotLimits::Guest) => Some(&self.rooms.games),
            Some(BotLimits::Token(_)) => Some(&self.rooms.limits.tokens.games),
            Some(BotLimits::House(_)) => None,
        }
    }

    /// Takes the points of what somebody is about to be sent; whether they have so many.
    pub(super) fn pays(&self, visitor: &Visitor, points: u32) -> bool {
        let (limits, now) = (&self.rooms.limits, Instant::now());
        let by_address = visitor.address.map(|address| limits.requests.take_many(address, points, now));
        let token = visitor.bot.and_then(BotLimits::token);
        let by_token = token.map(|token| limits.tokens.take_many(token, points, now));
        by_address.or(by_token).is_none_or(|taken| taken.is_ok())
    }

    /// Those who were last seen to act for the seats that they still hold.
    fn players(&self, room: &Room) -> impl Iterator<Item = Visitor> {
        let holds = |seat: Seat, visitor: &Visitor| room.seat_of(visitor.member) == Some(seat);
        Seat::BOTH.into_iter().filter_map(move |seat| self.players[seat.index()].filter(|it| holds(seat, it)))
    }
}
