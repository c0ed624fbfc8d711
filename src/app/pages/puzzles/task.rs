//! The text of the panel: the task, and what the last move came to.

use leptos::prelude::*;
use puzzles::Results;

use super::actions::PuzzlePage;
use super::state::{Mode, State, Status};
use super::storm;
use crate::app::text::{puzzle as puzzle_text, words};
use crate::app::ui::el::{El, el, fragment};
use crate::app::ui::live::{Live, memo, part};

/// The content of the live region. It is built anew when something is said, and by no tick of a clock.
pub fn told_text(page: PuzzlePage) -> Live<AnyView> {
    let said = memo(move || {
        let state = page.state();
        let is_there = (state.pack.is_some(), state.failed, state.puzzle.is_some());
        (state.said, state.mode, is_there, state.is_storming(), state.storm.is_some())
    });
    // The results change with the same moves, and are no part of what is said first.
    let results = memo(move || page.state().results.clone());
    part(move || {
        said.get();
        let results = results.get();
        untrack(|| text_of(&page.state(), &results))
    })
}

fn text_of(state: &State, results: &Results) -> AnyView {
    if state.failed {
        return el("p").class("problem").child(words::PUZZLE_FAILED).any();
    }
    if state.pack.is_none() {
        return el("p").class("soft").child(words::loading_game()).any();
    }
    let title = match state.mode {
        Mode::Day(day) => puzzle_text::day_title(day, state.today),
        Mode::Training => words::puzzle_training(),
        Mode::Storm => words::puzzle_storm(),
        Mode::Archive => words::puzzle_archive(),
    };
    let heading = el("h2").child(title);
    match state.mode {
        Mode::Archive => heading.any(),
        Mode::Storm if state.is_storming() => fragment([Some(heading), task(state), answer(state)]),
        Mode::Storm => fragment([heading, storm::about(state)]),
        _ => fragment([Some(heading), task(state), answer(state), standing(state, results)]),
    }
}

/// What is to be done; when it is done, nothing.
fn task(state: &State) -> Option<El> {
    let text = match &state.puzzle {
        Some(_) if matches!(state.status, Status::Over(_)) => return None,
        Some((_, puzzle)) => puzzle_text::task(puzzle),
        None => words::puzzle_none(),
    };
    Some(el("p").child(text))
}

/// What the last move came to. The move itself is seen on the board, and told to who does not see it.
fn answer(state: &State) -> Option<El> {
    let (kind, text) = match &state.status {
        Status::Task => return None,
        Status::GoOn => ("right", words::learn_go_on()),
        // There the next one comes at once.
        Status::Wrong(verdict) if state.mode == Mode::Storm => ("wrong", puzzle_text::why_wrong(verdict)),
        Status::Over(_) if state.mode == Mode::Storm => ("right", words::puzzle_solved()),
        Status::Wrong(verdict) => {
            ("wrong", format!("{} {}", puzzle_text::why_wrong(verdict), words::learn_again()))
        }
        Status::Over(attempt) => ("right", puzzle_text::ending(attempt)),
    };
    let sentence = el("span").class("hidden").child(format!("{} ", state.sentence));
    Some(el("p").class("said").attr("data-kind", kind).child(sentence).child(text))
}

/// Streak and rating, as they are after the puzzle.
fn standing(state: &State, results: &Results) -> Option<El> {
    let is_over = matches!(state.status, Status::Over(_));
    let is_done = matches!(state.mode, Mode::Day(_)) && state.day_marks().is_some();
    if !(is_over || is_done || state.mode == Mode::Training) {
        return None;
    }
    let streak = results.streak_on(state.today);
    let streak = (streak > 0 && matches!(state.mode, Mode::Day(_)))
        .then(|| format!("🔥 {}", words::puzzle_streak(streak)));
    let done = (is_done && !is_over).then(words::puzzle_done);
    let (solved, tried) = results.counts();
    let counts =
        (state.mode == Mode::Training && tried > 0).then(|| words::puzzle_count(solved as u32, tried as u32));
    let rating = (tried > 0).then(|| words::puzzle_rating(results.rating.points.into()));
    let facts = [done, streak, rating, counts].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    Some(el("p").class("soft standing").child(facts))
}
