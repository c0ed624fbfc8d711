//! The panel with move list and chat: beside the board where there is room, otherwise a sheet from below.

pub(in crate::app) mod chat;
pub mod moves;

use leptos::prelude::*;

use self::chat::chat_view;
use self::moves::move_list;
use super::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{deferred, flag, memo, part_if};
use crate::client;

pub(super) fn panel(session: Session, open: RwSignal<bool>) -> AnyView {
    let local = memo(move || session.on_device());
    let close = move || {
        open.set(false);
        // During a replay the replay bar has the place of the controls.
        client::focus(".control-panel, .replay .control");
    };
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            close();
        }
    };
    let head = el("div").class("panel-head").child(el("h2").child(words::MOVES)).child(
        button("button quiet square panel-close")
            .aria_label(words::CLOSE)
            .on_click(close)
            .child(icon(Icon::Close)),
    );
    let reviewed = part_if(move || {
        let facts = session.state().reviewed.clone().filter(|facts| !facts.is_empty())?;
        Some(el("p").class("soft small").child(el("bdi").child(facts)).any())
    });
    let head = head.child(reviewed);
    el("aside")
        .class("panel")
        .id("panel")
        .aria_label(words::MOVES_AND_CHAT)
        .attr("data-open", flag(move || open.get()))
        .on_key(escape)
        .child(head)
        .child(deferred(move || {
            let chat = part_if(move || (!local.get()).then(|| untrack(|| chat_view(session))));
            vec![move_list(session, open), chat.into_any()].into_any()
        }))
        .any()
}
