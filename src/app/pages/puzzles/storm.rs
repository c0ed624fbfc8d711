//! The storm: its clock, what is said before and after it, and its button.

use leptos::prelude::*;
use puzzles::STORM_MS;

use super::actions::PuzzlePage;
use super::state::State;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::text;

/// The time left, and how many puzzles were solved and missed. No live region: it would speak every second.
pub fn clock(page: PuzzlePage) -> AnyView {
    let left = move || {
        let state = page.state();
        let left = state.storm.map_or(STORM_MS, |storm| storm.left(state.now)).div_ceil(1_000);
        words::storm_left(&format!("{}:{:02}", left / 60, left % 60))
    };
    let counts = move || {
        let storm = page.state().storm;
        let (solved, mistakes) = storm.map_or((0, 0), |storm| (storm.solved, storm.mistakes));
        format!("{} · {}", words::storm_solved(solved), words::storm_mistakes(mistakes))
    };
    let time = el("span").class("time").role("timer").child(text(left));
    el("p").class("storm").child(time).child(el("span").class("soft").child(text(counts))).any()
}

/// What a storm is, or how the last one went.
pub fn about(state: &State) -> El {
    let Some(storm) = state.storm else { return el("p").child(words::STORM_ABOUT) };
    let best = words::storm_best(state.results.best_storm.max(storm.solved));
    el("p").class("said").child(words::storm_over(storm.solved)).child(" ").child(best)
}

/// The button that begins one.
pub fn start(page: PuzzlePage) -> AnyView {
    let name = if page.peek().storm.is_some() { words::STORM_AGAIN } else { words::STORM_START };
    button("button primary").on_click(move || page.begin_storm()).child(name).any()
}
