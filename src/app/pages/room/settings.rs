//! What will be played: the rule card, the options, the clock, who begins. A change is seen by both at once.

use leptos::prelude::*;
use room::{Command, GameSettings, Seat, Settings, Sides, TimeControl};
use rules::mancala::{Preset, Variant};

use super::options::{Options, select};
use crate::app::game::session::Session;
use crate::app::text::mancala::rule_card;
use crate::app::text::{clock, variant_name};
use crate::app::ui::live::{flag, on, part, part_if, text};

/// The settings as shown, and how to change them.
#[derive(Clone, Copy)]
pub(super) struct Agreed {
    session: Session,
}

impl Agreed {
    fn settings(&self) -> Settings {
        self.session.with(|room| room.settings).unwrap_or_default()
    }

    pub(super) fn variant(&self) -> Variant {
        let GameSettings::Mancala(variant) = self.settings().game;
        variant
    }

    /// Changes one thing.
    pub(super) fn change(&self, change: impl FnOnce(&mut Settings)) {
        let mut settings = untrack(|| self.settings());
        change(&mut settings);
        self.session.send(Command::Configure(settings));
    }

    /// Changes one thing about the rules.
    pub(super) fn change_rules(&self, change: impl FnOnce(&mut Variant)) {
        self.change(|settings| {
            let GameSettings::Mancala(variant) = &mut settings.game;
            change(variant);
        });
    }
}

#[component]
pub(super) fn SettingsCard(session: Session) -> impl IntoView {
    let agreed = Agreed { session };
    let seated = Memo::new(move |_| session.seat().is_some());
    let summary = move || format!("{} · {}", variant_name(&agreed.variant()), clock(agreed.settings().clock));
    let rules = move || {
        rule_card(&agreed.variant())
            .into_iter()
            .map(|rule| view! { <li>{rule}</li> })
            .collect_view()
            .into_any()
    };
    view! {
        <section class="card settings" aria-labelledby="settings">
            <h2 id="settings">"The game"</h2>
            {part(move || {
                if seated.get() {
                    view! { <PresetField agreed/> }.into_any()
                } else {
                    view! { <p class="label">{text(summary)}</p> }.into_any()
                }
            })}
            <ul class="rules">{part(rules)}</ul>
            {part_if(move || {
                seated
                    .get()
                    .then(|| {
                        view! {
                            <Options agreed/>
                            <ClockField agreed/>
                            <SidesField agreed session/>
                        }
                    })
            })}
        </section>
    }
}

#[component]
fn PresetField(agreed: Agreed) -> impl IntoView {
    let named = |preset: Preset| (preset.name().to_owned(), preset as u32);
    let current = move || agreed.variant().preset().map_or(CUSTOM, |preset| preset as u32);
    let choose = move |number| {
        if let Some(preset) = Preset::ALL.into_iter().find(|preset| *preset as u32 == number) {
            agreed.change_rules(|variant| *variant = preset.variant());
        }
    };
    let choices = part(move || {
        let custom = (current() == CUSTOM).then(|| ("Custom".to_owned(), CUSTOM));
        let choices = Preset::ALL.into_iter().map(named).chain(custom).collect();
        select("preset", "Rules", choices, current, choose)
    });
    view! { {choices} }
}

/// Stands for rules that are no preset.
const CUSTOM: u32 = u32::MAX;

/// The clocks offered; any other can be reached by the room's messages.
const CLOCKS: [(&str, TimeControl); 6] = [
    ("None", TimeControl::None),
    ("30 s a move", TimeControl::PerMove { seconds: 30 }),
    ("60 s a move", TimeControl::PerMove { seconds: 60 }),
    ("3 min + 2 s", TimeControl::Increment { base: 180, increment: 2 }),
    ("5 min + 5 s", TimeControl::Increment { base: 300, increment: 5 }),
    ("15 min + 10 s", TimeControl::Increment { base: 900, increment: 10 }),
];

#[component]
fn ClockField(agreed: Agreed) -> impl IntoView {
    let chosen = move || CLOCKS.iter().position(|(_, control)| *control == agreed.settings().clock);
    let choose = move |place: usize| agreed.change(|settings| settings.clock = CLOCKS[place].1);
    choice("Clock", "clock", CLOCKS.map(|(name, _)| name.to_owned()).to_vec(), chosen, choose)
}

#[component]
fn SidesField(agreed: Agreed, session: Session) -> impl IntoView {
    const SIDES: [Sides; 3] = [Sides::Bottom, Sides::Top, Sides::Random];
    let name = move |seat: Seat| {
        let me = session.seat() == Some(seat);
        let name = session.with(|room| room.occupant(seat).map(|o| o.name.clone())).flatten();
        if me { "Me".to_owned() } else { name.unwrap_or_else(|| "My friend".to_owned()) }
    };
    let chosen = move || SIDES.into_iter().position(|sides| sides == agreed.settings().sides);
    let choose = move |place: usize| agreed.change(|settings| settings.sides = SIDES[place]);
    part(move || {
        let names = vec![name(Seat::Bottom), name(Seat::Top), "Random".to_owned()];
        choice("Who begins", "sides", names, chosen, choose)
    })
}

/// One of a few, as radio buttons.
fn choice(
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
