//! The page of a finished game, public to everybody with the link: a replay, the move list, the result, and
//! exports. Rendered by the server alone.

mod device;
mod moves;
mod share;
mod steps;

use std::cmp::Ordering;

use leptos::prelude::*;
use room::{Finished, Game, GameSettings, MatchPart};
use rules::Side;

use super::{not_found, page_head};
use crate::app::GameAddress;
use crate::app::game::board;
use crate::app::text::isolate::versus;
use crate::app::text::names::{date_text, game_title};
use crate::app::text::{PlayerName, clock_name, day, ending_sentence, headline, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::{mark, mark_opposite};
use crate::app::ui::player_name::player_name;
use crate::model::finished_game::RecordData;
pub(super) use device::{game_parts_json, review_button};
use share::share_card;
pub(super) use steps::board_figure;
use steps::replay_card;

/// The title of the page.
pub fn finished_game_title(game: &Finished) -> String {
    words::page_title(&players_title(game))
}

pub(in crate::app::pages) fn players_title(game: &Finished) -> String {
    let [first, second] = &game.names;
    versus(first, second)
}

/// The name of what a finished game was, with its place in a match: "Mancala · Kalah, fair start · Game 2 of 2".
pub(in crate::app::pages) fn finished_game_name(game: &GameSettings, part: Option<MatchPart>) -> String {
    let title = game_title(game);
    match part {
        None => title,
        Some(MatchPart::First) => format!("{title} · {}", words::match_game_of(1)),
        Some(MatchPart::Second { .. }) => format!("{title} · {}", words::match_game_of(2)),
    }
}

/// The names of both sides.
pub(in crate::app::pages) fn player_names(game: &Finished) -> [PlayerName; 2] {
    game.names.clone().map(PlayerName::Named)
}

/// The page; "not found" if there is no such game.
pub fn finished_game_page(address: &GameAddress) -> AnyView {
    let Some(data) = use_context::<RecordData>() else { return not_found() };
    let room = data.game.room();
    let Some(played) = &room.game else { return not_found() };
    if address.embedded {
        return embedded_page(address, &data, played);
    }
    el("main")
        .id("main")
        .class("page record")
        .attr("data-game", game_parts_json(&data.game, None))
        .child(page_head(el("h1").child(players_title(&data.game))))
        .child(replay_card(address, &data, played))
        .child(
            el("div")
                .class("record-side")
                .child(result_card(&data.game, played))
                .child(share_card(address, &data, played)),
        )
        .any()
}

/// The embedded page: only the board and the replay links, for a frame on another site.
fn embedded_page(address: &GameAddress, data: &RecordData, played: &Game) -> AnyView {
    let open = GameAddress { embedded: false, ..address.clone() }.path(address.at);
    let open = el("a").href(open).attr("target", "_blank").attr("rel", "noopener");
    let head = el("header")
        .class("record-frame-head")
        .child(el("h1").child(players_title(&data.game)))
        .child(open.child(words::OPEN_IN_DUELLO));
    el("main").id("main").class("record framed").child(head).child(replay_card(address, data, played)).any()
}

/// The winner, the score, the game and its date.
fn result_card(game: &Finished, played_out: &Game) -> El {
    let who = player_names(game);
    let points = played_out.final_points();
    let board = board::of(played_out.position.game());
    let side = |side: Side| {
        let name = game.names[side.index()].clone();
        el("div")
            .class("result-side")
            .attr("data-winner", game.winner == Some(side))
            .attr("data-disc", (board.points)(&played_out.position, side).disc)
            .child(match side {
                Side::First => mark(name.clone()),
                Side::Second => mark_opposite(name.clone(), &game.names[Side::First.index()]),
            })
            .child(player_name(name))
            .child(el("span").class("points").child(points[side.index()].to_string()))
    };
    let score = el("div")
        .class("result-score")
        .child(side(Side::First))
        .child(el("span").class("soft").child("\u{2013}"))
        .child(side(Side::Second));
    let ending = played_out.ending;
    let heading = ending.map(|ending| headline(&ending, &who)).unwrap_or_default();
    let how = ending.map(|ending| ending_sentence(played_out, &ending, &who)).unwrap_or_default();
    let day = day(game.ended);
    let facts = el("p")
        .class("soft small")
        .child(finished_game_name(&game.settings(), game.match_part))
        .child(" · ")
        .child(clock_name(game.clock))
        .child(" · ")
        .child(el("time").attr("datetime", day.clone()).child(date_text(&day)));
    el("section")
        .class("card result")
        .attr("aria-labelledby", "result")
        .child(el("h2").id("result").child(heading))
        .child(score)
        .child(el("p").class("soft").child(how))
        .child(match_score(game))
        .child(facts)
}

/// How the match ended that the game decided: the stones of both games.
fn match_score(game: &Finished) -> Option<El> {
    let Some(MatchPart::Second { stones }) = game.match_part else { return None };
    let [first, second] = stones;
    let who = player_names(game);
    let winner = match first.cmp(&second) {
        Ordering::Greater => Some(Side::First),
        Ordering::Less => Some(Side::Second),
        Ordering::Equal => None,
    };
    let headline = winner
        .and_then(|winner| who[winner.index()].name())
        .map_or_else(words::match_drawn, |name| words::name_wins_match(&name));
    Some(el("p").child(el("strong").child(headline)).child(format!(" {first}\u{2013}{second}")))
}
