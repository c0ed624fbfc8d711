//! The lesson driver: judges each move by what the step demands. A demanded move stays, any other is taken
//! back after it has been seen. Moves follow the rules of every room; this module only decides what counts as
//! done.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use room::{Command, Room};
use rules::{Game, Move, Side};

use super::practice::{Practice, WRONG_MOVE_MS};
use crate::app::game::view::driver::{Driver, LessonActions};
use crate::app::game::view::session::{LessonProgress, Session, StepStatus, Viewer};
use crate::app::lesson::{Step, Verdict, step_room, steps};
use crate::app::practice::LEARNER;
use crate::app::text::names::side_name;
use crate::app::text::words;
use crate::client::storage::{self, keys};

/// The pause between two demonstrated moves, in milliseconds.
const DEMONSTRATION_PAUSE_MS: u32 = 500;
/// More than the number of steps of the longest lesson.
const STEP_LIMIT: usize = 16;

/// The stored progress: the steps done, and the step to go on with. It is one number: the step, and above it
/// a bit for each step done.
fn load_progress(game: Game) -> (Vec<usize>, usize) {
    let number = storage::load(keys::lesson(game)).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let (done, step) = (number / STEP_LIMIT, number % STEP_LIMIT);
    ((0..STEP_LIMIT).filter(|step| done >> step & 1 == 1).collect(), step)
}

fn save_progress(game: Game, done: &[usize], step: usize) {
    let done = done.iter().fold(0, |done, step| done | 1 << step);
    storage::save(keys::lesson(game), &(done * STEP_LIMIT + step).to_string());
}

/// The room in which a step is played.
fn named_step_room(game: Game, step: usize) -> Option<Room> {
    step_room(game, step, [words::you(), side_name(game, Side::Second)])
}

/// A lesson that runs in this page.
#[derive(Clone)]
pub struct Lesson {
    session: Session,
    game: Game,
    practice: Practice,
    /// How many moves were made in this step.
    moves_made: Rc<Cell<u8>>,
}

impl Driver for Lesson {
    fn send(&self, command: Command) {
        if let Some(mv) = self.practice.accept(&command) {
            self.play_move(mv);
        }
    }

    fn lesson_actions(&self) -> Option<&dyn LessonActions> {
        Some(self)
    }
}

impl LessonActions for Lesson {
    fn begin_step(&self, number: usize) {
        let step = number.min(steps(self.game).len().saturating_sub(1));
        self.session.change(|state| {
            if let Some(progress) = &mut state.lesson {
                progress.step = step;
            }
        });
        self.set_status(StepStatus::Task, String::new());
        self.save(step);
        self.reset_step();
    }

    fn show_solution(&self) {
        if self.practice.is_busy() {
            return;
        }
        let find = || {
            let step = self.current_step()?;
            let solution = |room: &Room| step.goal.solution(&room.running()?.position, self.moves_made.get());
            self.practice.with_room(solution)
        };
        let moves = find().or_else(|| {
            // The learner's moves have spoilt the position.
            self.reset_step();
            find()
        });
        self.practice.set_busy(true);
        self.demonstrate(moves.unwrap_or_default());
    }
}

impl Lesson {
    /// Shows the first step, which is the right one for most visitors, until the browser has read the
    /// progress. Stones and discs appear there later, as on every board.
    pub fn show_first(session: Session, game: Game) {
        session.change(|state| {
            state.viewer = Viewer::Member(LEARNER);
            state.lesson = Some(LessonProgress::default());
            state.room = named_step_room(game, 0).map(Arc::new);
        });
    }

    /// Resumes the lesson where it was left.
    pub fn resume(session: Session, game: Game) -> Self {
        let (done, step) = load_progress(game);
        let lesson = Self { session, game, practice: Practice::new(session), moves_made: Rc::default() };
        session.change(|state| state.lesson = Some(LessonProgress { done, ..LessonProgress::default() }));
        lesson.begin_step(step);
        lesson
    }

    fn demonstrate(&self, mut moves: Vec<Move>) {
        if moves.is_empty() {
            return;
        }
        let mv = moves.remove(0);
        self.play_move(mv);
        self.after_animation(DEMONSTRATION_PAUSE_MS, move |lesson| lesson.demonstrate(moves));
    }

    fn play_move(&self, mv: Move) {
        let (Some((played, comment)), Some(step)) = (self.practice.play(mv), self.current_step()) else {
            return;
        };
        let verdict = step.goal.judge(Side::First, self.moves_made.get(), &played);
        self.moves_made.set(self.moves_made.get() + 1);
        if verdict != Verdict::Continue {
            self.practice.set_busy(true);
        }
        match verdict {
            Verdict::Continue => self.set_status(StepStatus::GoOn, comment),
            Verdict::Right => self.after_animation(0, move |lesson| lesson.complete_step(comment)),
            Verdict::Wrong => self.after_animation(0, move |lesson| lesson.reject_move(comment)),
        }
    }

    fn complete_step(&self, comment: String) {
        let Some(step) = self.progress().map(|progress| progress.step) else { return };
        self.session.change(|state| {
            if let Some(progress) = &mut state.lesson
                && !progress.done.contains(&step)
            {
                progress.done.push(step);
            }
        });
        self.set_status(StepStatus::Right, comment);
        // A learner who comes back later goes on with the next step.
        self.save((step + 1).min(steps(self.game).len() - 1));
    }

    /// Says that the move was wrong, shows the opponent's answer if that explains it, and takes the move
    /// back.
    fn reject_move(&self, comment: String) {
        self.set_status(StepStatus::Wrong, comment);
        let goal = self.current_step().map(|step| step.goal);
        let answer = |room: &Room| goal?.refutation(&room.running()?.position);
        if let Some(mv) = self.practice.with_room(answer) {
            self.practice.play(mv);
        }
        self.after_animation(WRONG_MOVE_MS, |lesson| lesson.reset_step());
    }

    /// Sets up the position of the step.
    fn reset_step(&self) {
        let Some(LessonProgress { step, .. }) = self.progress() else { return };
        if let Some(room) = named_step_room(self.game, step) {
            self.moves_made.set(0);
            self.practice.set_up(room);
        }
    }

    /// Runs a callback so many milliseconds after the last move's animation, unless another step has begun by
    /// then.
    fn after_animation(&self, millis: u32, act: impl FnOnce(&Self) + 'static) {
        let this = self.clone();
        self.practice.after_animation(millis, move || act(&this));
    }

    fn set_status(&self, status: StepStatus, comment: String) {
        self.session.change(|state| {
            if let Some(progress) = &mut state.lesson {
                (progress.status, progress.comment) = (status, comment);
                progress.comment_count += 1;
            }
        });
    }

    /// Stores the progress, with the step to go on with.
    fn save(&self, step: usize) {
        if let Some(LessonProgress { done, .. }) = self.progress() {
            save_progress(self.game, &done, step);
        }
    }

    fn progress(&self) -> Option<LessonProgress> {
        self.session.peek()?.lesson.clone()
    }

    fn current_step(&self) -> Option<&'static Step> {
        steps(self.game).get(self.progress()?.step)
    }
}
