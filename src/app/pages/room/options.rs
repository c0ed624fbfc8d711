//! Every option of the rules, for those who want another game than the presets.

use std::ops::RangeInclusive;

use leptos::prelude::*;
use rules::mancala::{Capture, Direction, FirstMove, Leftovers, PITS, STONES, Sowing, Variant};

use super::settings::Agreed;
use crate::app::ui::choice::select;
use crate::app::ui::el::el;

/// An option with few values: its label, what they are called, which one holds, and how to choose one.
struct Choice {
    label: &'static str,
    names: &'static [&'static str],
    get: fn(&Variant) -> u32,
    set: fn(&mut Variant, usize),
}

const CAPTURES: [Capture; 3] = [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never];
const LEFTOVERS: [Leftovers; 3] = [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody];
const FIRST_MOVES: [FirstMove; 3] = [FirstMove::South, FirstMove::North, FirstMove::Alternate];
const SOWINGS: [Sowing; 2] = [Sowing::Single, Sowing::Relay];
const DIRECTIONS: [Direction; 2] = [Direction::CounterClockwise, Direction::Clockwise];

/// Values come in the order of their declaration, which `as u32` counts.
const OPTIONS: [Choice; 7] = [
    Choice {
        label: "Capture",
        names: &["Opposite", "Opposite or alone", "Never"],
        get: |v| v.capture as u32,
        set: |v, place| v.capture = CAPTURES[place],
    },
    Choice {
        label: "Sowing",
        names: &["Single", "Relay"],
        get: |v| v.sowing as u32,
        set: |v, place| v.sowing = SOWINGS[place],
    },
    Choice {
        label: "Extra turn",
        names: &["Off", "On"],
        get: |v| v.extra_turn.into(),
        set: |v, place| v.extra_turn = place == 1,
    },
    Choice {
        label: "Leftovers",
        names: &["To the owner", "To the emptier", "To nobody"],
        get: |v| v.leftovers as u32,
        set: |v, place| v.leftovers = LEFTOVERS[place],
    },
    Choice {
        label: "Direction",
        names: &["Counter-clockwise", "Clockwise"],
        get: |v| v.direction as u32,
        set: |v, place| v.direction = DIRECTIONS[place],
    },
    Choice {
        label: "Pie rule",
        names: &["Off", "On"],
        get: |v| v.pie_rule.into(),
        set: |v, place| v.pie_rule = place == 1,
    },
    Choice {
        label: "First move",
        names: &["South", "North", "In turn"],
        get: |v| v.first_move as u32,
        set: |v, place| v.first_move = FIRST_MOVES[place],
    },
];

/// The options of the rules of Mancala.
pub(super) fn options(agreed: Agreed) -> AnyView {
    let numbers = |range: RangeInclusive<u8>| range.map(|n| (n.to_string(), n.into())).collect();
    let pits = move || agreed.variant().unwrap_or_default().pits.into();
    let set_pits = move |n| agreed.change_rules(|variant| variant.pits = n as u8);
    let stones = move || agreed.variant().unwrap_or_default().stones.into();
    let set_stones = move |n| agreed.change_rules(|variant| variant.stones = n as u8);
    let options = OPTIONS.into_iter().map(|Choice { label, names, get, set }| {
        let choices = (0..).zip(names).map(|(place, name)| ((*name).to_owned(), place)).collect();
        let choose = move |place| agreed.change_rules(|variant| set(variant, place as usize));
        select(label, label, choices, move || get(&agreed.variant().unwrap_or_default()), choose)
    });
    let options = el("div")
        .class("options")
        .child(select("pits", "Pits a side", numbers(PITS), pits, set_pits))
        .child(select("stones", "Stones a pit", numbers(STONES), stones, set_stones))
        .child(options.collect::<Vec<_>>());
    el("details").class("custom").child(el("summary").child("Change the rules")).child(options).any()
}
