//! The choice of the rules of Mancala in the room setup: a preset, from its usual start or from a fair one.

use leptos::prelude::*;
use room::MancalaSettings;
use rules::Side;
use rules::mancala::{Preset, Start, Variant};

use super::fairness_proof::fairness_proof;
use super::settings::SettingsForm;
use crate::app::FAIR_STARTS_PATH;
use crate::app::text::names::preset_name;
use crate::app::text::{joined, words};
use crate::app::ui::choice::select;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{memo, part, part_if};
use crate::client;

/// An entry of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    Usual(Preset),
    /// The preset from a fair start that is drawn by lot.
    Fair(Preset),
    /// Any other variant or start.
    Custom,
}

impl Rules {
    fn of(game: &MancalaSettings) -> Rules {
        // The pie rule is an option of any preset, and the rule card says it.
        match game.variant.preset_or_with_pie() {
            Some(preset) if game.start.is_none() => Rules::Usual(preset),
            Some(preset) if game.is_fair() => Rules::Fair(preset),
            _ => Rules::Custom,
        }
    }

    /// The presets, each followed by the same with a fair start if there is one.
    fn offered() -> impl Iterator<Item = Rules> {
        Preset::ALL.into_iter().flat_map(|preset| {
            let fair = preset.variant().fair_start(0).is_some();
            [Some(Rules::Usual(preset)), fair.then_some(Rules::Fair(preset))].into_iter().flatten()
        })
    }

    fn name(self) -> String {
        match self {
            Rules::Usual(preset) => preset_name(preset),
            Rules::Fair(preset) => words::fair_start(&preset_name(preset)),
            Rules::Custom => words::custom(),
        }
    }
}

/// The list of the rules; below it the start, if it is not the usual one.
pub(super) fn rules_field(form: SettingsForm) -> AnyView {
    let game = move || form.mancala().unwrap_or_default();
    let current = move || Rules::of(&game());
    let choose = move |rules| match rules {
        Rules::Usual(preset) => form.choose_rules(preset.variant().into()),
        Rules::Fair(preset) => draw(form, preset),
        Rules::Custom => {}
    };
    // No entry for what is not in the list. The list is rebuilt only if it changes.
    let custom = memo(move || current() == Rules::Custom);
    let list = part(move || {
        let custom = custom.get().then_some(Rules::Custom);
        let choices = Rules::offered().chain(custom).map(|rules| (rules.name(), rules)).collect();
        select("preset", words::rules(), choices, current, choose)
    });
    let start = memo(move || game().start);
    let drawn = part_if(move || start.get().map(|start| start_picture(&start)));
    let fair = memo(move || match current() {
        Rules::Fair(preset) => Some((preset, game().variant, game().start?)),
        Rules::Usual(_) | Rules::Custom => None,
    });
    let more = part_if(move || {
        let (preset, variant, start) = fair.get()?;
        Some(untrack(|| fair_buttons(form, preset, variant, start)))
    });
    el("div").class("field").child(list).child(drawn).child(more).any()
}

/// Draws a fair start of a preset by lot.
fn draw(form: SettingsForm, preset: Preset) {
    if let Some(drawn) = MancalaSettings::fair(preset.variant(), client::random_below(u32::MAX)) {
        form.choose_rules(drawn);
    }
}

/// Draws another fair start of a preset by lot.
fn draw_another(form: SettingsForm, preset: Preset, start: &Start) {
    let variant = preset.variant();
    if let Some(start) = start.another_fair(&variant, client::random_below(u32::MAX)) {
        form.choose_rules(MancalaSettings { variant, start: Some(start) });
    }
}

/// Another start, the proof of this one, and what a fair start is.
fn fair_buttons(form: SettingsForm, preset: Preset, variant: Variant, start: Start) -> AnyView {
    let (prove, proof) = fairness_proof(variant, start);
    let another =
        button("button").on_click(move || draw_another(form, preset, &start)).child(words::ANOTHER_START);
    let why = el("a").href(FAIR_STARTS_PATH).attr("target", "_blank").child(words::WHAT_IS_FAIR);
    let row = el("div").class("field-row").child(another).child(prove).child(why).any();
    vec![row, proof].into_any()
}

/// The stones of a start, as the first to move sees them. Where it differs from the usual start is marked.
fn start_picture(start: &Start) -> AnyView {
    let usual = start.stones_each();
    let hole = |class: &'static str, stones: u8, usual: u8| {
        el("span").class(class).attr("data-moved", stones != usual).child(stones.to_string())
    };
    let store = |side: Side| hole("start-store", start.store(side), 0);
    let row = |side: Side| {
        let mut pits: Vec<El> =
            start.row(side).iter().map(|stones| hole("start-pit", *stones, usual)).collect();
        // The far row is seen from the other side of the table.
        if side == Side::Second {
            pits.reverse();
        }
        el("span").class("start-row").children(pits)
    };
    let rows = el("span").class("start-rows").child(row(Side::Second)).child(row(Side::First));
    let listed = |side: Side| start.row(side).iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let pits = words::start_picture(&listed(Side::First), &listed(Side::Second));
    let filled = [(Side::First, words::south()), (Side::Second, words::north())]
        .into_iter()
        .filter(|(side, _)| start.store(*side) > 0)
        .map(|(side, name)| format!("{}.", words::store_of_name(&name, start.store(side).into())));
    el("div")
        .class("start")
        .role("img")
        .aria_label(joined(" ", [pits].into_iter().chain(filled)))
        .child(store(Side::Second))
        .child(rows)
        .child(store(Side::First))
        .any()
}
