//! The room setup before a game: seats, invitation, settings, ready, chat.

use std::time::Duration;

use leptos::prelude::*;
use room::{Command, RoomCode, Seat};
use rules::Game;

use super::connection_problem;
use super::invite::invite;
use super::seats::seats;
use super::settings::settings_card;
use crate::app::game::game_page_link;
use crate::app::game::panel::chat::chat_view;
use crate::app::game::view::session::Session;
use crate::app::pages::page_head;
use crate::app::text::names::{game_name, shown_name};
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::live::{Mount, effect, memo, part_if, text};
use crate::app::ui::title::title;
use crate::client;

/// The view of the room before the game.
pub fn room_setup(session: Session, code: RoomCode, mount: Mount) -> AnyView {
    let alone = memo(move || session.with_room(|room| room.free_seat().is_some()).unwrap_or(true));
    // Whoever gets the link finds the door as the server knows it, not as the last press means it.
    let invites = memo(move || session.with_confirmed_room(|room| room.invites()).unwrap_or(true));
    let game = move || session.with_room(|room| room.settings.game.game()).unwrap_or(Game::Mancala);
    title(move || {
        client::mark_opponent(!alone.get());
        let name = if alone.get() { words::room_named(&code.grouped()) } else { words::ready_title() };
        words::page_title(&name)
    });
    let heading =
        el("h1").attr("tabindex", "-1").child(text(move || words::with_a_friend(game_name(game()))));
    let column = el("div")
        .class("setup-column")
        .child(connection_problem(session))
        .child(part_if(move || invites.get().then(|| invite(code))))
        .child(seats(session))
        .child(untrack(|| game_page_link(session, words::LAST_GAME)));
    // What one has to decide comes before what one may say: on a phone all of it stands below one another.
    let rest = move || {
        let chat = part_if(move || (!alone.get()).then(|| untrack(|| chat_card(session))));
        vec![settings_card(session), chat.into_any(), ready_bar(session)].into_any()
    };
    el("main")
        .id("main")
        .class("page cards")
        .child(page_head(heading))
        .child(column)
        .child(mount.view(rest))
        .any()
}

/// The chat before the game.
pub(super) fn chat_card(session: Session) -> AnyView {
    el("section").class("card chat-card").aria_label(words::CHAT).child(chat_view(session)).any()
}

/// The ready button, and the countdown.
fn ready_bar(session: Session) -> AnyView {
    let counting = memo(move || session.with_room(|room| room.countdown).flatten());
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
        client::interval(Duration::from_millis(200), show);
    });
    let me = move || seat_status(session, |seat| seat);
    let other = move || seat_status(session, Seat::other);
    let ready = move || me().map(|(_, ready)| ready);
    let may_sit =
        memo(move || session.seat().is_none() && session.with_room(|room| room.invites()).unwrap_or(false));
    let status = move || match (me(), other()) {
        (None, _) if may_sit.get() => words::seat_is_free(),
        (None, _) => words::both_taken(),
        (Some(_), None) => words::starts_when(),
        (Some((_, true)), Some((name, false))) => words::waiting_for(&name),
        (Some((_, false)), Some((name, true))) => words::name_ready(&name),
        (Some((_, false)), Some((name, false))) => words::name_here(&name),
        (Some((_, true)), Some((_, true))) => words::game_begins(),
    };
    let class = move || match (ready(), other()) {
        (Some(false), Some(_)) => "button primary big".to_owned(),
        _ => "button big".to_owned(),
    };
    let label = move || if ready() == Some(true) { words::unready() } else { words::im_ready() };
    let press = move || {
        if let Some(ready) = untrack(ready) {
            session.send(Command::Ready(!ready));
        }
    };
    let sit = move || {
        session
            .send(Command::Sit { name: session.peek().map(|state| state.name.clone()).unwrap_or_default() });
        // Its button is gone then.
        client::defer(|| client::focus_instead("h1[tabindex]"));
    };
    let sit = part_if(move || {
        may_sit.get().then(|| button("button primary big").on_click(sit).child(words::SIT_DOWN).any())
    });
    // Only the text changes, not the button: the player who pressed it keeps the focus.
    let seated = memo(move || ready().is_some());
    let button = part_if(move || {
        let button = || button(text(class)).on_click(press);
        seated.get().then(|| button().child(text(label)).any())
    });
    // Only the number changes, so that the live region does not read everything again each second.
    let runs = memo(move || left.get().is_some());
    let seconds = move || left.get().unwrap_or_default().to_string();
    let countdown = part_if(move || {
        let number = || el("span").class("countdown").child(text(seconds)).any();
        runs.get().then(|| vec![number(), " ".to_owned().into_any()].into_any())
    });
    let status = el("p").role("status").child(countdown).child(el("span").class("soft").child(text(status)));
    el("div").class("ready-bar").child(status).child(sit).child(button).any()
}

/// The name of the member on the viewer's seat, or on another one relative to it, and whether they are ready.
fn seat_status(session: Session, which: fn(Seat) -> Seat) -> Option<(String, bool)> {
    let seat = which(session.seat()?);
    session.with_room(|room| room.occupant(seat).map(|o| (shown_name(&o.name), o.ready)))?
}
