//! The names of the players as the viewer calls them: of members, of levels of the computer, or of the sides.

use room::{Game, Seat};
use rules::Side;

use super::session::Session;
use crate::app::game::saved_games::members::is_unnamed;
use crate::app::text::names::{computer_name, shown_name, side_name};
use crate::app::text::{PlayerName, words};

impl Session {
    /// The names of both sides as the viewer calls them.
    pub fn names(&self) -> [PlayerName; 2] {
        Side::BOTH.map(|side| self.player_name(side))
    }

    /// Who plays `side`, for sentences: one computer alone needs no level in them.
    fn player_name(&self, side: Side) -> PlayerName {
        let seat = self.seat_of(side);
        match (self.level_at(seat), self.level_at(seat.other())) {
            (Some(_), None) => PlayerName::Computer,
            (None, Some(_)) if self.has_no_name(seat) => PlayerName::You,
            _ if self.own_side() == Some(side) => PlayerName::You,
            _ => PlayerName::Named(self.name_of(side)),
        }
    }

    fn seat_of(&self, side: Side) -> Seat {
        self.with_game(|game| game.seat_of(side)).unwrap_or(Seat::Bottom)
    }

    /// Whether the person on this seat of a device has no name: nobody who was read from a text or has given one.
    pub fn has_no_name(&self, seat: Seat) -> bool {
        self.on_device() && self.with_room(|room| is_unnamed(room, seat)).unwrap_or(false)
    }

    /// The name of the member on this seat; empty if nobody sits there. On one device people have no names
    /// unless they give themselves some, and in zen mode and in a review of such a game names are those of the sides.
    pub fn name_at(&self, seat: Seat) -> String {
        if let Some(level) = self.level_at(seat) {
            return computer_name(level);
        }
        let unnamed = self.has_no_name(seat);
        if unnamed && (!self.is_review() || self.level_at(seat.other()).is_some()) {
            return words::you();
        }
        if self.is_zen() || unnamed {
            let name = |game: &Game| side_name(game.setup.game(), game.side_of(seat));
            return self.with_game(name).unwrap_or_default();
        }
        self.with_room(|room| room.occupant(seat).map(|occupant| shown_name(&occupant.name)))
            .flatten()
            .unwrap_or_default()
    }

    /// The name of the player of `side`; empty as long as it is unknown.
    pub fn name_of(&self, side: Side) -> String {
        if !self.has_room() {
            return String::new();
        }
        // One person may play both sides, and both may be the same level of the computer.
        let alike = self.is_computer_only() && self.name_at(Seat::Bottom) == self.name_at(Seat::Top);
        let seat = self.seat_of(side);
        if alike || self.is_pass_and_play() && self.has_no_name(seat) {
            return self.with_game(|game| side_name(game.setup.game(), side)).unwrap_or_default();
        }
        self.name_at(seat)
    }
}
