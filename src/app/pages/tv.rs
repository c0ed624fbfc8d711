//! Duello TV: the best running game that everybody may watch, and the tournaments of today. Rendered by the server alone,
//! including the parts that change, which `public/find.js` replaces. In a browser, `app/tournament.js` counts the clocks
//! down, and `app/tv.js` plays the moves.

use leptos::prelude::*;
use room::{Game, Millis};
use rules::Side;

use super::lobby::part;
use super::page_head;
use super::tournaments::tournament_rows;
use crate::app::find_path;
use crate::app::game::board;
use crate::app::text::command::describe_board;
use crate::app::text::matchmaking::mode_name;
use crate::app::text::names::{game_name, game_title, shown_name};
use crate::app::text::{
    PlayerName, ending_sentence, headline, joined, minutes_left, short_clock_name, words,
};
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};
use crate::model::rating::Rating;
use crate::model::tv::{TodaysTournaments, TvData, TvGame};

/// The page.
pub fn tv_page() -> AnyView {
    let data: TvData = use_context().unwrap_or_default();
    let reconnecting = el("p").class("problem").id("lost").role("status").attr("hidden", true);
    let parts = game_parts(data.game.as_deref(), data.filter, data.now).map(|(name, content)| {
        let part = part(name).child(content);
        // Only the result is read out: moves would drown everything else.
        if name == "tv-said" { part.role("status") } else { part }
    });
    let tournaments = el("section")
        .class("card tv-events")
        .attr("aria-labelledby", "today")
        .child(el("h2").id("today").child(words::TV_TODAY))
        .child(part("tv-today").child(today(&data.tournaments, data.now)))
        .child(el("a").class("button quiet").href("/events").child(words::TOURNAMENTS_ALL));
    let lobby = data.filter.map_or_else(|| "tv".to_owned(), |game| format!("tv/{}", game.word()));
    el("main")
        .id("main")
        .class("page cards event tv")
        .attr("data-lobby", lobby)
        .child(
            el("div")
                .class("tv-top")
                .child(page_head(el("h1").attr("tabindex", "-1").child(words::TV)))
                .child(filters(data.filter))
                .child(reconnecting.child(words::TRYING_AGAIN)),
        )
        .child(el("section").class("card tv-card").aria_label(words::TV_GAME).children(parts))
        .child(tournaments)
        .any()
}

/// The links that choose the game.
fn filters(chosen: Option<rules::Game>) -> El {
    let link = |game: Option<rules::Game>, name: String| {
        let href = game.map_or_else(|| "/tv".to_owned(), |game| format!("/tv?game={}", game.word()));
        let is_chosen = chosen == game;
        el("a").class("kind").href(href).attr("aria-current", is_chosen.then_some("page")).child(name)
    };
    let games = rules::Game::ALL.map(|game| link(Some(game), game_name(game).to_owned()));
    el("nav").class("tv-filters").aria_label(words::GAME).child(link(None, words::tv_all())).children(games)
}

/// The parts of the page that change with the game: what is played, the board, the result, and the way to the table.
pub fn game_parts(
    game: Option<&TvGame>,
    filter: Option<rules::Game>,
    now: Millis,
) -> [(&'static str, Vec<El>); 4] {
    let Some(game) = game else {
        return [
            ("tv-head", Vec::new()),
            ("tv-game", vec![nothing()]),
            ("tv-said", Vec::new()),
            ("tv-way", vec![to_play(filter)]),
        ];
    };
    [
        ("tv-head", vec![head(game)]),
        ("tv-game", vec![board_figure(game, now)]),
        ("tv-said", result(game).into_iter().collect()),
        ("tv-way", vec![way(game)]),
    ]
}

fn nothing() -> El {
    el("div")
        .class("tv-nothing")
        .child(el("p").class("tv-title").child(words::TV_NOTHING))
        .child(el("p").class("soft").child(words::TV_NOTHING_HOW))
}

/// What a visitor can do while nobody plays.
fn to_play(filter: Option<rules::Game>) -> El {
    let game = filter.unwrap_or(rules::Game::Mancala);
    let find = el("a").class("button primary big").href(find_path(game));
    el("div").class("actions").child(find.child(icon(Icon::Find)).child(words::FIND_OPPONENT))
}

/// Whether it is running, and what is played.
fn head(game: &TvGame) -> El {
    let seen = &game.seen;
    let is_running = seen.game.is_running();
    let state = if is_running { words::tv_live() } else { words::tv_last() };
    let mode = if seen.is_rated { room::RatingMode::Rated } else { room::RatingMode::Casual };
    let facts = [game_title(&seen.settings), short_clock_name(seen.game.clock.control()), mode_name(mode)];
    el("div")
        .class("tv-head")
        .child(el("span").class("tv-state").attr("data-live", is_running).child(state))
        .child(el("span").class("small soft").child(joined(" · ", facts)))
}

/// The board with both players.
fn board_figure(game: &TvGame, now: Millis) -> El {
    let (seen, played) = (&game.seen, &game.seen.game);
    let board = board::of(played.setup.game());
    // Of each game its own, so that stones stay where they lie from move to move.
    let seed = played.began.wrapping_mul(31).wrapping_add(played.running_since().unsigned_abs());
    let names = seen.names.each_ref().map(|name| shown_name(name));
    let picture = el("div")
        .class("boards")
        .role("img")
        .aria_label(describe_board(&played.position, &names))
        .attr("style", (board.style)(&played.position))
        .child((board.static_board)(played, seed));
    el("figure")
        .class("record-board")
        .attr("data-game", format!("{}-{}", seen.code, played.number))
        .attr("data-ply", played.ply().to_string())
        .attr("data-film", (board.last_film)(played, seed))
        .child(player(game, Side::Second, &names, now))
        .child(picture)
        .child(player(game, Side::First, &names, now))
}

/// A player's name, rating, points and clock.
fn player(game: &TvGame, side: Side, names: &[String; 2], now: Millis) -> El {
    let played = &game.seen.game;
    let board = board::of(played.setup.game());
    let is_turn = played.is_running() && played.position.to_move() == side;
    el("p")
        .class("record-name")
        .attr("data-disc", (board.points)(&played.position, side).disc)
        .attr("data-turn", is_turn)
        .child(el("bdi").class("name").child(names[side.index()].clone()))
        .child(" ")
        .child(game.rating(side).map(rating))
        .child(" ")
        .child(el("span").class("points").child(played.position.score()[side.index()].to_string()))
        .child(" ")
        .child(clock(played, side, is_turn, now))
}

/// A rating as plates show it: a question mark behind it says that it is provisional.
fn rating(Rating { points, provisional }: Rating) -> El {
    let points = points.to_string();
    let (sign, said) = match provisional {
        true => ("?", words::rating_provisional_of(&points)),
        false => ("", words::rating_of(&points)),
    };
    let shown = el("span").attr("aria-hidden", "true").attr("dir", "ltr").child(format!("{points}{sign}"));
    el("span").class("tv-rating").child(shown).child(el("span").class("hidden").child(said))
}

/// The clock of a side, which runs on the page while it is that side's turn.
fn clock(game: &Game, side: Side, is_turn: bool, now: Millis) -> Option<El> {
    let at = game.ending.map_or(now, |ending| ending.at);
    let left = game.clock.left(side, at)?;
    let runs = is_turn && !game.clock.in_grace(side);
    let clock = el("span").class("tv-clock").role("timer").attr("aria-live", "off");
    Some(clock.attr("data-until", runs.then(|| left.max(0).to_string())).child(minutes_left(left.max(0))))
}

/// Who has won, and how.
fn result(game: &TvGame) -> Option<El> {
    let played = &game.seen.game;
    let ending = played.ending?;
    let names = game.seen.names.each_ref().map(|name| PlayerName::Named(shown_name(name)));
    let how = ending_sentence(played, &ending, &names);
    let text = format!("{}. {how}", headline(&ending, &names));
    Some(el("p").class("tv-result").child(text))
}

/// The way to the table, or to the moves of a game that is over.
fn way(game: &TvGame) -> El {
    let seen = &game.seen;
    let link = if seen.game.is_running() {
        let link = el("a").class("button primary big").href(format!("/r/{}", seen.code));
        link.child(words::TV_WATCH)
    } else {
        let link = el("a").class("button big").href(format!("/r/{}/g/{}", seen.code, seen.game.number));
        link.child(words::STEP_THROUGH)
    };
    el("div").class("actions").child(link)
}

/// The tournaments of today: those that are running, with who leads, then those that start next.
pub fn today(tournaments: &TodaysTournaments, now: Millis) -> Vec<El> {
    if tournaments.running.is_empty() && tournaments.upcoming.is_empty() {
        let open = el("a").class("button").href("/events/new").child(words::NEW_TOURNAMENT);
        return vec![
            el("p").class("soft").child(words::TV_TODAY_NONE),
            el("div").class("actions").child(open),
        ];
    }
    vec![tournament_rows(tournaments.running.iter().chain(&tournaments.upcoming), now)]
}
