//! Looking back: the bar that steps through a game and plays it as a film. The game itself goes on meanwhile.

use std::time::Duration;

use leptos::prelude::*;

use super::keys::step;
use super::session::Session;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, on, part, text};
use crate::client;

/// From one move of a film to the next, at the usual speed.
const MOVE_MS: u32 = 1_600;
/// The speeds offered, in percent.
const SPEEDS: [u32; 4] = [50, 100, 200, 400];

/// The bar. It is there while one looks back.
#[component]
pub(super) fn Replay(session: Session) -> impl IntoView {
    let playing = RwSignal::new(false);
    let at = move || session.with_seen(room::Game::ply).unwrap_or(0);
    let all = move || session.shown().last_ply().unwrap_or(0);
    let speed = move || session.shown().speed;
    let pulse = Memo::new(move |_| playing.get().then(speed));
    effect(move || {
        let Some(speed) = pulse.get() else { return };
        let next = move || {
            if untrack(at) >= untrack(all) {
                playing.set(false);
            } else {
                session.look_at(Some(untrack(at) + 1));
            }
        };
        let every = Duration::from_millis((MOVE_MS * 100 / speed.max(1)).into());
        if let Ok(pulse) = set_interval_with_handle(next, every) {
            on_cleanup(move || pulse.clear());
        }
    });
    let go = move |ply: u32| {
        playing.set(false);
        session.look_at(Some(ply));
    };
    let play = move || {
        if !playing.get_untracked() && untrack(at) >= untrack(all) {
            session.look_at(Some(0));
        }
        playing.update(|playing| *playing = !*playing);
    };
    let faster = move |_| {
        session.change(|shown| {
            let place = SPEEDS.iter().position(|speed| *speed == shown.speed).unwrap_or(0);
            shown.speed = SPEEDS[(place + 1) % SPEEDS.len()];
        });
    };
    let leave = move |_| {
        session.change(|shown| shown.speed = 100);
        session.look_at(None);
        set_timeout(client::focus_board, Duration::ZERO);
    };
    let back = move || {
        playing.set(false);
        step(session, -1);
    };
    let forth = move || go((untrack(at) + 1).min(untrack(all)));
    // In whole percent: fractions would bring the writing of floating point numbers into the page.
    let share = move || (at() * 100).checked_div(all()).unwrap_or(100);
    view! {
        <div class="replay" role="toolbar" aria-label="Replay">
            {button("To the start", Icon::First, move || go(0))}
            {button("One move back", Icon::Earlier, back)}
            {part(move || {
                if playing.get() { button("Pause", Icon::Pause, play) } else { button("Play", Icon::Play, play) }
            })}
            {button("One move on", Icon::Later, forth)}
            {button("To the end", Icon::Last, move || go(untrack(all)))}
            <button class="control speed" type="button" aria-label=text(move || format!("Speed {}", times(speed()))) on:click=on(faster)>
                {text(move || times(speed()))}
            </button>
            <input
                class="slider"
                type="range"
                min="0"
                max=text(move || all().to_string())
                prop:value=text(move || at().to_string())
                aria-label="Move"
                aria-valuetext=text(move || format!("Move {} of {}", at(), all()))
                style=text(move || format!("--at:calc({}/100)", share()))
                on:input=on(move |event| {
                    if let Ok(ply) = event_target_value(&event).parse() {
                        go(ply);
                    }
                })
            />
            <button class="button primary" type="button" on:click=on(leave)>
                "Back to the game"
            </button>
        </div>
    }
}

fn button(name: &'static str, sign: Icon, act: impl Fn() + 'static) -> AnyView {
    view! {
        <button class="control" type="button" aria-label=name on:click=on(move |_| act())>
            {icon(sign)}
        </button>
    }
    .into_any()
}

/// A speed as a factor: "½×", "2×".
fn times(percent: u32) -> String {
    if percent < 100 { "\u{bd}\u{d7}".to_owned() } else { format!("{}\u{d7}", percent / 100) }
}
