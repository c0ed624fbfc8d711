//! Lazy loading of views, with exponential backoff: their code is in a part of the program (`parts::Part`,
//! code splitting) that is loaded on demand; failed loads are retried.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::Element;

use super::live::{Memo, effect, part};
use crate::app::parts::{self, Extras, Part};
use crate::client;

/// The first backoff before a part that could not be loaded is tried again; doubled each time.
const RETRY_AFTER: Duration = Duration::from_secs(2);
/// The longest backoff.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// A view of the extras that is loaded and rendered as soon as the page is ready. The server renders nothing.
pub fn load_when_ready(build: impl Fn(Extras) -> AnyView + Send + 'static) -> AnyView {
    lazy_view(client::when_ready, Box::new(build))
}

/// A view of the extras that is loaded now. The server renders nothing.
pub fn load_now(build: impl Fn(Extras) -> AnyView + Send + 'static) -> AnyView {
    lazy_view(|act| act(), Box::new(build))
}

/// Acts on an element of the extras: at once if it is there, because the next key may be meant for it;
/// otherwise when it is loaded. If loading fails, nothing is done.
pub fn with_element(selector: &'static str, act: fn(Element)) {
    if let Some(element) = client::find(selector) {
        return act(element);
    }
    spawn_local(async move {
        if parts::fetch(Part::Extras).await.is_ok() {
            act_when_drawn(selector, act, FRAMES_MOST);
        }
    });
}

/// Frames within which a part that is loaded has been drawn, on a slow machine as well.
const FRAMES_MOST: u32 = 60;

fn act_when_drawn(selector: &'static str, act: fn(Element), frames: u32) {
    client::after_paint(move || match client::find(selector) {
        Some(element) => act(element),
        None if frames > 0 => act_when_drawn(selector, act, frames - 1),
        None => {}
    });
}

/// Loads the part in the memo whenever it changes; the signal notifies readers when one has been loaded.
pub fn load_part(part: Memo<Option<Part>>) -> RwSignal<usize> {
    let loads = RwSignal::new(0);
    effect(move || {
        if let Some(part) = part.get().filter(|part| !parts::is_loaded(*part)) {
            fetch_with_retry(part, loads, RETRY_AFTER);
        }
    });
    loads
}

/// Prefetches a part once the page is ready, as soon as it is known which one will be wanted next.
pub fn prefetch_part(part: Memo<Option<Part>>) {
    effect(move || {
        if let Some(part) = part.get() {
            client::when_ready(Box::new(move || spawn_local(async move { _ = parts::fetch(part).await })));
        }
    });
}

/// Not generic, so that it is compiled once and not for each closure.
#[inline(never)]
fn lazy_view(wait: fn(client::Act), build: Box<dyn Fn(Extras) -> AnyView + Send>) -> AnyView {
    let loads = RwSignal::new(0);
    effect(move || wait(Box::new(move || fetch_with_retry(Part::Extras, loads, RETRY_AFTER))));
    part(move || {
        // The server has all parts, but renders none of these views.
        let extras = if loads.get() > 0 { parts::extras() } else { None };
        extras.map_or_else(|| ().into_any(), |extras| untrack(|| build(extras)))
    })
    .into_any()
}

/// Loads a part, and retries as long as a view waits for it: the network may be down.
fn fetch_with_retry(part: Part, loads: RwSignal<usize>, retry_after: Duration) {
    spawn_local(async move {
        match parts::fetch(part).await {
            Ok(()) => _ = loads.try_update(|times| *times += 1),
            Err(_) if loads.is_disposed() => {}
            Err(_) => client::after(retry_after, move || {
                fetch_with_retry(part, loads, (retry_after * 2).min(MAX_RETRY_AFTER))
            }),
        }
    });
}
