//! Parts of plain forms, which work without a script.

use super::el::{El, el};

/// A field of a form that is not shown.
pub fn hidden_field(name: &'static str, value: impl Into<String>) -> El {
    el("input").attr("type", "hidden").attr("name", name).attr("value", value.into())
}
