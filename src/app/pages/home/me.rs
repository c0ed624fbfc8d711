//! The visitor's mark and name, which can be changed in place.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::app::api::Rename;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::mark::mark;
use crate::model::my_games::Guest;

/// The form with mark and name.
pub(super) fn name_form(guest: Guest) -> AnyView {
    // A plain form, submitted by Enter or by leaving the field; the page comes back with the name as the
    // server sanitised it.
    let send = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(form) = input.form() {
            // It fails only if the name is too short, and then the browser says so.
            let _ = form.request_submit();
        }
    };
    let input = el("input")
        .class("input")
        .id("name")
        .attr("name", "name")
        .attr("value", guest.name.clone())
        .attr("required", true)
        .attr("minlength", "2")
        .attr("maxlength", "20")
        .attr("autocomplete", "nickname")
        .on("change", send);
    let label = el("label").class("hidden").attr("for", "name").child(words::YOUR_NAME);
    el("form")
        .class("me")
        .attr("action", Rename::PATH)
        .attr("method", "post")
        .child(mark(guest.name))
        .child(el("span").class("grow").child(label).child(input))
        .any()
}
