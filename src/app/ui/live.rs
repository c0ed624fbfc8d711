//! What changes while it is shown: texts, attributes, parts of the page, each kind as one type. Every closure has a type
//! of its own, and the whole renderer is compiled anew for each that it meets; boxed, it is compiled once a kind, which
//! makes the page about half as large.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;

/// Something that is read anew whenever what it depends on has changed.
pub type Live<T> = Arc<Mutex<dyn FnMut() -> T + Send>>;

/// A changing text, in an element or an attribute.
pub fn text(read: impl FnMut() -> String + Send + 'static) -> Live<String> {
    Arc::new(Mutex::new(read))
}

/// An attribute with a changing text, or none.
pub fn maybe(read: impl FnMut() -> Option<String> + Send + 'static) -> Live<Option<String>> {
    Arc::new(Mutex::new(read))
}

/// An attribute that is there or not.
pub fn flag(read: impl FnMut() -> bool + Send + 'static) -> Live<bool> {
    Arc::new(Mutex::new(read))
}

/// A part of the page that comes, goes or is built anew.
pub fn part(read: impl FnMut() -> AnyView + Send + 'static) -> Live<AnyView> {
    Arc::new(Mutex::new(read))
}

/// A part of the page that is there or not.
pub fn part_if(mut read: impl FnMut() -> Option<AnyView> + Send + 'static) -> Live<AnyView> {
    part(move || read().unwrap_or_else(|| ().into_any()))
}

/// Does something in the browser, now and whenever what it depends on has changed.
pub fn effect(act: impl FnMut() + 'static) {
    run(Box::new(act));
}

/// Not generic, so that there is one effect for all.
fn run(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| act());
}
