//! The chat of a room, with spectator chat among its lines, and the buttons to mute or report a member. The
//! newest line is read by a live region.

mod composer;
mod lines;
mod moderation;

use leptos::prelude::*;

use self::composer::composer;
pub(in crate::app::game) use self::composer::send_line;
pub(in crate::app::game) use self::lines::line_text;
pub(in crate::app::game) use self::lines::unread_chat;
use self::lines::{chat_line, chat_lines, newest_line, viewer_member};
use self::moderation::moderation_buttons;
use crate::app::game::view::session::Session;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{el, fragment};
use crate::app::ui::live::{effect, memo, part, part_if, text};
use crate::client::{self, stage};

fn scroll_to_newest() {
    if let Some(log) = client::find(".chat") {
        log.set_scroll_top(log.scroll_height());
    }
}

/// The chat of a room.
pub(in crate::app) fn chat_view(session: Session) -> AnyView {
    let all = memo(move || chat_lines(session));
    // Scrolls to the newest line, in a task of its own, because reading the height forces a layout.
    effect(move || {
        all.track();
        client::defer(scroll_to_newest);
    });
    // A keyboard that comes up takes most of the height away: whoever writes goes on seeing the newest line.
    effect(move || {
        let resized = window_event_listener_untyped("resize", |_| {
            if client::find("#say:focus").is_some() {
                scroll_to_newest();
            }
        });
        on_cleanup(move || resized.remove());
    });
    let log = part(move || {
        let all = all.get();
        untrack(|| fragment(all.iter().map(|line| chat_line(session, line))))
    });
    // The log is no live region, because it is rendered anew with each line; a separate live region reads the
    // newest one.
    let log = el("div")
        .class("chat")
        .role("log")
        .attr("tabindex", "0")
        .attr("aria-live", "off")
        .aria_label(words::CHAT)
        .child(log);
    let newest = newest_line(session);
    let mut known = newest.get_untracked();
    effect(move || {
        let newest = newest.get();
        if known != newest && !untrack(|| session.is_zen()) {
            stage::sound("chat");
        }
        known = newest;
    });
    let announcement = text(move || {
        newest
            .get()
            .map(|line| words::command_line(&shown_name(&line.name), &line_text(session, &line)))
            .unwrap_or_default()
    });
    let live_region = el("p").class("hidden").role("status").child(announcement);
    let known = memo(move || viewer_member(session).is_some());
    let composer = part_if(move || known.get().then(|| untrack(|| composer(session))));
    let head =
        el("div").class("panel-head").child(el("h2").child(words::CHAT)).child(moderation_buttons(session));
    let all: Vec<AnyView> = vec![head.any(), log.any(), el("div").child(live_region).child(composer).any()];
    all.into_any()
}
