//! The days before today, each with a link to its puzzle and how it was solved.

use leptos::prelude::*;
use puzzles::{Day, Outcome};

use super::actions::PuzzlePage;
use super::state::DAYS;
use crate::app::puzzles_path;
use crate::app::text::names::date_text;
use crate::app::text::{puzzle as puzzle_text, words};
use crate::app::ui::el::{button, el, fragment};
use crate::app::ui::live::{memo, part};

/// The list, the newest day first.
pub fn days(page: PuzzlePage) -> AnyView {
    let shown = memo(move || page.state().days);
    let list = part(move || {
        let shown = shown.get();
        untrack(|| list(page, shown))
    });
    el("div").class("past").child(list).any()
}

fn list(page: PuzzlePage, shown: u32) -> AnyView {
    let state = page.peek();
    let first = state.today.0.saturating_sub(shown).max(Day::FIRST.0);
    let days = (first..state.today.0).rev().map(Day);
    let rows = days.map(|day| {
        let number = state.pack.as_ref().and_then(|pack| day.puzzle(pack.len()));
        let outcome = number.and_then(|number| state.results.outcome(number));
        let date = date_text(&day.to_string());
        let (kind, name) = match outcome {
            Some(Outcome::Solved) => (Some("solved"), words::puzzle_solved_on(&date)),
            Some(Outcome::Missed) => (Some("missed"), words::puzzle_missed_on(&date)),
            None => (None, date),
        };
        let link = el("a")
            .class("button quiet")
            .href(format!("{}/{day}", puzzles_path(page.game)))
            .attr("data-done", kind)
            .aria_label(name)
            .child(puzzle_text::short_day(day));
        el("li").child(link)
    });
    let list = el("ul").class("days").children(rows);
    let more = (first > Day::FIRST.0).then(|| {
        button("button quiet")
            .on_click(move || page.change(|state| state.days += DAYS))
            .child(words::PUZZLE_EARLIER)
    });
    fragment([Some(list), more])
}
