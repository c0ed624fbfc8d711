//! The room before the game: who is here, what will be played, are you ready.

use std::time::Duration;

use leptos::prelude::*;
use room::{Command, RoomCode, Seat};
use rules::Game;

use super::invite::Invite;
use super::seats::Seats;
use super::settings::SettingsCard;
use crate::app::game::session::{Link, Session};
use crate::app::text::game_name;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{self, effect, on, part_if};
use crate::app::ui::title::title;

#[component]
pub(super) fn Lobby(session: Session, code: RoomCode) -> impl IntoView {
    let alone = Memo::new(move |_| session.with(|room| room.free_seat().is_some()).unwrap_or(true));
    let game = move || session.with(|room| room.settings.game.game()).unwrap_or(Game::Mancala);
    title(move || if alone.get() { format!("Room {code} · Duello") } else { "Ready? · Duello".to_owned() });
    view! {
        <main id="main" class="page lobby">
            <header class="lobby-head">
                <a class="button quiet square" href="/" aria-label="Home">{icon(Icon::Back)}</a>
                <h1>{live::text(move || format!("{} with a friend", game_name(game())))}</h1>
            </header>
            {part_if(move || {
                (session.shown().link == Link::Lost)
                    .then(|| view! { <p class="problem" role="alert">"No connection. Trying again\u{2026}"</p> })
            })}
            <div class="lobby-column">
                {part_if(move || alone.get().then(|| view! { <Invite code/> }))}
                <Seats session/>
            </div>
            <SettingsCard session/>
            <ReadyBar session/>
        </main>
    }
}

/// Ready, or take it back; and the countdown.
#[component]
fn ReadyBar(session: Session) -> impl IntoView {
    let counting = Memo::new(move |_| session.with(|room| room.countdown).flatten());
    let left = RwSignal::new(None::<i64>);
    effect(move || {
        let Some(until) = counting.get() else {
            left.set(None);
            return;
        };
        let show = move || {
            let ms = (until - session.now()).max(0);
            left.try_set(Some((ms + 999) / 1000));
        };
        show();
        if let Ok(pulse) = set_interval_with_handle(show, Duration::from_millis(200)) {
            on_cleanup(move || pulse.clear());
        }
    });
    let me = move || ready_of(session, |seat| seat);
    let other = move || ready_of(session, Seat::other);
    let ready = move || me().map(|(_, ready)| ready);
    let text = move || match (me(), other()) {
        (None, _) => "Both seats are taken. You will see the game when it starts.".to_owned(),
        (Some(_), None) => "The game starts when your friend is here and both are ready.".to_owned(),
        (Some((_, true)), Some((name, false))) => format!("Waiting for {name}\u{2026}"),
        (Some((_, false)), Some((name, true))) => format!("{name} is ready. And you?"),
        (Some((_, false)), Some((name, false))) => {
            format!("{name} is here. Press Ready when the settings suit you.")
        }
        (Some((_, true)), Some((_, true))) => "The game begins".to_owned(),
    };
    view! {
        <div class="ready-bar">
            <p role="status">
                {part_if(move || left.get().map(|s| view! { <span class="countdown">{s.to_string()}</span>" " }))}
                <span class="soft">{live::text(text)}</span>
            </p>
            {part_if(move || {
                ready().map(|ready| {
                    let (class, text) = match (ready, other().is_some()) {
                        (true, _) => ("button big", "Take back"),
                        (false, true) => ("button primary big", "I\u{2019}m ready"),
                        (false, false) => ("button big", "I\u{2019}m ready"),
                    };
                    view! {
                        <button
                            class=class
                            type="button"
                            on:click=on(move |_| session.send(Command::Ready(!ready)))
                        >
                            {text}
                        </button>
                    }
                })
            })}
        </div>
    }
}

/// The name of whoever sits on the viewer's seat, or on another one counted from it, and whether they are ready.
fn ready_of(session: Session, which: fn(Seat) -> Seat) -> Option<(String, bool)> {
    let seat = which(session.seat()?);
    session.with(|room| room.occupant(seat).map(|o| (o.name.clone(), o.ready)))?
}
