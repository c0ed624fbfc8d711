//! My running and latest games: where it is my turn first.

use leptos::prelude::*;

use crate::app::api::{MyGame, Outcome, Standing};
use crate::app::ui::mark::Mark;

#[component]
pub(super) fn MyGames(games: Vec<MyGame>) -> impl IntoView {
    let list = if games.is_empty() {
        view! { <p class="soft">"None yet. Open a room and send the link to a friend."</p> }.into_any()
    } else {
        view! { <ul class="games">{games.into_iter().map(row).collect_view()}</ul> }.into_any()
    };
    view! {
        <section class="card" aria-labelledby="games">
            <h2 id="games">"My games"</h2>
            {list}
        </section>
    }
}

fn row(game: MyGame) -> impl IntoView {
    let (badge, kind) = match game.state {
        Standing::Lobby => (None, "soft"),
        Standing::YourTurn => (Some("Your turn"), "strong"),
        Standing::TheirTurn => (Some("Their turn"), "soft"),
        Standing::Over(Outcome::Won) => (Some("Won"), "soft"),
        Standing::Over(Outcome::Lost) => (Some("Lost"), "soft"),
        Standing::Over(Outcome::Drawn) => (Some("Draw"), "soft"),
        Standing::Over(Outcome::CalledOff) => (Some("Called off"), "soft"),
    };
    let name = game.opponent.clone().unwrap_or_else(|| format!("Room {}", game.code));
    let mark = match game.opponent {
        Some(opponent) => view! { <Mark name=opponent/> }.into_any(),
        None => view! { <span class="mark mark-empty" aria-hidden="true">"?"</span> }.into_any(),
    };
    view! {
        <li>
            <a class="game-row" href=format!("/r/{}", game.code)>
                {mark}
                <span class="grow">
                    <span class="name">{name}</span>
                    <span class="small soft">{game.title}</span>
                </span>
                {badge.map(|text| view! { <span class="badge" data-kind=kind>{text}</span> })}
            </a>
        </li>
    }
}
