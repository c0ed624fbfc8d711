//! The computer player of the local driver: lets the engine's web worker think whenever it is its turn, and
//! answers no sooner than a person would.

use std::time::Duration;

use engine_protocol::{Answer, Level, Question, Task};
use room::{Command, Game, Millis};

use super::Local;
use super::turn::Turn;
use crate::app::game::saved_games::members::level_at;
use crate::app::game::view::session::Notice;
use crate::client::{self, engine_worker};

/// The longest the computer thinks about a move, in milliseconds; the longest that Perfect takes for its proof, as the bar
/// on its plate shows it (`style/plates.css`); and the share of a running clock that one move may take.
const MAX_THINK_MS: u32 = 1_000;
const MAX_PROOF_MS: u32 = 10_000;
const CLOCK_SHARE: Millis = 20;
/// The shortest time a person takes after the last move's animation, in milliseconds, and the most that is
/// added at random.
const MIN_DELAY_MS: u32 = 400;
const RANDOM_DELAY_MS: u32 = 700;
/// The pause before the engine is tried again after it failed.
const RETRY_AFTER: Duration = Duration::from_secs(3);

impl Local {
    /// Starts thinking about the computer's current turn, and stops thinking about one that has passed.
    pub fn let_computer_move(&self) {
        let turn = self.current_turn();
        if self.thinking_about.get() == turn {
            return;
        }
        if self.thinking_about.replace(turn).is_some() {
            engine_worker::stop();
        }
        if let Some(turn) = turn {
            self.ask_engine(turn);
        }
    }

    /// The computer's current turn, unless it is paused.
    fn current_turn(&self) -> Option<Turn> {
        let state = self.session.peek()?;
        let room = &self.table.borrow().room;
        let game = room.running()?;
        let seat = game.seat_of(game.position.to_move());
        let level = level_at(room, seat)?;
        let turn = Turn { game: game.number, ply: game.ply(), seat, level, position: game.position.hash() };
        (!state.paused).then_some(turn)
    }

    fn ask_engine(&self, turn: Turn) {
        let now = client::now();
        let table = self.table.borrow();
        let Some(game) = table.room.game.as_ref() else { return };
        // The animation of the last move and the pause like a person's take time from the clock as well.
        let most = time_budget_ms(game, now);
        let millis = most.min(if turn.level == Level::Perfect { MAX_PROOF_MS } else { MAX_THINK_MS });
        let task = Task::Play { level: turn.level, seed: client::random_below(u32::MAX) };
        let question = Question { record: game.record(), task, millis, nodes: u64::MAX };
        let not_before = now + Millis::from(self.answer_delay_ms().min(most));
        let this = self.clone();
        let on_answer = move |answer: Answer| {
            let wait = if answer.moves.is_empty() {
                this.session.notify(Notice::EngineFailed);
                RETRY_AFTER
            } else {
                Duration::from_millis(u64::try_from(not_before - client::now()).unwrap_or(0))
            };
            client::after(wait, move || this.play_answer(turn, &answer));
        };
        engine_worker::ask(&question, on_answer);
    }

    /// Plays the engine's move, if the turn is still current.
    fn play_answer(&self, turn: Turn, answer: &Answer) {
        if self.thinking_about.get() != Some(turn) {
            return;
        }
        match answer.moves.first() {
            Some(found) => {
                let Turn { game, ply, seat, level, .. } = turn;
                // Weaker levels do not always play the move they have found.
                let proved = found.proved && matches!(level, Level::Master | Level::Perfect);
                if self.session.peek().is_some_and(|state| state.proved[seat.index()] != proved) {
                    self.session.change(|state| state.proved[seat.index()] = proved);
                }
                self.execute(self.member_at(seat), &Command::Play { game, ply, mv: found.mv });
            }
            None => {
                self.thinking_about.set(None);
                self.let_computer_move();
            }
        }
    }

    /// The delay of the answer: the last move's animation, and then as long as a person would take.
    fn answer_delay_ms(&self) -> u32 {
        let Some(state) = self.session.peek() else { return 0 };
        let film = state.film.as_ref().map_or(0, |film| self.session.film_ms(film));
        let person = match (state.instant_answers, self.session.is_computer_only()) {
            (true, _) => 0,
            (false, true) => MIN_DELAY_MS * 100 / state.speed.max(1),
            (false, false) => MIN_DELAY_MS + client::random_below(RANDOM_DELAY_MS),
        };
        film + person
    }
}

/// The most of a running clock that one move may take; unlimited without a clock.
fn time_budget_ms(game: &Game, now: Millis) -> u32 {
    let left = game.clock.left(game.position.to_move(), now);
    left.and_then(|left| u32::try_from(left / CLOCK_SHARE).ok()).unwrap_or(u32::MAX)
}
