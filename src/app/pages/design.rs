//! Every part of the page in every state, on one sheet, for those who change how it looks: served to developers
//! (`--design`), drawn by the server alone. Parts are the classes of `style/`; boards stand on the pages of games.

mod parts;

use leptos::prelude::*;

use super::page_head;
use crate::app::ui::el::{El, el};
use parts::{around_a_game, cards, controls, fields, news, people};

/// Custom properties that are colours, as `style/tokens.css` and the themes have them.
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

/// The sheet. It is seen in the theme that is set on the device.
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
        .child(sheet("around a game", around_a_game()))
        .child(sheet("news", news()))
        .any()
}

/// A part of the sheet under its heading.
fn sheet(name: &'static str, parts: Vec<El>) -> El {
    el("section").class("card").child(el("h2").child(name)).child(parts)
}
