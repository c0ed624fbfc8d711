//! The page of a finished game, public to everybody with the link: a replay, the move list, the result, and
//! exports. Rendered by the server alone.

mod device;
mod moves;
mod share;
mod steps;

use leptos::prelude::*;
use room::{Finished, Game};
use rules::Side;

use super::{not_found, page_head};
use crate::app::RecordAddress;
use crate::app::api::RecordData;
use crate::app::text::mapello::colour;
use crate::app::text::names::played;
use crate::app::text::{Who, clock, day, headline, how, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::{mark, mark_opposite};
pub(super) use device::{device, whole};
use share::share;
pub use share::{PICTURE, preview};
pub(super) use steps::board;
use steps::steps;

/// The title of the page.
pub fn record_title(game: &Finished) -> String {
    words::page_title(&who_played(game))
}

fn who_played(game: &Finished) -> String {
    let [first, second] = &game.names;
    format!("{first} \u{2013} {second}")
}

/// The names of both sides.
pub(super) fn both_named(game: &Finished) -> [Who; 2] {
    game.names.clone().map(Who::Named)
}

/// The page; "not found" if there is no such game.
pub fn record_page(address: &RecordAddress) -> AnyView {
    let Some(data) = use_context::<RecordData>() else { return not_found() };
    let room = data.game.room();
    let Some(played) = &room.game else { return not_found() };
    if address.framed {
        return framed(address, &data, played);
    }
    el("main")
        .id("main")
        .class("page record")
        .attr("data-game", device(&data.game))
        .child(page_head(el("h1").child(who_played(&data.game))))
        .child(steps(address, &data, played))
        .child(el("div").class("record-side").child(result(&data.game, played)).child(share(address, &data)))
        .any()
}

/// The embedded page: only the board and the replay links, for a frame on another site.
fn framed(address: &RecordAddress, data: &RecordData, played: &Game) -> AnyView {
    let open = RecordAddress { framed: false, ..address.clone() }.path(address.at);
    let open = el("a").href(open).attr("target", "_blank").attr("rel", "noopener");
    let head = el("header")
        .class("record-frame-head")
        .child(el("h1").child(who_played(&data.game)))
        .child(open.child(words::OPEN_IN_DUELLO));
    el("main").id("main").class("record framed").child(head).child(steps(address, data, played)).any()
}

/// The winner, the score, the game and its date.
fn result(game: &Finished, played_out: &Game) -> El {
    let who = both_named(game);
    let points = played_out.position.score();
    let side = |side: Side| {
        let name = game.names[side.index()].clone();
        el("div")
            .class("result-side")
            .attr("data-winner", game.winner == Some(side))
            .attr("data-disc", played_out.position.as_mapello().map(|_| colour(side)))
            .child(match side {
                Side::First => mark(name.clone()),
                Side::Second => mark_opposite(name.clone(), &game.names[Side::First.index()]),
            })
            .child(el("span").class("name").child(name))
            .child(el("span").class("points").child(points[side.index()].to_string()))
    };
    let score = el("div")
        .class("result-score")
        .child(side(Side::First))
        .child(el("span").class("soft").child(words::SCORE_TO))
        .child(side(Side::Second));
    let ending = played_out.ending;
    let heading = ending.map(|ending| headline(&ending, &who)).unwrap_or_default();
    let how = ending.map(|ending| how(played_out, &ending, &who)).unwrap_or_default();
    let day = day(game.ended);
    let facts = el("p")
        .class("soft small")
        .child(played(&game.settings()))
        .child(" · ")
        .child(clock(game.clock))
        .child(" · ")
        .child(el("time").attr("datetime", day.clone()).child(day));
    el("section")
        .class("card result")
        .attr("aria-labelledby", "result")
        .child(el("h2").id("result").child(heading))
        .child(score)
        .child(el("p").class("soft").child(how))
        .child(facts)
}
