//! The lesson page of a game, with the links at its end.

use std::rc::Rc;

use engine_protocol::Level;
use leptos::prelude::*;
use rules::Game;

use super::home::play_a_friend;
use crate::app::game::drivers::Lesson;
use crate::app::game::view::session::Session;
use crate::app::game::{lesson_table, show_notices};
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::effect;
use crate::app::ui::toast::use_toast;
use crate::app::{Opponent, local_path, puzzles_path};
use crate::client;

/// The page of a game's lesson.
pub fn learn_page(game: Game) -> AnyView {
    let session = Session::new();
    show_notices(session, use_toast());
    Lesson::show_first(session, game);
    effect(move || client::defer(move || session.set_driver(Rc::new(Lesson::resume(session, game)))));
    lesson_table(session, game, next_links)
}

/// The links at the end of a lesson: what to do once one knows the game.
fn next_links(game: Game) -> Vec<AnyView> {
    let beginner = format!("{}?level={}", local_path(Opponent::Computer, game), Level::Beginner as u8);
    let computer = el("a").class("button primary").href(beginner).child(words::PLAY_COMPUTER);
    let puzzles = el("a").class("button").href(puzzles_path(game)).child(words::PUZZLES);
    vec![computer.any(), puzzles.any(), play_a_friend(game.word(), "button", words::play_a_friend())]
}
