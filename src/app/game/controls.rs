//! What can be done besides moving: take back, draw, resign, turn the board, chat, play again.

use leptos::prelude::*;
use room::Command;

use super::session::Session;
use crate::app::ui::dialog::Dialog;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, effect, flag, maybe, on, part, part_if, text};

#[component]
pub(super) fn Controls(
    session: Session,
    panel_open: RwSignal<bool>,
    result_open: RwSignal<bool>,
) -> impl IntoView {
    let resigning = RwSignal::new(false);
    let running = Memo::new(move |_| session.with(|room| room.running().is_some()).unwrap_or(false));
    let seated = Memo::new(move |_| session.seat().is_some());
    let idle = move || !(running.get() && seated.get());
    let unmoved = move || session.with_game(|game| game.ply() == 0).unwrap_or(true);
    let local = Memo::new(move |_| session.is_local());
    let seen = RwSignal::new(0i64);
    let lines = move || session.with(|room| room.chat.len() as i64).unwrap_or(0);
    let mut first = true;
    effect(move || {
        let lines = lines();
        // What was said before one came, and what is said while one looks, is not news.
        let looking = panel_open.get();
        if std::mem::take(&mut first) || looking {
            seen.set(lines);
        }
    });
    view! {
        <div class="controls" role="toolbar" aria-label="Game">
            <Control name="Undo" sign=Icon::Undo off=flag(move || idle() || unmoved()) act=move || session.send(Command::AskUndo)/>
            {part_if(move || {
                let offer = move || session.send(Command::OfferDraw);
                (!local.get()).then(|| view! { <Control name="Draw" sign=Icon::Draw off=flag(idle) act=offer/> })
            })}
            {part(move || {
                if running.get() || !seated.get() {
                    let resign = move || resigning.set(true);
                    view! { <Control name="Resign" sign=Icon::Flag off=flag(idle) act=resign/> }.into_any()
                } else {
                    let again = move || result_open.set(true);
                    view! { <Control name="Again" sign=Icon::Again off=flag(|| false) act=again/> }.into_any()
                }
            })}
            <Control name="Replay" sign=Icon::Play off=flag(unmoved) act=move || session.look_at(Some(0))/>
            <button
                class="control control-panel"
                type="button"
                aria-expanded=text(move || panel_open.get().to_string())
                aria-controls="panel"
                data-new=flag(move || lines() > seen.get())
                on:click=on(move |_| panel_open.update(|open| *open = !*open))
            >
                {icon(Icon::Chat)}
                {text(move || if local.get() { "Moves" } else { "Chat" }.to_owned())}
            </button>
        </div>
        <Dialog open=resigning labelledby="resigning">
            <h2 id="resigning">"Give up this game?"</h2>
            <p class="soft">"Your opponent wins it."</p>
            <div class="actions">
                <button
                    class="button danger"
                    type="button"
                    on:click=on(move |_| {
                        resigning.set(false);
                        session.send(Command::Resign);
                    })
                >
                    "Resign"
                </button>
                <button class="button" type="button" on:click=on(move |_| resigning.set(false))>
                    "Play on"
                </button>
            </div>
        </Dialog>
    }
}

/// One button of the bar. Switched off it keeps its place and the focus.
#[component]
fn Control(name: &'static str, sign: Icon, off: Live<bool>, act: impl Fn() + 'static) -> impl IntoView {
    let disabled = maybe({
        let off = off.clone();
        move || is(&off).then(|| "true".to_owned())
    });
    view! {
        <button
            class="control"
            type="button"
            aria-disabled=disabled
            on:click=on(move |_| {
                if !untrack(|| is(&off)) {
                    act();
                }
            })
        >
            {icon(sign)}
            {name}
        </button>
    }
}

fn is(flag: &Live<bool>) -> bool {
    flag.lock().is_ok_and(|mut read| read())
}

/// The menu of the bar: what is needed rarely.
#[component]
pub(super) fn Menu(session: Session) -> impl IntoView {
    view! {
        <details class="menu">
            <summary class="button quiet square" aria-label="Menu">
                {icon(Icon::Menu)}
            </summary>
            <div class="menu-list">
                <button
                    class="button quiet"
                    type="button"
                    on:click=on(move |_| session.flip())
                >
                    {icon(Icon::Flip)}
                    "Turn the board around"
                </button>
                {part_if(move || {
                    session.is_local().then(|| {
                        view! {
                            <button class="button quiet" type="button" on:click=on(move |_| session.settle())>
                                {icon(Icon::Again)}
                                "New game"
                            </button>
                        }
                    })
                })}
                <a class="button quiet" href="/">
                    {icon(Icon::Back)}
                    "Leave for home"
                </a>
            </div>
        </details>
    }
}
