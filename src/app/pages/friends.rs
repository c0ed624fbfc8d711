//! The parts of the lobby page with challenges to the visitor, and with friends who are online. Rendered by the server alone.

use super::home::game_row;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::form::hidden_field;
use crate::app::ui::mark::mark;
use crate::model::my_games::MyGame;

/// The rooms to which the visitor is challenged; nothing if there are none.
pub fn challenges(challenges: &[MyGame]) -> Option<El> {
    card("challenges", words::challenges_to_you(), challenges.iter().map(challenge_row).collect())
}

/// Followed players who are online; nothing if there are none.
pub fn friends_online(names: &[String]) -> Option<El> {
    card("friends", words::friends_online(), names.iter().map(|name| friend_row(name)).collect())
}

fn card(id: &'static str, heading: String, rows: Vec<El>) -> Option<El> {
    (!rows.is_empty()).then(|| {
        el("section")
            .class("card")
            .attr("aria-labelledby", id)
            .child(el("h2").id(id).child(heading))
            .child(el("ul").class("games").children(rows))
    })
}

fn challenge_row(game: &MyGame) -> El {
    let name = game.opponent.as_deref().map(shown_name).unwrap_or_default();
    let row = game_row(
        format!("/r/{}", game.code),
        game.opponent.clone(),
        name.clone(),
        game.title.clone(),
        game.state,
    );
    let field = hidden_field("room", game.code.to_string());
    let decline = el("button")
        .class("button quiet")
        .id(format!("decline-{}", game.code))
        .aria_label(words::challenge_decline_one(&name))
        .child(words::DECLINE);
    row.class("challenge-row")
        .child(el("form").attr("action", "/me/decline").attr("method", "post").child(field).child(decline))
}

fn friend_row(name: &str) -> El {
    let link = el("a").class("game-row").id(format!("friend-{name}")).href(format!("/{name}"));
    let shown = el("span").class("grow").child(el("span").class("name").child(name.to_owned()));
    el("li").child(
        link.child(mark(name.to_owned()))
            .child(shown)
            .child(el("span").class("badge").attr("data-kind", "soft").child(words::challenge())),
    )
}
