//! The attributes of an element, its properties and what listens to its events.

use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsValue;

use crate::app::text::words::Phrase;
use crate::app::ui::live::Live;

/// One of them.
pub(super) struct Attribute {
    /// What it is called; of a listener, the event.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// A text that stays.
    Text(String),
    /// A text that changes, or none.
    Live(Way, Live<Option<String>>),
    /// What is done on an event, and where in the page it belongs.
    Listener(Owner, SendWrapper<Box<dyn FnMut(JsValue)>>),
}

/// In which way a text gets into an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// As an attribute, if there is one.
    Attribute,
    /// As a property that is true if there is one.
    Flag,
    /// As the property `value`, over what somebody has typed.
    Typed,
}

/// The value of an attribute.
pub enum Value {
    /// No such attribute.
    None,
    /// A text that stays.
    Text(String),
    /// A text that changes, or none.
    Live(Live<Option<String>>),
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Value {
        Value::Text(phrase.into())
    }
}

impl From<bool> for Value {
    fn from(is: bool) -> Value {
        if is { Value::Text(String::new()) } else { Value::None }
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::None, T::into)
    }
}

impl From<Live<Option<String>>> for Value {
    fn from(text: Live<Option<String>>) -> Value {
        Value::Live(text)
    }
}

impl From<Live<String>> for Value {
    fn from(mut text: Live<String>) -> Value {
        Value::Live(Live::new(move || Some(text.read())))
    }
}

impl From<Live<bool>> for Value {
    fn from(is: Live<bool>) -> Value {
        Value::Live(is.into_text())
    }
}
