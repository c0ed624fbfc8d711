//! The kinds of fields that the form of a tournament has, filled with what was chosen last.

use crate::app::ui::el::{El, el};

/// A value that can be chosen, with its label.
pub(super) struct Choice {
    value: String,
    label: String,
}

impl Choice {
    pub(super) fn new(value: impl Into<String>, label: String) -> Self {
        Self { value: value.into(), label }
    }
}

/// What was sent with the form, name and value; nothing for a form that is new, in which the defaults are chosen.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a [(String, String)]);

impl Fields<'_> {
    /// What was sent in a field of text.
    pub(super) fn text(self, name: &str) -> Option<String> {
        let sent = self.0.iter().find(|(sent, _)| sent == name);
        sent.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
    }

    /// The place of the value that was sent, or of the default.
    fn chosen<'b>(self, name: &str, mut values: impl Iterator<Item = &'b str>, default: usize) -> usize {
        let sent = self.text(name);
        sent.and_then(|sent| values.position(|value| value == sent)).unwrap_or(default)
    }

    /// A group of radio buttons.
    pub(super) fn radios(
        self,
        legend: String,
        name: &'static str,
        choices: Vec<Choice>,
        default: usize,
    ) -> El {
        let chosen = self.chosen(name, choices.iter().map(|choice| choice.value.as_str()), default);
        let labels = choices.into_iter().enumerate().map(|(at, Choice { value, label })| {
            let input = el("input")
                .attr("type", "radio")
                .attr("name", name)
                .attr("value", value)
                .attr("checked", at == chosen);
            el("label").child(input).child(el("span").child(label))
        });
        el("fieldset").child(el("legend").child(legend)).child(el("div").class("choices").children(labels))
    }

    /// A list of values, one of which is shown.
    pub(super) fn select(
        self,
        name: &'static str,
        id: &'static str,
        choices: Vec<(String, String)>,
        default: usize,
    ) -> El {
        let chosen = self.chosen(name, choices.iter().map(|(value, _)| value.as_str()), default);
        let options = choices.into_iter().enumerate().map(|(at, (value, label))| {
            el("option").attr("value", value).attr("selected", at == chosen).child(label)
        });
        el("select").class("input").id(id).attr("name", name).children(options)
    }

    /// A box that is checked or not, with what it means below it.
    pub(super) fn check(self, name: &'static str, label: String, how: String, default: bool) -> El {
        // A form says nothing of a box that is not checked.
        let is_checked = if self.0.is_empty() { default } else { self.text(name).is_some() };
        let id = format!("event-{name}");
        let how_id = format!("{id}-how");
        let input = el("input")
            .id(id.clone())
            .attr("type", "checkbox")
            .attr("name", name)
            .attr("value", "on")
            .attr("checked", is_checked)
            .attr("aria-describedby", how_id.clone());
        let how = el("span").class("small soft").id(how_id).child(how);
        let label = el("label").attr("for", id).child(label);
        el("div").class("event-check").child(input).child(el("div").child(label).child(how))
    }
}
