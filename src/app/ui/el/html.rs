//! Server-side rendering of an element as HTML.

use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::html::attribute::{self, AttributeValue};
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::{Position, PositionState, RenderHtml};

use super::attribute::{Binding, Kind};
use super::{El, ElParts};

/// The void elements that are used here, which have no end tag.
const VOID: [&str; 3] = ["input", "img", "meta"];

impl RenderHtml for El {
    type AsyncOutput = El;
    type Owned = El;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> El {
        self
    }

    fn to_html_with_buf(
        self,
        buf: &mut String,
        position: &mut Position,
        _escape: bool,
        mark_branches: bool,
        _extra_attrs: Vec<AnyAttribute>,
    ) {
        let ElParts { tag, attributes, children } = *self.0;
        buf.push('<');
        buf.push_str(tag);
        for attribute in attributes {
            match attribute.kind {
                Kind::Text(text) => AttributeValue::to_html(text, attribute.name, buf),
                Kind::Live(Binding::Attribute, mut text) => {
                    AttributeValue::to_html(text.read(), attribute.name, buf)
                }
                Kind::Live(..) | Kind::Listener(..) => {}
            }
        }
        buf.push('>');
        if !VOID.contains(&tag) {
            *position = Position::FirstChild;
            for child in children {
                child.to_html_with_buf(buf, position, true, mark_branches, Vec::new());
            }
            buf.push_str("</");
            buf.push_str(tag);
            buf.push('>');
        }
        *position = Position::NextChild;
    }

    fn hydrate<const FROM_SERVER: bool>(self, cursor: &Cursor, position: &PositionState) -> Self::State {
        self.hydrate_at(cursor, position)
    }

    fn into_owned(self) -> El {
        self
    }
}

impl AddAnyAttr for El {
    type Output<A: attribute::Attribute> = El;

    /// Leptos adds no attributes to these views.
    fn add_any_attr<A: attribute::Attribute>(self, _attribute: A) -> El {
        self
    }
}
