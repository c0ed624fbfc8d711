//! The attributes, properties and event handlers of an element.

use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsValue;

use crate::app::text::words::Phrase;
use crate::app::ui::live::Live;

/// An attribute, property or handler.
pub(super) struct Attribute {
    /// Its name; for a handler, the event.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// A constant text.
    Text(String),
    /// A reactive text, or none.
    Live(Binding, Live<Option<String>>),
    /// An event handler, with the reactive owner it runs under.
    Listener(Owner, SendWrapper<Box<dyn FnMut(JsValue)>>),
}

/// How a text is written to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    /// As an attribute, absent without a text.
    Attribute,
    /// As a property that is true if there is a text.
    BoolProperty,
    /// As the property `value`, over what the user has typed.
    ValueProperty,
}

/// The value of an attribute.
pub enum Value {
    /// The attribute is absent.
    None,
    /// A constant text.
    Text(String),
    /// A reactive text, or none.
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
