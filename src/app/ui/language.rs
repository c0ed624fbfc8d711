//! The choice of a language: a plain form, sent as soon as one is chosen; without the page's program, by its button.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::el::el;
use crate::app::api::Speak;
use crate::app::text::language::Language;
use crate::app::text::words;

/// The form. The page comes back in the language that was chosen. It may stand on a page several times.
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
            // Nothing in it can be filled in wrongly.
            let _ = form.request_submit();
        }
    };
    let select = el("select")
        .class("input")
        .attr("name", "language")
        // What a browser kept of the page before is not what this one speaks.
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
