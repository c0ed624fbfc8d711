//! What a table has besides what is seen at once: its dialogs and the field for commands. Their code is a part of the program
//! that is fetched when the page is ready: only `app::parts` may name the functions here.

use leptos::prelude::*;
use rules::Game;

use super::result::result_card;
use super::review::review_card;
use super::session::Session;
use super::{command, key_map};
use crate::app::ui::live::{memo, part};

/// Which dialogs of a table are open.
#[derive(Clone, Copy)]
pub struct Open {
    /// The result card.
    pub result: RwSignal<bool>,
    /// The review.
    pub review: RwSignal<bool>,
}

/// The list of keys of a game's board.
pub fn shortcut_help(game: Game) -> AnyView {
    key_map::key_map(game)
}

/// The field for commands.
pub fn command_field(session: Session) -> AnyView {
    command::command_field(session)
}

/// The list of keys, the result card and the review. The game is Mancala as long as there is none.
pub fn dialogs(session: Session, open: Open) -> AnyView {
    let game = memo(move || session.with_game(|game| game.setup.game()).unwrap_or(Game::Mancala));
    let keys = part(move || key_map::key_map(game.get()));
    let result = result_card(session, open.result, open.review);
    vec![keys.into_any(), result, review_card(session, open.review)].into_any()
}
