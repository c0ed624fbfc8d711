//! The page with the leaderboards.

use leptos::prelude::*;
use room::{CLAIMED_MARK, Speed};

use crate::app::pages::page_head;
use crate::app::text::matchmaking::speed_name;
use crate::app::text::names::game_name;
use crate::app::text::{joined, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::mark;
use crate::model::players::{Leader, Leaderboards};
use crate::model::rating::RatingCategory;

/// The page.
pub fn leaderboard_page() -> AnyView {
    let main = el("main")
        .id("main")
        .class("page cards profile")
        .child(page_head(el("h1").child(words::LEADERBOARDS)));
    let Some(Leaderboards(boards)) = use_context::<Leaderboards>() else {
        return main.child(el("p").class("problem").role("alert").child(words::UNAVAILABLE)).any();
    };
    let own = el("a").class("button").href("/me#own-name").child(words::PROFILE);
    let about = el("section")
        .class("card")
        .aria_label(words::LEADERBOARDS)
        .child(el("p").class("soft").child(words::leaderboard_about()))
        .child(el("div").class("actions").child(own));
    // The speed is named once there are several.
    let are_rapid = boards.iter().all(|(category, _)| category.speed == Speed::Rapid);
    let name = |category: RatingCategory| {
        let game = game_name(category.game).to_owned();
        let speed = (!are_rapid).then(|| speed_name(category.speed));
        joined(" · ", [game].into_iter().chain(speed))
    };
    let boards = boards.into_iter().map(|(category, leaders)| board(category, name(category), leaders));
    main.child(about).children(boards).any()
}

fn board(category: RatingCategory, name: String, leaders: Vec<Leader>) -> El {
    let id = category.word().replace(' ', "-");
    let heading = el("h2").id(id.clone()).child(name);
    let card = el("section").class("card").attr("aria-labelledby", id).child(heading);
    if leaders.is_empty() {
        return card.child(el("p").class("soft").child(words::leaderboard_empty()));
    }
    let heading = |text: String| el("th").attr("scope", "col").child(text);
    let headings = [
        words::leaderboard_place(),
        words::leaderboard_player(),
        words::leaderboard_points(),
        words::games_played(),
    ];
    let row = |(at, leader): (usize, Leader)| {
        let shown = format!("{CLAIMED_MARK}{}", leader.name);
        let link =
            el("a").href(format!("/{shown}")).child(mark(shown.clone())).child(el("span").child(shown));
        el("tr")
            .attr("aria-current", leader.is_own.then(|| "true".to_owned()))
            .child(el("td").child((at + 1).to_string()))
            .child(el("th").attr("scope", "row").child(link))
            .child(el("td").child(leader.rating.points.to_string()))
            .child(el("td").child(leader.games.to_string()))
    };
    let head = el("tr").children(headings.map(heading));
    card.child(
        el("table")
            .class("leaderboard")
            .child(el("thead").child(head))
            .child(el("tbody").children(leaders.into_iter().enumerate().map(row))),
    )
}
