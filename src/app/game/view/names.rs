//! The names of the players as the viewer calls them: of members, of levels of the computer, or of the sides.

use room::{Game, Seat};
use rules::Side;

use super::session::Session;
use crate::app::text::names::{computer_name, shown_name, side_name};
use crate::app::text::{PlayerName, viewer_names, words};

impl Session {
    /// The names of both sides as the viewer calls them.
    pub fn names(&self) -> [PlayerName; 2] {
        let names = viewer_names(self.own_side(), Side::BOTH.map(|side| self.name_of(side)));
        let computers = Seat::BOTH.map(|seat| self.level_at(seat).is_some());
        if computers[0] == computers[1] {
            return names;
        }
        let is_computer =
            |side| self.with_game(|game| game.seat_of(side)).is_some_and(|seat| computers[seat.index()]);
        let [first, second] = names;
        if is_computer(Side::First) { [PlayerName::Computer, second] } else { [first, PlayerName::Computer] }
    }

    /// The name of the member on this seat; empty if nobody sits there. On one device members have no names
    /// of their own, but in a review, and in zen mode names are those of the sides.
    pub fn name_at(&self, seat: Seat) -> String {
        if self.on_device() && !self.is_review() {
            return self.level_at(seat).map_or_else(words::you, computer_name);
        }
        if self.is_zen() {
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
        if (self.is_pass_and_play() && !self.is_review()) || alike {
            return self.with_game(|game| side_name(game.setup.game(), side)).unwrap_or_default();
        }
        self.name_at(self.with_game(|game| game.seat_of(side)).unwrap_or(Seat::Bottom))
    }
}
