//! The puzzle driver: judges each move by the proved line. The right move stays, and the opponent's reply follows; any
//! other is taken back after it has been seen.

use std::cell::RefCell;
use std::rc::Rc;

use puzzles::{Attempt, Verdict};
use room::{Command, Room};
use rules::Move;

use super::practice::{Practice, WRONG_MOVE_MS};
use crate::app::game::view::driver::Driver;
use crate::app::game::view::session::{Session, Viewer};
use crate::app::practice::{LEARNER, practice_room};
use crate::app::text::names::side_name;
use crate::app::text::words;

/// The pause before a reply and before the next move of a solution, in milliseconds.
const PAUSE_MS: u32 = 400;

/// What has happened in a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleNews {
    /// A wrong move was made, with this verdict.
    Wrong(Verdict),
    /// The right move was made; the puzzle goes on.
    Right,
    /// The last own move was made.
    Over,
}

/// Called with the attempt after each own move, with what it came to and the move in a sentence.
type Report = Rc<dyn Fn(&Attempt, PuzzleNews, String)>;

/// Puzzles that are solved in this page. A copy is the same one.
#[derive(Clone)]
pub struct Puzzle {
    practice: Practice,
    attempt: Rc<RefCell<Option<Attempt>>>,
    /// The room in which a move is wanted, to which a wrong one leads back.
    wanted: Rc<RefCell<Option<Room>>>,
    report: Report,
}

impl Driver for Puzzle {
    fn send(&self, command: Command) {
        if let Some(mv) = self.practice.accept(&command) {
            self.play_own(mv);
        }
    }
}

impl Puzzle {
    /// A driver without a puzzle yet.
    pub fn new(session: Session, report: impl Fn(&Attempt, PuzzleNews, String) + 'static) -> Puzzle {
        session.change(|state| state.viewer = Viewer::Member(LEARNER));
        Puzzle {
            practice: Practice::new(session),
            attempt: Rc::default(),
            wanted: Rc::default(),
            report: Rc::new(report),
        }
    }

    /// Sets up a puzzle, by its number in the pack.
    pub fn begin(&self, number: usize, puzzle: &puzzles::Puzzle) {
        let names = [words::you(), side_name(puzzle.game(), puzzle.side().other())];
        let number = u32::try_from(number).unwrap_or_default().saturating_add(1);
        let Some(mut room) = practice_room(number, puzzle.setup, &[], puzzle.side(), names) else { return };
        if let Some(game) = &mut room.game {
            // In Mapello no setup has these discs.
            game.position = puzzle.position.clone();
        }
        *self.attempt.borrow_mut() = Some(Attempt::new(puzzle.clone()));
        self.want(room);
    }

    /// Ends the puzzle on the board, which stays as it is.
    pub fn stop(&self) {
        *self.attempt.borrow_mut() = None;
        self.practice.set_up(self.practice.room());
        self.practice.set_busy(true);
    }

    /// Shows the solution, from this move to the end.
    pub fn show_solution(&self) {
        if !self.practice.is_busy() {
            self.show_next();
        }
    }

    /// Sets up the room in which a move is wanted.
    fn want(&self, room: Room) {
        *self.wanted.borrow_mut() = Some(room.clone());
        self.practice.set_up(room);
    }

    fn play_own(&self, mv: Move) {
        let is_over = self.attempt.borrow().as_ref().is_none_or(Attempt::is_over);
        if is_over {
            return;
        }
        let Some((_, sentence)) = self.practice.play(mv) else { return };
        let verdict = self.attempt.borrow_mut().as_mut().and_then(|attempt| attempt.play(mv));
        self.practice.set_busy(true);
        match verdict {
            Some(Verdict::Right(replies)) => self.go_on(sentence, replies, false),
            Some(Verdict::Solved) => self.end(sentence),
            Some(wrong) => self.after_animation(0, move |puzzle| puzzle.reject(wrong, sentence)),
            None => {}
        }
    }

    /// Plays the next move of the solution, and all that follow.
    fn show_next(&self) {
        let shown = self.attempt.borrow_mut().as_mut().and_then(Attempt::show_next);
        let Some((mv, verdict)) = shown else { return };
        let Some((_, sentence)) = self.practice.play(mv) else { return };
        self.practice.set_busy(true);
        match verdict {
            Verdict::Right(replies) => self.go_on(sentence, replies, true),
            _ => self.end(sentence),
        }
    }

    /// Says that the move was wrong, and takes it back.
    fn reject(&self, wrong: Verdict, sentence: String) {
        self.tell(PuzzleNews::Wrong(wrong), sentence);
        self.after_animation(WRONG_MOVE_MS, |puzzle| {
            let wanted = puzzle.wanted.borrow().clone();
            if let Some(room) = wanted {
                puzzle.practice.set_up(room);
            }
        });
    }

    /// Goes on after a right move, which was made or shown.
    fn go_on(&self, sentence: String, replies: Vec<Move>, is_shown: bool) {
        let tell = move |puzzle: &Puzzle| {
            puzzle.tell(PuzzleNews::Right, sentence);
            puzzle.reply(replies, is_shown);
        };
        self.after_animation(0, tell);
    }

    /// Plays the replies one by one; then the next own move is wanted, or is shown.
    fn reply(&self, mut replies: Vec<Move>, is_shown: bool) {
        if replies.is_empty() {
            if is_shown {
                self.after_animation(PAUSE_MS, |puzzle| puzzle.show_next());
            } else {
                self.after_animation(0, |puzzle| {
                    let next = puzzle.practice.take_next();
                    puzzle.want(puzzle.practice.room());
                    if let Some(mv) = next {
                        puzzle.play_own(mv);
                    }
                });
            }
            return;
        }
        let mv = replies.remove(0);
        self.after_animation(PAUSE_MS, move |puzzle| {
            puzzle.practice.play(mv);
            puzzle.after_animation(0, move |puzzle| puzzle.reply(replies, is_shown));
        });
    }

    fn end(&self, sentence: String) {
        self.after_animation(0, move |puzzle| puzzle.tell(PuzzleNews::Over, sentence));
    }

    fn tell(&self, news: PuzzleNews, sentence: String) {
        let attempt = self.attempt.borrow().clone();
        if let Some(attempt) = attempt {
            (self.report)(&attempt, news, sentence);
        }
    }

    fn after_animation(&self, millis: u32, act: impl FnOnce(&Self) + 'static) {
        let this = self.clone();
        self.practice.after_animation(millis, move || act(&this));
    }
}
