//! The lesson driver: judges each move by what the step demands. A demanded move stays, any other is taken
//! back after it has been seen. Moves follow the rules of every room; this module only decides what counts as
//! done.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use room::{Command, MemberId, Room, RoomCode, Seat, decide, evolve, stamp};
use rules::{Game, Move, Side};

use crate::app::game::view::driver::{Driver, LessonActions};
use crate::app::game::view::session::{LessonProgress, Notice, Session, StepStatus, Viewer};
use crate::app::lesson::{LEARNER, Step, Verdict, step_room, steps};
use crate::app::text::names::side_name;
use crate::app::text::{ending_sentence, move_sentence, words};
use crate::client;
use crate::client::storage::{self, keys};

/// How long a wrong move stays on the board after its animation, in milliseconds.
const WRONG_MOVE_MS: u32 = 1_800;
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
    table: Rc<RefCell<StepRoom>>,
}

struct StepRoom {
    room: Room,
    /// How many moves were made in this step.
    moves_made: u8,
    /// A move is still being animated or judged: input is ignored.
    busy: bool,
    /// Counts the beginnings of steps: a timer of an earlier one does nothing.
    generation: u32,
}

impl Driver for Lesson {
    fn send(&self, command: Command) {
        if let Command::Play { mv, .. } = command
            && !self.table.borrow().busy
        {
            self.play_move(&command, mv);
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
        if self.table.borrow().busy {
            return;
        }
        let find = || {
            let table = self.table.borrow();
            let position = &table.room.running()?.position;
            self.current_step()?.goal.solution(position, table.moves_made)
        };
        let moves = find().or_else(|| {
            // The learner's moves have spoilt the position.
            self.reset_step();
            find()
        });
        self.table.borrow_mut().busy = true;
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
        let table =
            StepRoom { room: Room::new(RoomCode::from_seed(0)), moves_made: 0, busy: false, generation: 0 };
        let lesson = Self { session, game, table: Rc::new(RefCell::new(table)) };
        session.change(|state| state.lesson = Some(LessonProgress { done, ..LessonProgress::default() }));
        lesson.begin_step(step);
        lesson
    }

    fn demonstrate(&self, mut moves: Vec<Move>) {
        if moves.is_empty() {
            return;
        }
        let mv = moves.remove(0);
        if let Some(command) = self.play_command(mv) {
            self.play_move(&command, mv);
            self.after_animation(DEMONSTRATION_PAUSE_MS, Box::new(move |lesson| lesson.demonstrate(moves)));
        }
    }

    fn play_move(&self, command: &Command, mv: Move) {
        let before = self.table.borrow().room.running().map(|game| game.position.clone());
        if !self.execute(LEARNER, command) {
            return;
        }
        let played = before.and_then(|position| position.play(mv).ok());
        let (Some(played), Some(step)) = (played, self.current_step()) else { return };
        let who = self.session.names();
        let mut comment = move_sentence(mv, Side::First, &played.trace, &who);
        let verdict = {
            let table = &mut *self.table.borrow_mut();
            let game = table.room.game.as_ref();
            if let Some((game, ending)) = game.and_then(|game| Some((game, game.ending.as_ref()?))) {
                comment = ending_sentence(game, ending, &who);
            }
            let verdict = step.goal.judge(Side::First, table.moves_made, &played);
            table.moves_made += 1;
            table.busy |= verdict != Verdict::Continue;
            verdict
        };
        match verdict {
            Verdict::Continue => self.set_status(StepStatus::GoOn, comment),
            Verdict::Right => self.after_animation(0, Box::new(move |lesson| lesson.complete_step(comment))),
            Verdict::Wrong => self.after_animation(0, Box::new(move |lesson| lesson.reject_move(comment))),
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
        let answer = || {
            let table = self.table.borrow();
            self.current_step()?.goal.refutation(&table.room.running()?.position)
        };
        if let Some(command) = answer().and_then(|mv| self.play_command(mv)) {
            let opponent = self.table.borrow().room.occupant(Seat::Top).map(|occupant| occupant.member);
            self.execute(opponent.unwrap_or(LEARNER), &command);
        }
        self.after_animation(WRONG_MOVE_MS, Box::new(|lesson| lesson.reset_step()));
    }

    /// Sets up the position of the step.
    fn reset_step(&self) {
        let Some(LessonProgress { step, .. }) = self.progress() else { return };
        let Some(room) = named_step_room(self.game, step) else { return };
        {
            let table = &mut *self.table.borrow_mut();
            let generation = table.generation.wrapping_add(1);
            *table = StepRoom { room: room.clone(), moves_made: 0, busy: false, generation };
        }
        self.session.show(room);
    }

    /// Carries out a command by the rules of the room; returns whether they allow it.
    fn execute(&self, member: MemberId, command: &Command) -> bool {
        let decided = decide(&self.table.borrow().room, member, command, 0);
        match decided {
            Ok(events) => {
                let room = {
                    let StepRoom { room, .. } = &mut *self.table.borrow_mut();
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

    /// The command that plays a move.
    fn play_command(&self, mv: Move) -> Option<Command> {
        let table = self.table.borrow();
        let game = table.room.running()?;
        Some(Command::Play { game: game.number, ply: game.ply(), mv })
    }

    /// Runs a callback so many milliseconds after the last move's animation, unless another step has begun by
    /// then.
    fn after_animation(&self, millis: u32, act: Box<dyn FnOnce(&Self)>) {
        let film = self.session.peek().and_then(|state| state.film.clone());
        let millis = millis + film.map_or(0, |film| self.session.film_ms(&film));
        let (this, generation) = (self.clone(), self.table.borrow().generation);
        let act = move || {
            if this.table.borrow().generation == generation {
                act(&this);
            }
        };
        client::after(Duration::from_millis(millis.into()), act);
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
