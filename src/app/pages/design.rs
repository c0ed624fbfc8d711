//! The design sheet: every component of the page in every state, for those who change its looks. Served to
//! developers (`--design`), rendered by the server alone. Components are the classes of `style/`; boards are
//! on the pages of games.

mod parts;

use leptos::prelude::*;

use super::page_head;
use crate::app::ui::el::{El, el};
use parts::{cards, controls, fields, game_parts, messages, people};

/// The custom properties for colours, as in `style/tokens.css` and the themes.
const COLOURS: [&str; 24] = [
    "paper",
    "paper-lit",
    "paper-dim",
    "card",
    "card-deep",
    "card-edge",
    "ink",
    "ink-soft",
    "line",
    "line-strong",
    "accent",
    "accent-soft",
    "fill",
    "fill-lit",
    "on-fill",
    "danger",
    "warn",
    "warn-soft",
    "good",
    "focus",
    "wood",
    "wood-lit",
    "felt",
    "brass",
];

/// The sheet, in the theme set on the device.
pub fn design_page() -> AnyView {
    let swatch = |name: &'static str| {
        let colour = el("i").attr("style", format!("--colour:var(--{name})"));
        el("li").child(colour).child(el("code").child(name))
    };
    let colours = el("ul").class("design-colours").children(COLOURS.map(swatch));
    let letters = vec![
        el("h1").child("h1 Duello"),
        el("h2").child("h2 Mancala"),
        el("p").child("p Sow your stones round the board."),
        el("p").class("soft").child(".soft Sow your stones round the board."),
        el("p").class("small").child(".small Sow your stones round the board."),
        el("p").child(el("a").href("#main").child("a link")).child(" ").child(el("kbd").child("kbd")),
    ];
    el("main")
        .id("main")
        .class("page design")
        .child(page_head(el("h1").child("design")))
        .child(sheet("colours", vec![colours]))
        .child(sheet("letters", letters))
        .child(sheet("controls", controls()))
        .child(sheet("fields", fields()))
        .child(sheet("people", people()))
        .child(sheet("cards", cards()))
        .child(sheet("around a game", game_parts()))
        .child(sheet("news", messages()))
        .any()
}

/// A section of the sheet with its heading.
fn sheet(name: &'static str, parts: Vec<El>) -> El {
    el("section").class("card").child(el("h2").child(name)).child(parts)
}
