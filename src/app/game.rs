//! A game on the screen: the table with its board, what is said about it, and what can be done.

pub mod drivers;
pub mod film;
pub mod session;

mod clock;
mod controls;
mod keys;
mod mancala_board;
pub(crate) mod mapello_board;
mod moves;
mod offers;
mod panel;
mod plate;
mod replay;
mod result;
mod status;

use leptos::prelude::*;
use rules::Game;

use crate::app::text::game_name;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{maybe, part, part_if, text};
use crate::app::ui::title::title;
use clock::Ticker;
use controls::{Controls, Menu};
use mancala_board::MancalaBoard;
pub(crate) use mancala_board::decimals;
use mapello_board::{Board, MapelloBoard, Tray};
use offers::Offers;
use panel::Panel;
use plate::{Place, Plate};
use replay::Replay;
use result::ResultCard;
use session::{Link, Session};
use status::{Banner, Spoken, Status, status_text};

/// The whole screen of a running or finished game.
#[component]
pub fn GameTable(
    /// The game shown.
    session: Session,
    /// Which game it is as long as there is none yet.
    #[prop(default = Game::Mancala)]
    game: Game,
    /// What stands behind the game's name: the room's code, or how it is played.
    #[prop(into)]
    place: String,
) -> impl IntoView {
    let panel_open = RwSignal::new(false);
    let result_open = RwSignal::new(false);
    let ticker = Ticker::start(session);
    let pits = move || {
        let pits = session.with_game(|game| game.position.as_mancala().map(|p| p.variant().pits))?;
        pits.map(|pits| pits.to_string())
    };
    let name = move || game_name(session.with_game(|game| game.setup.game()).unwrap_or(game));
    let mapello = Memo::new(move |_| name() == game_name(Game::Mapello));
    let tray = move |board: Board, place: Place| {
        part_if(move || mapello.get().then(|| view! { <Tray board place/> }))
    };
    let board = Board::new(session);
    let looks_back = Memo::new(move |_| session.shown().back.is_some());
    title(move || format!("{} · Duello", status_text(session)));
    view! {
        <div class="game" data-game=text(move || if mapello.get() { "mapello" } else { "mancala" }.to_owned()) data-pits=maybe(pits)>
            <header class="bar">
                <a class="button quiet square" href="/" aria-label="Home">
                    {icon(Icon::Back)}
                </a>
                <h1>{text(move || name().to_owned())} " " <span class="soft">{place}</span></h1>
                <Watching session/>
                <Menu session/>
            </header>
            <main id="main" class="table">
                <Plate session place=Place::Far ticker/>
                {tray(board, Place::Far)}
                <div class="stage">
                    {part(move || {
                        if mapello.get() {
                            view! { <MapelloBoard board/> }.into_any()
                        } else {
                            view! { <MancalaBoard session/> }.into_any()
                        }
                    })}
                    <Banner session/>
                    <Lost session/>
                    <Offers session/>
                </div>
                {tray(board, Place::Near)}
                <Plate session place=Place::Near ticker/>
                <Status session/>
                {part(move || {
                    if looks_back.get() {
                        view! { <Replay session/> }.into_any()
                    } else {
                        view! { <Controls session panel_open result_open/> }.into_any()
                    }
                })}
                <Spoken session/>
            </main>
            <Panel session open=panel_open/>
        </div>
        <ResultCard session open=result_open/>
    }
}

/// How many others look on.
#[component]
fn Watching(session: Session) -> impl IntoView {
    part_if(move || {
        let watching = session.shown().here.watching;
        (watching > 0)
            .then(|| view! { <span class="badge" data-kind="soft">{format!("{watching} watching")}</span> })
    })
}

/// Across the board while the connection is lost: what that means for the game.
#[component]
fn Lost(session: Session) -> impl IntoView {
    let clock_runs = move || {
        session
            .with(|room| room.running().is_some_and(|game| game.clock.deadline().is_some()))
            .unwrap_or(false)
    };
    part_if(move || {
        (session.shown().link == Link::Lost).then(|| {
            let what = if clock_runs() {
                "Trying again. The clock goes on."
            } else {
                "Trying again. The game waits; nothing is lost."
            };
            view! {
                <div class="lost" role="alert">
                    <strong>{icon(Icon::Offline)}"No connection"</strong>
                    <p>{what}</p>
                </div>
            }
        })
    })
}
