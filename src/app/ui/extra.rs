//! Views whose code is not in the page's program but in the part that is fetched after it (`parts::extras`). The server draws nothing
//! of them.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::live::{effect, part};
use crate::app::parts::{Extras, extras};
use crate::client;

/// How long it is waited before a part is asked for again that could not be had, at first; each time twice as long.
const AGAIN: Duration = Duration::from_secs(2);
/// The longest such pause.
const AGAIN_MOST: Duration = Duration::from_secs(60);

/// A view that is fetched as soon as the page is ready, and drawn then.
pub fn when_ready(build: impl Fn(Extras) -> AnyView + Send + 'static) -> AnyView {
    fetched(client::when_ready, Box::new(build))
}

/// A view that is wanted now.
pub fn now(build: impl Fn(Extras) -> AnyView + Send + 'static) -> AnyView {
    fetched(|act| act(), Box::new(build))
}

/// Does something when views of that part are there, soon after it has come: where it cannot be had, nothing.
pub fn then(act: fn()) {
    spawn_local(async move {
        if extras().await.is_ok() {
            client::once_drawn(act);
        }
    });
}

/// One for all of them, and not for each closure.
#[inline(never)]
fn fetched(wait: fn(client::Act), build: Box<dyn Fn(Extras) -> AnyView + Send>) -> AnyView {
    let found = RwSignal::new(None::<Extras>);
    effect(move || wait(Box::new(move || fetch(found, AGAIN))));
    part(move || match found.get() {
        Some(extras) => untrack(|| build(extras)),
        None => ().into_any(),
    })
    .into_any()
}

/// Fetches the part for as long as somebody waits for it: the network may be away.
fn fetch(found: RwSignal<Option<Extras>>, again: Duration) {
    spawn_local(async move {
        match extras().await {
            Ok(extras) => _ = found.try_set(Some(extras)),
            Err(_) if found.is_disposed() => {}
            Err(_) => client::after(again, move || fetch(found, (again * 2).min(AGAIN_MOST))),
        }
    });
}
