//! The engine as a separate WebAssembly program for a web worker: `public/engine-worker.js` passes it questions as JSON
//! and posts its answers. It is built for speed (`make engine`), and pages fetch it on the first game against the
//! computer, hint or review.

use engine::{Limits, choose, score_moves};
use engine_protocol::{Answer, Question, ScoredMove, Task};
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a question in the browser: [`answer_json`] with the browser's clock.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    answer_json(question, js_sys::Date::now)
}

/// Answers a question, both as JSON. Invalid JSON and invalid questions give an [`Answer`] without moves. `now` is a
/// clock in milliseconds, with any epoch.
pub fn answer_json(question: &str, now: fn() -> f64) -> String {
    let answer = serde_json::from_str(question).ok().and_then(|question| answer(&question, now));
    serde_json::to_string(&answer.unwrap_or_default()).unwrap_or_default()
}

/// Answers a question; `None` if its setup is invalid or a move of its record is illegal.
pub fn answer(question: &Question, now: fn() -> f64) -> Option<Answer> {
    question.record.setup.validate().ok()?;
    let position = question.record.replay().ok()?;
    let deadline = now() + f64::from(question.millis);
    let mut time_is_up = || now() >= deadline;
    let mut limits = Limits::new(&mut time_is_up);
    limits.nodes = question.nodes;
    let (moves, depth) = match question.task {
        Task::Play { level, seed } => {
            let result = choose(&position, level, &mut limits, seed.into());
            let chosen = result.mv.map(|mv| ScoredMove { mv, value: result.value, proved: result.proved });
            (chosen.into_iter().collect(), result.depth)
        }
        Task::Score => (score_moves(&position, u32::MAX, &mut limits), 0),
    };
    Some(Answer { moves, depth, nodes: limits.node_count() })
}
