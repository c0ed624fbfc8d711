//! Every option of the rules, for those who want another game than the presets.

use std::ops::RangeInclusive;

use leptos::prelude::*;
use rules::mancala::{Capture, Direction, FirstMove, Leftovers, PITS, STONES, Sowing, Variant};

use super::settings::Agreed;
use crate::app::text::words;
use crate::app::ui::choice::select;
use crate::app::ui::el::el;

/// An option with few values: its id, its label, what they are called, which one holds, and how to choose one.
struct Choice {
    id: &'static str,
    label: fn() -> String,
    names: &'static [fn() -> String],
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
        id: "capture",
        label: words::option_capture,
        names: &[words::capture_opposite, words::capture_opposite_or_alone, words::capture_never],
        get: |v| v.capture as u32,
        set: |v, place| v.capture = CAPTURES[place],
    },
    Choice {
        id: "sowing",
        label: words::option_sowing,
        names: &[words::sowing_single, words::sowing_relay],
        get: |v| v.sowing as u32,
        set: |v, place| v.sowing = SOWINGS[place],
    },
    Choice {
        id: "extra-turn",
        label: words::option_extra_turn,
        names: &[words::off, words::on],
        get: |v| v.extra_turn.into(),
        set: |v, place| v.extra_turn = place == 1,
    },
    Choice {
        id: "leftovers",
        label: words::option_leftovers,
        names: &[words::leftovers_owner, words::leftovers_emptier, words::leftovers_nobody],
        get: |v| v.leftovers as u32,
        set: |v, place| v.leftovers = LEFTOVERS[place],
    },
    Choice {
        id: "direction",
        label: words::option_direction,
        names: &[words::counter_clockwise, words::clockwise],
        get: |v| v.direction as u32,
        set: |v, place| v.direction = DIRECTIONS[place],
    },
    Choice {
        id: "pie-rule",
        label: words::option_pie,
        names: &[words::off, words::on],
        get: |v| v.pie_rule.into(),
        set: |v, place| v.pie_rule = place == 1,
    },
    Choice {
        id: "first-move",
        label: words::option_first_move,
        names: &[words::south, words::north, words::in_turn],
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
    let options = OPTIONS.into_iter().map(|Choice { id, label, names, get, set }| {
        let choices = (0..).zip(names).map(|(place, name)| (name(), place)).collect();
        let choose = move |place| agreed.change_rules(|variant| set(variant, place as usize));
        select(id, label(), choices, move || get(&agreed.variant().unwrap_or_default()), choose)
    });
    let options = el("div")
        .class("options")
        .child(select("pits", words::pits_a_side(), numbers(PITS), pits, set_pits))
        .child(select("stones", words::stones_a_pit(), numbers(STONES), stones, set_stones))
        .children(options);
    el("details").class("custom").child(el("summary").child(words::CHANGE_RULES)).child(options).any()
}
