//! Elements of the page, all of one type, drawn by this crate itself. The renderer's own elements have a type each, with
//! every attribute and handler in it, and all of the renderer is compiled anew for each type.

mod attribute;
mod browser;
mod html;
mod shortcuts;
#[cfg(test)]
mod tests;

use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen::{JsCast, JsValue};

use super::live::Live;
use crate::app::text::words::Phrase;
pub use attribute::Value;
use attribute::{Attribute, Kind, Way};
pub use shortcuts::button;

/// An element in the making: one pointer, because it is handed on with every attribute and child. For the same reason
/// none of its functions is inlined: there are hundreds of calls.
pub struct El(Box<Making>);

struct Making {
    tag: &'static str,
    attributes: Vec<Attribute>,
    children: Vec<AnyView>,
}

/// Begins an element with this tag.
#[inline(never)]
pub fn el(tag: &'static str) -> El {
    El(Box::new(Making { tag, attributes: Vec::new(), children: Vec::new() }))
}

/// Views one after the other, without an element around them.
pub fn fragment(all: impl IntoIterator<Item = impl IntoChildren>) -> AnyView {
    let mut views = Vec::new();
    for view in all {
        view.put(&mut views);
    }
    of_views(views)
}

#[inline(never)]
fn of_views(views: Vec<AnyView>) -> AnyView {
    views.into_any()
}

impl El {
    /// An attribute: a text, a changing one, or one that is there or not.
    #[inline(never)]
    pub fn attr(self, name: &'static str, value: impl Into<Value>) -> El {
        match value.into() {
            Value::None => self,
            Value::Text(text) => self.with(name, Kind::Text(text)),
            Value::Live(text) => self.with(name, Kind::Live(Way::Attribute, text)),
        }
    }

    /// The attribute `class`.
    #[inline(never)]
    pub fn class(self, names: impl Into<Value>) -> El {
        self.attr("class", names)
    }

    /// What stands in a field, if something else is to stand there than before: what somebody is typing stays.
    #[inline(never)]
    pub fn value(self, mut value: Live<String>) -> El {
        self.with("value", Kind::Live(Way::Typed, Live::new(move || Some(value.read()))))
    }

    /// A property that is true or false: `checked`, `selected`.
    #[inline(never)]
    pub fn prop_flag(self, name: &'static str, value: Live<bool>) -> El {
        self.with(name, Kind::Live(Way::Flag, value.into_text()))
    }

    /// What is done on an event.
    pub fn on<E: JsCast + 'static>(self, name: &'static str, mut act: impl FnMut(E) + 'static) -> El {
        self.listen(name, Box::new(move |event| act(event.unchecked_into())))
    }

    #[inline(never)]
    fn listen(self, name: &'static str, act: Box<dyn FnMut(JsValue)>) -> El {
        if cfg!(feature = "ssr") {
            // No events there; and what is drawn on one thread may be dropped on another.
            return self.awaits(name);
        }
        let owner = Owner::current().unwrap_or_default();
        self.with(name, Kind::Listener(owner, SendWrapper::new(act)))
    }

    /// Says in the document for which acts of a person this element waits until the page's program is there:
    /// `src/app/early.js` keeps them.
    fn awaits(mut self, event: &'static str) -> El {
        const ACTS: [&str; 3] = ["click", "change", "submit"];
        const NAME: &str = "data-awaits";
        if !ACTS.contains(&event) {
            return self;
        }
        let said = self.0.attributes.iter_mut().find(|attribute| attribute.name == NAME);
        match said.map(|attribute| &mut attribute.kind) {
            Some(Kind::Text(events)) => {
                events.push(' ');
                events.push_str(event);
                self
            }
            _ => self.with(NAME, Kind::Text(event.to_owned())),
        }
    }

    #[inline(never)]
    fn with(mut self, name: &'static str, kind: Kind) -> El {
        self.0.attributes.push(Attribute { name, kind });
        self
    }

    /// What stands in it, after what stands in it already.
    #[inline(never)]
    pub fn child(mut self, child: impl IntoChildren) -> El {
        child.put(&mut self.0.children);
        self
    }

    /// The same for as many as there are. No list is made of them first: that would be compiled anew for each place.
    pub fn children<T: IntoChildren>(mut self, all: impl IntoIterator<Item = T>) -> El {
        for child in all {
            self = self.child(child);
        }
        self
    }

    /// The finished element.
    #[inline(never)]
    pub fn any(self) -> AnyView {
        self.into_any()
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

impl IntoChildren for Phrase {
    fn put(self, children: &mut Vec<AnyView>) {
        String::from(self).put(children);
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
