//! Two people who share a device change their names on their plates.

use leptos::prelude::*;
use room::Seat;

use crate::app::game::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, memo, part_if, text};
use crate::app::ui::toast::use_toast;
use crate::client;

/// What lies over the plate of the person on this seat: a button, and once it is pressed a field for the name. Only for
/// two people at one device.
pub(super) fn name_editor(
    session: Session,
    seat: impl Fn() -> Option<Seat> + Copy + Send + Sync + 'static,
) -> AnyView {
    // The seat whose name is written: the board may be turned meanwhile.
    let edited = RwSignal::new(None::<Seat>);
    let offered = memo(move || seat().filter(|_| may_edit(session)));
    part_if(move || {
        let seat = offered.get()?;
        let is_edited = edited.get() == Some(seat);
        Some(if is_edited { field(session, seat, edited) } else { edit_button(session, seat, edited) })
    })
    .into_any()
}

/// The sign beside a name that it can be changed.
pub(super) fn name_sign(session: Session) -> Live<AnyView> {
    let offered = memo(move || may_edit(session));
    part_if(move || offered.get().then(|| icon(Icon::Edit)))
}

/// Whether two people at one device play, and their names are shown.
fn may_edit(session: Session) -> bool {
    let runs = session.with_game(room::Game::is_running) == Some(true);
    runs && session.is_pass_and_play() && !session.is_review() && !session.is_zen()
}

fn edit_button(session: Session, seat: Seat, edited: RwSignal<Option<Seat>>) -> AnyView {
    button("rename")
        .aria_label(text(move || label(session, seat)))
        .on_click(move || {
            edited.set(Some(seat));
            client::defer(|| client::focus("#new-name"));
        })
        .any()
}

fn label(session: Session, seat: Seat) -> String {
    let name = session.with_game(|game| game.side_of(seat)).map(|side| session.name_of(side));
    words::change_name_of(&name.unwrap_or_default())
}

/// The field ends with Enter, with Escape, which leaves the name as it was, and when it is left.
fn field(session: Session, seat: Seat, edited: RwSignal<Option<Seat>>) -> AnyView {
    let toast = use_toast();
    let before = untrack(|| if session.has_no_name(seat) { String::new() } else { session.name_at(seat) });
    let known = StoredValue::new(before.clone());
    // Whether the name stands now: one that is the same already needs no event.
    let save = move |name: String| {
        let is_same = known.try_with_value(|known| *known == name) == Some(true);
        let is_saved = is_same || session.rename_on_device(seat, &name);
        if !is_saved {
            toast.show(words::bad_name());
        }
        is_saved
    };
    let close = move || {
        if edited.try_set(None).is_none() {
            client::defer(client::focus_board);
        }
    };
    let on_key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        // Enter and Escape end a word that is being composed first.
        _ if event.is_composing() => {}
        "Enter" if save(event_target_value(&event)) => close(),
        "Escape" => close(),
        _ => {}
    };
    let leave = move |event: web_sys::Event| {
        // Closing the field takes the focus away from it as well.
        if edited.try_get_untracked().flatten() == Some(seat) {
            save(event_target_value(&event));
            close();
        }
    };
    let select = |event: web_sys::Event| event_target::<web_sys::HtmlInputElement>(&event).select();
    el("input")
        .class("input new-name")
        .id("new-name")
        .aria_label(untrack(|| label(session, seat)))
        .attr("value", before)
        .attr("maxlength", "20")
        .attr("autocomplete", "off")
        .on("focus", select)
        .on("blur", leave)
        .on_key(on_key)
        .any()
}
