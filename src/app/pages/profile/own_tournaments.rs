//! The visitor's tournaments: those that are running or ahead, and the last results.

use super::card;
use crate::app::pages::tournaments::{moment, stage_text};
use crate::app::text::{joined, words};
use crate::app::ui::el::{El, el};
use crate::model::tournaments::{OwnResult, OwnTournaments};

/// The card; none for who has not entered any.
pub(super) fn own_tournaments_card(tournaments: &OwnTournaments) -> Option<El> {
    let ahead = tournaments.ahead.iter().map(|line| {
        let players = words::tournament_players(u32::try_from(line.entrants).unwrap_or(u32::MAX));
        let is_running = matches!(line.phase, tournament::Phase::Running(_));
        let about = el("span").class("small soft");
        let about = match is_running {
            true => about.child(players),
            false => about.child(moment(line.plan.starts_at)).child(format!(" · {players}")),
        };
        let badge = is_running.then(|| el("span").class("badge").child(stage_text(line, tournaments.now)));
        row(format!("/e/{}", line.code), &line.plan.title, about, badge)
    });
    let results = tournaments.results.iter().map(|OwnResult { line, entrant, rank, points }| {
        let rank = rank.map(|rank| words::tournament_rank(&rank.to_string()));
        let players = words::tournament_players(u32::try_from(line.entrants).unwrap_or(u32::MAX));
        let about = joined(" · ", rank.into_iter().chain([words::tournament_points(*points), players]));
        let about = el("span").class("small soft").child(about);
        row(crate::model::tournaments::entrant_path(line.code, *entrant), &line.plan.title, about, None)
    });
    let rows: Vec<El> = ahead.chain(results).collect();
    let all = el("a").class("button quiet").href("/events").child(words::TOURNAMENTS_ALL);
    (!rows.is_empty()).then(|| {
        card("own-events", words::own_tournaments())
            .child(el("ul").class("games").children(rows))
            .child(el("div").class("actions").child(all))
    })
}

fn row(path: String, title: &str, about: El, badge: Option<El>) -> El {
    let name = el("span").class("name").child(el("bdi").child(title.to_owned()));
    let link = el("a").class("game-row").href(path);
    el("li").child(link.child(el("span").class("grow").child(name).child(about)).child(badge))
}
