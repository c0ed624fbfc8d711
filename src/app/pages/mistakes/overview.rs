//! The overview: what is due, what is learned, and the games that were not looked through yet.

use leptos::prelude::*;
use rules::Game;

use super::actions::MistakesPage;
use super::state::{Looking, State};
use super::task::counts;
use crate::app::pages::page_head;
use crate::app::text::names::date_text;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::live::{memo, part, text};
use crate::app::{Opponent, local_path};

/// The page without a board.
pub fn overview(page: MistakesPage) -> AnyView {
    // A progress within a game changes no button, which would lose the focus.
    let shown = memo(move || {
        let state = page.state();
        (state.is_read, state.looking.is_some(), state.drills.clone(), state.games.len())
    });
    let said = text(move || said(&page.state()));
    let content = part(move || {
        let (is_read, ..) = shown.get();
        untrack(|| if is_read { content(page, &page.peek()) } else { ().into_any() })
    });
    let card = el("section")
        .class("card")
        .aria_label(words::MY_MISTAKES)
        .child(el("p").child(words::MISTAKES_ABOUT))
        // The live region is there before it has a text, which otherwise would not be read aloud.
        .child(el("p").role("status").child(said))
        .child(content);
    let heading = el("h1").child(words::MY_MISTAKES);
    el("main").id("main").class("page mistakes").child(page_head(heading)).child(card).any()
}

/// What is said of it: the game that is looked through, or how the drills stand.
fn said(state: &State) -> String {
    if !state.is_read {
        return String::new();
    }
    if let Some(Looking { number, all, .. }) = state.looking {
        return words::mistakes_looking(number, all);
    }
    let found = state.found.map(words::mistakes_found);
    let next = state.drills.queue().first().and_then(|drill| drill.due());
    let standing = match (state.due(), next) {
        (0, None) if state.drills.learned() == 0 => words::mistakes_none(),
        (0, Some(day)) => words::mistakes_rest(&date_text(&day.to_string())),
        _ => counts(state),
    };
    [found, Some(standing)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The buttons, and what they are about.
fn content(page: MistakesPage, state: &State) -> AnyView {
    if state.looking.is_some() {
        // No part of the live region, which would speak with every move.
        let progress = move || {
            let (judged, all) = page.state().looking.as_ref().map_or((0, 0), |looking| looking.moves);
            words::looking_at_moves(judged, &all.to_string())
        };
        let stop = button("button").on_click(move || page.stop_looking()).child(words::STOP_PROOF);
        return fragment([el("p").class("soft").child(text(progress)), actions([Some(stop)])]);
    }
    let waiting = state.drills.queue().len();
    let due = state.due();
    let (class, name) = match due {
        0 => ("button", words::mistakes_anyway()),
        _ => ("button primary", words::mistakes_practise()),
    };
    let practise = (waiting > 0).then(|| button(class).on_click(move || page.practise()).child(name));
    let learned = state.drills.learned() as u32;
    let rests = due == 0 && waiting > 0 && learned > 0;
    let rests = rests.then(|| el("p").class("soft").child(words::mistakes_learned(learned)));
    let games = state.games.len() as u32;
    let note = (games > 0).then(|| el("p").class("soft").child(words::mistakes_games(games)));
    let look = (games > 0).then(|| {
        let class = if due == 0 { "button primary" } else { "button" };
        button(class).on_click(move || page.look_through()).child(words::MISTAKES_LOOK)
    });
    let is_empty = waiting == 0 && learned == 0;
    let play = is_empty.then(|| {
        let computer = local_path(Opponent::Computer, Game::Mancala);
        el("a").class("button").href(computer).child(words::PLAY_COMPUTER)
    });
    fragment([rests, note, Some(actions([practise, look, play]))])
}

fn actions(buttons: impl IntoIterator<Item = Option<El>>) -> El {
    el("div").class("actions").children(buttons.into_iter().flatten())
}
