//! The page's own DOM elements, all of one type, for rendering and hydration. In Leptos each element has a
//! type of its own that includes every attribute and handler, and the whole renderer is compiled anew for
//! each.

mod attribute;
mod browser;
mod html;
mod press;
mod shortcuts;
#[cfg(test)]
mod tests;

use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen::{JsCast, JsValue};

use super::live::Live;
use crate::app::text::words::Phrase;
pub use attribute::Value;
use attribute::{Attribute, Binding, Kind};
pub use shortcuts::button;

/// An element under construction: one pointer, because it is passed on with every attribute and child. For
/// the same reason its functions are not inlined: there are hundreds of calls.
pub struct El(Box<ElParts>);

struct ElParts {
    tag: &'static str,
    attributes: Vec<Attribute>,
    children: Vec<AnyView>,
}

/// Starts an element with this tag.
#[inline(never)]
pub fn el(tag: &'static str) -> El {
    El(Box::new(ElParts { tag, attributes: Vec::new(), children: Vec::new() }))
}

/// Views in a row, without an element around them.
pub fn fragment(all: impl IntoIterator<Item = impl IntoChildren>) -> AnyView {
    let mut views = Vec::new();
    for view in all {
        view.append_to(&mut views);
    }
    view_of(views)
}

#[inline(never)]
fn view_of(views: Vec<AnyView>) -> AnyView {
    views.into_any()
}

impl El {
    /// Sets an attribute: a text, a reactive text, or a flag that is there or not.
    #[inline(never)]
    pub fn attr(self, name: &'static str, value: impl Into<Value>) -> El {
        match value.into() {
            Value::None => self,
            Value::Text(text) => self.push_attribute(name, Kind::Text(text)),
            Value::Live(text) => self.push_attribute(name, Kind::Live(Binding::Attribute, text)),
        }
    }

    /// Sets the attribute `class`.
    #[inline(never)]
    pub fn class(self, names: impl Into<Value>) -> El {
        self.attr("class", names)
    }

    /// Sets the text of a field whenever the signal's text changes: otherwise it keeps what the user is
    /// typing.
    #[inline(never)]
    pub fn value(self, mut value: Live<String>) -> El {
        self.push_attribute(
            "value",
            Kind::Live(Binding::ValueProperty, Live::new(move || Some(value.read()))),
        )
    }

    /// Sets a property that is true or false: `checked`, `selected`.
    #[inline(never)]
    pub fn prop_flag(self, name: &'static str, value: Live<bool>) -> El {
        self.push_attribute(name, Kind::Live(Binding::BoolProperty, value.into_text()))
    }

    /// Adds an event handler.
    pub fn on<E: JsCast + 'static>(self, name: &'static str, mut act: impl FnMut(E) + 'static) -> El {
        self.add_listener(name, Box::new(move |event| act(event.unchecked_into())))
    }

    #[inline(never)]
    fn add_listener(self, name: &'static str, act: Box<dyn FnMut(JsValue)>) -> El {
        if cfg!(feature = "ssr") {
            // On the server there are no events, and a view built on one thread may be dropped on another.
            return self.mark_awaited(name);
        }
        let owner = Owner::current().unwrap_or_default();
        self.push_attribute(name, Kind::Listener(owner, SendWrapper::new(act)))
    }

    /// Marks the element for the input it handles, which `src/app/early.js` stores until hydration.
    fn mark_awaited(mut self, event: &'static str) -> El {
        const STORED_EVENTS: [&str; 3] = ["click", "change", "submit"];
        const NAME: &str = "data-awaits";
        if !STORED_EVENTS.contains(&event) {
            return self;
        }
        let marked = self.0.attributes.iter_mut().find(|attribute| attribute.name == NAME);
        match marked.map(|attribute| &mut attribute.kind) {
            Some(Kind::Text(events)) => {
                events.push(' ');
                events.push_str(event);
                self
            }
            _ => self.push_attribute(NAME, Kind::Text(event.to_owned())),
        }
    }

    #[inline(never)]
    fn push_attribute(mut self, name: &'static str, kind: Kind) -> El {
        self.0.attributes.push(Attribute { name, kind });
        self
    }

    /// Appends a child.
    #[inline(never)]
    pub fn child(mut self, child: impl IntoChildren) -> El {
        child.append_to(&mut self.0.children);
        self
    }

    /// Appends many children. They are not collected into a list first, because that would be compiled anew
    /// for each call.
    pub fn children<T: IntoChildren>(mut self, all: impl IntoIterator<Item = T>) -> El {
        for child in all {
            self = self.child(child);
        }
        self
    }

    /// The finished view.
    #[inline(never)]
    pub fn any(self) -> AnyView {
        self.into_any()
    }
}

/// Anything that can be a child of an element.
pub trait IntoChildren {
    /// Appends it to the others.
    fn append_to(self, children: &mut Vec<AnyView>);
}

impl IntoChildren for El {
    fn append_to(self, children: &mut Vec<AnyView>) {
        children.push(self.any());
    }
}

impl IntoChildren for AnyView {
    fn append_to(self, children: &mut Vec<AnyView>) {
        children.push(self);
    }
}

impl IntoChildren for String {
    fn append_to(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl IntoChildren for &'static str {
    fn append_to(self, children: &mut Vec<AnyView>) {
        self.to_owned().append_to(children);
    }
}

impl IntoChildren for Phrase {
    fn append_to(self, children: &mut Vec<AnyView>) {
        String::from(self).append_to(children);
    }
}

impl IntoChildren for Live<String> {
    fn append_to(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl IntoChildren for Live<AnyView> {
    fn append_to(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl<T: IntoChildren> IntoChildren for Option<T> {
    fn append_to(self, children: &mut Vec<AnyView>) {
        if let Some(child) = self {
            child.append_to(children);
        }
    }
}

impl<T: IntoChildren> IntoChildren for Vec<T> {
    fn append_to(self, children: &mut Vec<AnyView>) {
        self.into_iter().for_each(|child| child.append_to(children));
    }
}
