//! Choosing one of several: a select for many, radio buttons for few. What is chosen comes back through what they show.
//! What they read and do is boxed, so that each is compiled once.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use super::el::el;
use super::live::flag;

/// A labelled select of named numbers.
pub fn select(
    id: &'static str,
    label: impl Into<String>,
    choices: Vec<(String, u32)>,
    chosen: impl Fn() -> u32 + Send + Sync + 'static,
    choose: impl Fn(u32) + 'static,
) -> AnyView {
    select_of(id, label.into(), choices, Arc::new(chosen), Box::new(choose))
}

fn select_of(
    id: &'static str,
    label: String,
    choices: Vec<(String, u32)>,
    chosen: Arc<dyn Fn() -> u32 + Send + Sync>,
    choose: Box<dyn Fn(u32)>,
) -> AnyView {
    let choices = choices.into_iter().map(|(name, number)| {
        let chosen = chosen.clone();
        el("option")
            .attr("value", number.to_string())
            .prop_flag("selected", flag(move || chosen() == number))
            .child(name)
    });
    let select = el("select")
        .class("input")
        .attr("id", id)
        .on("change", move |event: web_sys::Event| {
            if let Ok(number) = event_target_value(&event).parse() {
                choose(number);
            }
        })
        .children(choices);
    el("div").class("field").child(el("label").attr("for", id).child(label)).child(select).any()
}

/// One of a few, as radio buttons.
pub fn choice(
    legend: impl Into<String>,
    name: &'static str,
    labels: Vec<String>,
    chosen: impl Fn() -> Option<usize> + Send + Sync + 'static,
    choose: impl Fn(usize) + 'static,
) -> AnyView {
    choice_of(legend.into(), name, labels, Arc::new(chosen), Rc::new(choose))
}

fn choice_of(
    legend: String,
    name: &'static str,
    labels: Vec<String>,
    chosen: Arc<dyn Fn() -> Option<usize> + Send + Sync>,
    choose: Rc<dyn Fn(usize)>,
) -> AnyView {
    let choices = labels.into_iter().enumerate().map(|(place, label)| {
        let (chosen, choose) = (chosen.clone(), choose.clone());
        let input = el("input")
            .attr("type", "radio")
            .attr("name", name)
            .prop_flag("checked", flag(move || chosen() == Some(place)))
            .on("change", move |_: web_sys::Event| choose(place));
        el("label").child(input).child(el("span").child(label))
    });
    el("fieldset").child(el("legend").child(legend)).child(el("div").class("choices").children(choices)).any()
}
