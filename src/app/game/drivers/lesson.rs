//! The lesson driver: judges each move by what the step demands. A demanded move stays, any other is taken
//! back after it has been seen. Moves follow the rules of every room; this module only decides what counts as
//! done.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use room::{Command, MemberId, Room, RoomCode, Seat, decide, evolve, stamp};
use rules::{Game, Move, Side};

use super::{Driver, Steps};
use crate::app::game::session::{Notice, Progress, Session, Stage, Viewer};
use crate::app::game::status::names;
use crate::app::lesson::{LEARNER, Step, Verdict, room, steps};
use crate::app::text::names::side_name;
use crate::app::text::{how, sentence, words};
use crate::client;
use crate::client::storage::{self, keys};

/// How long a wrong move stays on the board after its animation, in milliseconds.
const STAYS: u32 = 1_800;
/// The pause between two demonstrated moves, in milliseconds.
const BETWEEN: u32 = 500;
/// More than the number of steps of the longest lesson.
const MOST: usize = 16;

/// The stored progress: the steps done, and the step to go on with. It is one number: the step, and above it
/// a bit for each step done.
fn kept(game: Game) -> (Vec<usize>, usize) {
    let number = storage::load(keys::lesson(game)).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let (done, step) = (number / MOST, number % MOST);
    ((0..MOST).filter(|step| done >> step & 1 == 1).collect(), step)
}

fn keep(game: Game, done: &[usize], step: usize) {
    let done = done.iter().fold(0, |done, step| done | 1 << step);
    storage::save(keys::lesson(game), &(done * MOST + step).to_string());
}

/// The room in which a step is played.
fn board(game: Game, step: usize) -> Option<Room> {
    room(game, step, [words::you(), side_name(game, Side::Second)])
}

/// A lesson that runs in this page.
#[derive(Clone)]
pub struct Lesson {
    session: Session,
    game: Game,
    table: Rc<RefCell<Table>>,
}

struct Table {
    room: Room,
    /// How many moves were made in this step.
    made: u8,
    /// A move is still being animated or judged: input is ignored.
    busy: bool,
    /// Counts the beginnings of steps: a timer of an earlier one does nothing.
    run: u32,
}

impl Driver for Lesson {
    fn send(&self, command: Command) {
        if let Command::Play { mv, .. } = command
            && !self.table.borrow().busy
        {
            self.play(&command, mv);
        }
    }

    fn lesson(&self) -> Option<&dyn Steps> {
        Some(self)
    }
}

impl Steps for Lesson {
    fn begin(&self, number: usize) {
        let step = number.min(steps(self.game).len().saturating_sub(1));
        self.session.change(|shown| {
            if let Some(progress) = &mut shown.lesson {
                progress.step = step;
            }
        });
        self.tell(Stage::Task, String::new());
        self.keep(step);
        self.set_up();
    }

    fn show(&self) {
        if self.table.borrow().busy {
            return;
        }
        let find = || {
            let table = self.table.borrow();
            let position = &table.room.running()?.position;
            self.step()?.want.solution(position, table.made)
        };
        let moves = find().or_else(|| {
            // The learner's moves have spoilt the position.
            self.set_up();
            find()
        });
        self.table.borrow_mut().busy = true;
        self.play_on(moves.unwrap_or_default());
    }
}

impl Lesson {
    /// Shows the first step, which is the right one for most visitors, until the browser has read the
    /// progress. Stones and discs appear there later, as on every board.
    pub fn show_first(session: Session, game: Game) {
        session.change(|shown| {
            shown.viewer = Viewer::Member(LEARNER);
            shown.lesson = Some(Progress::default());
            shown.room = board(game, 0).map(Arc::new);
        });
    }

    /// Resumes the lesson where it was left.
    pub fn resume(session: Session, game: Game) -> Self {
        let (done, step) = kept(game);
        let table = Table { room: Room::new(RoomCode::from_seed(0)), made: 0, busy: false, run: 0 };
        let lesson = Self { session, game, table: Rc::new(RefCell::new(table)) };
        session.change(|shown| shown.lesson = Some(Progress { done, ..Progress::default() }));
        lesson.begin(step);
        lesson
    }

    fn play_on(&self, mut moves: Vec<Move>) {
        if moves.is_empty() {
            return;
        }
        let mv = moves.remove(0);
        if let Some(command) = self.command(mv) {
            self.play(&command, mv);
            self.later(BETWEEN, Box::new(move |lesson| lesson.play_on(moves)));
        }
    }

    fn play(&self, command: &Command, mv: Move) {
        let before = self.table.borrow().room.running().map(|game| game.position.clone());
        if !self.carry_out(LEARNER, command) {
            return;
        }
        let played = before.and_then(|position| position.play(mv).ok());
        let (Some(played), Some(step)) = (played, self.step()) else { return };
        let who = names(self.session);
        let mut said = sentence(mv, Side::First, &played.trace, &who);
        let verdict = {
            let table = &mut *self.table.borrow_mut();
            let game = table.room.game.as_ref();
            if let Some((game, ending)) = game.and_then(|game| Some((game, game.ending.as_ref()?))) {
                said = how(game, ending, &who);
            }
            let verdict = step.want.judge(Side::First, table.made, &played);
            table.made += 1;
            table.busy |= verdict != Verdict::GoOn;
            verdict
        };
        match verdict {
            Verdict::GoOn => self.tell(Stage::GoOn, said),
            Verdict::Right => self.later(0, Box::new(move |lesson| lesson.praise(said))),
            Verdict::Wrong => self.later(0, Box::new(move |lesson| lesson.take_back(said))),
        }
    }

    fn praise(&self, said: String) {
        let Some(step) = self.progress().map(|progress| progress.step) else { return };
        self.session.change(|shown| {
            if let Some(progress) = &mut shown.lesson
                && !progress.done.contains(&step)
            {
                progress.done.push(step);
            }
        });
        self.tell(Stage::Right, said);
        // A learner who comes back later goes on with the next step.
        self.keep((step + 1).min(steps(self.game).len() - 1));
    }

    /// Says that the move was wrong, shows the opponent's answer if that explains it, and takes the move
    /// back.
    fn take_back(&self, said: String) {
        self.tell(Stage::Wrong, said);
        let answer = || {
            let table = self.table.borrow();
            self.step()?.want.answer(&table.room.running()?.position)
        };
        if let Some(command) = answer().and_then(|mv| self.command(mv)) {
            let opponent = self.table.borrow().room.occupant(Seat::Top).map(|occupant| occupant.member);
            self.carry_out(opponent.unwrap_or(LEARNER), &command);
        }
        self.later(STAYS, Box::new(|lesson| lesson.set_up()));
    }

    /// Sets up the position of the step.
    fn set_up(&self) {
        let Some(Progress { step, .. }) = self.progress() else { return };
        let Some(room) = board(self.game, step) else { return };
        {
            let table = &mut *self.table.borrow_mut();
            let run = table.run.wrapping_add(1);
            *table = Table { room: room.clone(), made: 0, busy: false, run };
        }
        self.session.show(room);
    }

    /// Carries out a command by the rules of the room; returns whether they allow it.
    fn carry_out(&self, member: MemberId, command: &Command) -> bool {
        let decided = decide(&self.table.borrow().room, member, command, 0);
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
                self.session.tell(Notice::Refused(reason));
                false
            }
        }
    }

    /// The command that plays a move.
    fn command(&self, mv: Move) -> Option<Command> {
        let table = self.table.borrow();
        let game = table.room.running()?;
        Some(Command::Play { game: game.number, ply: game.ply(), mv })
    }

    /// Runs a callback so many milliseconds after the last move's animation, unless another step has begun by
    /// then.
    fn later(&self, millis: u32, act: Box<dyn FnOnce(&Self)>) {
        let film = self.session.peek().and_then(|shown| shown.film.clone());
        let millis = millis + film.map_or(0, |film| film.millis(self.session));
        let (this, run) = (self.clone(), self.table.borrow().run);
        let act = move || {
            if this.table.borrow().run == run {
                act(&this);
            }
        };
        client::after(Duration::from_millis(millis.into()), act);
    }

    fn tell(&self, stage: Stage, said: String) {
        self.session.change(|shown| {
            if let Some(progress) = &mut shown.lesson {
                (progress.stage, progress.said) = (stage, said);
                progress.news += 1;
            }
        });
    }

    /// Stores the progress, with the step to go on with.
    fn keep(&self, step: usize) {
        if let Some(Progress { done, .. }) = self.progress() {
            keep(self.game, &done, step);
        }
    }

    fn progress(&self) -> Option<Progress> {
        self.session.peek()?.lesson.clone()
    }

    fn step(&self) -> Option<&'static Step> {
        steps(self.game).get(self.progress()?.step)
    }
}
