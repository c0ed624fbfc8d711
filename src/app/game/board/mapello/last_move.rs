//! The last move of a game, which the board marks.

use room::Game;
use rules::Trace;
use rules::mapello::Step;

/// The trace of the last move; empty at the start.
pub(super) fn last_move(game: &Game) -> Vec<Step> {
    let played = || {
        let last = *game.moves.last()?;
        game.at(game.ply() - 1).position.play(last).ok()
    };
    match played().map(|played| played.trace) {
        Some(Trace::Mapello(trace)) => trace,
        _ => Vec::new(),
    }
}
