//! The page of a game's puzzles: the puzzle of the day, training, storm, and the days before. Every move is judged by
//! the line that comes with the puzzle, so the page has no engine; once it was opened, it works without a network.

mod actions;
mod archive;
mod share;
mod state;
mod storm;
mod task;
mod training;
use leptos::prelude::*;
use rules::Game;

use crate::app::game::practice_table::{
    points_now, practice_bar, practice_table, task_button, task_panel, told,
};
use crate::app::game::show_notices;
use crate::app::game::view::session::Session;
use crate::app::text::names::game_name;
use crate::app::text::{puzzle as puzzle_text, words};
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{effect, flag, maybe, memo, part, part_if};
use crate::app::ui::toast::use_toast;
use crate::app::{MISTAKES_PATH, puzzles_path};
use crate::client;
use actions::PuzzlePage;
use state::{Mode, Status};

/// The page.
pub fn puzzles_page(game: Game) -> AnyView {
    let session = Session::new();
    show_notices(session, use_toast());
    let page = PuzzlePage::new(session, game);
    effect(move || client::defer(move || page.open()));
    let other = Game::ALL.into_iter().find(|other| *other != game).unwrap_or(game);
    let bar = practice_bar(words::puzzles_game(game_name(game)))
        .child(el("a").class("button quiet").href(puzzles_path(other)).child(game_name(other)));
    let panel = task_panel(words::PUZZLES)
        .attr("data-kind", maybe(move || Some(kind_of(page.state().mode).to_owned())))
        // Only the server knows the address of the puzzles, which changes with them.
        .attr("data-pack", pack_address(game))
        .child(kinds(page))
        .child(facts(page))
        .child(points_now(session, game))
        .child(told(task::told_text(page)))
        .child(more(page))
        .child(actions(page));
    lead_to_next(page);
    practice_table(session, game, bar, panel)
}

/// The kind of puzzles that is shown, for style sheet and views: a change of it alone builds them anew.
fn kind_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Day(_) => "day",
        Mode::Training => "training",
        Mode::Storm => "storm",
        Mode::Archive => "archive",
    }
}

/// The choice between the kinds of puzzles, and the link to those out of own games.
fn kinds(page: PuzzlePage) -> El {
    let all = [
        (Mode::Day(puzzles::Day(0)), words::PUZZLE_TODAY),
        (Mode::Training, words::PUZZLE_TRAINING),
        (Mode::Storm, words::PUZZLE_STORM),
        (Mode::Archive, words::PUZZLE_ARCHIVE),
    ];
    let kinds = all.into_iter().map(|(mode, name)| {
        let is_current = move || kind_of(page.state().mode) == kind_of(mode);
        button("kind")
            .attr("aria-current", maybe(move || is_current().then(|| "true".to_owned())))
            .on_click(move || page.choose_mode(mode))
            .child(name)
    });
    let mistakes = el("a").class("kind").href(MISTAKES_PATH).child(words::MY_MISTAKES);
    el("nav").class("kinds").aria_label(words::PUZZLE_KINDS).children(kinds).child(mistakes)
}

/// How hard the puzzle is and how much is to be found; in a storm its clock.
fn facts(page: PuzzlePage) -> El {
    let facts = memo(move || {
        let state = page.state();
        let (_, puzzle) = state.puzzle.clone()?;
        Some(puzzle_text::facts(&puzzle)).filter(|_| state.mode != Mode::Storm)
    });
    let content = part_if(move || {
        let storms = page.state().mode == Mode::Storm;
        if storms {
            return Some(untrack(|| storm::clock(page)));
        }
        facts.get().map(|facts| el("p").class("soft small").child(facts).any())
    });
    el("div").class("facts").child(content)
}

/// What the kind has besides: the choice of training, the list of days.
fn more(page: PuzzlePage) -> El {
    let kind = memo(move || kind_of(page.state().mode));
    let content = part_if(move || {
        let kind = kind.get();
        untrack(|| match kind {
            "training" => Some(training::choice_of_puzzles(page)),
            "archive" => Some(archive::days(page)),
            _ => None,
        })
    });
    el("div").class("more").child(content)
}

/// The buttons: what can be done next.
fn actions(page: PuzzlePage) -> El {
    let kind = memo(move || {
        let state = page.state();
        (kind_of(state.mode), state.failed, state.pack.is_some(), state.is_storming())
    });
    let content = part(move || {
        let (kind, failed, is_there, storms) = kind.get();
        untrack(|| match kind {
            _ if failed => retry(page),
            "day" | "training" if is_there => of_puzzle(page),
            "storm" if is_there && !storms => storm::start(page),
            _ => ().into_any(),
        })
    });
    el("div").class("actions").child(content)
}

fn retry(page: PuzzlePage) -> AnyView {
    button("button primary").on_click(move || page.fetch()).child(words::PUZZLE_RETRY).any()
}

/// The buttons of a puzzle: the solution as long as it is not over; then sharing, for that of a day, and the next one.
fn of_puzzle(page: PuzzlePage) -> AnyView {
    let is_over = memo(move || matches!(page.state().status, Status::Over(_)));
    let solution = move || {
        let shown = flag(move || !page.state().can_show());
        task_button("button", words::puzzle_show(), shown, move || page.show_solution())
    };
    let shares = memo(move || page.state().day_marks().is_some());
    let first = part(move || {
        let shares = shares.get();
        untrack(|| if shares { share::share_button(page) } else { solution() })
    });
    let next = part(move || {
        let class = if is_over.get() { "button primary" } else { "button" };
        untrack(|| button(class).on_click(move || page.begin_next()).child(words::PUZZLE_NEXT).any())
    });
    vec![first.into_any(), next.into_any()].into_any()
}

/// Leads whoever is on the board to the next puzzle when one is over; a focus elsewhere stays there.
fn lead_to_next(page: PuzzlePage) {
    let is_over =
        memo(move || matches!(page.state().status, Status::Over(_)) && page.state().mode != Mode::Storm);
    effect(move || {
        if is_over.get() {
            client::defer(|| client::focus_from(".board, .actions", ".actions .primary"));
        }
    });
}

#[cfg(feature = "ssr")]
fn pack_address(game: Game) -> Option<String> {
    Some(use_context::<crate::app::files::BuiltFiles>().unwrap_or_default().puzzles(game))
}

#[cfg(not(feature = "ssr"))]
fn pack_address(_: Game) -> Option<String> {
    None
}
