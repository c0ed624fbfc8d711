//! Which board of Mapello is played on: one that is known, one by chance, one that somebody has built.

use leptos::prelude::*;
use room::BoardChoice;
use rules::mapello::Board;
use rules::mapello::notation::write_code;

use super::settings::Agreed;
use crate::app::game::mapello_board::mini::mini;
use crate::app::pages::asked::{draw, read_typed};
use crate::app::pages::editor::path;
use crate::app::text::refusal::no_board;
use crate::app::text::words;
use crate::app::ui::choice::select;
use crate::app::ui::el::el;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{memo, part, part_if, text};
use crate::app::ui::toast::use_toast;
use crate::client;

const NAMES: [fn() -> String; 6] = [
    words::board_default,
    words::board_empty,
    words::board_of_day,
    words::board_random,
    words::board_own,
    words::board_draft,
];

/// The place of a choice among [`NAMES`].
fn place(board: BoardChoice) -> u32 {
    match board {
        BoardChoice::Default => 0,
        BoardChoice::Empty => 1,
        BoardChoice::Daily(_) => 2,
        BoardChoice::Random(_) => 3,
        BoardChoice::Custom(_) => 4,
        BoardChoice::Draft => 5,
    }
}

/// The choice of a board.
pub(super) fn board_field(agreed: Agreed) -> AnyView {
    // Two at one device need no draft: who builds may pick as well.
    let local = agreed.on_device();
    let board = move || agreed.board().unwrap_or_default();
    let current = move || place(board());
    let choose = move |place| {
        // Who wants to change a board begins with the one that is there.
        let shown = untrack(board).board(1).unwrap_or(Board::DEFAULT);
        agreed.choose_board(match place {
            0 => BoardChoice::Default,
            1 => BoardChoice::Empty,
            2 => BoardChoice::Daily(client::today()),
            3 => BoardChoice::Random(draw()),
            4 => BoardChoice::Custom(shown),
            _ => BoardChoice::Draft,
        });
    };
    let names =
        (0..).zip(NAMES).take(if local { 5 } else { 6 }).map(|(place, name)| (name(), place)).collect();
    let picture = part_if(move || board().board(1).map(|board| mini(&board, "mini mini-small")));
    // Another number changes the field: a new one in its place would take the focus from who works on it.
    let random = memo(move || matches!(board(), BoardChoice::Random(_)));
    let custom = memo(move || matches!(board(), BoardChoice::Custom(_)));
    let more = part(move || match (random.get(), custom.get()) {
        (true, _) => seed(agreed),
        (_, true) => code(agreed),
        _ => ().into_any(),
    });
    let choice =
        el("div").class("grow").child(select("board", words::board(), names, current, choose)).child(more);
    el("div").class("board-choice").child(picture).child(choice).any()
}

/// The number of a random board, and another one.
fn seed(agreed: Agreed) -> AnyView {
    let number = move || match agreed.board() {
        Some(BoardChoice::Random(seed)) => seed.to_string(),
        _ => String::new(),
    };
    let set = move |event: web_sys::Event| {
        if let Ok(seed) = event_target_value(&event).trim().parse() {
            agreed.choose_board(BoardChoice::Random(seed));
        }
    };
    let field = el("input")
        .class("input")
        .attr("inputmode", "numeric")
        .attr("maxlength", "9")
        .attr("aria-label", words::BOARD_NUMBER)
        .value(text(number))
        .on("change", set);
    let another = el("button")
        .class("button")
        .attr("type", "button")
        .on("click", move |_: web_sys::Event| agreed.choose_board(BoardChoice::Random(draw())))
        .child(words::ANOTHER);
    el("div").class("field-row").child(field).child(another).any()
}

/// The code of a board, and where to build one.
fn code(agreed: Agreed) -> AnyView {
    let toast = use_toast();
    let code = move || match agreed.board() {
        Some(BoardChoice::Custom(board)) => write_code(&board),
        _ => String::new(),
    };
    let set = move |event: web_sys::Event| match read_typed(&event_target_value(&event)) {
        Ok(board) => agreed.choose_board(BoardChoice::Custom(board)),
        Err(why) => toast.say(no_board(&why)),
    };
    let field = el("input")
        .class("input share-code")
        .attr("aria-label", words::BOARD_CODE)
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .value(text(code))
        .on("change", set);
    let edit = el("a")
        .class("button")
        .attr("target", "_blank")
        .attr("href", text(move || path(&code())))
        .child(icon(Icon::Edit))
        .child(words::EDIT);
    el("div").class("field-row").child(field).child(edit).any()
}
