//! Choosing one of several: a select for many, radio buttons for few. What is chosen comes back through what they show.

use leptos::prelude::*;

use super::live::{flag, on};

/// A labelled select of named numbers.
pub fn select(
    id: &'static str,
    label: &'static str,
    choices: Vec<(String, u32)>,
    chosen: impl Fn() -> u32 + Copy + Send + 'static,
    choose: impl Fn(u32) + 'static,
) -> AnyView {
    let id = id.replace(' ', "-");
    let choices = choices
        .into_iter()
        .map(|(name, number)| {
            view! {
                <option value=number.to_string() prop:selected=flag(move || chosen() == number)>
                    {name}
                </option>
            }
        })
        .collect_view();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                class="input"
                id=id
                on:change=on(move |event| {
                    if let Ok(number) = event_target_value(&event).parse() {
                        choose(number);
                    }
                })
            >
                {choices}
            </select>
        </div>
    }
    .into_any()
}

/// One of a few, as radio buttons.
pub fn choice(
    legend: &'static str,
    name: &'static str,
    labels: Vec<String>,
    chosen: impl Fn() -> Option<usize> + Copy + Send + 'static,
    choose: impl Fn(usize) + Copy + 'static,
) -> AnyView {
    let choices = labels
        .into_iter()
        .enumerate()
        .map(|(place, label)| {
            view! {
                <label>
                    <input
                        type="radio"
                        name=name
                        prop:checked=flag(move || chosen() == Some(place))
                        on:change=on(move |_| choose(place))
                    />
                    <span>{label}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset>
            <legend>{legend}</legend>
            <div class="choices">{choices}</div>
        </fieldset>
    }
    .into_any()
}
