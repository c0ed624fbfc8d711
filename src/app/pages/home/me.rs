//! The visitor's mark and name, which can be changed in place.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use room::clean_name;

use crate::app::api::Rename;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::{maybe, text};
use crate::app::ui::mark::mark;
use crate::model::my_games::Guest;

/// The form with mark and name.
pub(super) fn name_form(guest: Guest) -> AnyView {
    // A plain form, submitted by Enter or by leaving the field; the page comes back with the name as the
    // server sanitised it.
    let is_bad = RwSignal::new(false);
    let send = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let fits = clean_name(&input.value()).is_some();
        is_bad.set(!fits);
        if let Some(form) = input.form().filter(|_| fits) {
            // The browser has nothing to object to a name that fits.
            let _ = form.request_submit();
        }
    };
    // What was wrong is mended with the letter that mends it.
    let typed = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if is_bad.get_untracked() {
            is_bad.set(clean_name(&input.value()).is_none());
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
        .attr("aria-describedby", "name-problem")
        .attr("aria-invalid", maybe(move || is_bad.get().then(|| "true".to_owned())))
        .on("input", typed)
        .on("change", send);
    let said = text(move || if is_bad.get() { words::bad_name() } else { String::new() });
    let problem = el("p").class("problem small").id("name-problem").role("alert").child(said);
    let label = el("label").class("hidden").attr("for", "name").child(words::YOUR_NAME);
    el("form")
        .class("me")
        .attr("action", Rename::PATH)
        .attr("method", "post")
        .child(mark(guest.name))
        .child(el("span").class("grow").child(label).child(input).child(problem))
        .any()
}
