//! The language choice (i18n): a plain form, submitted on change; without the page's program, by its button.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::el::el;
use crate::app::api::Speak;
use crate::app::text::language::Language;
use crate::app::text::words;

/// The form. The page comes back in the chosen language. A page may contain it several times.
pub fn language_choice() -> AnyView {
    let current = Language::current();
    let option = |language: Language| {
        el("option")
            .attr("value", language.tag())
            .attr("lang", language.locale())
            .attr("selected", language == current)
            .child(language.name())
    };
    let send = move |event: web_sys::Event| {
        if let Some(form) = event_target::<web_sys::HtmlSelectElement>(&event).form() {
            // The form has no field that could be invalid.
            let _ = form.request_submit();
        }
    };
    let select = el("select")
        .class("input")
        .attr("name", "language")
        // Browsers must not restore the previous choice: the page may be in another language by now.
        .attr("autocomplete", "off")
        .on("change", send)
        .children(Language::ALL.map(option));
    let label = el("label").class("label").child(words::LANGUAGE).child(" ").child(select);
    el("form")
        .class("language")
        .attr("action", Speak::PATH)
        .attr("method", "post")
        .child(label)
        .child(el("button").class("button").child(words::USE_LANGUAGE))
        .any()
}
