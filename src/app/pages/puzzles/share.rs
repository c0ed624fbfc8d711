//! Sharing the puzzle of a day: a line of signs and the link to its page, neither of which gives a move away.

use leptos::prelude::*;
use serde::Serialize;

use super::actions::PuzzlePage;
use crate::app::puzzles_path;
use crate::app::text::{puzzle as puzzle_text, words};
use crate::app::ui::el::button;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::toast::use_toast;
use crate::client::share::share_game;

/// What `public/share.js` reads.
#[derive(Serialize)]
struct Shared {
    text: String,
    link: String,
    /// The words of a dialog from which the text can be copied by hand.
    title: String,
    close: String,
}

/// The button.
pub fn share_button(page: PuzzlePage) -> AnyView {
    let toast = use_toast();
    let share = move || {
        let Some(shared) = shared(page).and_then(|shared| serde_json::to_string(&shared).ok()) else {
            return;
        };
        leptos::task::spawn_local(async move {
            let said = share_game(&shared).await;
            for (name, note) in [("copied", words::is_copied()), ("failed", words::share_failed())] {
                if said.split(' ').any(|word| word == name) {
                    toast.show(note);
                }
            }
        });
    };
    button("button").on_click(share).child(icon(Icon::Share)).child(words::SHARE).any()
}

fn shared(page: PuzzlePage) -> Option<Shared> {
    let state = page.peek();
    let (day, marks) = state.day_marks()?;
    let streak = if day == state.today { state.results.streak_on(day) } else { 0 };
    let path = format!("{}/{day}", puzzles_path(page.game));
    Some(Shared {
        text: puzzle_text::share_line(day, &marks, streak),
        link: format!("{}{path}", location().origin().unwrap_or_default()),
        title: words::share(),
        close: words::close(),
    })
}
