//! Toasts: short messages at the edge of the screen, in a live region (aria-live), which disappear by
//! themselves.

use std::time::Duration;

use leptos::prelude::*;

use super::el::el;
use super::live::part_if;
use crate::client;

/// How long a toast stays.
const DURATION: Duration = Duration::from_secs(5);

/// The current toast; a new one replaces it.
#[derive(Clone, Copy)]
struct ToastState {
    text: RwSignal<Option<String>>,
    /// Counts toasts, so that the timer of an earlier one does not remove a later one.
    number: StoredValue<u32>,
}

/// Provides toasts to all components below.
pub fn provide() {
    provide_context(ToastState { text: RwSignal::new(None), number: StoredValue::new(0) });
}

/// Shows toasts, also from event handlers; obtained by [`use_toast`] while a component is being built.
#[derive(Clone, Copy)]
pub struct Toaster(Option<ToastState>);

/// The page's toasts.
pub fn use_toast() -> Toaster {
    Toaster(use_context())
}

impl Toaster {
    /// Shows a toast.
    pub fn show(self, text: impl Into<String>) {
        let Some(state) = self.0 else { return };
        state.text.set(Some(text.into()));
        state.number.update_value(|number| *number += 1);
        let number = state.number.get_value();
        client::after(DURATION, move || {
            if state.number.get_value() == number {
                state.text.set(None);
            }
        });
    }

    /// Takes the shown toast away, because what it said is done.
    pub fn hide(self) {
        if let Some(state) = self.0 {
            state.text.set(None);
        }
    }
}

/// The live region in which toasts appear.
pub fn toasts() -> AnyView {
    let state = expect_context::<ToastState>();
    let shown = part_if(move || Some(el("p").class("toast").child(state.text.get()?).any()));
    el("div").class("toasts").role("status").attr("aria-live", "polite").child(shown).any()
}
