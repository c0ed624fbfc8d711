//! The page of one entrant of a tournament: the place, and all games.

use leptos::prelude::*;
use tournament::{Format, Played, Taken};

use super::table::{flame, game_address, half_sign, row_address, score_sign};
use super::{card, frame, not_found, page_head, typed};
use crate::app::text::names::shown_name;
use crate::app::text::{joined, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::mark;
use crate::model::tournaments::{EntrantData, TournamentGameLink};

/// The page; "not found" without an entrant.
pub fn entrant_page() -> AnyView {
    let Some(data) = use_context::<EntrantData>() else { return not_found() };
    page(&data).any()
}

pub(super) fn page(data: &EntrantData) -> El {
    let EntrantData { line, row, .. } = data;
    let heading = el("h1").child(typed(shown_name(&row.name)));
    let games = row.standing.played.iter().zip(&row.games).rev();
    let playing = row.playing.as_ref().map(|TournamentGameLink { room, opponent }| {
        let opponent = shown_name(opponent);
        let words_of = el("span")
            .class("grow")
            .child(el("span").class("name").child(typed(opponent.clone())))
            .child(el("span").class("small soft").child(words::TOURNAMENT_PLAYING_NOW));
        let link = el("a").class("game-row").href(format!("/r/{room}"));
        let sign = el("span").class("score playing").attr("aria-hidden", "true");
        el("li").child(link.child(mark(opponent)).child(words_of).child(sign))
    });
    let is_empty = row.standing.played.is_empty() && playing.is_none();
    let none = is_empty.then(|| el("p").class("soft").child(words::TOURNAMENT_NO_GAMES));
    let list = (!is_empty).then(|| {
        let rows = games.map(|(played, game)| game_row(played, game));
        el("ul").class("games").child(playing).children(rows)
    });
    frame(page_head(format!("/e/{}", line.code), line.plan.title.clone(), heading))
        .child(about_card(data))
        .child(card("card", "games", words::tournament_games_of()).child(none).child(list))
}

/// The tournament, the rank, the points, and what they are made of.
fn about_card(data: &EntrantData) -> El {
    let EntrantData { line, row, place } = data;
    let standing = &row.standing;
    let score = standing.score;
    let tournament = el("a").href(row_address(line.code, *place, standing.entrant));
    let rank = standing.rank.map(|rank| words::tournament_rank(&rank.to_string()));
    let points = joined(" · ", rank.into_iter().chain([words::tournament_points(score.points)]));
    let fire =
        standing.is_on_fire.then(|| el("span").class("fire").child(flame()).child(words::TOURNAMENT_ON_FIRE));
    let rating = row.rating.map(|rating| format!("{} {rating}", words::rating()));
    let tie_break = match line.plan.format {
        Format::Arena { .. } => {
            standing.performance.map(|number| format!("{}: {number}", words::tournament_performance()))
        }
        Format::Swiss { .. } => Some(format!("{}: {}", words::tournament_buchholz(), standing.buchholz)),
        Format::RoundRobin { .. } => {
            Some(format!("{}: {}", words::tournament_sonneborn(), standing.sonneborn_berger))
        }
    };
    let results = words::score_of(score.wins, score.draws, score.losses);
    let left = row.has_left.then(words::tournament_has_left);
    let more = joined(" · ", [results].into_iter().chain(tie_break).chain(rating).chain(left));
    let words_of = el("div")
        .class("grow")
        .child(el("p").class("own-points").child(points).child(fire))
        .child(el("p").class("small soft").child(more));
    let name = shown_name(&row.name);
    el("section")
        .class("card")
        .aria_label(name.clone())
        .child(el("p").child(tournament.child(typed(line.plan.title.clone()))))
        .child(el("div").class("entrant-head").child(mark(name)).child(words_of))
}

fn game_row(played: &Played, game: &TournamentGameLink) -> El {
    let opponent = shown_name(&game.opponent);
    let result = match played.taken {
        Some(Taken::Win) => words::won(),
        Some(Taken::Draw) => words::drawn(),
        Some(Taken::Loss) => words::lost(),
        None => words::tournament_no_count(),
    };
    let result = match played.taken {
        Some(_) => joined(" · ", [result, words::tournament_points(played.points)]),
        None => result,
    };
    let result = joined(" · ", [result].into_iter().chain(played.is_berserk.then(words::half_time)));
    let sign = score_sign("span", played.taken, played.points).attr("aria-hidden", "true");
    let sign = sign.child(played.is_berserk.then(half_sign));
    let words_of = el("span")
        .class("grow")
        .child(el("span").class("name").child(typed(opponent.clone())))
        .child(el("span").class("small soft").child(result));
    let link = el("a").class("game-row").href(game_address(game.room));
    el("li").child(link.child(mark(opponent)).child(words_of).child(sign))
}
