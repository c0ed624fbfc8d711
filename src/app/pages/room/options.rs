//! The fields for every option of a Mancala variant, for players who want more than the presets.

use std::ops::RangeInclusive;

use leptos::prelude::*;
use rules::mancala::{Capture, Direction, FirstMove, Leftovers, PITS, STONES, Sowing, Variant};

use super::settings::SettingsForm;
use crate::app::text::words;
use crate::app::ui::choice::{Choosable, select};
use crate::app::ui::el::el;

/// An option of a variant: its name, its id in the page, its current value, and how to set it.
struct RuleOption<T> {
    id: &'static str,
    label: fn() -> String,
    get: fn(&Variant) -> T,
    set: fn(&mut Variant, T),
}

impl<T: Choosable> RuleOption<T> {
    /// Its field, with these values.
    fn field(self, form: SettingsForm, choices: impl IntoIterator<Item = (String, T)>) -> AnyView {
        let Self { id, label, get, set } = self;
        let chosen = move || get(&form.variant().unwrap_or_default());
        let choose = move |value| form.change_rules(|variant| set(variant, value));
        select(id, label(), choices.into_iter().collect(), chosen, choose)
    }
}

const CAPTURE: RuleOption<Capture> = RuleOption {
    id: "capture",
    label: words::option_capture,
    get: |variant| variant.capture,
    set: |variant, capture| variant.capture = capture,
};
const SOWING: RuleOption<Sowing> = RuleOption {
    id: "sowing",
    label: words::option_sowing,
    get: |variant| variant.sowing,
    set: |variant, sowing| variant.sowing = sowing,
};
const EXTRA_TURN: RuleOption<bool> = RuleOption {
    id: "extra-turn",
    label: words::option_extra_turn,
    get: |variant| variant.extra_turn,
    set: |variant, extra_turn| variant.extra_turn = extra_turn,
};
const LEFTOVERS: RuleOption<Leftovers> = RuleOption {
    id: "leftovers",
    label: words::option_leftovers,
    get: |variant| variant.leftovers,
    set: |variant, leftovers| variant.leftovers = leftovers,
};
const DIRECTION: RuleOption<Direction> = RuleOption {
    id: "direction",
    label: words::option_direction,
    get: |variant| variant.direction,
    set: |variant, direction| variant.direction = direction,
};
const PIE_RULE: RuleOption<bool> = RuleOption {
    id: "pie-rule",
    label: words::option_pie,
    get: |variant| variant.pie_rule,
    set: |variant, pie_rule| variant.pie_rule = pie_rule,
};
const FIRST_MOVE: RuleOption<FirstMove> = RuleOption {
    id: "first-move",
    label: words::option_first_move,
    get: |variant| variant.first_move,
    set: |variant, first_move| variant.first_move = first_move,
};
const PITS_A_SIDE: RuleOption<u8> = RuleOption {
    id: "pits",
    label: words::pits_per_side,
    get: |variant| variant.pits,
    set: |variant, pits| variant.pits = pits,
};
const STONES_A_PIT: RuleOption<u8> = RuleOption {
    id: "stones",
    label: words::stones_per_pit,
    get: |variant| variant.stones,
    set: |variant, stones| variant.stones = stones,
};

/// The options of the rules of Mancala.
///
/// Who goes first is one of them where no other setting says so.
pub(super) fn options(form: SettingsForm, with_first_move: bool) -> AnyView {
    let numbers = |range: RangeInclusive<u8>| range.map(|number| (number.to_string(), number));
    let off_or_on = || [(words::off(), false), (words::on(), true)];
    let captures = [
        (words::capture_opposite(), Capture::Opposite),
        (words::capture_opposite_or_alone(), Capture::OppositeOrSelf),
        (words::capture_never(), Capture::Never),
    ];
    let sowings = [(words::sowing_single(), Sowing::Single), (words::sowing_relay(), Sowing::Relay)];
    let leftovers = [
        (words::leftovers_owner(), Leftovers::Owner),
        (words::leftovers_emptier(), Leftovers::Emptier),
        (words::leftovers_nobody(), Leftovers::Nobody),
    ];
    let directions = [
        (words::counter_clockwise(), Direction::CounterClockwise),
        (words::clockwise(), Direction::Clockwise),
    ];
    let first_moves = [
        (words::south(), FirstMove::South),
        (words::north(), FirstMove::North),
        (words::in_turn(), FirstMove::Alternate),
    ];
    let mut fields = vec![
        PITS_A_SIDE.field(form, numbers(PITS)),
        STONES_A_PIT.field(form, numbers(STONES)),
        CAPTURE.field(form, captures),
        SOWING.field(form, sowings),
        EXTRA_TURN.field(form, off_or_on()),
        LEFTOVERS.field(form, leftovers),
        DIRECTION.field(form, directions),
        PIE_RULE.field(form, off_or_on()),
    ];
    if with_first_move {
        fields.push(FIRST_MOVE.field(form, first_moves));
    }
    let options = el("div").class("options").child(fields);
    el("details").class("custom").child(el("summary").child(words::CHANGE_RULES)).child(options).any()
}
