//! The control bar of a game: takeback, draw offer, resignation, flip the board, chat, rematch, and the menu.

mod plan_bar;

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use room::{Command, TimeControl};
use rules::Game;

use super::replay::{BACK_BUTTON, speed_button};
use super::shortcut_help::open_shortcut_help;
use super::view::session::{Session, Viewer};
use crate::app::rules_path;
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, deferred, effect, flag, memo, part, part_if, text};
use crate::app::ui::push::push_box;
use crate::app::ui::question::{Question, question};
use crate::app::ui::settings::{close_menu, settings_button};
use crate::client;
pub(super) use plan_bar::plan_bar;

pub(super) fn control_bar(
    session: Session,
    panel_open: RwSignal<bool>,
    [result_open, review_open]: [RwSignal<bool>; 2],
    unread: RwSignal<bool>,
) -> AnyView {
    let resigning = RwSignal::new(false);
    let running = memo(move || session.with_room(|room| room.running().is_some()).unwrap_or(false));
    let seated = memo(move || session.seat().is_some());
    let idle = move || !(running.get() && seated.get());
    // A resignation dialog that is still open must close when its game ends; above all it must not resign the
    // next game.
    effect(move || {
        if idle() {
            resigning.set(false);
        }
    });
    let unmoved = move || session.with_game(|game| game.own_ply() == 0).unwrap_or(true);
    let device = memo(move || session.on_device());
    // Who watches sees nothing that only players can press.
    let watches = memo(move || {
        session.has_room() && !seated.get() && matches!(session.state().viewer, Viewer::Member(_))
    });
    let watched = memo(move || session.is_computer_only());
    // While no game is known, none is over.
    let over = memo(move || session.with_room(|room| room.running().is_none()).unwrap_or(false));
    // The help button: a draw offer against a person, a hint from the computer otherwise, and the review
    // after the game.
    let help = part(move || match (over.get(), device.get()) {
        (true, _) => control(words::review(), Icon::Hint, flag(unmoved), move || review_open.set(true)),
        (false, false) if watches.get() => ().into_any(),
        (false, false) => {
            let name =
                move || if session.state().draw_asked.is_some() { words::draw_sure() } else { words::draw() };
            control_named(text(name), Icon::Draw, flag(idle), move || session.offer_or_claim_draw())
        }
        (false, true) => control(words::hint(), Icon::Hint, flag(move || !session.may_play()), move || {
            session.toggle_hints()
        }),
    });
    let first = part(move || {
        if watches.get() {
            ().into_any()
        } else if watched.get() && running.get() {
            pause_button(session)
        } else {
            control(words::undo(), Icon::Undo, flag(move || idle() || unmoved()), move || {
                session.send(Command::RequestUndo);
            })
        }
    });
    let end = part(move || {
        if watches.get() {
            ().into_any()
        } else if watched.get() && running.get() {
            speed_button(session)
        } else if running.get() || !seated.get() {
            control(words::resign(), Icon::Flag, flag(idle), move || resigning.set(true))
        } else {
            control(words::result(), Icon::Again, flag(|| false), move || result_open.set(true))
        }
    });
    let look_back = move || {
        session.step_replay(-1);
        // The replay bar replaces this bar, and takes the focus from its button.
        client::defer(|| client::focus_instead(BACK_BUTTON));
    };
    let chat = button("control control-panel")
        .attr("aria-expanded", text(move || panel_open.get().to_string()))
        .attr("aria-controls", "panel")
        .attr("data-new", flag(move || unread.get()))
        .on_click(move || panel_open.update(|open| *open = !*open))
        .child(icon(Icon::Chat))
        .child(text(move || if device.get() { words::moves() } else { words::chat() }));
    let bar = el("div")
        .class("controls")
        .role("toolbar")
        .aria_label(words::GAME_CONTROLS)
        .child(first)
        .child(help)
        .child(end)
        .child(control(words::replay(), Icon::Play, flag(unmoved), look_back))
        .child(chat);
    vec![bar.any(), deferred(move || resign_dialog(session, resigning))].into_any()
}

/// The button that pauses or resumes the computer when it plays itself.
fn pause_button(session: Session) -> AnyView {
    let paused = memo(move || session.state().paused);
    part(move || {
        let (name, sign) =
            if paused.get() { (words::go_on(), Icon::Play) } else { (words::pause(), Icon::Pause) };
        control(name, sign, flag(|| false), move || session.toggle_pause())
    })
    .into_any()
}

/// The dialog that confirms a resignation.
fn resign_dialog(session: Session, open: RwSignal<bool>) -> AnyView {
    let asked = Question {
        id: "resigning",
        heading: words::GIVE_UP,
        more: text(words::give_up_more),
        yes: words::RESIGN,
        no: words::PLAY_ON,
    };
    question(open, asked, move || session.send(Command::Resign))
}

/// One button of the bar. When disabled it keeps its place and the focus.
fn control(name: String, sign: Icon, off: Live<bool>, act: impl Fn() + 'static) -> AnyView {
    control_named(text(move || name.clone()), sign, off, act)
}

/// As [`control`], with a name that may change.
fn control_named(name: Live<String>, sign: Icon, off: Live<bool>, act: impl Fn() + 'static) -> AnyView {
    let off = Arc::new(Mutex::new(off));
    let disabled = flag({
        let off = off.clone();
        move || is_on(&off)
    });
    let press = move || {
        if !untrack(|| is_on(&off)) {
            act();
        }
    };
    button("control").disabled(disabled).on_click(press).child(icon(sign)).child(name).any()
}

fn is_on(flag: &Mutex<Live<bool>>) -> bool {
    flag.lock().is_ok_and(|mut flag| flag.read())
}

/// The menu of rarely needed actions. `game` is used as long as the session has none yet.
pub(super) fn menu(session: Session, game: Game, settings_open: RwSignal<bool>) -> AnyView {
    let entry = move |sign: Icon, name: String, act: fn(&Session)| {
        button("button quiet")
            .on_click(move || {
                close_menu();
                act(&session);
            })
            .child(icon(sign))
            .child(name)
            .any()
    };
    let live = memo(move || {
        let clock = |game: &room::Game| game.is_running() && game.clock.control().is_live();
        session.seat().is_some() && session.with_game(clock).unwrap_or(false)
    });
    let days = memo(move || {
        let days = |game: &room::Game| matches!(game.clock.control(), TimeControl::DaysPerMove { .. });
        session.seat().is_some() && session.with_game(days).unwrap_or(false)
    });
    let untimed = memo(move || {
        let plays = |game: &room::Game| {
            let goes_on = game.is_running() && game.put_away.is_none();
            goes_on && game.clock.control() == TimeControl::None
        };
        session.seat().is_some() && !session.on_device() && session.with_game(plays).unwrap_or(false)
    });
    let running = memo(move || session.with_room(|room| room.running().is_some()).unwrap_or(false));
    let zen = memo(move || session.is_zen());
    let moves = move || {
        let code = session.with_room(|room| room.code)?;
        (session.seat().is_some() && !session.on_device()).then(|| format!("/r/{code}/move"))
    };
    let keys = el("div").class("menu-keys").child(entry(Icon::Keys, words::keys(), |_| open_shortcut_help()));
    let list = el("div")
        .class("menu-list")
        .child(part_if(move || {
            let put_away = |session: &Session| session.send(Command::Adjourn);
            untimed.get().then(|| entry(Icon::Pause, words::adjourn(), put_away))
        }))
        .child(part_if(move || {
            live.get()
                .then(|| entry(Icon::Clock, words::give_time(), |session| session.send(Command::GiveTime)))
        }))
        .child(part_if(move || {
            // Adjourning stops the clock: on one device that is the pause.
            (live.get() && session.on_device())
                .then(|| entry(Icon::Pause, words::pause(), Session::adjourn_and_pause))
        }))
        .child(part_if(move || days.get().then(|| push_box("turn", words::notify_my_turn()).any())))
        .child(entry(Icon::Flip, words::flip_board(), Session::flip))
        .child(part_if(move || {
            let name = if zen.get() { words::zen_off() } else { words::zen() };
            running.get().then(|| entry(Icon::Zen, name, Session::toggle_zen))
        }))
        .child(settings_button(settings_open, "button quiet", true))
        .child(
            el("a")
                .class("button quiet")
                .href(text(move || {
                    rules_path(session.with_game(|game| game.setup.game()).unwrap_or(game)).to_owned()
                }))
                // The game goes on here meanwhile.
                .attr("target", "_blank")
                .child(icon(Icon::Book))
                .child(words::RULES),
        )
        .child(part_if(move || {
            let link = el("a").class("button quiet").href(moves()?).attr("target", "_blank");
            Some(link.child(icon(Icon::Device)).child(words::MOVE_DEVICE).any())
        }))
        .child(part_if(move || {
            let closed = session.with_room(|room| room.closed).unwrap_or(false);
            let name = if closed { words::open_room_again() } else { words::close_room() };
            session.is_host().then(|| entry(Icon::Close, name, Session::close_or_open_room))
        }))
        .child(keys)
        .child(part_if(move || {
            session.on_device().then(|| entry(Icon::Again, words::new_game(), Session::open_settings))
        }))
        .child(el("a").class("button quiet").href("/").child(icon(Icon::Back)).child(words::LEAVE));
    let summary = el("summary").class("button quiet square").aria_label(words::MENU).child(icon(Icon::Menu));
    let key = |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            close_menu();
        }
    };
    el("details").class("menu").on_key(key).child(summary).child(list).any()
}
