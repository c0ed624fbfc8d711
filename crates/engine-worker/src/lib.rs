//! The engine as a separate WebAssembly program for a web worker: `public/engine-worker.js` passes it questions as JSON
//! and posts its answers. It is built for speed (`make engine`), and pages fetch it on the first game against the
//! computer, hint or review.

mod prover;

use std::cell::RefCell;

use engine::{Limits, SearchResult, choose, score_moves, search};
use engine_protocol::{Answer, Level, Question, ScoredMove, Task};
use rules::Position;
use wasm_bindgen::prelude::wasm_bindgen;

use prover::Prover;

/// Perfect play spends at most this share of its time on a proof, and the rest on a search if there is none.
const PROOF_SHARE: f64 = 0.9;

thread_local! {
    /// The one engine of the worker.
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// Answers a question in the browser: [`Engine::answer_json`] with the browser's clock.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    ENGINE.with_borrow_mut(|engine| engine.answer_json(question, js_sys::Date::now))
}

/// The engine with what it keeps from one question to the next. Only proofs keep something, so all other answers depend
/// on their question alone.
#[derive(Default)]
pub struct Engine {
    prover: Prover,
}

impl Engine {
    /// Answers a question, both as JSON. Invalid JSON and invalid questions give an empty [`Answer`]. `now` is a clock
    /// in milliseconds, with any epoch.
    pub fn answer_json(&mut self, question: &str, now: fn() -> f64) -> String {
        let question = serde_json::from_str(question).ok();
        let answer = question.and_then(|question| self.answer(&question, now));
        serde_json::to_string(&answer.unwrap_or_default()).unwrap_or_default()
    }

    /// Answers a question; `None` if its setup is invalid or a move of its record is illegal.
    pub fn answer(&mut self, question: &Question, now: fn() -> f64) -> Option<Answer> {
        question.record.setup.validate().ok()?;
        let position = question.record.replay().ok()?;
        if let Task::Play { level: Level::Perfect, .. } = question.task {
            return Some(self.play_perfectly(question, &position, now));
        }
        let deadline = now() + f64::from(question.millis);
        let mut time_is_up = || now() >= deadline;
        let mut limits = Limits::new(&mut time_is_up);
        limits.nodes = question.nodes;
        let answer = match question.task {
            Task::Play { level, seed } => {
                let result = choose(&position, level, &mut limits, seed.into());
                let chosen =
                    result.mv.map(|mv| ScoredMove { mv, value: result.value, proved: result.proved });
                Answer { moves: chosen.into_iter().collect(), depth: result.depth, ..Answer::default() }
            }
            Task::Score => {
                Answer { moves: score_moves(&position, u32::MAX, &mut limits), ..Answer::default() }
            }
            Task::Prove { lowest, highest } => {
                let value =
                    self.prover.value_within(&question.record.setup, &position, lowest, highest, &mut limits);
                Answer { value, ..Answer::default() }
            }
            Task::ProveWinner => {
                limits.count_node();
                let value = self.prover.search_within(&position, -1, 1, &mut limits);
                Answer { value, ..Answer::default() }
            }
            Task::Line => {
                let (value, line) = self.prover.best_line(&position, &mut limits).unzip();
                Answer { value, line: line.unwrap_or_default(), ..Answer::default() }
            }
        };
        Some(Answer { nodes: limits.node_count(), ..answer })
    }

    /// Answers with a move that is proved to keep the value. Where the limits are too narrow for the proof, the rest of
    /// them is left for a search.
    fn play_perfectly(&mut self, question: &Question, position: &Position, now: fn() -> f64) -> Answer {
        let begin = now();
        let within = |share: f64| {
            let deadline = begin + f64::from(question.millis) * share;
            move || now() >= deadline
        };
        let mut time_is_up = within(PROOF_SHARE);
        let mut limits = Limits::new(&mut time_is_up);
        limits.nodes = question.nodes;
        let proved = self.prover.best_move(&question.record.setup, position, &mut limits);
        let nodes = limits.node_count();
        if let Some(proved) = proved {
            return Answer { moves: vec![proved], nodes, ..Answer::default() };
        }
        let mut time_is_up = within(1.0);
        let mut limits = Limits::new(&mut time_is_up);
        limits.nodes = question.nodes;
        let SearchResult { mv, value, proved, depth, .. } = search(position, &mut limits);
        let found = mv.map(|mv| ScoredMove { mv, value, proved });
        Answer {
            moves: found.into_iter().collect(),
            depth,
            nodes: nodes + limits.node_count(),
            ..Answer::default()
        }
    }
}
