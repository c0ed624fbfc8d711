//! The replay of a game: the bar that steps through its moves and plays them as an animation. The game itself
//! goes on meanwhile.

use std::time::Duration;

use leptos::prelude::*;

use super::status::hint_text;
use super::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{El, Value, button, el};
use crate::app::ui::extra;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, memo, part, part_if, text};
use crate::client;

/// The interval between two moves of a replay at the usual speed, in milliseconds.
const MOVE_MS: u32 = 1_600;
/// The selector of the play button.
pub(super) const PLAY_BUTTON: &str = ".replay [data-play]";
/// The selector of the button that steps back.
pub(super) const BACK_BUTTON: &str = ".replay [data-back]";
/// The speeds offered, in percent.
const SPEEDS: [u32; 4] = [50, 100, 200, 400];

/// The bar. It is shown during a replay, and always in a review, where it also opens the panel with the moves
/// and the analysis.
pub(super) fn replay_bar(session: Session, [panel, analysis]: [RwSignal<bool>; 2]) -> AnyView {
    let playing = RwSignal::new(false);
    let at = move || session.with_displayed_game(room::Game::ply).unwrap_or(0);
    let all = move || session.state().last_ply().unwrap_or(0);
    // A variation begins where it leaves the game.
    let first = move || session.state().variation.as_ref().map_or(0, |variation| variation.from);
    let speed = move || session.state().speed;
    let pulse = memo(move || playing.get().then(speed));
    effect(move || {
        let Some(speed) = pulse.get() else { return };
        let next = move || {
            if untrack(at) >= untrack(all) {
                playing.set(false);
            } else {
                session.go_to_ply(Some(untrack(at) + 1));
            }
        };
        // As slow as the animations, if slow ones are set.
        let films = session.animation_speed();
        let every = MOVE_MS * 100 / if films == 0 { speed.max(1) } else { films };
        let every = Duration::from_millis(every.into());
        client::interval(every, next);
    });
    let go = move |ply: u32| {
        playing.set(false);
        session.go_to_ply(Some(ply));
    };
    let play = move || {
        if !playing.get_untracked() && untrack(at) >= untrack(all) {
            session.go_to_ply(Some(untrack(first)));
        }
        playing.update(|playing| *playing = !*playing);
    };
    let leave = move || {
        session.go_to_ply(None);
        client::defer(client::focus_board);
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            leave();
        }
    };
    let back = move || {
        playing.set(false);
        session.step_replay(-1);
    };
    let forth = move || go((untrack(at) + 1).min(untrack(all)));
    // One button for play and pause, so that it keeps the focus.
    let name = move || if playing.get() { words::pause() } else { words::play() };
    let sign = move || icon(if playing.get() { Icon::Pause } else { Icon::Play });
    let slider = el("input")
        .class("slider")
        .attr("type", "range")
        .attr("min", text(move || first().to_string()))
        .attr("max", text(move || all().to_string()))
        .value(text(move || at().to_string()))
        .aria_label(words::MOVE_SLIDER)
        .attr("aria-valuetext", text(move || words::move_of(at(), &all().to_string())))
        .on_input(move |value| {
            if let Ok(ply) = value.parse() {
                go(ply);
            }
        });
    let is_review = untrack(|| session.is_review());
    let moves = is_review.then(|| {
        button("button control-panel")
            .attr("aria-expanded", text(move || panel.get().to_string()))
            .attr("aria-controls", "panel")
            .on_click(move || panel.update(|open| *open = !*open))
            .child(words::MOVES)
    });
    let analyse = move || analysis.set(true);
    let analyse = is_review.then(|| button("button primary").on_click(analyse).child(words::REVIEW));
    let leave = (!is_review).then(|| leave_button(session, leave));
    // A running game of other people must not be played on from here.
    let free = memo(move || {
        let over = session.with_displayed_game(|game| game.position.outcome().is_some()).unwrap_or(true);
        !over && (session.on_device() || session.with_game(|game| !game.is_running()).unwrap_or(false))
    });
    let again = part_if(move || {
        let go = move || {
            session.play_from_here();
            client::defer(client::focus_board);
        };
        let button = || button("button").on_click(go);
        free.get().then(|| button().child(words::PLAY_FROM_HERE).any())
    });
    let note = part_if(move || {
        let text = hint_text(session)?;
        Some(el("p").class("replay-note").child(text).any())
    });
    let ply = el("span")
        .class("replay-at soft")
        .attr("aria-hidden", "true")
        .child(text(move || format!("{}/{}", at(), all())));
    el("div")
        .class("replay")
        .role("toolbar")
        .aria_label(words::REPLAY)
        .on_key(key)
        .child(step_button(words::to_start(), move || go(untrack(first))).child(icon(Icon::First)))
        .child(step_button(words::one_back(), back).attr("data-back", true).child(icon(Icon::Earlier)))
        .child(step_button(text(name), play).attr("data-play", true).child(part(sign)))
        .child(step_button(words::one_on(), forth).child(icon(Icon::Later)))
        .child(step_button(words::to_end(), move || go(untrack(all))).child(icon(Icon::Last)))
        .child(speed_button(session))
        .child(ply)
        .child(slider)
        .child(note)
        .child(extra::load_when_ready(move |extras| (extras.review_bar)(session)))
        .child(again)
        .child(moves)
        .child(analyse)
        .child(leave)
        .any()
}

/// The button that leads back to the game.
fn leave_button(session: Session, leave: impl Fn() + 'static) -> El {
    button("button primary")
        .on_click(leave)
        .child(text(move || if session.is_my_turn() { words::back_your_turn() } else { words::back() }))
}

/// The button that cycles through the speeds of replays.
pub(super) fn speed_button(session: Session) -> AnyView {
    let faster = move || {
        session.change(|state| {
            let place = SPEEDS.iter().position(|speed| *speed == state.speed).unwrap_or(0);
            state.speed = SPEEDS[(place + 1) % SPEEDS.len()];
        });
    };
    let now = move || speed_factor(session.state().speed);
    button("control speed")
        .aria_label(text(move || words::speed(&now())))
        // Its label changes with each press, and each is meant.
        .on("click", move |_: web_sys::Event| faster())
        .child(text(now))
        .any()
}

/// A button, still without its icon.
fn step_button(name: impl Into<Value>, act: impl Fn() + 'static) -> El {
    button("control").aria_label(name).on_click(act)
}

/// A speed as a factor: "½×", "2×".
fn speed_factor(percent: u32) -> String {
    if percent < 100 { "\u{bd}\u{d7}".to_owned() } else { format!("{}\u{d7}", percent / 100) }
}
