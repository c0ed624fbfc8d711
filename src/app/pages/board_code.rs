//! The field for the share code of a board. What is no board stays in the field, which is marked and says why.

use leptos::prelude::*;
use rules::mapello::Board;

use super::board_query::parse_board_code;
use crate::app::text::refusal::board_error_text;
use crate::app::ui::el::{El, el};
use crate::app::ui::live::{Live, maybe, part_if, text};

/// The field, and the message about what was typed there last, which belongs below it. `code` is the code of the board as it
/// is, and `set` takes another board.
pub(super) fn board_code_field(
    id: &'static str,
    mut code: Live<String>,
    set: impl Fn(Board) + 'static,
) -> [El; 2] {
    let problem = RwSignal::new(None::<String>);
    let read = move |typed: String| match parse_board_code(&typed) {
        Ok(board) => {
            problem.set(None);
            set(board);
        }
        Err(why) => problem.set(Some(board_error_text(&why))),
    };
    // Another board, however it came about, has a right code.
    let code = text(move || {
        let code = code.read();
        problem.set(None);
        code
    });
    let message = format!("{id}-problem");
    let field = el("input")
        .class("input share-code")
        .id(id)
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("aria-describedby", message.clone())
        .attr("aria-invalid", maybe(move || problem.get().map(|_| "true".to_owned())))
        .value(code)
        .on_change(read);
    // Without a text, not even an empty one, it takes no place.
    let said = part_if(move || problem.get().map(IntoAny::into_any));
    [field, el("p").class("problem").id(message).role("alert").child(said)]
}
