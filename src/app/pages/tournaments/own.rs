//! The visitor's own part in a tournament: to enter, to leave, the way to the own game, the own place.

use room::RoomCode;
use tournament::Format;

use super::describe::{Stage, capacity, is_arena};
use super::table::{flame, row_address};
use super::{post, typed};
use crate::app::text::names::shown_name;
use crate::app::text::{joined, words};
use crate::app::ui::el::{El, el};
use crate::model::tournaments::{OwnPart, TournamentView};

/// The visitor's own part. It has no times in it, so that it changes, and is read out, only when something has happened.
pub fn tournament_own(view: &TournamentView, own: Option<&OwnPart>) -> El {
    let stage = Stage::of(&view.line, view.now);
    let is_open = matches!(stage, Stage::Announced | Stage::Running | Stage::LastGames);
    let Some(own) = own else {
        return own_card(is_open.then(|| soft(words::tournament_no_cookie())).into_iter().collect());
    };
    let code = view.line.code;
    let parts = match stage {
        Stage::Missed | Stage::Cancelled => Vec::new(),
        Stage::Finished => place(code, own).into_iter().collect(),
        Stage::Announced => {
            let mut parts = before_start(view, own);
            parts.extend(own.may_cancel.then(|| cancel(code)));
            parts
        }
        Stage::Running | Stage::LastGames => during(view, own, stage),
    };
    let number = own.row.as_ref().map(|row| row.standing.entrant.0.to_string());
    own_card(parts).attr("data-entrant", number)
}

fn own_card(parts: Vec<El>) -> El {
    if parts.is_empty() {
        return el("div");
    }
    el("section").class("card event-own").aria_label(words::TOURNAMENT_OWN).children(parts)
}

fn before_start(view: &TournamentView, own: &OwnPart) -> Vec<El> {
    let code = view.line.code;
    if own.is_in {
        let text = match view.line.plan.format {
            Format::Arena { .. } => words::tournament_in_arena(),
            Format::Swiss { .. } => words::tournament_in_swiss(),
            Format::RoundRobin { .. } => words::tournament_in_robin(),
        };
        return vec![strong(text), actions(vec![leave(code)])];
    }
    outside(view, own)
}

/// For a visitor who does not take part: the button to enter or come back, or why there is none.
fn outside(view: &TournamentView, own: &OwnPart) -> Vec<El> {
    let code = view.line.code;
    let is_back = own.row.is_some();
    let why_out = match (is_back, own.was_absent) {
        (true, true) => Some(strong(words::tournament_absent())),
        (true, false) => Some(strong(words::tournament_left())),
        (false, _) => None,
    };
    if !own.may_enter {
        let is_robin = matches!(view.line.plan.format, Format::RoundRobin { .. });
        let is_full = view.line.entrants >= capacity(view.line.plan.format);
        let why_not = match (Stage::of(&view.line, view.now), is_full) {
            (Stage::Announced, true) => words::tournament_full(),
            (Stage::Running, true) if !is_robin => words::tournament_full(),
            (Stage::Announced, false) => words::tournament_no_entry(),
            (Stage::Running, false) if is_arena(&view.line.plan) => words::tournament_no_entry(),
            _ => words::tournament_entry_closed(),
        };
        return why_out.into_iter().chain([soft(why_not)]).chain(place(code, own)).collect();
    }
    let text = if is_back { words::tournament_come_back() } else { words::tournament_enter() };
    // Whoever has left in the middle of a game is sent to that game first.
    let class = if own.rooms.is_empty() { "button primary big" } else { "button" };
    let enter = post(format!("/e/{code}/enter"), class, text);
    let name = (!is_back).then(|| {
        let change = el("a").href("/me").child(words::TOURNAMENT_CHANGE_NAME);
        let text = words::tournament_enter_as(&shown_name(&own.name));
        el("p").class("small soft").child(text).child(" ").child(change)
    });
    why_out.into_iter().chain([actions(vec![enter])]).chain(name).chain(place(code, own)).collect()
}

/// While the tournament runs: the own games come first, then how it goes on.
fn during(view: &TournamentView, own: &OwnPart, stage: Stage) -> Vec<El> {
    let code = view.line.code;
    let mut parts = games(own);
    if !own.is_in {
        parts.extend(outside(view, own));
        return parts;
    }
    let is_arena = is_arena(&view.line.plan);
    let is_swiss = matches!(view.line.plan.format, Format::Swiss { .. });
    if parts.is_empty() {
        parts.extend(match (is_arena, stage) {
            _ if is_swiss => vec![strong(words::tournament_round_waits())],
            (true, Stage::LastGames) => vec![strong(words::tournament_last_games())],
            (true, _) => {
                let waiting = el("p").class("waiting-line").child(words::TOURNAMENT_WAITING);
                vec![waiting, soft(words::tournament_waiting_how())]
            }
            (false, _) => vec![strong(words::tournament_no_games_left())],
        });
    }
    parts.extend(place(code, own));
    match (is_arena, own.rooms.is_empty()) {
        (true, _) if stage == Stage::LastGames => {}
        (true, _) => parts.push(actions(vec![leave(code)])),
        _ if !view.line.plan.leaving_gives_up() => parts.push(actions(vec![leave(code)])),
        (false, false) => parts.push(leave_for_good(code)),
        (false, true) => {}
    }
    parts
}

/// The way to the games that the visitor is playing: one large button, or a list of which the first is one.
fn games(own: &OwnPart) -> Vec<El> {
    let versus = |names: &[String; 2]| words::versus(&shown_name(&names[0]), &shown_name(&names[1]));
    let Some((first, others)) = own.rooms.split_first() else { return Vec::new() };
    let button = el("a").class("button primary big").href(format!("/r/{}", first.room));
    let against = el("span").class("against").child(versus(&first.names));
    let button = actions(vec![button.child(el("span").child(words::TOURNAMENT_TO_GAME).child(against))]);
    let row = |room: &crate::model::tournaments::RunningPairing| {
        let name = el("span").class("name").child(versus(&room.names));
        let link = el("a").class("game-row").href(format!("/r/{}", room.room));
        el("li").child(link.child(el("span").class("grow").child(name)))
    };
    let list = (!others.is_empty()).then(|| {
        el("ul").class("games").aria_label(words::TOURNAMENT_YOUR_GAMES).children(others.iter().map(row))
    });
    [button].into_iter().chain(list).collect()
}

/// The visitor's rank and points, with a link to the row in the standing.
fn place(code: RoomCode, own: &OwnPart) -> Option<El> {
    let row = own.row.as_ref()?;
    let standing = &row.standing;
    let rank = standing.rank.map(|rank| words::tournament_rank(&rank.to_string()));
    let points = words::tournament_points(standing.score.points);
    let text = joined(" · ", rank.into_iter().chain([points]));
    let address = own.place.map(|place| row_address(code, place, standing.entrant));
    let fire =
        standing.is_on_fire.then(|| el("span").class("fire").child(flame()).child(words::TOURNAMENT_ON_FIRE));
    let name = el("span").class("own-name").child(typed(shown_name(&row.name)));
    let link = address.map(|address| el("a").class("small").href(address).child(words::TOURNAMENT_PLACE_OWN));
    Some(
        el("p")
            .class("own-place")
            .child(name)
            .child(el("span").class("own-points").child(text))
            .child(fire)
            .child(link),
    )
}

fn leave(code: RoomCode) -> El {
    post(format!("/e/{code}/leave"), "button", words::tournament_leave())
}

/// To leave a round robin costs the games that are not over: it takes a second press.
fn leave_for_good(code: RoomCode) -> El {
    let leave = post(format!("/e/{code}/leave"), "button danger", words::tournament_leave_now());
    unfolding(words::tournament_leave(), words::tournament_leave_sure(), leave)
}

fn cancel(code: RoomCode) -> El {
    let cancel = post(format!("/e/{code}/cancel"), "button danger", words::tournament_cancel_now());
    unfolding(words::tournament_cancel(), words::tournament_cancel_sure(), cancel)
}

fn unfolding(summary: String, text: String, act: El) -> El {
    el("details").child(el("summary").child(summary)).child(soft(text)).child(actions(vec![act]))
}

fn actions(all: Vec<El>) -> El {
    el("div").class("actions").children(all)
}

fn strong(text: String) -> El {
    el("p").class("own-text").child(text)
}

fn soft(text: String) -> El {
    el("p").class("soft").child(text)
}
