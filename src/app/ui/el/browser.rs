//! Hydration and rendering of an element in the browser, and its updates.

use leptos::prelude::*;
use leptos::reactive::effect::RenderEffect;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::types::{Element, Node};
use leptos::tachys::renderer::{RemoveEventHandler, Rndr};
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Position, PositionState, Render};
use wasm_bindgen::{JsCast, JsValue};

use super::attribute::{Attribute, Binding, Kind};
use super::{El, ElParts};
use crate::app::ui::live::Live;

/// An element in the document.
pub struct State {
    tag: &'static str,
    element: Element,
    attributes: Vec<BoundAttribute>,
    children: Vec<AnyViewState>,
}

/// One of its attributes.
struct BoundAttribute {
    name: &'static str,
    kind: BoundKind,
}

enum BoundKind {
    Text(String),
    Live(Binding, #[expect(dead_code, reason = "dropping it ends it")] RenderEffect<Option<String>>),
    Listener(#[expect(dead_code, reason = "dropping it ends it")] RemoveEventHandler<Element>),
}

impl Render for El {
    type State = State;

    fn build(self) -> State {
        let ElParts { tag, attributes, children } = *self.0;
        let namespace = matches!(tag, "svg" | "path").then_some("http://www.w3.org/2000/svg");
        let element = Rndr::create_element(tag, namespace);
        let attributes = attributes.into_iter().map(|attribute| bind(attribute, &element, false)).collect();
        let mut state = State { tag, element, attributes, children: Vec::new() };
        state.append(children);
        state
    }

    fn rebuild(mut self, state: &mut State) {
        if self.0.tag != state.tag {
            let mut new = self.build();
            state.insert_before_this(&mut new);
            state.unmount();
            *state = new;
            return;
        }
        state.change(std::mem::take(&mut self.0.attributes));
        let mut children = self.0.children.into_iter();
        let mut kept = 0;
        for old in &mut state.children {
            match children.next() {
                Some(new) => {
                    new.rebuild(old);
                    kept += 1;
                }
                None => old.unmount(),
            }
        }
        state.children.truncate(kept);
        state.append(children);
    }
}

impl El {
    /// Hydration: takes over the server's element at the cursor.
    pub(super) fn hydrate_at(self, cursor: &Cursor, position: &PositionState) -> State {
        let ElParts { tag, attributes, children } = *self.0;
        match position.get() {
            Position::FirstChild => cursor.child(),
            Position::Current => {}
            _ => cursor.sibling(),
        }
        let Ok(element) = cursor.current().dyn_into::<Element>() else {
            unreachable!("the server draws the same page: <{tag}> stands here");
        };
        let attributes = attributes.into_iter().map(|attribute| bind(attribute, &element, true)).collect();
        position.set(Position::FirstChild);
        let children = children.into_iter().map(|child| child.hydrate::<true>(cursor, position)).collect();
        cursor.set(element.clone().into());
        position.set(Position::NextChild);
        State { tag, element, attributes, children }
    }
}

impl State {
    fn append(&mut self, children: impl IntoIterator<Item = AnyView>) {
        for child in children {
            let mut child = child.build();
            child.mount(&self.element, None);
            self.children.push(child);
        }
    }

    /// Replaces the attributes.
    fn change(&mut self, attributes: Vec<Attribute>) {
        for old in &self.attributes {
            if attributes.iter().all(|new| new.name != old.name) {
                match old.kind {
                    BoundKind::Text(_) => write_value(Binding::Attribute, &self.element, old.name, None),
                    BoundKind::Live(binding, _) => write_value(binding, &self.element, old.name, None),
                    BoundKind::Listener(_) => {}
                }
            }
        }
        let bind_new = |new: Attribute| {
            let is_current = self.attributes.iter().any(|old| match (&old.kind, &new.kind) {
                (BoundKind::Text(old_text), Kind::Text(text)) => old.name == new.name && old_text == text,
                _ => false,
            });
            bind(new, &self.element, is_current)
        };
        self.attributes = attributes.into_iter().map(bind_new).collect();
    }
}

/// Sets an attribute, and keeps it up to date. `is_current`: the document has this value already.
fn bind(attribute: Attribute, element: &Element, is_current: bool) -> BoundAttribute {
    let name = attribute.name;
    let kind = match attribute.kind {
        Kind::Text(text) => {
            if !is_current {
                write_value(Binding::Attribute, element, name, Some(&text));
            }
            BoundKind::Text(text)
        }
        Kind::Live(binding, text) => {
            BoundKind::Live(binding, bind_live(binding, element.clone(), name, text, is_current))
        }
        Kind::Listener(owner, act) => {
            let mut act = act.take();
            let act = Box::new(move |event| owner.with(|| act(event)));
            BoundKind::Listener(Rndr::add_event_listener(element, name, act))
        }
    };
    BoundAttribute { name, kind }
}

fn bind_live(
    binding: Binding,
    element: Element,
    name: &'static str,
    mut text: Live<Option<String>>,
    is_current: bool,
) -> RenderEffect<Option<String>> {
    RenderEffect::new(move |before: Option<Option<String>>| {
        let now = text.read();
        let is_current = match binding {
            Binding::Attribute => before.map_or(is_current, |before| before == now),
            // The browser changes such a property by itself on a click, so it is always written.
            Binding::BoolProperty => false,
            // Written again, it would overwrite what the user is typing.
            Binding::ValueProperty => before.is_some_and(|before| before == now),
        };
        if !is_current {
            write_value(binding, &element, name, now.as_deref());
        }
        now
    })
}

fn write_value(binding: Binding, element: &Element, name: &str, text: Option<&str>) {
    match (binding, text) {
        (Binding::Attribute, Some(text)) => Rndr::set_attribute(element, name, text),
        (Binding::Attribute, None) => Rndr::remove_attribute(element, name),
        (Binding::BoolProperty, _) => Rndr::set_property(element, name, &JsValue::from_bool(text.is_some())),
        (Binding::ValueProperty, _) => {
            Rndr::set_property(element, name, &JsValue::from_str(text.unwrap_or_default()))
        }
    }
}

impl Mountable for State {
    fn unmount(&mut self) {
        self.element.remove();
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        Rndr::insert_node(parent, &self.element, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        let parent = self.element.parent_element();
        if let Some(parent) = &parent {
            child.mount(parent, Some(&self.element));
        }
        parent.is_some()
    }

    fn elements(&self) -> Vec<Element> {
        vec![self.element.clone()]
    }
}
