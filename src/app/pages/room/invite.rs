//! The invitation to a room: link, QR code, room code, and buttons to copy and share.

use leptos::prelude::*;
use room::RoomCode;

use crate::app::text::words;
use crate::app::ui::code::room_code;
use crate::app::ui::el::{button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, part_if, text};
use crate::app::ui::push::push_box;
use crate::app::ui::toast::use_toast;
use crate::client::share;

/// The invitation to the room with this code.
pub(super) fn invite(code: RoomCode) -> AnyView {
    // The host in the address and the share sheet are known in the browser only.
    let link = RwSignal::new(format!("/r/{code}"));
    let sharing = RwSignal::new(false);
    effect(move || {
        if let Ok(origin) = location().origin() {
            link.set(format!("{origin}/r/{code}"));
        }
        sharing.set(share::can_share());
    });
    let toast = use_toast();
    let copy = move || {
        leptos::task::spawn_local(async move {
            share::copy_link(toast, &link.get_untracked()).await;
        });
    };
    let letters = el("div")
        .child(el("p").class("label").child(words::CODE))
        .child(room_code("p", "invite-code", code))
        .child(el("p").class("soft small").child(words::INVITE_HOW));
    let square = el("img")
        .attr("src", format!("/r/{code}/qr.svg"))
        .attr("alt", words::QR_CODE)
        .attr("width", "160")
        .attr("height", "160");
    let copy = button("button primary").on_click(copy).child(icon(Icon::Copy)).child(words::COPY_LINK);
    let share = part_if(move || {
        let open = move || share::share(&words::play_with_me(), &link.get_untracked());
        let button = || button("button").on_click(open);
        sharing.get().then(|| button().child(icon(Icon::Share)).child(words::SHARE).any())
    });
    el("section")
        .class("card invite")
        .attr("aria-labelledby", "invite")
        .child(el("h2").id("invite").child(words::INVITE))
        .child(letters)
        .child(el("div").class("qr").child(square))
        .child(el("p").class("link").id("link").child(text(move || link.get())))
        .child(el("div").class("actions").child(copy).child(share))
        .child(push_box("arrival", words::notify_arrival()))
        .any()
}
