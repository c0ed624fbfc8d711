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
pub fn later(build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    when_due(client::soon, Box::new(build))
}

/// A view that is slow to render: it is built after its surroundings have been painted. The server renders
/// nothing.
pub fn once_drawn(build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    when_due(client::once_drawn, Box::new(build))
}

/// Not generic, so that it is compiled once and not for each closure.
#[inline(never)]
fn when_due(wait: fn(client::Act), build: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    let due = RwSignal::new(false);
    effect(move || wait(Box::new(move || _ = due.try_set(true))));
    part(move || if due.get() { untrack(&build) } else { ().into_any() }).into_any()
}

/// When the large parts of a page are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comes {
    /// All in one task.
    AtOnce,
    /// Each in a task of its own: for a page that has just loaded, when the browser compiles each function on
    /// its first call.
    InTurn,
}

impl Comes {
    /// Builds a part of the page.
    pub fn bring(self, build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
        match self {
            Comes::AtOnce => build(),
            Comes::InTurn => later(build),
        }
    }

    /// Builds a part that is slow to render, after what came before it has been painted.
    pub fn bring_next(self, build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
        match self {
            Comes::AtOnce => build(),
            Comes::InTurn => once_drawn(build),
        }
    }
}

/// Runs an effect in the browser, now and whenever a signal it reads has changed.
pub fn effect(act: impl FnMut() + 'static) {
    run(Box::new(act));
}

/// Whether hydration is over: false on the server, and in the first frame, which is the server's.
pub fn runs() -> RwSignal<bool> {
    let runs = RwSignal::new(false);
    effect(move || runs.set(true));
    runs
}

/// Not generic, so that all effects share its code.
fn run(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| act());
}

/// The place of a view in the server's HTML, for hydration.
type Place = (Cursor, PositionState);

impl<T: RenderHtml + 'static> Live<T> {
    fn follow(mut self, mut drawn: Option<Place>) -> RenderEffectState<T::State>
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
        self.follow(None)
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
        self.follow(Some((cursor.clone(), position.clone())))
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
