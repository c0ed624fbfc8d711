//! The drill driver: a position out of a game of the player's own. A move that the review has proved is judged at once, any
//! other by the engine, which proves the position after it. A move that keeps the value stays on the board; any other
//! is taken back after it has been seen.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use drills::{Stage, Verdict};
use engine_protocol::Answer;
use room::{Command, Room};
use rules::Move;

use super::practice::{Practice, WRONG_MOVE_MS};
use crate::app::game::view::driver::Driver;
use crate::app::game::view::session::{Notice, Session, Viewer};
use crate::app::practice::{LEARNER, practice_room};
use crate::app::text::names::side_name;
use crate::app::text::words;
use crate::client::engine_worker::{self, Ticket};

/// What has become of a move in a drill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrillNews {
    /// The engine judges it.
    Checking,
    /// It is judged.
    Judged(Verdict),
    /// It was shown, and keeps the value.
    Shown,
}

/// Called with a move, what has become of it, and the move in a sentence.
type Report = Rc<dyn Fn(Move, DrillNews, String)>;

/// Drills in this page. A copy is the same one.
#[derive(Clone)]
pub struct Drill {
    session: Session,
    practice: Practice,
    /// The drill on the board, and the room in which its move is wanted.
    current: Rc<RefCell<Option<(drills::Drill, Room)>>>,
    report: Report,
    /// The last question to the engine.
    asked: Rc<Cell<Option<Ticket>>>,
}

impl Driver for Drill {
    fn send(&self, command: Command) {
        if let Some(mv) = self.practice.accept(&command) {
            self.play_own(mv);
        }
    }
}

impl Drill {
    /// A driver without a drill yet.
    pub fn new(session: Session, report: impl Fn(Move, DrillNews, String) + 'static) -> Drill {
        session.change(|state| state.viewer = Viewer::Member(LEARNER));
        let practice = Practice::new(session);
        Drill { session, practice, current: Rc::default(), report: Rc::new(report), asked: Rc::default() }
    }

    /// Sets up a drill; each needs a number of its own.
    pub fn begin(&self, number: u32, drill: &drills::Drill) {
        self.stop();
        let (record, side) = (drill.record(), drill.position().to_move());
        let names = [words::you(), side_name(drill.position().game(), side.other())];
        let Some(room) = practice_room(number, record.setup, &record.moves, side, names) else { return };
        *self.current.borrow_mut() = Some((drill.clone(), room.clone()));
        self.practice.set_up(room);
    }

    /// Drops what the engine was asked.
    pub fn stop(&self) {
        if let Some(ticket) = self.asked.take() {
            engine_worker::drop_question(ticket);
        }
    }

    /// Plays a best move.
    pub fn show_best(&self) {
        let best = self.current.borrow().as_ref().map(|(drill, _)| drill.mistake().best);
        let Some(best) = best.filter(|_| !self.practice.is_busy()) else { return };
        let Some((_, sentence)) = self.practice.play(best) else { return };
        self.practice.set_busy(true);
        self.after_animation(0, move |this| (this.report)(best, DrillNews::Shown, sentence));
    }

    fn play_own(&self, mv: Move) {
        let Some((_, sentence)) = self.practice.play(mv) else { return };
        self.practice.set_busy(true);
        let known = self.current.borrow().as_ref().and_then(|(drill, _)| drill.known(mv));
        self.after_animation(0, move |this| match known {
            Some(verdict) => this.judge(mv, verdict, sentence),
            None => {
                (this.report)(mv, DrillNews::Checking, sentence.clone());
                this.ask(mv, Stage::Keeps, sentence);
            }
        });
    }

    /// Asks the engine about a move.
    fn ask(&self, mv: Move, stage: Stage, sentence: String) {
        let Some((drill, _)) = self.current.borrow().clone() else { return };
        let Some(question) = drill.question(mv, stage) else { return };
        let this = self.clone();
        let take = move |answer: Answer| {
            // Every answer has at least one node.
            if answer == Answer::default() {
                this.session.notify(Notice::EngineFailed);
                return this.judge(mv, Verdict::Unknown, sentence);
            }
            match drill.verdict(mv, stage, answer.value) {
                Some(verdict) => this.judge(mv, verdict, sentence),
                None => this.ask(mv, Stage::Loss, sentence),
            }
        };
        self.asked.set(Some(engine_worker::ask(&question, take)));
    }

    /// Says what a move is worth; one that does not keep the value is taken back.
    fn judge(&self, mv: Move, verdict: Verdict, sentence: String) {
        (self.report)(mv, DrillNews::Judged(verdict), sentence);
        if verdict != Verdict::Keeps {
            self.after_animation(WRONG_MOVE_MS, |this| {
                let wanted = this.current.borrow().as_ref().map(|(_, room)| room.clone());
                if let Some(room) = wanted {
                    this.practice.set_up(room);
                }
            });
        }
    }

    fn after_animation(&self, millis: u32, act: impl FnOnce(&Self) + 'static) {
        let this = self.clone();
        self.practice.after_animation(millis, move || act(&this));
    }
}
