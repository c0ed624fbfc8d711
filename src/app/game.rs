//! A game on the screen: the table with its board, what is said about it, and what can be done.

pub mod drivers;
pub mod film;
pub mod session;

mod clock;
mod controls;
mod mancala_board;
mod moves;
mod offers;
mod panel;
mod plate;
mod result;
mod status;

use leptos::prelude::*;

use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{maybe, part_if};
use crate::app::ui::title::title;
use clock::Ticker;
use controls::{Controls, Menu};
use mancala_board::MancalaBoard;
pub(crate) use mancala_board::decimals;
use offers::Offers;
use panel::Panel;
use plate::{Place, Plate};
use result::ResultCard;
use session::{Link, Session};
use status::{Banner, Spoken, Status, status_text};

/// The whole screen of a running or finished game.
#[component]
pub fn GameTable(
    /// The game shown.
    session: Session,
    /// What stands behind the game's name: the room's code, or how it is played.
    #[prop(into)]
    place: String,
) -> impl IntoView {
    let panel_open = RwSignal::new(false);
    let result_open = RwSignal::new(false);
    let ticker = Ticker::start(session);
    let pits = move || {
        session.with_game(|game| {
            let rules::Position::Mancala(position) = &game.position;
            position.variant().pits.to_string()
        })
    };
    title(move || format!("{} · Duello", status_text(session)));
    view! {
        <div class="game" data-pits=maybe(pits)>
            <header class="bar">
                <a class="button quiet square" href="/" aria-label="Home">
                    {icon(Icon::Back)}
                </a>
                <h1>"Mancala " <span class="soft">{place}</span></h1>
                <Watching session/>
                <Menu session/>
            </header>
            <main id="main" class="table">
                <Plate session place=Place::Far ticker/>
                <div class="stage">
                    <MancalaBoard session/>
                    <Banner session/>
                    <Lost session/>
                    <Offers session/>
                </div>
                <Plate session place=Place::Near ticker/>
                <Status session/>
                <Controls session panel_open result_open/>
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
