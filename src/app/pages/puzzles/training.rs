//! The choice of training: how hard puzzles are, and what they are about.

use leptos::prelude::*;
use puzzles::{DIFFICULTIES, Theme, Wanted};

use super::actions::PuzzlePage;
use crate::app::text::{puzzle as puzzle_text, words};
use crate::app::ui::choice::select;
use crate::app::ui::el::el;

/// The two lists.
pub fn choice_of_puzzles(page: PuzzlePage) -> AnyView {
    let numbers = (1..=DIFFICULTIES).map(|number| (number.to_string(), Some(number)));
    let difficulties = [(words::puzzle_any(), None)].into_iter().chain(numbers).collect();
    let difficulty = select(
        "puzzle-difficulty",
        words::PUZZLE_CHOOSE_DIFFICULTY,
        difficulties,
        move || page.state().wanted.difficulty,
        move |difficulty| page.want(Wanted { difficulty, ..page.peek().wanted }),
    );
    let themes = Theme::ALL.into_iter().filter(|theme| theme.is_of(page.game));
    let themes = themes.map(|theme| (puzzle_text::theme_name(page.game, theme), Some(theme)));
    let themes = [(words::puzzle_any(), None)].into_iter().chain(themes).collect();
    let theme = select(
        "puzzle-theme",
        words::PUZZLE_CHOOSE_THEME,
        themes,
        move || page.state().wanted.theme,
        move |theme| page.want(Wanted { theme, ..page.peek().wanted }),
    );
    el("div").class("wanted").child(difficulty).child(theme).any()
}
