//! The game table: the screen of a running or finished game, with its board, status, offers, controls and
//! panel.

pub mod animation;
pub mod board;
pub mod drivers;
pub mod extras;
pub mod players;
pub mod saved_games;
pub mod view;

pub(in crate::app) mod panel;
pub(crate) mod shortcut_help;
pub(in crate::app) mod timing;

mod connection;
mod controls;
mod lesson_table;
mod match_of_two;
mod notices;
mod outcome;
mod pass_and_play;
pub(in crate::app) mod practice_table;
mod prompts;
mod replay;
mod result;
mod review;
mod series;
mod share;
pub(in crate::app) mod shortcuts;
mod status;
mod text_command;

use leptos::prelude::*;
use rules::{Game, Position, Side};

pub(crate) use self::animation::timeline::decimals;
use self::board::input::BoardInput;
use self::board::views::BoardViews;
use self::connection::connection_banner;
pub use self::notices::show_notices;
use self::panel::chat::unread_chat;
use self::pass_and_play::flip_to_mover;
use self::players::plate::plate;
use self::players::points::Points;
use self::players::ratings::follow_ratings;
use self::prompts::prompt_bar;
use self::view::chat_field;
use self::view::place::Place;
use self::view::session::Session;
use self::view::ticker::Ticker;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el, fragment};
use crate::app::ui::extra;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{
    Live, Memo, Mount, deferred, effect, flag, maybe, memo, part, part_if, text as live_text,
};
use crate::app::ui::settings::settings_dialog;
use crate::app::ui::title::title;
use crate::client;
use controls::{control_bar, menu, plan_bar};
pub use lesson_table::lesson_table;
use match_of_two::match_badge;
use panel::panel;
use replay::replay_bar;
pub(super) use result::game_page_link;
use series::series_badge;
use status::{announcer, move_banner, status_line, status_text};

/// Renders a game table; see [`game_table`].
pub type RenderTable = fn(Session, Game, El, Mount) -> AnyView;

/// The whole screen of a running or finished game. `game` is used as long as the session has none yet.
/// `place` stands after the game's name: the room's code, or how it is played.
pub fn game_table(session: Session, game: Game, place: El, mount: Mount) -> AnyView {
    let panel_open = RwSignal::new(false);
    let result_open = RwSignal::new(false);
    let review_open = RwSignal::new(false);
    let settings_open = RwSignal::new(false);
    let unread = unread_chat(session, panel_open);
    let ticker = Ticker::start(session);
    let played = memo(move || session.with_game(|game| game.setup.game()).unwrap_or(game));
    let board = move || board::of(played.get());
    let style = move || session.with_game(|game| (board().style)(&game.position)).flatten();
    let kind = move || played.get().word().to_owned();
    let input = BoardInput::new(session);
    let trays = move |place: Place| board_part(played, move |board| (board.tray)(input, place));
    let dragged = board_part(played, move |board| (board.dragged)(input));
    let in_replay = memo(move || session.in_replay() || session.is_review());
    effect(move || {
        let reviews = review_open.get();
        // Writing the signal re-reads everything that depends on it: it is written only when the value
        // changes, not whenever a table is built.
        if session.peek().is_some_and(|state| state.review_open != reviews) {
            session.change(|state| state.review_open = reviews);
        }
    });
    flip_to_mover(session);
    session.follow_cuts();
    follow_ratings(session);
    effect(move || session.restore_zen());
    effect(move || {
        session.state();
        session.follow_plan();
    });
    let zen = memo(move || session.is_zen());
    // What lay over the board is gone with the table.
    effect(move || {
        if zen.get() && !chat_field::is_writing() {
            panel_open.set(false);
        }
    });
    title(move || {
        client::mark_turn(session.is_my_turn());
        words::page_title(&status_text(session))
    });

    let bar = el("header")
        .class("bar")
        .child(el("a").class("button quiet square").href("/").aria_label(words::HOME).child(icon(Icon::Back)))
        .child(el("h1").child(live_text(move || game_name(played.get()).to_owned())).child(" ").child(place))
        .child(match_badge(session))
        .child(series_badge(session))
        .child(spectator_count(session))
        .child(menu(session, game, settings_open));
    let cells = move || board_part(played, move |board| (board.board)(input));
    let foot = move || {
        let toolbar = move || {
            let in_replay = in_replay.get();
            untrack(|| {
                if in_replay {
                    replay_bar(session, [panel_open, review_open])
                } else {
                    control_bar(session, panel_open, [result_open, review_open], unread)
                }
            })
        };
        let status = [status_line(session), move_banner(session).into_any()];
        let bars = [part(toolbar).into_any(), plan_bar(session)];
        fragment(status.into_iter().chain(bars))
    };
    // Both plates are rendered in one go: in landscape a later one would move the other.
    let around = move || {
        let stage = el("div")
            .class("stage")
            // The surroundings do not move when the cells arrive, because their place is reserved at full
            // size.
            .child(mount.view_after_paint(cells));
        // What is said and asked has a place below the board, which gives way: a press never meets it by mistake.
        let asked = el("div").class("asked").child(connection_banner(session, ticker)).child(prompt_bar(
            session,
            [panel_open, result_open],
            ticker,
        ));
        let play = el("div").class("play").child(stage).child(asked);
        let [far, near] = [Place::Far, Place::Near].map(|place| plate(session, place, ticker, points_of));
        vec![far, trays(Place::Far), play.any(), trays(Place::Near), near].into_any()
    };
    let around = mount.view(around);
    // The foot comes before the board, whose place it narrows.
    let foot = mount.view(foot);
    let table = el("main")
        .id("main")
        .class("table")
        .child(around)
        .child(foot)
        .child(announcer(session))
        .child(extra::load_when_ready(move |extras| (extras.command_field)(session)))
        .child(dragged);
    let game = el("div")
        .class("game")
        .attr("data-game", live_text(kind))
        .attr("data-zen", flag(move || zen.get()))
        .attr("data-device", flag(move || session.on_device()))
        .attr("style", maybe(style))
        .child(bar)
        .child(table)
        .child(panel(session, panel_open));
    let open = extras::OpenDialogs { result: result_open, review: review_open };
    let dialogs = extra::load_when_ready(move |extras| (extras.dialogs)(session, open, board::of));
    vec![game.any(), dialogs, deferred(move || settings_dialog(settings_open))].into_any()
}

/// Renders a piece of the board of the current game.
fn board_part(played: Memo<Game>, draw: impl Fn(BoardViews) -> AnyView + Send + 'static) -> AnyView {
    part(move || {
        let board = board::of(played.get());
        untrack(|| draw(board))
    })
    .into_any()
}

/// What the plates tell of the points of a position.
fn points_of(position: &Position, side: Side) -> Points {
    (board::of(position.game()).points)(position, side)
}

/// The number of spectators.
fn spectator_count(session: Session) -> Live<AnyView> {
    part_if(move || {
        let watching = session.state().presence.watching;
        let badge = || {
            let badge = el("span").class("badge").attr("data-kind", "soft");
            badge.attr("data-count", watching.to_string()).child(words::watching(watching))
        };
        (watching > 0).then(|| badge().any())
    })
}
