//! How a game ended for whoever looks, and what the result card makes of it: a first win and a streak are noticed, and a
//! lost game leads on to an easier level or to the lesson.

use engine_protocol::Level;
use leptos::prelude::*;
use room::{Ending, Game, Reason, Seat};
use rules::Side;

use super::view::session::Session;
use crate::app::learn_path;
use crate::app::text::names::{computer_name, level_name};
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::client::storage::{self, keys};

/// The strongest level whose winner is led to the lesson: whoever loses to it has not found their way about yet.
const FOR_BEGINNERS: Level = Level::Easy;

/// The outcome of a game or a match that this side has won, which colours the card: nothing for a spectator and for two at one
/// device.
pub(super) fn outcome(session: Session, winner: Option<Side>) -> Option<&'static str> {
    let own = own_side(session)?;
    Some(match winner {
        Some(winner) if winner == own => "won",
        Some(_) => "lost",
        None => "drawn",
    })
}

/// The side of whoever looks, against another person or a level.
fn own_side(session: Session) -> Option<Side> {
    if session.is_pass_and_play() || session.is_computer_only() || session.is_review() {
        return None;
    }
    let seat = session.seat()?;
    session.with_game(|game| game.side_of(seat))
}

/// The computer's seat and level, in a game of one person against it.
fn opponent(session: Session) -> Option<(Seat, Level)> {
    let seat = session.seat()?.other();
    Some((seat, session.level_at(seat)?))
}

/// From so many wins in a row they are noticed.
const STREAK: u32 = 3;

/// Says that this was the first win against a level on this device, one of many in a row, or a draw that nobody betters.
pub(super) fn achievement(session: Session, game: &Game, ending: &Ending) -> Option<El> {
    let own = own_side(session)?;
    let (_, level) = opponent(session).filter(|_| ending.winner.is_none_or(|winner| winner == own))?;
    // The game that has just ended is counted already.
    let won = storage::load(&keys::result(game.setup.game(), level as u32, 0));
    let streak = || storage::load(keys::STREAK)?.parse().ok().filter(|streak: &u32| *streak >= STREAK);
    let text = if ending.winner.is_none() {
        let is_best = level == Level::Perfect && ending.reason == Reason::Played && game.setup.is_fair();
        is_best.then(words::best_draw)?
    } else if won.as_deref() == Some("1") {
        words::first_win(&computer_name(level))
    } else {
        words::win_streak(streak()?)
    };
    Some(el("p").class("achievement").child(text))
}

/// After a game that was lost to the computer: the next easier level, and for beginners the lesson.
pub(super) fn next_after_loss(session: Session) -> Vec<AnyView> {
    let lost = || {
        let own = own_side(session)?;
        let (seat, level) = opponent(session)?;
        let game = session.with_game(|game| (game.ending?.winner? != own).then(|| game.setup.game()))??;
        Some((seat, level, game))
    };
    let Some((seat, level, game)) = lost() else { return Vec::new() };
    let easier = (level as usize).checked_sub(1).and_then(|index| Level::ALL.get(index).copied());
    let easier = easier.map(|easier| {
        let play = move || session.play_level(seat, easier);
        button("button").on_click(play).child(words::try_level(&level_name(easier))).any()
    });
    let lesson = (level as usize <= FOR_BEGINNERS as usize)
        .then(|| el("a").class("button").href(learn_path(game)).child(words::LEARN).any());
    easier.into_iter().chain(lesson).collect()
}
