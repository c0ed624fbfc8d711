//! Opens a finished game on this device, where it can be reviewed and continued. The page's script puts it
//! into local storage, where the page of games on one device finds it.

use room::{Finished, Game};

use crate::app::game::saved_games::continued::parts;
use crate::app::game::saved_games::slot::key;
use crate::app::text::words;
use crate::app::ui::el::{El, button};
use crate::app::{Opponent, local_path};

/// The parts of the game's log, as JSON for the script.
pub(in crate::app::pages) fn game_parts_json(game: &Finished) -> Option<String> {
    serde_json::to_string(&parts(game)?).ok()
}

/// The button that opens the whole game.
pub(in crate::app::pages) fn review_button(game: &Finished) -> El {
    let all = u32::try_from(game.moves.len()).unwrap_or_default();
    open_button("button", words::review_here(), Opponent::Person, game.setup.game(), 0, all)
}

/// The button that continues from a position, against the computer; hidden where the game is over.
pub(super) fn continue_button(played: &Game, at: u32) -> El {
    let position = played.at(at).position;
    let begin = 1 + position.to_move().index();
    let button =
        open_button("button", words::play_from_here(), Opponent::Computer, played.setup.game(), begin, at);
    if position.outcome().is_some() { button.attr("disabled", "") } else { button }
}

fn open_button(
    class: &'static str,
    name: String,
    opponent: Opponent,
    game: rules::Game,
    begin: usize,
    ply: u32,
) -> El {
    button(class)
        .attr("hidden", "")
        .attr("data-open", begin.to_string())
        .attr("data-ply", ply.to_string())
        .attr("data-key", key(opponent, game))
        .attr("data-path", local_path(opponent, game))
        .attr("data-sure", words::REPLACES_LOCAL)
        .child(name)
}
