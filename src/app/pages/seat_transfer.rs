//! The pages of a seat transfer to another device: where the player gets a link, and where the link leads,
//! with a button that takes the seat. Loading either page changes nothing.

use leptos::prelude::*;

use super::page_head;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::model::room_page::{SeatData, SeatStep};

/// The page for the current step of the transfer.
pub fn seat_page() -> AnyView {
    let Some(SeatData { code, game, step }) = use_context() else { return super::not_found() };
    let heading = match step {
        SeatStep::CreateLink | SeatStep::NoSeat | SeatStep::StrangersPlay | SeatStep::Link { .. } => {
            words::move_device()
        }
        SeatStep::RedeemLink | SeatStep::InvalidLink | SeatStep::AlreadySeated => words::take_seat(),
    };
    let soft = |text: String| el("p").class("soft").child(text);
    let problem = |text: String| el("p").class("problem").role("alert").child(text);
    let parts: Vec<El> = match step {
        SeatStep::CreateLink => {
            vec![soft(words::move_how()), form(format!("/r/{code}/move"), words::move_link(), None)]
        }
        SeatStep::NoSeat => vec![problem(words::move_no_seat())],
        SeatStep::StrangersPlay => vec![problem(words::move_later())],
        SeatStep::Link { link, qr } => {
            let square = el("div")
                .class("qr")
                .role("img")
                .aria_label(words::QR_CODE)
                .child(view! { <div inner_html=qr></div> }.into_any());
            let copy = button("button primary")
                .attr("hidden", true)
                .attr("data-copy", link.clone())
                .attr("data-done", words::LINK_COPIED)
                .attr("data-shut", words::CANNOT_COPY)
                .child(words::COPY_LINK);
            vec![
                soft(words::move_link_how()),
                square,
                el("p").class("seat-link").id("link").child(link),
                el("div").class("actions").child(copy),
                el("p").class("soft").id("said").role("status"),
            ]
        }
        SeatStep::RedeemLink => {
            let what = words::take_how(game_name(game), &code.grouped());
            // A script fills in the secret after the `#` of the link; without scripts it is typed.
            let field = el("div")
                .class("field")
                .id("typed")
                .child(el("label").attr("for", "secret").child(words::TAKE_CODE))
                .child(
                    el("input")
                        .class("input")
                        .id("secret")
                        .attr("name", "secret")
                        .attr("required", true)
                        .attr("maxlength", "64")
                        .attr("autocomplete", "off")
                        .attr("spellcheck", "false"),
                );
            vec![soft(what), form(format!("/r/{code}/take"), words::take(), Some(field))]
        }
        SeatStep::InvalidLink => vec![problem(words::take_spent())],
        SeatStep::AlreadySeated => vec![problem(words::take_sits())],
    };
    let back = el("p").child(el("a").href(format!("/r/{code}")).child(words::TO_GAME));
    el("main")
        .id("main")
        .class("page notice")
        .child(page_head(el("h1").child(heading)))
        .child(el("section").class("card").child(parts).child(back))
        .any()
}

fn form(to: String, name: String, field: Option<El>) -> El {
    el("form")
        .attr("method", "post")
        .attr("action", to)
        .child(field)
        .child(el("div").class("actions").child(el("button").class("button primary big").child(name)))
}
