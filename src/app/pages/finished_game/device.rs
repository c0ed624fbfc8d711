//! Opens a finished game on this device, where it can be reviewed and continued. The page's script stores it
//! there under a new id, by which the page of the review or of the new game finds it.

use room::{Finished, Game};
use rules::Side;

use crate::app::game::saved_games::continued::parts;
use crate::app::text::words;
use crate::app::ui::el::{El, button};
use crate::app::{Opponent, local_path, review_path};

/// The parts of the game's log, as JSON for the script.
pub(in crate::app::pages) fn game_parts_json(game: &Finished, place: Option<String>) -> Option<String> {
    serde_json::to_string(&parts(game, place)?).ok()
}

/// The button that opens the review of the game, at the position that is shown.
pub(in crate::app::pages) fn review_button(game: &Finished, at: u32) -> El {
    open_button(words::review_here(), review_path(game.setup.game()), "0", at)
}

/// The button that continues from a position, against the computer; disabled where the game is over, and within its
/// opening, which nobody played.
pub(super) fn continue_button(played: &Game, at: u32) -> El {
    let position = played.at(at).position;
    let begin = match position.to_move() {
        Side::First => "1",
        Side::Second => "2",
    };
    let path = local_path(Opponent::Computer, played.setup.game());
    let opening = played.opening_ply();
    let button = open_button(words::play_from_here(), path, begin, at.saturating_sub(opening));
    if position.outcome().is_some() || at < opening { button.attr("disabled", "") } else { button }
}

fn open_button(name: String, path: &'static str, begin: &'static str, ply: u32) -> El {
    button("button")
        .attr("hidden", "")
        .attr("data-open", begin)
        .attr("data-ply", ply.to_string())
        .attr("data-path", path)
        .child(name)
}
