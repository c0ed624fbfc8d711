//! One game of a room, running or over: record, position, clock and standing offers.

use rules::mapello::{self, Board};
use rules::{Move, Position, Record, Setup, Side};
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::clock::{Clock, ClockRules, Earned, TimeOut};
use crate::event::Event;
use crate::matches::MatchGame;
use crate::opening::opening_moves;
use crate::seat::Seat;
use crate::state::Room;

/// By how much an open question puts off the end of a free first turn.
pub(crate) const ANSWER_MS: Millis = 5 * 60_000;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Played to its end by the rules.
    Played,
    /// A player resigned.
    Resigned,
    /// A side's time ran out. The winner follows from [`Game::timeout`].
    TimeOut,
    /// A draw by agreement.
    Agreed,
    /// A first move was not made in time: the game does not count.
    CalledOff,
    /// One player was gone, and the opponent claimed the win or a draw.
    Abandoned,
}

/// A game's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won; `None` for a draw or a game that was called off.
    pub winner: Option<Side>,
    /// How it came about.
    pub reason: Reason,
    /// When it ended.
    pub at: Millis,
}

/// One game: its record, its position, its clock, and what the players ask of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number in the room, from 1.
    pub number: u32,
    /// The number of the event that began it.
    pub began: u64,
    /// How it was set up.
    pub setup: Setup,
    /// The seat that plays the first side.
    pub first: Seat,
    /// The number of the opening from which it began, if it did: the first of its moves are those of the opening.
    pub opening: Option<u32>,
    /// What happens when a side's time runs out.
    pub timeout: TimeOut,
    /// The player who built the board in a setup draft, if one did.
    pub builder: Option<Seat>,
    /// Which game of a match it is; `None` for a single game.
    pub match_game: Option<MatchGame>,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// What each of them earned on the clock.
    pub(crate) earned: Vec<Earned>,
    /// The position after them.
    pub position: Position,
    /// Both clocks.
    pub clock: Clock,
    /// The player whose draw offer is unanswered.
    pub draw_offer: Option<Seat>,
    /// The player whose takeback request is unanswered.
    pub undo_request: Option<Seat>,
    /// The number of moves at which each seat last offered a draw.
    pub(crate) draw_offered_at: [Option<u32>; 2],
    /// How often each seat's takeback request was refused, and when last.
    pub(crate) refusals: [(u32, Millis); 2],
    /// How often each seat gave the opponent time, and when last.
    pub(crate) gifts: [(u32, Millis); 2],
    /// Who plays with half of the time, having gone berserk in this game or in the first one of the match, by
    /// [`Seat::index`].
    pub berserk: [bool; 2],
    /// The player who wished the adjournment, while the game is adjourned.
    pub put_away: Option<Seat>,
    /// The player whose request to adjourn is unanswered.
    pub put_away_asked: Option<Seat>,
    /// The player who has not acted yet since the opponent resumed the adjourned game. That player need not
    /// have noticed, so being away is not held against them.
    pub(crate) excused: Option<Seat>,
    /// When play began: the start of the game, or the last time it was resumed.
    pub(crate) running_since: Millis,
    /// The result, once it is over.
    pub ending: Option<Ending>,
}

impl Game {
    /// The points of both sides as the result says them: those of the position, and once a game with Othello's start is
    /// played to its end, with the empty cells for the winner, as Othello counts them.
    #[must_use]
    pub fn final_points(&self) -> [u16; 2] {
        let is_othello = self.setup == Setup::Mapello(Board::OTHELLO);
        let counted =
            self.position.as_mapello().filter(|_| is_othello).and_then(mapello::Position::othello_score);
        counted.unwrap_or_else(|| self.position.score())
    }

    /// Starts a game in this room at `now`, with its last event, by its settings and its draft.
    pub(crate) fn start(
        room: &Room,
        (number, setup, first): (u32, Setup, Seat),
        opening: Option<u32>,
        clock_rules: ClockRules,
        now: Millis,
    ) -> Self {
        let moves = opening_moves(&setup, opening);
        let berserk = room.next_berserk();
        let position = Record { setup, moves: moves.clone() }.replay().unwrap_or_else(|_| setup.start());
        let mut game = Self {
            number,
            began: room.seq,
            setup,
            first,
            opening,
            timeout: match setup {
                // A decision by score is a rule of Mapello only.
                Setup::Mancala(_) => TimeOut::Loses,
                Setup::Mapello(_) => room.settings.timeout,
            },
            builder: room.draft.map(|draft| draft.builder),
            match_game: room.next_match_game(),
            earned: vec![Earned::NOTHING; moves.len()],
            moves,
            position,
            clock: Clock::start(&room.settings, clock_rules, &setup, now),
            draw_offer: None,
            undo_request: None,
            draw_offered_at: [None; 2],
            refusals: [(0, 0); 2],
            gifts: [(0, 0); 2],
            berserk: [false; 2],
            put_away: None,
            put_away_asked: None,
            excused: None,
            running_since: now,
            ending: None,
        };
        Seat::BOTH.into_iter().filter(|seat| berserk[seat.index()]).for_each(|seat| game.go_berserk(seat));
        game
    }

    /// Moves on the board so far, those of the opening included.
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// When play began: the start of the game, or the last time it was resumed.
    pub fn running_since(&self) -> Millis {
        self.running_since
    }

    /// Whether the game is running.
    pub fn is_running(&self) -> bool {
        self.ending.is_none()
    }

    /// When time ends the game or a flag falls, if nobody acts. A late first turn ends no game while a question
    /// is open: whoever reads it cannot play at the same time. It is put off by [`ANSWER_MS`] then, so that
    /// nobody can hold a stranger by never answering.
    pub fn deadline(&self) -> Option<Millis> {
        let due = self.clock.deadline()?;
        let waits = self.clock.in_grace(self.position.to_move()) && self.has_open_question();
        Some(if waits { due.saturating_add(ANSWER_MS) } else { due })
    }

    /// Whether one player waits for the other's answer.
    pub(crate) fn has_open_question(&self) -> bool {
        self.asked().into_iter().any(|seat| seat.is_some())
    }

    /// Who asks for a takeback, offers a draw, and asks to adjourn.
    pub(crate) fn asked(&self) -> [Option<Seat>; 3] {
        [self.undo_request, self.draw_offer, self.put_away_asked]
    }

    /// How often `seat` has given the opponent time.
    pub fn gifts(&self, seat: Seat) -> u32 {
        self.gifts[seat.index()].0
    }

    /// The side that `seat` plays.
    pub fn side_of(&self, seat: Seat) -> Side {
        if seat == self.first { Side::First } else { Side::Second }
    }

    /// The seat that plays `side`.
    pub fn seat_of(&self, side: Side) -> Seat {
        match side {
            Side::First => self.first,
            Side::Second => self.first.other(),
        }
    }

    /// Whether a game that ended for this reason was decided by the score.
    pub(crate) fn is_scored(&self, reason: Reason) -> bool {
        match reason {
            Reason::Played => true,
            Reason::TimeOut => self.timeout == TimeOut::Score,
            Reason::Resigned | Reason::Agreed | Reason::CalledOff | Reason::Abandoned => false,
        }
    }

    /// The position after the first `keep` moves, and for each of those moves its side and its turn.
    pub(crate) fn replay(&self, keep: usize) -> (Position, Vec<(Side, u16)>) {
        let mut position = self.setup.start();
        let mut played_sides = Vec::new();
        for &mv in self.moves.iter().take(keep) {
            // A move of the record was legal when it was played; if one is not, the rest cannot be replayed
            // either.
            let Ok(played) = position.play(mv) else { break };
            played_sides.push((position.to_move(), position.turn()));
            position = played.position;
        }
        (position, played_sides)
    }

    /// Its setup and its moves.
    pub fn record(&self) -> Record {
        Record { setup: self.setup, moves: self.moves.clone() }
    }

    /// The events that lead to this state of the game: its start and the moves behind its opening, without offers and
    /// requests.
    pub fn events(&self) -> Vec<Event> {
        let (number, setup, first, opening) = (self.number, self.setup, self.first, self.opening);
        let start = Event::Started { number, setup, first, clock_rules: self.clock.rules(), opening };
        let (_, played_sides) = self.replay(self.moves.len());
        let moves = self.moves.iter().zip(played_sides).map(|(&mv, (side, _))| Event::Moved { side, mv });
        [start].into_iter().chain(moves.skip(self.opening_ply() as usize)).collect()
    }

    /// The game as it was after its first `keep` moves, without later offers or its end: for replays.
    pub fn at(&self, keep: u32) -> Game {
        let mut moves = self.moves.clone();
        moves.truncate(keep as usize);
        Game {
            position: self.replay(moves.len()).0,
            ending: self.ending.filter(|_| moves.len() == self.moves.len()),
            // Within the opening it is a game of some moves like any other.
            opening: self.opening.filter(|_| keep >= self.opening_ply()),
            moves,
            draw_offer: None,
            undo_request: None,
            put_away_asked: None,
            ..self.clone()
        }
    }

    /// How many moves remain after a takeback of the last whole turn: of `side`, or of the side that moved
    /// last. `None` if there is no such turn: nobody takes back the moves of an opening.
    pub(crate) fn undo_target(&self, side: Option<Side>) -> Option<u32> {
        let (_, played_sides) = self.replay(self.moves.len());
        let own = played_sides.get(self.opening_ply() as usize..)?;
        let &(_, last) = own.iter().rev().find(|(mover, _)| side.is_none_or(|side| *mover == side))?;
        played_sides.iter().position(|&(_, turn)| turn == last).map(|start| start as u32)
    }
}
