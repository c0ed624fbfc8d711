//! Elements of the page, all of one type. `view!` gives every element, attribute and handler a type of its own, and the
//! renderer is compiled anew for each; built here they share one, which makes the page smaller by an eighth.

use std::sync::{Arc, Mutex};

use leptos::ev;
use leptos::html::{custom, img, input};
use leptos::prelude::*;
use leptos::tachys::html::attribute::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::tachys::html::attribute::custom::custom_attribute;
use leptos::tachys::html::event;
use leptos::tachys::html::property::{IntoProperty, prop};
use leptos::tachys::renderer::Rndr;
use leptos::tachys::renderer::types::Element;
use leptos::tachys::view::iterators::StaticVec;
use wasm_bindgen::{JsCast, JsValue};

use super::live::Live;

/// An element in the making: one pointer, because it is handed on with every attribute and child. For the same reason
/// none of its functions is inlined: there are hundreds of calls.
pub struct El(Box<Making>);

struct Making {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

/// Begins an element with this tag.
#[inline(never)]
pub fn el(tag: &'static str) -> El {
    El(Box::new(Making { tag, attributes: Vec::new(), children: Vec::new() }))
}

impl El {
    /// An attribute: a text, a changing one, or one that is there or not.
    #[inline(never)]
    pub fn attr(self, name: &'static str, value: impl Into<Value>) -> El {
        self.with(name, value.into())
    }

    #[inline(never)]
    fn with(mut self, name: &'static str, value: Value) -> El {
        self.0.attributes.extend(attribute(name, value));
        self
    }

    /// The attribute `class`.
    #[inline(never)]
    pub fn class(self, names: impl Into<Value>) -> El {
        self.attr("class", names)
    }

    /// What stands in a field, if something else is to stand there than before: what somebody is typing stays.
    #[inline(never)]
    pub fn value(mut self, value: Live<String>) -> El {
        let read = move || Typed(value.lock().map(|mut read| read()).unwrap_or_default());
        let value: Live<Typed> = Arc::new(Mutex::new(read));
        self.0.attributes.push(prop("value", value).into_any_attr());
        self
    }

    /// A property that is true or false: `checked`, `selected`.
    #[inline(never)]
    pub fn prop_flag(mut self, name: &'static str, value: Live<bool>) -> El {
        self.0.attributes.push(prop(name, value).into_any_attr());
        self
    }

    /// What is done on an event.
    pub fn on<E: JsCast + 'static>(self, name: &'static str, mut act: impl FnMut(E) + 'static) -> El {
        self.listen(name, Box::new(move |event| act(event.unchecked_into())))
    }

    #[inline(never)]
    fn listen(mut self, name: &'static str, act: Box<dyn FnMut(web_sys::Event)>) -> El {
        self.0.attributes.push(event::on(ev::Custom::<web_sys::Event>::new(name), act).into_any_attr());
        self
    }

    /// What stands in it, after what stands in it already.
    #[inline(never)]
    pub fn child(mut self, child: impl IntoChildren) -> El {
        child.put(&mut self.0.children);
        self
    }

    /// The finished element.
    #[inline(never)]
    pub fn any(self) -> AnyView {
        let Making { tag, attributes, children } = *self.0;
        match tag {
            "input" => input().add_any_attr(attributes).into_any(),
            "img" => img().add_any_attr(attributes).into_any(),
            tag => {
                let element = custom(tag_name(tag)).add_any_attr(attributes);
                element.child(StaticVec::from(children)).into_any()
            }
        }
    }
}

/// A tag as the browser itself calls it. A document of HTML tells tags in capitals, and the renderer, which compares, would
/// otherwise put a new element in the place of each that it only has to change. The server writes them as people do.
fn tag_name(tag: &'static str) -> String {
    if cfg!(feature = "hydrate") { tag.to_ascii_uppercase() } else { tag.to_owned() }
}

/// The text of a field. The renderer would write it anew, over what somebody is typing, whenever it is read.
#[derive(Clone)]
struct Typed(String);

impl IntoProperty for Typed {
    type State = (Element, Typed);
    type Cloneable = Self;
    type CloneableOwned = Self;

    fn hydrate<const FROM_SERVER: bool>(self, element: &Element, key: &str) -> Self::State {
        self.build(element, key)
    }

    fn build(self, element: &Element, key: &str) -> Self::State {
        Rndr::set_property_or_value(element, key, &JsValue::from(self.0.as_str()));
        (element.clone(), self)
    }

    fn rebuild(self, state: &mut Self::State, key: &str) {
        if self.0 != state.1.0 {
            let element = state.0.clone();
            *state = self.build(&element, key);
        }
    }

    fn into_cloneable(self) -> Self {
        self
    }

    fn into_cloneable_owned(self) -> Self {
        self
    }
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

fn attribute(name: &'static str, value: Value) -> Option<AnyAttribute> {
    match value {
        Value::None => None,
        Value::Text(text) => Some(custom_attribute(name, text).into_any_attr()),
        Value::Live(text) => Some(custom_attribute(name, text).into_any_attr()),
    }
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
    fn from(text: Live<String>) -> Value {
        Value::Live(Arc::new(Mutex::new(move || text.lock().ok().map(|mut read| read()))))
    }
}

impl From<Live<bool>> for Value {
    fn from(is: Live<bool>) -> Value {
        let read = move || is.lock().is_ok_and(|mut read| read()).then(String::new);
        Value::Live(Arc::new(Mutex::new(read)))
    }
}

/// What can stand in an element.
pub trait IntoChildren {
    /// Puts it behind the others.
    fn put(self, children: &mut Vec<AnyView>);
}

impl IntoChildren for El {
    fn put(self, children: &mut Vec<AnyView>) {
        children.push(self.any());
    }
}

impl IntoChildren for AnyView {
    fn put(self, children: &mut Vec<AnyView>) {
        children.push(self);
    }
}

impl IntoChildren for String {
    fn put(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl IntoChildren for &'static str {
    fn put(self, children: &mut Vec<AnyView>) {
        self.to_owned().put(children);
    }
}

impl IntoChildren for Live<String> {
    fn put(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl IntoChildren for Live<AnyView> {
    fn put(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl<T: IntoChildren> IntoChildren for Option<T> {
    fn put(self, children: &mut Vec<AnyView>) {
        if let Some(child) = self {
            child.put(children);
        }
    }
}

impl<T: IntoChildren> IntoChildren for Vec<T> {
    fn put(self, children: &mut Vec<AnyView>) {
        self.into_iter().for_each(|child| child.put(children));
    }
}
