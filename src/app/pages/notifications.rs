//! The page of notifications: what this browser is told by Web Push while no page is open, and why it may not
//! work. `public/notify.js` ticks the boxes, and marks on the document which of the reasons is shown.

use leptos::prelude::*;

use super::page_head;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::push::push_box;

/// The page.
pub fn notifications_page() -> AnyView {
    let reasons = [
        ("cannot", words::notify_cannot()),
        ("denied", words::notify_denied()),
        ("failed", words::notify_failed()),
    ];
    let reasons = reasons.map(|(when, why)| el("p").class("problem").attr("data-when", when).child(why));
    let boxes = el("section")
        .class("card field")
        .aria_label(words::NOTIFICATIONS)
        .child(push_box("turn", words::notify_turn()))
        .child(push_box("arrival", words::notify_arrival()))
        .child(el("div").role("status").children(reasons))
        .child(el("p").class("soft small").child(words::NOTIFY_HOW));
    el("main")
        .id("main")
        .class("page cards notifications")
        .child(page_head(el("h1").child(words::NOTIFICATIONS)))
        .child(boxes)
        .child(el("noscript").child(words::NO_SCRIPT))
        .any()
}
