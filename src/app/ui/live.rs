//! Reactive texts, attributes and views, each kind as one type. Every closure has its own type, and Leptos
//! compiles the whole renderer for each type; boxed, it is compiled once per kind, which makes the page about
//! half as large.

use leptos::prelude::*;
use leptos::reactive::effect::RenderEffect;
use leptos::tachys::html::attribute::Attribute;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::reactive_graph::RenderEffectState;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::{Position, PositionState, Render, RenderHtml};

pub use super::memo::{Memo, memo};
use crate::client;

/// A closure that is run again whenever a signal it reads has changed.
pub struct Live<T>(Box<dyn FnMut() -> T + Send>);

impl<T: 'static> Live<T> {
    /// Wraps a closure.
    pub fn new(read: impl FnMut() -> T + Send + 'static) -> Self {
        Live(Box::new(read))
    }

    /// The current value.
    pub fn read(&mut self) -> T {
        (self.0)()
    }
}

impl Live<bool> {
    /// An empty text for true, `None` for false: a boolean attribute of HTML.
    pub fn into_text(mut self) -> Live<Option<String>> {
        Live::new(move || self.read().then(String::new))
    }
}

/// A reactive text, in an element or an attribute.
pub fn text(read: impl FnMut() -> String + Send + 'static) -> Live<String> {
    Live::new(read)
}

/// An attribute with a reactive text, or none.
pub fn maybe(read: impl FnMut() -> Option<String> + Send + 'static) -> Live<Option<String>> {
    Live::new(read)
}

/// A reactive boolean attribute.
pub fn flag(read: impl FnMut() -> bool + Send + 'static) -> Live<bool> {
    Live::new(read)
}

/// A view that is rebuilt reactively.
pub fn part(read: impl FnMut() -> AnyView + Send + 'static) -> Live<AnyView> {
    Live::new(read)
}

/// A view that is there or not.
pub fn part_if(mut read: impl FnMut() -> Option<AnyView> + Send + 'static) -> Live<AnyView> {
    part(move || read().unwrap_or_else(|| ().into_any()))
}

/// A view that is not visible at once, such as a closed dialog: it is built in a task of its own, after the
/// visible page, so that a click does not wait for both. The server renders nothing.
pub fn deferred(build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    built_when_due(client::defer, Box::new(build))
}

/// A view that is slow to render: it is built after its surroundings have been painted. The server renders
/// nothing.
pub fn after_paint(build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    built_when_due(client::after_paint, Box::new(build))
}

/// Not generic, so that it is compiled once and not for each closure.
#[inline(never)]
fn built_when_due(wait: fn(client::Act), build: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    let due = RwSignal::new(false);
    effect(move || wait(Box::new(move || _ = due.try_set(true))));
    part(move || if due.get() { untrack(&build) } else { ().into_any() }).into_any()
}

/// When the large parts of a page are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mount {
    /// All in one task.
    AtOnce,
    /// Each in a task of its own: for a page that has just loaded, when the browser compiles each function on
    /// its first call.
    InSteps,
}

impl Mount {
    /// Builds a part of the page.
    pub fn view(self, build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
        match self {
            Mount::AtOnce => build(),
            Mount::InSteps => deferred(build),
        }
    }

    /// Builds a part that is slow to render, after what came before it has been painted.
    pub fn view_after_paint(self, build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
        match self {
            Mount::AtOnce => build(),
            Mount::InSteps => after_paint(build),
        }
    }
}

/// Runs an effect in the browser, now and whenever a signal it reads has changed.
pub fn effect(act: impl FnMut() + 'static) {
    run_effect(Box::new(act));
}

/// Whether hydration is over: false on the server, and in the first frame, which is the server's.
pub fn is_hydrated() -> RwSignal<bool> {
    let hydrated = RwSignal::new(false);
    effect(move || hydrated.set(true));
    hydrated
}

/// Not generic, so that all effects share its code.
fn run_effect(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| act());
}

/// The place of a view in the server's HTML, for hydration.
type HydrationPoint = (Cursor, PositionState);

impl<T: RenderHtml + 'static> Live<T> {
    fn render_effect(mut self, mut drawn: Option<HydrationPoint>) -> RenderEffectState<T::State>
    where
        T::State: 'static,
    {
        RenderEffect::new(move |state| {
            let now = self.read();
            match (state, drawn.take()) {
                (Some(mut state), _) => {
                    now.rebuild(&mut state);
                    state
                }
                (None, Some((cursor, position))) => now.hydrate::<true>(&cursor, &position),
                (None, None) => now.build(),
            }
        })
        .into()
    }
}

impl<T: RenderHtml + 'static> Render for Live<T>
where
    T::State: 'static,
{
    type State = RenderEffectState<T::State>;

    fn build(self) -> Self::State {
        self.render_effect(None)
    }

    fn rebuild(self, state: &mut Self::State) {
        let mut old = std::mem::replace(state, self.build());
        old.insert_before_this(state);
        old.unmount();
    }
}

impl<T: RenderHtml + 'static> RenderHtml for Live<T>
where
    T::State: 'static,
{
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(
        mut self,
        buf: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        extra_attrs: Vec<AnyAttribute>,
    ) {
        self.read().to_html_with_buf(buf, position, escape, mark_branches, extra_attrs);
    }

    fn hydrate<const FROM_SERVER: bool>(self, cursor: &Cursor, position: &PositionState) -> Self::State {
        self.render_effect(Some((cursor.clone(), position.clone())))
    }

    fn into_owned(self) -> Self {
        self
    }
}

impl<T: RenderHtml + 'static> AddAnyAttr for Live<T>
where
    T::State: 'static,
{
    type Output<A: Attribute> = AnyView;

    /// Leptos adds no attributes to these views.
    fn add_any_attr<A: Attribute>(self, _attribute: A) -> AnyView {
        self.into_any()
    }
}
