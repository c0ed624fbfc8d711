//! The computer player of the local driver: lets the engine's web worker think whenever it is its turn, and
//! answers no sooner than a person would.

use std::time::Duration;

use engine_protocol::{Answer, Level, Question, Task};
use room::{Command, Game, Millis, Seat};

use super::Local;
use super::members::level_at;
use crate::app::game::session::Notice;
use crate::client::{self, engine_worker};

/// The longest the computer thinks about a move, in milliseconds; and the share of a running clock that one
/// move may take.
const THINK_MS: u32 = 1_000;
const OF_CLOCK: Millis = 20;
/// The shortest time a person takes after the last move's animation, in milliseconds, and the most that is
/// added at random.
const PERSON_MS: u32 = 400;
const PERSON_MORE_MS: u32 = 700;
/// The pause before the engine is tried again after it failed.
const AGAIN: Duration = Duration::from_secs(3);

/// A turn of the computer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    game: u32,
    ply: u32,
    seat: Seat,
    level: Level,
    /// The position's hash: after a takeback another position may have the same number of moves.
    position: u64,
}

impl Local {
    /// Starts thinking about the computer's current turn, and stops thinking about one that has passed.
    pub fn consider(&self) {
        let turn = self.turn();
        if self.thinking.get() == turn {
            return;
        }
        if self.thinking.replace(turn).is_some() {
            engine_worker::stop();
        }
        if let Some(turn) = turn {
            self.think(turn);
        }
    }

    /// The computer's current turn, unless it is paused.
    fn turn(&self) -> Option<Turn> {
        let shown = self.session.peek()?;
        let room = &self.table.borrow().room;
        let game = room.running()?;
        let seat = game.seat_of(game.position.to_move());
        let level = level_at(room, seat)?;
        let turn = Turn { game: game.number, ply: game.ply(), seat, level, position: game.position.hash() };
        (!shown.paused).then_some(turn)
    }

    fn think(&self, turn: Turn) {
        let now = client::now();
        let table = self.table.borrow();
        let Some(game) = table.room.game.as_ref() else { return };
        // The animation of the last move and the pause like a person's take time from the clock as well.
        let most = of_clock(game, now);
        let millis = most.min(THINK_MS);
        let task = Task::Play { level: turn.level, seed: client::chance(u32::MAX) };
        let question = Question { record: game.record(), task, millis, nodes: u64::MAX };
        let not_before = now + Millis::from(self.pause().min(most));
        let this = self.clone();
        let told = move |answer: Answer| {
            let wait = if answer.moves.is_empty() {
                this.session.tell(Notice::NoAnswer);
                AGAIN
            } else {
                Duration::from_millis(u64::try_from(not_before - client::now()).unwrap_or(0))
            };
            client::after(wait, move || this.play(turn, &answer));
        };
        engine_worker::ask(&question, told);
    }

    /// Plays the engine's move, if the turn is still current.
    fn play(&self, turn: Turn, answer: &Answer) {
        if self.thinking.get() != Some(turn) {
            return;
        }
        match answer.moves.first() {
            Some(found) => {
                let Turn { game, ply, seat, level, .. } = turn;
                // Weaker levels do not always play the move they have found.
                let sees_end = found.proved && level == Level::Master;
                if self.session.peek().is_some_and(|shown| shown.sees_end != sees_end) {
                    self.session.change(|shown| shown.sees_end = sees_end);
                }
                self.carry_out(self.member(seat), &Command::Play { game, ply, mv: found.mv });
            }
            None => {
                self.thinking.set(None);
                self.consider();
            }
        }
    }

    /// The delay of the answer: the last move's animation, and then as long as a person would take.
    fn pause(&self) -> u32 {
        let Some(shown) = self.session.peek() else { return 0 };
        let film = shown.film.as_ref().map_or(0, |film| film.millis(self.session));
        let person = match (shown.fast, self.session.is_watched()) {
            (true, _) => 0,
            (false, true) => PERSON_MS * 100 / shown.speed.max(1),
            (false, false) => PERSON_MS + client::chance(PERSON_MORE_MS),
        };
        film + person
    }
}

/// The most of a running clock that one move may take; unlimited without a clock.
fn of_clock(game: &Game, now: Millis) -> u32 {
    let left = game.clock.left(game.position.to_move(), now);
    left.and_then(|left| u32::try_from(left / OF_CLOCK).ok()).unwrap_or(u32::MAX)
}
