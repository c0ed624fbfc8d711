//! Short cuts for what most elements need. Unlike the names given to [`El::attr`] and [`El::on`] they are checked by the
//! compiler, and so are the values of events.

use leptos::prelude::event_target_value;
use web_sys::{Event, KeyboardEvent};

use super::{El, Value, el};
use crate::app::ui::live::Live;

/// A button that does something in the page, and sends no form.
#[inline(never)]
pub fn button(class: impl Into<Value>) -> El {
    el("button").class(class).attr("type", "button")
}

impl El {
    /// The id by which labels, scripts and tests find it.
    #[inline(never)]
    pub fn id(self, id: impl Into<Value>) -> El {
        self.attr("id", id)
    }

    /// What it is to assistive technology.
    #[inline(never)]
    pub fn role(self, role: &'static str) -> El {
        self.attr("role", role)
    }

    /// What it is called, where its text does not say so.
    #[inline(never)]
    pub fn aria_label(self, name: impl Into<Value>) -> El {
        self.attr("aria-label", name)
    }

    /// Where a link leads.
    #[inline(never)]
    pub fn href(self, address: impl Into<Value>) -> El {
        self.attr("href", address)
    }

    /// While this holds it looks switched off and is called so. It keeps the focus, which an element with the attribute
    /// `disabled` would lose: what is done on a click has to look for itself.
    #[inline(never)]
    pub fn disabled(self, mut off: Live<bool>) -> El {
        self.attr("aria-disabled", Live::new(move || off.read().then(|| "true".to_owned())))
    }

    /// What is done when it is pressed, by pointer or by key.
    pub fn on_click(self, mut act: impl FnMut() + 'static) -> El {
        self.on("click", move |_: Event| act())
    }

    /// What is done when a key is pressed while it has the focus, or something within.
    pub fn on_key(self, act: impl FnMut(KeyboardEvent) + 'static) -> El {
        self.on("keydown", act)
    }

    /// What is done with the value of a field that has been changed.
    pub fn on_change(self, mut act: impl FnMut(String) + 'static) -> El {
        self.on("change", move |event: Event| act(event_target_value(&event)))
    }

    /// What is done with the value of a field with each letter that is typed and each step of a slider.
    pub fn on_input(self, mut act: impl FnMut(String) + 'static) -> El {
        self.on("input", move |event: Event| act(event_target_value(&event)))
    }
}
