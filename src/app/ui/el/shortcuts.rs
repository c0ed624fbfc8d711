//! Short cuts for the most common attributes and events. Unlike the names given to [`El::attr`] and [`El::on`] they
//! are checked by the compiler, and so are the values of events.

use leptos::prelude::event_target_value;
use web_sys::{Event, KeyboardEvent, MouseEvent};

use super::{El, Value, el, press};
use crate::app::ui::live::Live;

/// A button with a handler in the page, which submits no form.
#[inline(never)]
pub fn button(class: impl Into<Value>) -> El {
    el("button").class(class).attr("type", "button")
}

impl El {
    /// Sets the id, by which labels, scripts and tests find the element.
    #[inline(never)]
    pub fn id(self, id: impl Into<Value>) -> El {
        self.attr("id", id)
    }

    /// Sets the ARIA role: what the element is to assistive technology.
    #[inline(never)]
    pub fn role(self, role: &'static str) -> El {
        self.attr("role", role)
    }

    /// Sets the accessible name, where the text of the element is not one.
    #[inline(never)]
    pub fn aria_label(self, name: impl Into<Value>) -> El {
        self.attr("aria-label", name)
    }

    /// Sets the address of a link.
    #[inline(never)]
    pub fn href(self, address: impl Into<Value>) -> El {
        self.attr("href", address)
    }

    /// Disables the element while `off` is true, by `aria-disabled`: unlike one with the attribute `disabled` it keeps
    /// the focus. It still receives clicks, so its handler has to check the condition as well.
    #[inline(never)]
    pub fn disabled(self, mut off: Live<bool>) -> El {
        self.attr("aria-disabled", Live::new(move || off.read().then(|| "true".to_owned())))
    }

    /// Handles a press, by pointer or by key.
    pub fn on_click(self, mut act: impl FnMut() + 'static) -> El {
        self.on("click", move |event: MouseEvent| {
            if press::is_meant(&event) {
                act();
            }
        })
    }

    /// Handles a key pressed while the element, or one within it, has the focus.
    pub fn on_key(self, act: impl FnMut(KeyboardEvent) + 'static) -> El {
        self.on("keydown", act)
    }

    /// Handles the value of a field after a change.
    pub fn on_change(self, mut act: impl FnMut(String) + 'static) -> El {
        self.on("change", move |event: Event| act(event_target_value(&event)))
    }

    /// Handles the value of a field at each letter typed and each step of a slider.
    pub fn on_input(self, mut act: impl FnMut(String) + 'static) -> El {
        self.on("input", move |event: Event| act(event_target_value(&event)))
    }
}
