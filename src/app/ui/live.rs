//! What changes while it is shown: texts, attributes, parts of the page, each kind as one type. Every closure has a type
//! of its own, and the whole renderer is compiled anew for each that it meets; boxed, it is compiled once a kind, which
//! makes the page about half as large.

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

/// Something that is read anew whenever what it depends on has changed.
pub struct Live<T>(Box<dyn FnMut() -> T + Send>);

impl<T: 'static> Live<T> {
    /// Something that is read like this.
    pub fn new(read: impl FnMut() -> T + Send + 'static) -> Self {
        Live(Box::new(read))
    }

    /// What it is now.
    pub fn read(&mut self) -> T {
        (self.0)()
    }
}

impl Live<bool> {
    /// An empty text if it is so, else none: as the attributes of HTML have it.
    pub fn into_text(mut self) -> Live<Option<String>> {
        Live::new(move || self.read().then(String::new))
    }
}

/// A changing text, in an element or an attribute.
pub fn text(read: impl FnMut() -> String + Send + 'static) -> Live<String> {
    Live::new(read)
}

/// An attribute with a changing text, or none.
pub fn maybe(read: impl FnMut() -> Option<String> + Send + 'static) -> Live<Option<String>> {
    Live::new(read)
}

/// An attribute that is there or not.
pub fn flag(read: impl FnMut() -> bool + Send + 'static) -> Live<bool> {
    Live::new(read)
}

/// A part of the page that comes, goes or is built anew.
pub fn part(read: impl FnMut() -> AnyView + Send + 'static) -> Live<AnyView> {
    Live::new(read)
}

/// A part of the page that is there or not.
pub fn part_if(mut read: impl FnMut() -> Option<AnyView> + Send + 'static) -> Live<AnyView> {
    part(move || read().unwrap_or_else(|| ().into_any()))
}

/// A part of the page that is not seen at once, such as a closed dialog: it is built in a task of its own, when what is seen
/// stands, so that a click need not wait for both. The server draws nothing of it.
pub fn later(build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    when_due(client::soon, Box::new(build))
}

/// A part of the page that is much to draw: it is built when what surrounds it has been drawn. The server draws nothing of it.
pub fn once_drawn(build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    when_due(client::once_drawn, Box::new(build))
}

/// One for all of them, and not for each closure.
#[inline(never)]
fn when_due(wait: fn(client::Act), build: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    let due = RwSignal::new(false);
    effect(move || wait(Box::new(move || _ = due.try_set(true))));
    part(move || if due.get() { untrack(&build) } else { ().into_any() }).into_any()
}

/// When the large parts of a page are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comes {
    /// All at once.
    AtOnce,
    /// Each in a task of its own: where a page has only just come, and each of its functions is compiled when it is first called.
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

    /// Builds a part that is much to draw, once what came before it has been drawn.
    pub fn bring_next(self, build: impl Fn() -> AnyView + Send + 'static) -> AnyView {
        match self {
            Comes::AtOnce => build(),
            Comes::InTurn => once_drawn(build),
        }
    }
}

/// Does something in the browser, now and whenever what it depends on has changed.
pub fn effect(act: impl FnMut() + 'static) {
    run(Box::new(act));
}

/// Whether the page's program runs: neither on the server nor in the first frame, which is the server's.
pub fn runs() -> RwSignal<bool> {
    let runs = RwSignal::new(false);
    effect(move || runs.set(true));
    runs
}

/// Not generic, so that there is one effect for all.
fn run(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| act());
}

/// Where the server has drawn something.
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

    /// No attribute is added from outside.
    fn add_any_attr<A: Attribute>(self, _attribute: A) -> AnyView {
        self.into_any()
    }
}
