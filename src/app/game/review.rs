//! The review of a finished game (computer analysis): a graph of the evaluation move by move, what each side
//! lost, and which move decided it.

use engine_protocol::review::{ReviewedMove, decisive_move, points_lost};
use leptos::prelude::*;
use rules::Side;
use wasm_bindgen::JsCast;

use super::replay::PLAY_BUTTON;
use super::view::session::{Review, Session};
use crate::app::text::computer;
use crate::app::text::{joined, words};
use crate::app::ui::dialog::dialog;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{memo, part_if, text};
use crate::client;

/// The least range of the graph, in hundredths of a point up and down.
const MIN_RANGE: i32 = 1_000;

/// The review, as a dialog.
pub(super) fn review_card(session: Session, open: RwSignal<bool>) -> AnyView {
    let button = move |class: &'static str, name: String, steps_through: bool| {
        let act = move || {
            if steps_through {
                show_position(session, open, 0);
            } else {
                open.set(false);
            }
        };
        button(class).on_click(act).child(name)
    };
    // Rendered anew when the analysis advances, and not whenever anything else changes.
    let review = memo(move || session.state().review.clone());
    let picture = part_if(move || {
        let review = review.get()?;
        untrack(|| graph_and_summary(session, &review, open))
    });
    let announcement = text(move || {
        let summary = review.get().and_then(|review| untrack(|| summary(session, &review)));
        joined(" ", summary.unwrap_or_default().sentences)
    });
    let lines = [
        el("h2").id("review").child(words::GAME_REVIEW),
        el("div").child(picture),
        el("p").class("hidden").role("status").child(announcement),
        el("div")
            .class("actions")
            .child(button("button primary", words::step_through(), true))
            .child(button("button", words::close(), false)),
    ];
    dialog(open, "review", "", lines.map(El::any).into_iter().collect())
}

/// The summary of a review.
#[derive(Default)]
struct Summary {
    sentences: Vec<String>,
    /// The deciding move's index, and a sentence about it.
    turning_point: Option<(usize, String)>,
}

/// The summary, once the whole game has been analysed.
fn summary(session: Session, review: &Review) -> Option<Summary> {
    let state = session.state();
    let game = state.room.as_ref()?.game.as_ref()?;
    let turns: Vec<ReviewedMove> = review.reviewed_moves.iter().flatten().copied().collect();
    if review.number != game.number || turns.len() < review.reviewed_moves.len() {
        return None;
    }
    let who = session.names();
    let lost = points_lost(&turns);
    let of_side = |side: Side| {
        let moves = turns.iter().filter(|turn| turn.side == side).count() as u32;
        computer::mistakes_sentence(&game.position, &who[side.index()], lost[side.index()], moves)
    };
    let near = session.near_side();
    let mut sentences: Vec<String> = [near, near.other()].into_iter().filter_map(of_side).collect();
    let loser = game.ending.and_then(|ending| ending.winner).map(Side::other);
    let turning_point = loser.and_then(|loser| decisive_move(&turns, loser)).and_then(|place| {
        let (turn, mv) = (turns.get(place)?, game.moves.get(place)?);
        let (number, mover) = (place as u32 + 1, &who[turn.side.index()]);
        Some((place, computer::turning_point(&game.position, number, mover, *mv, turn.loss())))
    });
    sentences.push(match &turning_point {
        Some((_, text)) => text.clone(),
        None => words::no_turning_point(),
    });
    Some(Summary { sentences, turning_point })
}

/// The graph with the summary.
fn graph_and_summary(session: Session, review: &Review, open: RwSignal<bool>) -> Option<AnyView> {
    if session.with_game(|game| game.number) != Some(review.number) {
        return None;
    }
    // Up is good for the viewer, down for the opponent.
    let side = |sign: &str, side: Side| {
        let name = format!("{sign} {}", session.name_of(side));
        el("p").class("review-side small soft").child(name).any()
    };
    let near = session.near_side();
    let mut lines = vec![side("↑", near), graph(session, review, open), side("↓", near.other())];
    let Some(Summary { mut sentences, turning_point }) = summary(session, review) else {
        let text =
            words::looking_at_moves(review.reviewed_count() as u32, &review.reviewed_moves.len().to_string());
        lines.push(el("p").class("review-waits").child(text).any());
        return Some(lines.into_any());
    };
    if turning_point.is_some() {
        sentences.pop();
    }
    lines.extend(sentences.into_iter().map(|sentence| el("p").child(sentence).any()));
    lines.extend(turning_point.map(|(place, text)| {
        let act = move || show_position(session, open, place as u32);
        button("button").on_click(act).child(text).any()
    }));
    Some(lines.into_any())
}

/// Closes the card and shows the position before a move.
fn show_position(session: Session, open: RwSignal<bool>, ply: u32) {
    open.set(false);
    session.go_to_ply(Some(ply));
    // The replay bar is rendered only now.
    client::defer(|| client::focus(PLAY_BUTTON));
}

/// The graph: a bar for every move, the evaluation before it from the viewer's side, up for good, down for
/// bad.
fn graph(session: Session, review: &Review, open: RwSignal<bool>) -> AnyView {
    let near = session.near_side();
    let value = |turn: &ReviewedMove| if turn.side == near { turn.best } else { -turn.best };
    let most = review
        .reviewed_moves
        .iter()
        .flatten()
        .map(|turn| value(turn).abs())
        .max()
        .unwrap_or(0)
        .max(MIN_RANGE);
    let bar = |(place, turn): (usize, &Option<ReviewedMove>)| {
        // Half of the height is 50 percent.
        let half = turn.as_ref().map_or(0, |turn| value(turn) * 48 / most);
        let (upper, lower) = (50 - half.max(0), 50 - half.min(0) + 1);
        el("i").attr("data-ply", place.to_string()).attr("style", format!("--upper:{upper};--lower:{lower}"))
    };
    let show = move |event: web_sys::Event| {
        let bar = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let ply = bar.and_then(|bar| bar.get_attribute("data-ply")).and_then(|ply| ply.parse().ok());
        if let Some(ply) = ply {
            show_position(session, open, ply);
        }
    };
    el("div")
        .class("review-graph")
        .role("img")
        .aria_label(words::EVALUATION)
        .on("click", show)
        .children(review.reviewed_moves.iter().enumerate().map(bar))
        .any()
}
