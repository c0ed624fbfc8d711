//! The ratings of the players at a table of strangers: fetched when a game begins and when it is over.

use leptos::prelude::*;
use room::{Company, Speed};
use rules::Side;

use crate::app::game::view::session::{Ratings, Session};
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::{Live, effect, memo, part_if};
use crate::client;
use crate::client::socket::Link;
use crate::model::rating::Rating;

/// Keeps the ratings up to date at a table of strangers, and asks for the tournament for which they play.
pub(in crate::app::game) fn follow_ratings(session: Session) {
    // What is asked of the server, and the number of the game if it is over.
    let asked = memo(move || {
        let is_lost = session.state().link == Link::Lost;
        let ask = |room: &room::Room| {
            let game = room.game.as_ref()?;
            let are_strangers = room.settings.company == Company::Strangers;
            let speed = Speed::of(game.clock.control()).filter(|_| are_strangers)?;
            let (of, speed) = (game.setup.game().word(), speed.word());
            let address = format!("/r/{}/ratings?of={of}&speed={speed}&number={}", room.code, game.number);
            Some((address, game.ending.map(|_| game.number)))
        };
        session.with_confirmed_room(ask).flatten().filter(|_| !is_lost)
    });
    effect(move || {
        let Some((address, over)) = asked.get() else { return };
        leptos::task::spawn_local(async move {
            let Ok(answer) = client::fetch_text(&address).await else { return };
            // The game may have gone on meanwhile.
            let is_asked = asked.try_get_untracked().flatten() == Some((address, over));
            if let Some(table) = client::json::parse(&answer).filter(|_| is_asked) {
                session.change(|state| state.ratings = Ratings { table, over });
            }
        });
    });
}

/// The rating of a side, for its plate; a question mark behind it says that it is provisional.
pub(super) fn rating_of(session: Session, side: impl Fn() -> Side + Send + Sync + 'static) -> Live<AnyView> {
    let rating = memo(move || {
        let seat = session.with_game(|game| game.seat_of(side()))?;
        session.state().ratings.table.seats[seat.index()]
    });
    part_if(move || {
        let Rating { points, provisional } = rating.get()?;
        let points = points.to_string();
        let (sign, said) = match provisional {
            true => ("?", words::rating_provisional_of(&points)),
            false => ("", words::rating_of(&points)),
        };
        let shown = el("span").attr("aria-hidden", "true").child(format!("{points}{sign}"));
        let said = el("span").class("hidden").child(said);
        Some(el("span").class("rating").child(shown).child(said).any())
    })
}
