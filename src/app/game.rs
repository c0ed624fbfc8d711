//! The game table: the screen of a running or finished game, with its board, status, offers, controls and
//! panel.

pub mod drivers;
pub mod extras;
pub mod film;
pub mod session;

mod clock;
mod command;
mod controls;
mod hand;
pub(crate) mod key_map;
mod keys;
mod lesson_table;
mod mancala_board;
pub(crate) mod mapello_board;
pub mod moves;
mod mute;
mod offers;
mod panel;
mod plan;
mod plate;
mod presence;
mod replay;
mod result;
mod review;
mod status;
pub(in crate::app) mod talk;
mod turning;

use leptos::prelude::*;
use room::message::Fault;
use rules::Game;

use crate::app::parts;
use crate::app::text::names::game_name;
use crate::app::text::{gave, refusal, time_left, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::extra;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{
    Comes, Live, Memo, effect, flag, later, maybe, memo, part, part_if, text as live_text,
};
use crate::app::ui::settings::settings;
use crate::app::ui::title::title;
use crate::app::ui::toast::Say;
use crate::client::{self, stage};
use clock::Ticker;
use controls::{controls, menu};
pub use hand::Hand;
pub use lesson_table::lesson_table;
pub use mancala_board::mancala_views;
pub(crate) use mancala_board::{decimals, mancala_still};
pub(crate) use mapello_board::mapello_still;
pub use mapello_board::mapello_views;
use offers::offers;
use panel::panel;
pub use plate::Place;
use plate::plate;
use replay::replay;
pub(super) use result::game_page;
use session::{Link, Notice, Session};
use status::{banner_over, names, spoken, status, status_text};
use turning::turn_to_mover;

/// Renders a game table; see [`game_table`].
pub type DrawTable = fn(Session, Game, El, Comes) -> AnyView;

/// The functions that render the board of a game and what belongs to it. Each game's board is a lazily loaded
/// part of the program.
#[derive(Clone, Copy)]
pub struct Boards {
    /// The board.
    pub board: fn(Hand) -> AnyView,
    /// The tray between a plate and the board.
    pub tray: fn(Hand, Place) -> AnyView,
    /// The piece that is being dragged.
    pub dragged: fn(Hand) -> AnyView,
}

/// The whole screen of a running or finished game. `game` is used as long as the session has none yet.
/// `place` stands after the game's name: the room's code, or how it is played.
pub fn game_table(session: Session, game: Game, place: El, comes: Comes) -> AnyView {
    let panel_open = RwSignal::new(false);
    let result_open = RwSignal::new(false);
    let review_open = RwSignal::new(false);
    let look_open = RwSignal::new(false);
    let unread = unread(session, panel_open);
    let ticker = Ticker::start(session);
    let pits = move || {
        let pits = session.with_game(|game| game.position.as_mancala().map(|p| p.variant().pits))?;
        pits.map(|pits| format!("--pits:{pits}"))
    };
    let played = memo(move || session.with_game(|game| game.setup.game()).unwrap_or(game));
    let kind = move || if played.get() == Game::Mapello { "mapello" } else { "mancala" }.to_owned();
    let hand = Hand::new(session);
    let trays = move |place: Place| of_board(played, move |boards| (boards.tray)(hand, place));
    let dragged = of_board(played, move |boards| (boards.dragged)(hand));
    let looks_back = memo(move || session.looks_back());
    effect(move || {
        let reviews = review_open.get();
        // Writing the signal re-reads everything that depends on it: it is written only when the value
        // changes, not whenever a table is built.
        if session.peek().is_some_and(|shown| shown.reviews != reviews) {
            session.change(|shown| shown.reviews = reviews);
        }
    });
    turn_to_mover(session);
    effect(move || session.recall_zen());
    let zen = memo(move || session.is_zen());
    // What lay over the board is gone with the table.
    effect(move || {
        if zen.get() && !talk::is_writing() {
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
        .child(watching(session))
        .child(menu(session, game, look_open));
    let cells = move || of_board(played, move |boards| (boards.board)(hand));
    let foot = move || {
        let toolbar = move || {
            let looks_back = looks_back.get();
            untrack(|| {
                if looks_back {
                    replay(session)
                } else {
                    controls(session, panel_open, [result_open, review_open], unread)
                }
            })
        };
        vec![status(session).into_any(), part(toolbar).into_any()].into_any()
    };
    // Both plates are rendered in one go: in landscape a later one would move the other.
    let around = move || {
        let stage = el("div")
            .class("stage")
            // The surroundings do not move when the cells arrive, because their place is reserved at full
            // size.
            .child(comes.bring_next(cells))
            .child(banner_over(session))
            .child(lost(session, ticker))
            .child(offers(session, [panel_open, result_open], ticker));
        let [far, near] = [Place::Far, Place::Near].map(|place| plate(session, place, ticker));
        vec![far, trays(Place::Far), stage.any(), trays(Place::Near), near].into_any()
    };
    let around = comes.bring(around);
    // The foot comes before the board, whose place it narrows.
    let foot = comes.bring(foot);
    let table = el("main")
        .id("main")
        .class("table")
        .child(around)
        .child(foot)
        .child(spoken(session))
        .child(extra::when_ready(move |extras| (extras.command_field)(session)))
        .child(dragged);
    let game = el("div")
        .class("game")
        .attr("data-game", live_text(kind))
        .attr("data-zen", flag(move || zen.get()))
        .attr("style", maybe(pits))
        .child(bar)
        .child(table)
        .child(panel(session, panel_open));
    let open = extras::Open { result: result_open, review: review_open };
    let dialogs = extra::when_ready(move |extras| (extras.dialogs)(session, open));
    vec![game.any(), dialogs, later(move || settings(look_open))].into_any()
}

/// Renders a piece of the board of the current game. Whoever shows a table has loaded that board
/// (lazy loading).
fn of_board(played: Memo<Game>, draw: impl Fn(Boards) -> AnyView + Send + 'static) -> AnyView {
    part(move || match parts::boards(played.get()) {
        Some(boards) => untrack(|| draw(boards)),
        None => ().into_any(),
    })
    .into_any()
}

/// Whether another member has written something that the viewer has not seen yet.
fn unread(session: Session, panel_open: RwSignal<bool>) -> RwSignal<bool> {
    let unread = RwSignal::new(false);
    let newest = talk::newest(session);
    let mut seen = newest.get_untracked();
    effect(move || {
        let newest = newest.get();
        // Lines from before the viewer came, and lines written while the panel is open, are not unread.
        if panel_open.get() {
            seen.clone_from(&newest);
        }
        unread.set(newest != seen);
    });
    unread
}

/// Shows each notice once, as a toast.
pub fn tell_notices(session: Session, toast: Say) {
    let mut told = 0;
    effect(move || {
        if let Some((number, notice)) = session.shown().notice.clone()
            && std::mem::replace(&mut told, number) != number
        {
            match notice {
                Notice::Refused(reason) => {
                    stage::sound("no");
                    toast.say(refusal::rejected(reason));
                }
                // The page shows these faults itself.
                Notice::Fault(Fault::OldVersion | Fault::NoSuchRoom | Fault::Closed) => {}
                Notice::Fault(fault) => toast.say(refusal::fault(fault)),
                Notice::NoAnswer => toast.say(words::no_answer()),
                Notice::HandedOver => toast.say(words::seat_moved()),
                Notice::Zen(on) => toast.say(if on { words::zen_is_on() } else { words::zen_is_off() }),
                Notice::Reported => toast.say(words::report_thanks()),
                Notice::Gave(side) => toast.say(gave(side, &untrack(|| names(session)))),
            }
        }
    });
}

/// The number of spectators.
fn watching(session: Session) -> Live<AnyView> {
    part_if(move || {
        let watching = session.shown().here.watching;
        let badge = || {
            let badge = el("span").class("badge").attr("data-kind", "soft");
            badge.attr("data-count", watching.to_string()).child(words::watching(watching))
        };
        (watching > 0).then(|| badge().any())
    })
}

/// The banner across the board while the connection is lost: what that means for the game, and for the
/// viewer's clock.
fn lost(session: Session, ticker: Ticker) -> Live<AnyView> {
    let what = move || {
        let own = session.own_side();
        let now = ticker.now();
        let says = session.with(|room| {
            let game = room.running().filter(|game| game.clock.deadline().is_some())?;
            let Some(own) = own else { return Some(words::clock_goes_on()) };
            let left = time_left(game.clock.left(own, now.max(room.at))?);
            let mine = game.position.to_move() == own;
            Some(if mine { words::your_clock_goes_on(&left) } else { words::your_clock_stands(&left) })
        });
        says.flatten().unwrap_or_else(words::game_waits)
    };
    let gone = memo(move || session.shown().link == Link::Lost);
    part_if(move || {
        gone.get().then(|| {
            el("div")
                .class("lost")
                .role("alert")
                .child(el("strong").child(icon(Icon::Offline)).child(words::NO_CONNECTION))
                // The banner is an alert, read aloud once; the running seconds in it are not.
                .child(el("p").attr("aria-live", "off").child(live_text(what)))
                .any()
        })
    })
}
