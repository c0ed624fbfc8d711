//! The engine as a program of its own: `public/engine-worker.js` hands it questions as JSON and posts what it answers. It is
//! built for speed (`make engine`) and fetched when somebody first plays the computer, asks for a hint or reviews a game.

use engine::{Limits, choose, score_moves};
use engine_protocol::{Answer, Question, ScoredMove, Task};
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a question in the browser: [`answer_json`] with the browser's clock.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    answer_json(question, js_sys::Date::now)
}

/// Answers a question, both as JSON; an [`Answer`] without moves to what is no question. `now` tells the time in
/// milliseconds, from any beginning.
pub fn answer_json(question: &str, now: fn() -> f64) -> String {
    let answer = serde_json::from_str(question).ok().and_then(|question| answer(&question, now));
    serde_json::to_string(&answer.unwrap_or_default()).unwrap_or_default()
}

/// Answers a question; `None` if its record is not one of legal moves.
pub fn answer(question: &Question, now: fn() -> f64) -> Option<Answer> {
    question.record.setup.validate().ok()?;
    let position = question.record.replay().ok()?;
    let until = now() + f64::from(question.millis);
    let mut is_late = || now() >= until;
    let mut limits = Limits::new(&mut is_late);
    limits.nodes = question.nodes;
    let (moves, depth) = match question.task {
        Task::Play { level, seed } => {
            let found = choose(&position, level, &mut limits, seed.into());
            let chosen = found.mv.map(|mv| ScoredMove { mv, value: found.value, proved: found.proved });
            (chosen.into_iter().collect(), found.depth)
        }
        Task::Score => (score_moves(&position, u32::MAX, &mut limits), 0),
    };
    Some(Answer { moves, depth, nodes: limits.node_count() })
}
