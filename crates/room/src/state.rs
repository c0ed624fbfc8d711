//! The state of a room (event sourcing): the fold of its log, with the rematch offer and the answered
//! command ids.

use std::collections::VecDeque;

use rules::mapello::Board;

use crate::Millis;
use crate::chat::ChatLine;
use crate::code::RoomCode;
use crate::event::Origin;
use crate::game::Game;
use crate::matches::Match;
use crate::seat::{MemberId, Occupant, Seat};
use crate::series::Series;
use crate::settings::{Audience, Settings};

/// The countdown from both being ready to the start of the game.
pub const COUNTDOWN_MS: Millis = 3_000;
/// How long a rematch offer stands.
pub const REMATCH_OFFER_MS: Millis = 20 * 60_000;
/// How many command ids are remembered, to make commands idempotent. A client has one command pending and
/// resends it within seconds, so this is plenty.
pub const REMEMBERED: usize = 64;

/// A rematch offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RematchOffer {
    /// The player who offers.
    pub seat: Seat,
    /// When it was offered; it stands for [`REMATCH_OFFER_MS`].
    pub at: Millis,
    /// Whether it is for the board of the last game; otherwise the settings decide.
    pub same_board: bool,
}

/// The setup draft: the board of the next game in the making.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The player who builds; the other one picks the side.
    pub builder: Seat,
    /// The board as the builder last showed it.
    pub board: Option<Board>,
}

/// A room. Equal logs give equal rooms, on the server and on every page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// The code in its address.
    pub code: RoomCode,
    /// The number of its last event; 0 before it is opened.
    pub seq: u64,
    /// When that event happened.
    pub at: Millis,
    /// The settings agreed on last. [`Room::next_settings`] says how the next game begins by them.
    pub settings: Settings,
    /// The number of the first game that these settings hold for.
    pub(crate) settings_from: u32,
    /// The number of the event that changed the settings, or that showed the board of the draft.
    pub configured: u64,
    /// The player who did that, if still seated.
    pub(crate) configured_by: Option<Seat>,
    /// The seated members, by [`Seat::index`].
    pub seats: [Option<Occupant>; 2],
    /// Whether the host has closed the room to everybody who does not sit.
    pub closed: bool,
    /// When the countdown ends, if it runs.
    pub countdown: Option<Millis>,
    /// The draft, while it runs; both seats are taken then, and no game is played.
    pub draft: Option<Draft>,
    /// The player who built the board of the last drafted game that was not called off: the other one builds
    /// next.
    pub last_builder: Option<Seat>,
    /// The game being played, or the last one.
    pub game: Option<Game>,
    /// The match of the game on the table, from the end of its first game on.
    pub current_match: Option<Match>,
    /// The score of the present players, or of the last ones.
    pub series: Series,
    /// The number of the last event by which a member took a seat.
    pub seated: u64,
    /// The member who last left each seat, by [`Seat::index`].
    pub(crate) left: [Option<MemberId>; 2],
    /// The standing rematch offer.
    pub rematch_offer: Option<RematchOffer>,
    /// The last lines of chat, system lines included.
    pub chat: VecDeque<ChatLine>,
    /// Whether the player on each seat allows free text to a stranger, by [`Seat::index`].
    pub talk: [bool; 2],
    /// How many presets each seat has sent in this game: those for before its end, and those for after it.
    pub(crate) presets: [[u8; 2]; 2],
    /// The ids of the commands answered last, which makes commands idempotent.
    pub(crate) answered: VecDeque<Origin>,
}

impl Room {
    /// A room without any event.
    pub fn new(code: RoomCode) -> Self {
        Self {
            code,
            seq: 0,
            at: 0,
            settings: Settings::default(),
            settings_from: 1,
            configured: 0,
            configured_by: None,
            seats: [None, None],
            closed: false,
            countdown: None,
            draft: None,
            last_builder: None,
            game: None,
            current_match: None,
            series: Series::default(),
            seated: 0,
            left: [None; 2],
            rematch_offer: None,
            chat: VecDeque::new(),
            talk: [false; 2],
            presets: [[0; 2]; 2],
            answered: VecDeque::new(),
        }
    }

    /// The member on `seat`.
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.seats[seat.index()].as_ref()
    }

    /// The seat of a member, if it has one.
    pub fn seat_of(&self, member: MemberId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.occupant(seat).is_some_and(|o| o.member == member))
    }

    /// The first free seat.
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.occupant(seat).is_none())
    }

    /// The seat of the host: of the player who has opened the room, or of the one who is left.
    pub fn host(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.occupant(seat).is_some())
    }

    /// Whether a seat is free for somebody who comes.
    pub fn invites(&self) -> bool {
        !self.closed && self.free_seat().is_some()
    }

    /// Whether a member may enter. A closed room admits its players; one without spectators also anybody while a
    /// seat is free.
    pub fn admits(&self, member: MemberId) -> bool {
        let admits_others = self.settings.audience != Audience::Nobody || self.free_seat().is_some();
        admits_others && !self.closed || self.seat_of(member).is_some()
    }

    /// The running game.
    pub fn running(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.is_running())
    }

    /// The number of the next game.
    pub(crate) fn next_number(&self) -> u32 {
        self.game.as_ref().map_or(1, |game| game.number.saturating_add(1))
    }

    /// The settings for the `number`th game of the room: the seed of a random board advances with every game
    /// played since they were agreed on. The second game of a match has those of the first.
    pub fn settings_for(&self, number: u32) -> Settings {
        let first = self.current_match.map(|current| current.first_number);
        let number = first.filter(|first| first.saturating_add(1) == number).unwrap_or(number);
        let games = number.saturating_sub(self.settings_from);
        Settings { game: self.settings.game.after_games(games), ..self.settings }
    }

    /// The settings for the next game, to be shown and changed between games.
    pub fn next_settings(&self) -> Settings {
        self.settings_for(self.next_number())
    }

    /// Whether a game is over, and nobody has been about to change the settings since. In a setup draft the next game is
    /// agreed on.
    pub fn is_settled(&self) -> bool {
        let settled = |game: &Game| !game.is_running() && self.configured <= game.began;
        self.draft.is_none() && self.game.as_ref().is_some_and(settled)
    }

    /// The player who wants to change the game that has ended for another one.
    pub fn wants_change(&self) -> Option<Seat> {
        self.configured_by.filter(|_| self.game.is_some() && self.running().is_none() && !self.is_settled())
    }

    /// Whether the player on this seat, who has the events up to `after`, has seen the terms of the next
    /// game. The player who set them has, even before the server's answer; nobody else can agree to unseen
    /// terms by *Ready* or by picking a side.
    pub fn knows_terms(&self, seat: Seat, after: u64) -> bool {
        after >= self.configured || self.configured_by == Some(seat)
    }

    /// Whether the command with this id was carried out already; it must not be carried out twice.
    pub fn has_answered(&self, origin: Origin) -> bool {
        self.answered.contains(&origin)
    }

    /// Whether a clock runs, for a move or until the second game of a match: whoever runs the room has to look after it
    /// also while nobody is there.
    pub fn is_clock_running(&self) -> bool {
        let has_deadline = |game: &Game| game.clock.deadline().is_some();
        self.running().map_or(self.is_match_break(), has_deadline)
    }

    /// When [`crate::tick`] has something to do, unless something else happens before.
    pub fn due(&self) -> Option<Millis> {
        match self.running() {
            Some(game) => game.deadline(),
            None => self.countdown,
        }
    }

    /// A hash that is equal for two replays of the same log, and hardly ever for rooms that differ in
    /// position, number of moves, clocks, seats, offers, draft, match or series.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = self.seq;
        let mut mix = |value: u64| hash = (hash.rotate_left(23) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for occupant in &self.seats {
            mix(occupant.as_ref().map_or(0, |o| o.member.0));
            mix(occupant.as_ref().map_or(0, |o| 1 + u64::from(o.ready)));
        }
        if self.closed {
            mix(1);
        }
        mix(self.countdown.unwrap_or_default() as u64);
        if let Some(RematchOffer { seat, at, same_board }) = self.rematch_offer {
            mix((at as u64) << 3 | u64::from(same_board) << 2 | (1 + seat.index() as u64));
        }
        if let Some(Draft { builder, board }) = self.draft {
            mix(1 + builder.index() as u64);
            if let Some(board) = board {
                mix(board.walls());
                mix(board.bonuses());
                mix(board.jokers());
            }
        }
        for seat in Seat::BOTH.map(Seat::index) {
            let [before, after] = self.presets[seat];
            mix(u64::from(before) << 9 | u64::from(after) << 1 | u64::from(self.talk[seat]));
        }
        mix(self.last_builder.map_or(0, |seat| 1 + seat.index() as u64));
        mix(u64::from(self.series.wins[0]) << 32 | u64::from(self.series.wins[1]));
        mix(u64::from(self.series.points[0]) << 32 | u64::from(self.series.points[1]));
        mix(u64::from(self.series.draws) << 32 | self.chat.len() as u64);
        if let Some(current) = &self.current_match {
            let [bottom, top] = current.stones().map(u64::from);
            mix(u64::from(current.first_number) << 33
                | u64::from(current.is_over()) << 32
                | bottom << 16
                | top);
        }
        if let Some(game) = &self.game {
            mix(game.position.hash());
            mix(u64::from(game.number) << 32 | u64::from(game.ply()));
            mix(game.ending.map_or(0, |ending| ending.at as u64));
            mix(u64::from(game.gifts[0].0) << 32 | u64::from(game.gifts[1].0));
            for seat in
                [Some(game.first), game.draw_offer, game.undo_request, game.put_away, game.put_away_asked]
            {
                mix(seat.map_or(0, |seat| 1 + seat.index() as u64));
            }
            for seat in Seat::BOTH.into_iter().filter(|seat| game.berserk[seat.index()]) {
                mix(1 + seat.index() as u64);
            }
            mix(game.deadline().unwrap_or_default() as u64);
            for side in rules::Side::BOTH {
                mix(game.clock.left(side, self.at).unwrap_or_default() as u64);
            }
        }
        hash
    }
}
