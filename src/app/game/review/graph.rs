//! The graph of a review: a bar for every move, the evaluation before it from the viewer's side, up for good, down for
//! bad. Bars of estimates are striped.

use engine_protocol::review::Certainty;
use leptos::prelude::*;
use rules::Side;
use wasm_bindgen::JsCast;

use crate::app::game::view::session::{Review, Session};
use crate::app::text::words;
use crate::app::ui::el::el;

/// The least range of the graph, in hundredths of a point up and down.
const MIN_RANGE: i32 = 1_000;

/// The graph between the names of the two sides. `show` is called with the number of moves before the one that was
/// pressed.
pub(super) fn graph(session: Session, review: &Review, show: impl Fn(u32) + 'static) -> AnyView {
    let near = session.near_side();
    let all = review.analysis.record().moves.len();
    let value = |ply: usize| {
        let to_move = review.analysis.position(ply)?.to_move();
        let (value, certainty) = review.analysis.value(ply)?;
        review.analysis.reviewed(ply)?;
        Some((if to_move == near { value } else { -value }, certainty))
    };
    let values: Vec<Option<(i32, Certainty)>> = (0..all).map(value).collect();
    let most = values.iter().flatten().map(|(value, _)| value.abs()).max().unwrap_or(0).max(MIN_RANGE);
    let bar = |(ply, value): (usize, &Option<(i32, Certainty)>)| {
        // Half of the height is 50 percent.
        let half = value.map_or(0, |(value, _)| value * 48 / most);
        let (upper, lower) = (50 - half.max(0), 50 - half.min(0) + 1);
        let is_estimate = value.is_some_and(|(_, certainty)| certainty == Certainty::Estimated);
        el("i")
            .attr("data-ply", ply.to_string())
            .attr("data-estimate", is_estimate)
            .attr("style", format!("--upper:{upper};--lower:{lower}"))
    };
    let press = move |event: web_sys::Event| {
        let bar = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let ply = bar.and_then(|bar| bar.get_attribute("data-ply")).and_then(|ply| ply.parse().ok());
        if let Some(ply) = ply {
            show(ply);
        }
    };
    // Up is good for the viewer, down for the opponent.
    let side = |sign: &str, side: Side| {
        let name = format!("{sign} {}", session.name_of(side));
        el("p").class("review-side small soft").child(name).any()
    };
    let bars = el("div")
        .class("review-graph")
        .role("img")
        .aria_label(words::EVALUATION)
        .on("click", press)
        .children(values.iter().enumerate().map(bar));
    let has = |certainty| values.iter().flatten().any(|(_, of)| *of == certainty);
    let is_mixed = has(Certainty::Proved) && has(Certainty::Estimated);
    let legend = is_mixed.then(|| el("p").class("review-side small soft").child(words::GRAPH_LEGEND).any());
    let lines = [Some(side("↑", near)), Some(bars.any()), Some(side("↓", near.other())), legend];
    lines.into_iter().flatten().collect::<Vec<_>>().into_any()
}
