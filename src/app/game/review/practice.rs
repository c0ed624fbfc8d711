//! What a review leaves for practice: the viewer's own mistakes that it has proved are kept on this device, and the
//! summary leads to them.

use drills::{Drill, found};
use engine_protocol::review::Analysis;
use leptos::prelude::*;
use rules::Side;

use crate::app::MISTAKES_PATH;
use crate::app::game::saved_games::mistakes::{keep, played_here, today};
use crate::app::game::view::session::{Review, Session};
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::client;

/// The drills in a game as far as it is reviewed.
fn own_mistakes(session: Session, analysis: &Analysis) -> Vec<Drill> {
    found(analysis, own_sides(session), today())
}

/// The sides whose moves are the viewer's own: at a table on this device those of its people, in a room the viewer's,
/// and none in a game that others have played.
fn own_sides(session: Session) -> [bool; 2] {
    let Some(state) = session.peek() else { return [false; 2] };
    match (&state.room, state.local_opponent) {
        _ if state.is_of_others => [false; 2],
        (Some(room), Some(_)) => room.game.as_ref().map_or([false; 2], |game| played_here(room, game)),
        _ => {
            let own = untrack(|| session.own_side());
            Side::BOTH.map(|side| own == Some(side))
        }
    }
}

/// Keeps what a step of the analysis has found. When no move is to be judged any more, the game is looked through.
pub(super) fn keep_found(session: Session, before: &Analysis, analysis: &Analysis) {
    let found = own_mistakes(session, analysis);
    let is_done = before.is_judging() && !analysis.is_judging();
    if found.len() > own_mistakes(session, before).len() || is_done {
        // The address of a room, of which this device keeps no log, has no such id.
        keep(found, client::query_parameter("game").filter(|_| is_done));
    }
}

/// The link to the viewer's mistakes of this game, if there are any.
pub(super) fn practice_link(session: Session, review: &Review) -> Option<AnyView> {
    let count = own_mistakes(session, &review.analysis).len() as u32;
    let link = || el("a").href(MISTAKES_PATH).child(words::mistakes_kept(count));
    (count > 0).then(|| el("p").child(link()).any())
}
