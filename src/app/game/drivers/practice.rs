//! Practice in this page: a room whose moves are judged here, and taken back if they are wrong. Moves follow the rules
//! of every room; what counts as right is known to the lesson, the puzzle and the drill, which share this.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use room::{Command, MemberId, Room, RoomCode, decide, evolve, stamp};
use rules::{Move, Played, Side};

use crate::app::game::view::session::{Notice, Session};
use crate::app::practice::LEARNER;
use crate::app::text::{ending_sentence, move_sentence};
use crate::client;

/// How long a wrong move stays on the board after its animation, in milliseconds.
pub(super) const WRONG_MOVE_MS: u32 = 1_800;

/// A table of one, in this page. A copy is the same one.
#[derive(Clone)]
pub(super) struct Practice {
    session: Session,
    table: Rc<RefCell<Table>>,
}

struct Table {
    room: Room,
    /// A move is still being animated or judged.
    busy: bool,
    /// A move that the learner made meanwhile in the position on the board.
    next: Option<Move>,
    /// Counts the positions that were set up: a timer of an earlier one does nothing.
    generation: u32,
}

impl Practice {
    pub fn new(session: Session) -> Practice {
        let table = Table { room: Room::new(RoomCode::from_seed(0)), busy: false, next: None, generation: 0 };
        Practice { session, table: Rc::new(RefCell::new(table)) }
    }

    /// Sets up a room; what was under way in the one before is forgotten.
    pub fn set_up(&self, room: Room) {
        {
            let table = &mut *self.table.borrow_mut();
            let generation = table.generation.wrapping_add(1);
            *table = Table { room: room.clone(), busy: false, next: None, generation };
        }
        self.session.show(room);
    }

    /// The room as it is now.
    pub fn room(&self) -> Room {
        self.table.borrow().room.clone()
    }

    /// Reads the room.
    pub fn with_room<T>(&self, read: impl FnOnce(&Room) -> T) -> T {
        read(&self.table.borrow().room)
    }

    pub fn is_busy(&self) -> bool {
        self.table.borrow().busy
    }

    pub fn set_busy(&self, busy: bool) {
        self.table.borrow_mut().busy = busy;
    }

    /// The move of a learner's command, to be played now. While the last move is still shown, a move in the position on
    /// the board waits for [`Practice::take_next`]; one in any other position is ignored.
    pub fn accept(&self, command: &Command) -> Option<Move> {
        let &Command::Play { game: number, ply, mv } = command else { return None };
        let table = &mut *self.table.borrow_mut();
        if !table.busy {
            return Some(mv);
        }
        let is_turn = |room: &Room| {
            let game = room.running().filter(|game| (game.number, game.ply()) == (number, ply))?;
            Some(room.occupant(game.seat_of(game.position.to_move()))?.member == LEARNER)
        };
        if is_turn(&table.room) == Some(true) {
            table.next = Some(mv);
        }
        None
    }

    /// The move that waited until the last one was shown.
    pub fn take_next(&self) -> Option<Move> {
        self.table.borrow_mut().next.take()
    }

    /// Plays a move of whoever's turn it is; returns what happened, and it in a sentence. `None` if the rules do not
    /// allow it, which the learner is told.
    pub fn play(&self, mv: Move) -> Option<(Played, String)> {
        let (command, member, before) = self.with_room(|room| {
            let game = room.running()?;
            let command = Command::Play { game: game.number, ply: game.ply(), mv };
            let mover = room.occupant(game.seat_of(game.position.to_move()))?;
            Some((command, mover.member, game.position.clone()))
        })?;
        if !self.execute(member, &command) {
            return None;
        }
        let played = before.play(mv).ok()?;
        let sentence = self.sentence(mv, before.to_move(), &played);
        Some((played, sentence))
    }

    /// A move in a sentence, or how the game ended with it.
    fn sentence(&self, mv: Move, side: Side, played: &Played) -> String {
        let who = self.session.names();
        self.with_room(|room| {
            let game = room.game.as_ref();
            match game.and_then(|game| Some((game, game.ending.as_ref()?))) {
                Some((game, ending)) => ending_sentence(game, ending, &who),
                None => move_sentence(mv, side, &played.trace, &who),
            }
        })
    }

    /// Carries out a command by the rules of the room; returns whether they allow it.
    fn execute(&self, member: MemberId, command: &Command) -> bool {
        let decided = self.with_room(|room| decide(room, member, command, 0));
        match decided {
            Ok(events) => {
                let room = {
                    let Table { room, .. } = &mut *self.table.borrow_mut();
                    stamp(events, room.seq, 0, None).iter().for_each(|logged| evolve(room, logged));
                    room.clone()
                };
                self.session.show(room);
                true
            }
            Err(reason) => {
                self.session.notify(Notice::Refused(reason));
                false
            }
        }
    }

    /// Runs a callback so many milliseconds after the last move's animation, unless another position was set up by
    /// then.
    pub fn after_animation(&self, millis: u32, act: impl FnOnce() + 'static) {
        let film = self.session.peek().and_then(|state| state.film.clone());
        let millis = millis + film.map_or(0, |film| self.session.film_ms(&film));
        let (table, generation) = (Rc::clone(&self.table), self.table.borrow().generation);
        let act: Box<dyn FnOnce()> = Box::new(act);
        let act = move || {
            let is_now = table.borrow().generation == generation;
            if is_now {
                act();
            }
        };
        client::after(Duration::from_millis(millis.into()), act);
    }
}
