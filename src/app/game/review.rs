//! The review of a game that is over: how it went move by move, what each side gave away, which move decided it.

use engine::review::{Judged, deciding, given_away};
use leptos::prelude::*;
use rules::Side;
use wasm_bindgen::JsCast;

use super::session::{Review, Session};
use super::status::names;
use crate::app::text::computer::{amount, move_name};
use crate::app::ui::dialog::dialog;
use crate::app::ui::el::{El, el};
use crate::app::ui::live::{Live, part_if};

/// The graph shows so much at least, in hundredths of a point, up and down.
const LEAST: i32 = 1_000;

/// The review, as a dialog.
pub(super) fn review_card(session: Session, open: RwSignal<bool>) -> AnyView {
    let button = move |class: &'static str, name: &'static str, look: bool| {
        let act = move |_: web_sys::Event| {
            open.set(false);
            if look {
                session.look_at(Some(0));
            }
        };
        el("button").class(class).attr("type", "button").on("click", act).child(name)
    };
    let lines = [
        el("h2").attr("id", "review").child("How it went"),
        el("div").child(story(session, open)),
        el("div")
            .class("actions")
            .child(button("button primary", "Step through it", true))
            .child(button("button", "Close", false)),
    ];
    dialog(open, "review", "", lines.map(El::any).into_iter().collect())
}

/// The graph, and what it comes to.
fn story(session: Session, open: RwSignal<bool>) -> Live<AnyView> {
    part_if(move || {
        let shown = session.shown();
        let game = shown.room.as_ref()?.game.as_ref()?;
        let review = shown.review.as_ref().filter(|review| review.number == game.number)?;
        let who = names(session);
        let (done, all) = (review.done(), review.turns.len());
        let mut story = vec![graph(session, review, open)];
        if done < all {
            story.push(
                el("p").attr("role", "status").child(format!("Looking at every move: {done} of {all}")).any(),
            );
            return Some(story.into_any());
        }
        let turns: Vec<Judged> = review.turns.iter().flatten().copied().collect();
        let lost = given_away(&turns);
        for side in [session.near(), session.near().other()] {
            let who = &who[side.index()];
            let text = format!("{} gave away {}.", who.subject(), amount(&game.position, lost[side.index()]));
            story.push(el("p").child(text).any());
        }
        let loser = game.ending.and_then(|ending| ending.winner).map(Side::other);
        let decided = loser.and_then(|loser| deciding(&turns, loser));
        let decided = decided.and_then(|place| Some((place, turns.get(place)?, game.moves.get(place)?)));
        let text = match decided {
            Some((place, turn, mv)) => {
                let by = &who[turn.side.index()];
                let lost = amount(&game.position, turn.lost());
                let text = format!(
                    "Move {}, {}, decided it: {} {lost}.",
                    place + 1,
                    move_name(*mv),
                    by.verb("it cost you", "it gave away")
                );
                look_button(session, open, place, text)
            }
            None => el("p").child("No single move decided it.").any(),
        };
        story.push(text);
        Some(story.into_any())
    })
}

/// A button that shows the position before a move.
fn look_button(session: Session, open: RwSignal<bool>, place: usize, text: String) -> AnyView {
    let look = move |_: web_sys::Event| {
        open.set(false);
        session.look_at(Some(place as u32));
    };
    el("button").class("button").attr("type", "button").on("click", look).child(text).any()
}

/// A bar for every move: how the game stood before it for the one who looks, up for good, down for bad.
fn graph(session: Session, review: &Review, open: RwSignal<bool>) -> AnyView {
    let near = session.near();
    let value = |turn: &Judged| if turn.side == near { turn.best } else { -turn.best };
    let most = review.turns.iter().flatten().map(|turn| value(turn).abs()).max().unwrap_or(0).max(LEAST);
    let bar = |(place, turn): (usize, &Option<Judged>)| {
        // Half of the height is 50 percent.
        let half = turn.as_ref().map_or(0, |turn| value(turn) * 48 / most);
        let (from, to) = (50 - half.max(0), 50 - half.min(0) + 1);
        let paint = format!(
            "flex:1;background:linear-gradient(#0000 {from}%,currentColor {from}% {to}%,#0000 {to}%)"
        );
        el("i").attr("data-ply", place.to_string()).attr("style", paint)
    };
    let look = move |event: web_sys::Event| {
        let bar = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let ply = bar.and_then(|bar| bar.get_attribute("data-ply")).and_then(|ply| ply.parse().ok());
        if let Some(ply) = ply {
            open.set(false);
            session.look_at(Some(ply));
        }
    };
    el("div")
        .attr("role", "img")
        .attr("aria-label", "How the game stood before every move")
        .attr("style", "display:flex;block-size:7rem;margin-block:.5rem;cursor:pointer;color:var(--accent)")
        .on("click", look)
        .child(review.turns.iter().enumerate().map(bar).collect::<Vec<_>>())
        .any()
}
