//! The visitor's mark and name, which can be changed in place.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use room::clean_name;

use crate::app::api::Rename;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::live::{maybe, part_if};
use crate::app::ui::mark::mark;
use crate::client;
use crate::model::my_games::Guest;

/// Where `src/app/named.js` says that a name was saved, and how others see it.
pub(in crate::app::pages) fn name_said() -> El {
    let said = el("p").class("name-said").role("status");
    #[cfg(feature = "ssr")]
    let said = said.attr("data-saved", words::name_saved()).attr("data-seen", words::name_seen_as("{name}"));
    said
}

/// The form with mark and name.
pub(super) fn name_form(guest: Guest) -> AnyView {
    // A plain form, submitted by Enter or by leaving the field; the page comes back with the name as the
    // server sanitised it.
    let is_bad = RwSignal::new(false);
    let send = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(form) = input.form() {
            // It fails only if the browser finds the name too short, which is said as well.
            let _ = form.request_submit();
        }
    };
    // Not sent: the page would come back to say the same.
    let check = move |event: web_sys::Event| {
        let fits = client::field_value("#name").is_some_and(|name| clean_name(&name).is_some());
        is_bad.set(!fits);
        if !fits {
            event.prevent_default();
        }
    };
    // What the browser itself objects to is said here as well, and not in a bubble that goes.
    let refuse = move |event: web_sys::Event| {
        event.prevent_default();
        is_bad.set(true);
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
        .on("invalid", refuse)
        .on("input", typed)
        .on("change", send);
    // Without a text, not even an empty one, it takes no place.
    let said = part_if(move || is_bad.get().then(|| words::bad_name().into_any()));
    let problem = el("p").class("problem small").id("name-problem").role("alert").child(said);
    let label = el("label").class("hidden").attr("for", "name").child(words::YOUR_NAME);
    el("form")
        .class("me")
        .attr("action", Rename::PATH)
        .attr("method", "post")
        .on("submit", check)
        .child(mark(guest.name))
        .child(el("span").class("grow").child(label).child(input).child(problem))
        .child(name_said())
        .any()
}
