//! The levels of the computer as faces: one press starts a game against that one. Perfect has a face where it is offered.

use leptos::prelude::*;
use room::Seat;

use super::players::levels;
use crate::app::game::view::session::Session;
use crate::app::text::computer::level_description;
use crate::app::text::names::level_name;
use crate::app::ui::el::{button, el};
use crate::app::ui::face::face;
use crate::app::ui::live::{maybe, memo, part};

/// The list of faces. The level that is chosen already, by a lesson's link or by the last game, is marked.
pub(super) fn faces(session: Session) -> AnyView {
    let with_perfect = memo(move || session.is_perfect_offered());
    part(move || {
        let with_perfect = with_perfect.get();
        untrack(|| list(session, with_perfect))
    })
    .into_any()
}

fn list(session: Session, with_perfect: bool) -> AnyView {
    let faces = levels(with_perfect).zip(1u32..).map(|(level, strength)| {
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
        .attr("style", if with_perfect { "--levels:9" } else { "--levels:8" })
        .children(faces)
        .any()
}
