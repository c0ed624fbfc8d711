//! Toasts: short messages at the edge of the screen, in a live region (aria-live), which disappear by
//! themselves.

use std::time::Duration;

use leptos::prelude::*;

use super::el::el;
use super::live::part_if;
use crate::client;

/// How long a toast stays.
const STAYS: Duration = Duration::from_secs(5);

/// The current toast; a new one replaces it.
#[derive(Clone, Copy)]
struct Message {
    text: RwSignal<Option<String>>,
    /// Counts toasts, so that the timer of an earlier one does not remove a later one.
    number: StoredValue<u32>,
}

/// Provides toasts to all components below.
pub fn provide() {
    provide_context(Message { text: RwSignal::new(None), number: StoredValue::new(0) });
}

/// Shows toasts, also from event handlers; obtained by [`use_toast`] while a component is being built.
#[derive(Clone, Copy)]
pub struct Say(Option<Message>);

/// The page's toasts.
pub fn use_toast() -> Say {
    Say(use_context())
}

impl Say {
    /// Shows a toast.
    pub fn say(self, text: impl Into<String>) {
        let Some(message) = self.0 else { return };
        message.text.set(Some(text.into()));
        message.number.update_value(|number| *number += 1);
        let number = message.number.get_value();
        client::after(STAYS, move || {
            if message.number.get_value() == number {
                message.text.set(None);
            }
        });
    }
}

/// The live region in which toasts appear.
pub fn toasts() -> AnyView {
    let message = expect_context::<Message>();
    let shown = part_if(move || Some(el("p").class("toast").child(message.text.get()?).any()));
    el("div").class("toasts").role("status").attr("aria-live", "polite").child(shown).any()
}
