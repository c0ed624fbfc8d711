//! Form controls for one of several values: a select for many, radio buttons for few. Values may be of any
//! type; internally they are indices, and the closures are boxed, so that each control is compiled once.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use super::el::el;
use super::live::flag;

/// A type whose values can be chosen: small and comparable.
pub trait Choosable: Copy + PartialEq + Send + Sync + 'static {}

impl<T: Copy + PartialEq + Send + Sync + 'static> Choosable for T {}

/// The values by their indices.
struct IndexedChoices {
    names: Vec<String>,
    /// The index of the chosen value; `None` if it is not among those offered.
    chosen: Arc<dyn Fn() -> Option<usize> + Send + Sync>,
    choose: Rc<dyn Fn(usize)>,
}

fn indexed<T: Choosable>(
    choices: Vec<(String, T)>,
    chosen: impl Fn() -> T + Send + Sync + 'static,
    choose: impl Fn(T) + 'static,
) -> IndexedChoices {
    let (names, values): (Vec<String>, Vec<T>) = choices.into_iter().unzip();
    let all = values.clone();
    let chosen = move || {
        let chosen = chosen();
        all.iter().position(|value| *value == chosen)
    };
    let choose = move |place: usize| {
        if let Some(value) = values.get(place) {
            choose(*value);
        }
    };
    IndexedChoices { names, chosen: Arc::new(chosen), choose: Rc::new(choose) }
}

/// A labelled select of named values.
pub fn select<T: Choosable>(
    id: &'static str,
    label: impl Into<String>,
    choices: Vec<(String, T)>,
    chosen: impl Fn() -> T + Send + Sync + 'static,
    choose: impl Fn(T) + 'static,
) -> AnyView {
    select_element(id, label.into(), indexed(choices, chosen, choose))
}

fn select_element(
    id: &'static str,
    label: String,
    IndexedChoices { names, chosen, choose }: IndexedChoices,
) -> AnyView {
    let choices = names.into_iter().enumerate().map(|(place, name)| {
        let chosen = chosen.clone();
        el("option")
            .attr("value", place.to_string())
            .prop_flag("selected", flag(move || chosen() == Some(place)))
            .child(name)
    });
    let select = el("select")
        .class("input")
        .id(id)
        .on_change(move |value| {
            if let Ok(place) = value.parse() {
                choose(place);
            }
        })
        .children(choices);
    el("div").class("field").child(el("label").attr("for", id).child(label)).child(select).any()
}

/// A radio group for one of a few named values.
pub fn choice<T: Choosable>(
    legend: impl Into<String>,
    name: &'static str,
    choices: Vec<(String, T)>,
    chosen: impl Fn() -> T + Send + Sync + 'static,
    choose: impl Fn(T) + 'static,
) -> AnyView {
    radio_group(legend.into(), name, indexed(choices, chosen, choose))
}

fn radio_group(
    legend: String,
    name: &'static str,
    IndexedChoices { names, chosen, choose }: IndexedChoices,
) -> AnyView {
    let choices = names.into_iter().enumerate().map(|(place, label)| {
        let (chosen, choose) = (chosen.clone(), choose.clone());
        let input = el("input")
            .attr("type", "radio")
            .attr("name", name)
            .prop_flag("checked", flag(move || chosen() == Some(place)))
            .on_change(move |_| choose(place));
        el("label").child(input).child(el("span").child(label))
    });
    el("fieldset").child(el("legend").child(legend)).child(el("div").class("choices").children(choices)).any()
}
