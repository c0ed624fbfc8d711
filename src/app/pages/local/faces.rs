//! The levels of the computer as faces: one press starts a game against that one. Perfect has a face where it is offered.

use engine_protocol::Level;
use leptos::prelude::*;
use room::Seat;

use super::players::offered_levels;
use crate::app::game::view::session::Session;
use crate::app::text::computer::level_description;
use crate::app::text::names::level_name;
use crate::app::ui::el::{button, el};
use crate::app::ui::face::face;
use crate::app::ui::live::{maybe, memo, part};

/// The list of faces. The level that is chosen already, by a lesson's link or by the last game, is marked.
pub(super) fn faces(session: Session) -> AnyView {
    let offered = memo(move || offered_levels(session));
    part(move || {
        let levels = offered.get();
        untrack(|| list(session, levels))
    })
    .into_any()
}

fn list(session: Session, levels: Vec<Level>) -> AnyView {
    let strongest = levels.len();
    let faces = levels.into_iter().zip(1u32..).map(|(level, strength)| {
        let start = move || {
            session.seat_computer(Seat::Top, Some(level));
            session.start_game();
        };
        let chosen = move || (session.level_at(Seat::Top) == Some(level)).then(|| "true".to_owned());
        let name = el("strong").child(level_name(level));
        let about = el("span").class("soft small").child(level_description(level));
        let strength =
            el("span").class("strength").attr("aria-hidden", "true").attr("style", format!("--n:{strength}"));
        let start = button("face-button").attr("aria-current", maybe(chosen)).on_click(start);
        el("li").child(start.child(face(level)).child(name).child(about).child(strength))
    });
    el("ul")
        .class("faces")
        .attr("role", "list")
        .attr("style", format!("--levels:{strongest}"))
        .children(faces)
        .any()
}
