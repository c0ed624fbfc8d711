//! The public page of a player with a claimed name, and the leaderboards. Rendered by the server alone.

mod leaderboard;
mod relation;

use leptos::prelude::*;
use room::CLAIMED_MARK;

pub use self::leaderboard::leaderboard_page;
use self::relation::{challenge_card, relation_forms};
use super::finished_game::finished_game_name;
use super::profile::online_results;
use super::{not_found, page_head};
use crate::app::text::isolate::dated;
use crate::app::text::names::{date_text, shown_name};
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::mark;
use crate::model::my_games::Outcome;
use crate::model::players::{PlayerData, PlayerOutcome, RatedGame, Visitor};

/// The page; "not found" if nobody has the name.
pub fn player_page() -> AnyView {
    let Some(data) = use_context::<PlayerData>() else { return not_found() };
    let shown = format!("{CLAIMED_MARK}{}", data.name);
    let outcome = data.outcome.map(|outcome| {
        let text = match outcome {
            PlayerOutcome::Refused => words::player_refused(&shown),
            PlayerOutcome::TooMany => words::player_too_many(),
        };
        el("p").class("problem").role("alert").child(text)
    });
    let played: Vec<El> =
        data.games.iter().filter(|game| !game.kinds.is_empty()).map(online_results).collect();
    let none = played.is_empty().then(|| el("p").class("card soft").child(words::player_no_games()));
    let challenge =
        matches!(data.visitor, Visitor::Other { blocks: false, .. }).then(|| challenge_card(&data.name));
    el("main")
        .id("main")
        .class("page cards profile")
        .child(page_head(el("h1").child(shown.clone())))
        .child(outcome)
        .child(about_card(&data, &shown))
        .child(challenge)
        .children(played)
        .child(none)
        .child(rated_games_card(data.rated))
        .any()
}

/// Who it is, since when, and what the visitor can do.
fn about_card(data: &PlayerData, shown: &str) -> El {
    let online = data
        .is_online
        .then(|| el("span").class("badge").attr("data-kind", "strong").child(words::player_online()));
    let since = el("span").class("small soft").child(words::player_since(&date_text(&data.since)));
    let words_of = el("div").class("grow").child(el("p").class("name").child(shown.to_owned())).child(since);
    let head = el("div").class("player-head").child(mark(shown.to_owned())).child(words_of).child(online);
    let boards = el("a").class("button quiet").href("/players").child(words::LEADERBOARDS);
    let card = el("section").class("card").aria_label(shown.to_owned()).child(head);
    match data.visitor {
        Visitor::Unknown => card.child(el("div").class("actions").child(boards)),
        Visitor::Owner => {
            let own = el("a").class("button").href("/me").child(words::PROFILE);
            card.child(el("p").class("soft").child(words::player_is_you()))
                .child(el("div").class("actions").child(own).child(boards))
        }
        Visitor::Other { follows, blocks } => {
            let blocked = blocks.then(|| el("p").class("soft").child(words::player_blocked()));
            card.child(blocked).child(relation_forms(&data.name, follows, blocks).child(boards))
        }
    }
}

/// The list of the last rated games.
fn rated_games_card(games: Vec<RatedGame>) -> Option<El> {
    let row = |game: RatedGame| {
        let (badge, kind) = match game.outcome {
            Outcome::Won => (words::won(), "strong"),
            Outcome::Lost => (words::lost(), "soft"),
            Outcome::Drawn | Outcome::Aborted => (words::drawn(), "soft"),
        };
        let name = shown_name(&game.opponent);
        let sign = if game.change < 0 { "\u{2212}" } else { "+" };
        let change = format!("{sign}{}", game.change.unsigned_abs());
        let title = dated(&finished_game_name(&game.settings, game.match_part), &game.day);
        let words_of = el("span")
            .class("grow")
            .child(el("span").class("name").child(name.clone()))
            .child(el("span").class("small soft").child(title));
        let badge = el("span").class("badge").attr("data-kind", kind).child(format!("{badge} {change}"));
        let link = el("a").class("game-row").href(format!("/g/{}", game.id));
        el("li").child(link.child(mark(name)).child(words_of).child(badge))
    };
    (!games.is_empty()).then(|| {
        el("section")
            .class("card")
            .attr("aria-labelledby", "rated-games")
            .child(el("h2").id("rated-games").child(words::RATED_GAMES))
            .child(el("ul").class("games").children(games.into_iter().map(row)))
    })
}
