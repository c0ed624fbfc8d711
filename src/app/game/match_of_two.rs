//! The match of two games: which of them is played, how the match stands, and who has won it.

use leptos::prelude::*;
use room::{Match, MatchGame, Room, Seat};
use rules::Side;

use super::view::session::Session;
use crate::app::text::{PlayerName, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{Live, memo, part_if};

/// A match whose last game is over.
pub(super) struct EndedMatch {
    /// The stones of both games, by [`Side::index`] of the second game.
    pub stones: [u16; 2],
    /// Who has won, as a side of the second game; `None` if the match is a draw.
    pub winner: Option<Side>,
}

impl EndedMatch {
    /// The match that is over with the room's game.
    pub(super) fn of(room: &Room) -> Option<EndedMatch> {
        let game = room.game.as_ref()?;
        let ended = current_match(room).filter(Match::is_over)?;
        let seats = Side::BOTH.map(|side| game.seat_of(side));
        Some(EndedMatch {
            stones: seats.map(|seat| ended.stones()[seat.index()]),
            winner: ended.leader().map(|seat| game.side_of(seat)),
        })
    }

    /// The result in a few words.
    pub(super) fn headline(&self, names: &[PlayerName; 2]) -> String {
        match self.winner {
            Some(side) => names[side.index()].phrase(words::you_win_match, words::name_wins_match),
            None => words::match_drawn(),
        }
    }
}

/// The match that the room's game belongs to, once its first game is over.
fn current_match(room: &Room) -> Option<Match> {
    let game = room.game.as_ref()?;
    game.match_game?;
    room.current_match
        .filter(|current| current.first_number == game.number || game.match_game == Some(MatchGame::Second))
}

/// Stones by seat as a score, those of this seat first.
fn score(stones: [u16; 2], near: Seat) -> String {
    format!("{}–{}", stones[near.index()], stones[near.other().index()])
}

/// The lines of the result card: how the match stands, and each of its games.
pub(super) fn match_lines(session: Session, near: Side) -> Vec<(String, String)> {
    let lines = session.with_room(|room| {
        let near = room.game.as_ref()?.seat_of(near);
        let current = current_match(room)?;
        let first = score(current.first_stones, near);
        Some(match current.second_stones {
            Some(second) => {
                vec![(words::match_game(1), first), (words::match_game(2), score(second, near))]
            }
            None => vec![(words::match_score(), first)],
        })
    });
    lines.flatten().unwrap_or_default()
}

/// Which game of the match is played and how the match stands, beside the name of the game.
pub(super) fn match_badge(session: Session) -> Live<AnyView> {
    let text = memo(move || {
        let near = session.near_side();
        session.with_room(|room| match_text(room, near)).flatten()
    });
    part_if(move || Some(el("span").class("badge").attr("data-kind", "soft").child(text.get()?).any()))
}

fn match_text(room: &Room, near: Side) -> Option<String> {
    let game = room.game.as_ref()?;
    let number = match game.match_game? {
        MatchGame::First => 1,
        MatchGame::Second => 2,
    };
    let stands = current_match(room).map(|current| score(current.stones(), game.seat_of(near)));
    Some(match stands {
        None => words::match_game_of(number),
        Some(stands) if game.is_running() => format!("{} · {stands}", words::match_game_of(number)),
        Some(stands) => format!("{} {stands}", words::match_score()),
    })
}
