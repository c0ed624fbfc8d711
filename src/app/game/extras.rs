//! The lazily loaded extras of a table: its dialogs and the text command field (lazy loading by
//! code splitting). The part is fetched when the page is ready: only `app::parts` may name the functions
//! here.

use leptos::prelude::*;
use rules::Game;

use super::board::views::BoardOf;
use super::result::result_card;
use super::review;
use super::shortcut_help::Shortcut;
use super::view::session::Session;
use super::{shortcut_help, text_command};
use crate::app::ui::live::{memo, part};

/// The dialogs of a table, and whether each is open.
#[derive(Clone, Copy)]
pub struct OpenDialogs {
    /// The result card.
    pub result: RwSignal<bool>,
    /// The review.
    pub review: RwSignal<bool>,
}

/// The list of keyboard shortcuts, those of the board first.
pub fn shortcut_help(of_board: Vec<Shortcut>) -> AnyView {
    shortcut_help::shortcut_dialog(of_board)
}

/// The text command field.
pub fn command_field(session: Session) -> AnyView {
    text_command::command_field(session)
}

/// What the replay bar shows of a review.
pub fn review_bar(session: Session) -> AnyView {
    review::review_bar(session)
}

/// The shortcut list, the result card and the review. The shortcuts are Mancala's as long as there is no
/// game.
pub fn dialogs(session: Session, open: OpenDialogs, board: BoardOf) -> AnyView {
    let game = memo(move || session.with_game(|game| game.setup.game()).unwrap_or(Game::Mancala));
    let keys = part(move || shortcut_help::shortcut_dialog((board(game.get()).shortcuts)()));
    let result = result_card(session, open.result, open.review, board);
    vec![keys.into_any(), result, review::review_card(session, open.review)].into_any()
}
