//! Views whose code is in a part of the program that is fetched when it is wanted (`parts::Part`), and not with the page.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::Element;

use super::live::{Memo, effect, part};
use crate::app::parts::{self, Extras, Part};
use crate::client;

/// How long it is waited before a part is asked for again that could not be had, at first; each time twice as long.
const AGAIN: Duration = Duration::from_secs(2);
/// The longest such pause.
const AGAIN_MOST: Duration = Duration::from_secs(60);

/// A view of the extras that is fetched as soon as the page is ready, and drawn then. The server draws nothing of it.
pub fn when_ready(build: impl Fn(Extras) -> AnyView + Send + 'static) -> AnyView {
    fetched(client::when_ready, Box::new(build))
}

/// A view of the extras that is wanted now. The server draws nothing of it.
pub fn now(build: impl Fn(Extras) -> AnyView + Send + 'static) -> AnyView {
    fetched(|act| act(), Box::new(build))
}

/// Does something with an element of the extras: at once if it is there, lest what is typed next goes elsewhere; else when it has
/// come. Where it cannot be had, nothing is done.
pub fn with(selector: &'static str, act: fn(Element)) {
    if let Some(element) = client::find(selector) {
        return act(element);
    }
    spawn_local(async move {
        if parts::fetch(Part::Extras).await.is_ok() {
            client::once_drawn(move || _ = client::find(selector).map(act));
        }
    });
}

/// Fetches the part that is wanted, whenever another one is; whoever reads the signal is told when one has come.
pub fn wanted(part: Memo<Option<Part>>) -> RwSignal<usize> {
    let arrived = RwSignal::new(0);
    effect(move || {
        if let Some(part) = part.get().filter(|part| !parts::is_here(*part)) {
            fetch(part, arrived, AGAIN);
        }
    });
    arrived
}

/// Fetches a part that will be wanted, when the page is ready: whoever needs it then has it at once.
pub fn ahead(part: impl Fn() -> Part + 'static) {
    effect(move || {
        let part = untrack(&part);
        client::when_ready(Box::new(move || spawn_local(async move { _ = parts::fetch(part).await })));
    });
}

/// One for all of them, and not for each closure.
#[inline(never)]
fn fetched(wait: fn(client::Act), build: Box<dyn Fn(Extras) -> AnyView + Send>) -> AnyView {
    let arrived = RwSignal::new(0);
    effect(move || wait(Box::new(move || fetch(Part::Extras, arrived, AGAIN))));
    part(move || {
        // The server has all of them and draws none.
        let extras = if arrived.get() > 0 { parts::extras() } else { None };
        extras.map_or_else(|| ().into_any(), |extras| untrack(|| build(extras)))
    })
    .into_any()
}

/// Fetches a part for as long as somebody waits for it: the network may be away.
fn fetch(part: Part, arrived: RwSignal<usize>, again: Duration) {
    spawn_local(async move {
        match parts::fetch(part).await {
            Ok(()) => _ = arrived.try_update(|times| *times += 1),
            Err(_) if arrived.is_disposed() => {}
            Err(_) => client::after(again, move || fetch(part, arrived, (again * 2).min(AGAIN_MOST))),
        }
    });
}
