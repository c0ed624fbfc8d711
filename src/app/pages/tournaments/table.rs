//! The standing of a tournament, its best three once it is over, and the games that are being played.

use leptos::prelude::*;
use room::RoomCode;
use tournament::{EntrantId, Format, InRound, Played, Taken};

use super::cross_table::cross_table;
use super::describe::Stage;
use super::podium::podium;
use super::rules::size;
use super::{card, typed};
use crate::app::text::names::shown_name;
use crate::app::text::{joined, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::{mark, mark_opposite};
use crate::model::tournaments::{
    RunningPairing, TABLE_ROWS, TournamentGameLink, TournamentRow, TournamentTable, TournamentView,
    entrant_path,
};

/// How many results a row shows, the latest. All of them are on the entrant's page.
const RESULTS: usize = 10;
/// Up to how many entrants the results of a round robin are shown in a cross table.
const CROSS_TABLE: usize = 16;

/// The standing, and the games that are being played. It is the same for all visitors: the own row is marked by
/// `app/tournament.js`.
pub fn tournament_table(view: &TournamentView, table: &TournamentTable) -> El {
    table_for(view, table, None)
}

/// As [`event_table`], with the row of an entrant marked.
pub(super) fn table_for(view: &TournamentView, table: &TournamentTable, own: Option<EntrantId>) -> El {
    let stage = Stage::of(&view.line, view.now);
    let games = stage.is_running().then(|| games_card(&view.playing));
    let standing = (!stage.is_off()).then(|| standing_card(view, table, own));
    el("div").class("event-table").child(standing).child(games)
}

fn standing_card(view: &TournamentView, table: &TournamentTable, own: Option<EntrantId>) -> El {
    let stage = Stage::of(&view.line, view.now);
    let heading = match stage {
        Stage::Announced => words::tournament_entrants(),
        Stage::Finished => words::tournament_final_standing(),
        _ => words::tournament_standing(),
    };
    let card = card("card event-standing", "standing", heading.clone());
    if table.rows.is_empty() {
        return card.child(el("p").class("soft").child(words::TOURNAMENT_NOBODY));
    }
    let is_whole = table.from <= 1 && table.total <= CROSS_TABLE;
    let has_results = table.rows.iter().any(|row| !row.standing.played.is_empty() || !row.rounds.is_empty());
    let podium = (stage == Stage::Finished && table.from <= 1 && has_results).then(|| podium(view, table));
    let is_robin = matches!(view.line.plan.format, Format::RoundRobin { .. });
    let rows = match is_robin && is_whole && has_results {
        true => cross_table(view, table, own, heading),
        false => list(view, table, own, heading, has_results),
    };
    card.child(podium).child(rows).child(pages(view.line.code, table))
}

/// The rows below each other; before the first result, names alone. On a phone each is a grid, so roles are said: a row
/// that is no table row has none.
fn list(
    view: &TournamentView,
    table: &TournamentTable,
    own: Option<EntrantId>,
    caption: String,
    has_results: bool,
) -> El {
    let heading = |class: &'static str, text: String| {
        el("th").class(class).role("columnheader").attr("scope", "col").child(text)
    };
    let format = view.line.plan.format;
    let tie_break = match format {
        Format::Arena { .. } => words::tournament_performance(),
        Format::Swiss { .. } => words::tournament_buchholz(),
        Format::RoundRobin { .. } => words::tournament_sonneborn(),
    };
    let further = has_results.then(|| {
        vec![
            heading("results", words::tournament_results()),
            heading("points", words::tournament_points_head()),
            heading("tie", tie_break),
        ]
    });
    let place = has_results.then(|| heading("rank", words::leaderboard_place()));
    let head =
        el("tr").role("row").child(place).child(heading("who", words::leaderboard_player())).child(further);
    let row = |row: &TournamentRow| {
        let is_own = own == Some(row.standing.entrant);
        let further = has_results.then(|| vec![results(row), points(row), tie(row, format)]);
        let rank = has_results.then(|| rank(row));
        tr(row, is_own).child(rank).child(who(view.line.code, row)).child(further)
    };
    el("table")
        .class(if has_results { "standing" } else { "standing names" })
        .role("table")
        .child(el("caption").class("hidden").child(caption))
        .child(el("thead").role("rowgroup").child(head))
        .child(el("tbody").role("rowgroup").children(table.rows.iter().map(row)))
}

/// A row without its cells.
pub(super) fn tr(row: &TournamentRow, is_own: bool) -> El {
    let id = row.standing.entrant.0;
    el("tr")
        .role("row")
        .id(format!("e{id}"))
        .attr("data-entrant", id.to_string())
        .attr("data-left", row.has_left)
        .attr("aria-current", is_own.then_some("true"))
}

/// The rank; bots of the server have none.
pub(super) fn rank(row: &TournamentRow) -> El {
    cell("rank").child(row.standing.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()))
}

pub(super) fn cell(class: &'static str) -> El {
    el("td").class(class).role("cell")
}

/// The name, which leads to all results, with the rating.
pub(super) fn who(code: RoomCode, row: &TournamentRow) -> El {
    let entrant = row.standing.entrant;
    // By its id the focus stays on it when the standing has changed.
    let link = el("a").id(format!("n{}", entrant.0)).href(entrant_path(code, entrant));
    let link = link.child(typed(shown_name(&row.name)));
    let rating = row.rating.map(|rating| el("span").class("small soft").child(rating.to_string()));
    let left = row
        .has_left
        .then(|| el("span").class("badge").attr("data-kind", "soft").child(words::TOURNAMENT_HAS_LEFT));
    el("th").class("who").role("rowheader").attr("scope", "row").child(link).child(rating).child(left)
}

/// The latest results, each a link to its game, and the game that is being played.
fn results(row: &TournamentRow) -> El {
    let game = |(played, game): (&Played, &TournamentGameLink)| {
        let half_time = played.is_berserk.then(words::half_time);
        let about = joined(" · ", [shown_name(&game.opponent)].into_iter().chain(half_time));
        score(game.room, played).attr("title", about)
    };
    let games = row.standing.played.iter().zip(&row.games);
    let without = |taken: Option<Taken>, points: u32, what: String| {
        Some(score_sign("span", taken, points).attr("title", what))
    };
    // In a Swiss tournament there are rounds without a game.
    let all: Vec<El> = match row.rounds.as_slice() {
        [] => games.map(game).collect(),
        rounds => rounds
            .iter()
            .filter_map(|round| match round {
                InRound::Paired(id) => games.clone().find(|(played, _)| played.pairing == *id).map(game),
                InRound::Bye => without(Some(Taken::Win), round.points(), words::tournament_bye()),
                InRound::Late => without(Some(Taken::Draw), round.points(), words::tournament_no_game()),
                InRound::Absent => without(None, round.points(), words::tournament_no_game()),
            })
            .collect(),
    };
    let hidden = all.len().saturating_sub(RESULTS);
    let more = (hidden > 0).then(|| el("span").class("soft").attr("aria-hidden", "true").child("…"));
    let links = all.into_iter().skip(hidden);
    let playing = row.playing.as_ref().map(|TournamentGameLink { room, .. }| {
        let name = words::TOURNAMENT_PLAYING_NOW;
        el("a").class("score playing").href(format!("/r/{room}")).aria_label(name)
    });
    cell("results").child(more).children(links).child(playing)
}

/// The points from a pairing, as a link to its games, with a sign if it was played with half of the time.
pub(super) fn score(room: RoomCode, played: &Played) -> El {
    let sign = score_sign("a", played.taken, played.points).href(game_address(room));
    sign.child(played.is_berserk.then(half_sign))
}

/// The sign of half of the time, beside words that say so. It is no ½, which is half a point in the tables of tournaments.
pub(super) fn half_sign() -> El {
    let path = el("path").attr("d", "M14 2 5 14h6l-1 8 9-12h-6z");
    el("svg").class("half").attr("viewBox", "0 0 24 24").attr("aria-hidden", "true").child(path)
}

/// The points from a pairing, in the colour of what they are.
pub(super) fn score_sign(tag: &'static str, taken: Option<Taken>, points: u32) -> El {
    let kind = match (taken, points) {
        (None, _) => "void",
        // Three points are a win with half of the time.
        (Some(Taken::Win), 4..) => "fire",
        (Some(Taken::Win), _) => "win",
        (Some(Taken::Draw), _) => "draw",
        (Some(Taken::Loss), _) => "loss",
    };
    let text = if taken.is_none() { "–".to_owned() } else { points.to_string() };
    el(tag).class("score").attr("data-kind", kind).child(text)
}

/// The page of the first game that was played in a room.
pub(super) fn game_address(room: RoomCode) -> String {
    format!("/r/{room}/g/1")
}

pub(super) fn points(row: &TournamentRow) -> El {
    let fire = row.standing.is_on_fire.then(flame);
    cell("points").child(fire).child(el("b").child(row.standing.score.points.to_string()))
}

fn tie(row: &TournamentRow, format: Format) -> El {
    let number = match format {
        Format::Arena { .. } => row.standing.performance.map(|number| number.to_string()),
        Format::Swiss { .. } => Some(row.standing.buchholz_cut_1.to_string()),
        Format::RoundRobin { .. } => Some(row.standing.sonneborn_berger.to_string()),
    };
    cell("tie").child(number)
}

/// The sign of whoever is on fire.
pub(super) fn flame() -> AnyView {
    const PATH: &str = "M12.5 2c.6 3.6-1.100 5.300-2.700 7.100C8 11 6.500 12.900 6.500 15.500A5.800 5.800 0 0 0 12.300 21.500a5.700 5.700 0 0 0 5.700-5.800c0-2.600-1.100-4.400-2.300-6-.2 1.500-.8 2.400-1.800 3C14.500 8.600 14.600 4.700 12.500 2z";
    el("svg")
        .class("flame")
        .attr("viewBox", "0 0 24 24")
        .attr("role", "img")
        .aria_label(words::TOURNAMENT_ON_FIRE)
        .child(el("path").attr("d", PATH))
        .any()
}

/// The links to the rows before and after those that are shown.
fn pages(code: RoomCode, table: &TournamentTable) -> Option<El> {
    let after = table.from.saturating_add(table.rows.len());
    let link = |from: usize, text: String| {
        el("a").class("button quiet").href(format!("/e/{code}?from={from}#standing")).child(text)
    };
    let before = (table.from > 1)
        .then(|| link(table.from.saturating_sub(TABLE_ROWS).max(1), words::tournament_rows_before()));
    let further = (after <= table.total).then(|| link(after, words::tournament_rows_after()));
    let is_needed = before.is_some() || further.is_some();
    let [from, to] = [table.from.max(1), after.saturating_sub(1)].map(|place| place.to_string());
    let shown = words::tournament_rows(&from, &to, size(table.total));
    let shown = el("span").class("small soft").child(shown);
    is_needed.then(|| {
        el("nav")
            .class("event-pages")
            .aria_label(words::TOURNAMENT_STANDING)
            .child(before)
            .child(shown)
            .child(further)
    })
}

/// The address of a row, by its place in the standing.
pub(super) fn row_address(code: RoomCode, place: usize, entrant: EntrantId) -> String {
    let from = place.saturating_sub(1) / TABLE_ROWS * TABLE_ROWS + 1;
    let query = if from > 1 { format!("?from={from}") } else { String::new() };
    format!("/e/{code}{query}#e{}", entrant.0)
}

/// The games that are being played, each a link for spectators.
fn games_card(playing: &[RunningPairing]) -> El {
    let card = card("card event-games", "playing", words::live_games());
    if playing.is_empty() {
        return card.child(el("p").class("soft").child(words::NO_LIVE_GAMES));
    }
    let row = |pairing: &RunningPairing| {
        let [first, second] = &pairing.names.each_ref().map(|name| shown_name(name));
        let marks =
            el("span").class("marks").child(mark(first.clone())).child(mark_opposite(second.clone(), first));
        let name = el("span").class("name").child(words::versus(first, second));
        let link = el("a").class("game-row").href(format!("/r/{}", pairing.room));
        el("li").child(link.child(marks).child(el("span").class("grow").child(name)))
    };
    card.child(el("ul").class("games").children(playing.iter().map(row)))
}
