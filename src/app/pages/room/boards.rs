//! The choice of a Mapello board in the room setup: a known one, a random one, or one built in the editor.

use leptos::prelude::*;
use room::BoardChoice;
use rules::mapello::Board;
use rules::mapello::notation::write_code;

use super::settings::SettingsForm;
use crate::app::game::board::mapello::mini::mini;
use crate::app::pages::board_code::board_code_field;
use crate::app::pages::board_query::{random_board, random_opening};
use crate::app::pages::editor::editor_path;
use crate::app::text::names::day_name;
use crate::app::text::words;
use crate::app::ui::choice::select;
use crate::app::ui::el::{button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{memo, part, part_if, text};

/// The kinds of boards: a [`BoardChoice`] without its day, seed or board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardKind {
    Default,
    Empty,
    Othello,
    Opening,
    Daily,
    Random,
    Custom,
    Draft,
}

impl BoardKind {
    const ALL: [BoardKind; 8] = [
        BoardKind::Default,
        BoardKind::Empty,
        BoardKind::Othello,
        BoardKind::Opening,
        BoardKind::Daily,
        BoardKind::Random,
        BoardKind::Custom,
        BoardKind::Draft,
    ];

    fn of(board: BoardChoice) -> BoardKind {
        match board {
            BoardChoice::Default => BoardKind::Default,
            BoardChoice::Empty => BoardKind::Empty,
            BoardChoice::Daily(_) => BoardKind::Daily,
            BoardChoice::Random(_) | BoardChoice::Balanced(_) => BoardKind::Random,
            BoardChoice::Custom(Board::OTHELLO) => BoardKind::Othello,
            BoardChoice::Custom(_) => BoardKind::Custom,
            BoardChoice::Draft => BoardKind::Draft,
            BoardChoice::Opening(_) => BoardKind::Opening,
        }
    }

    fn name(self) -> String {
        match self {
            BoardKind::Default => words::board_default(),
            BoardKind::Empty => words::board_empty(),
            BoardKind::Othello => words::board_othello(),
            BoardKind::Opening => words::board_opening(),
            BoardKind::Daily => words::board_of_day(),
            BoardKind::Random => words::board_random(),
            BoardKind::Custom => words::board_own(),
            BoardKind::Draft => words::board_draft(),
        }
    }
}

/// The field for the choice of a board.
pub(super) fn board_field(form: SettingsForm) -> AnyView {
    // Two players at one device need no draft: either may build a board in the editor.
    let local = form.on_device();
    let board = move || form.board().unwrap_or_default();
    let current = move || BoardKind::of(board());
    let choose = move |kind| {
        // An edit starts from the current board.
        let shown = untrack(board).board(1).unwrap_or(Board::DEFAULT);
        form.choose_board(match kind {
            BoardKind::Default => BoardChoice::Default,
            BoardKind::Empty => BoardChoice::Empty,
            BoardKind::Othello => BoardChoice::Custom(Board::OTHELLO),
            BoardKind::Daily => BoardChoice::Daily(form.today()),
            BoardKind::Random => random_board(Some(shown)),
            BoardKind::Opening => random_opening(),
            // Othello's start as it is has an entry of its own.
            BoardKind::Custom if shown == Board::OTHELLO => BoardChoice::Custom(Board::EMPTY),
            BoardKind::Custom => BoardChoice::Custom(shown),
            BoardKind::Draft => BoardChoice::Draft,
        });
    };
    let kinds = BoardKind::ALL.into_iter().filter(|kind| !(local && *kind == BoardKind::Draft));
    let kinds = kinds.map(|kind| (kind.name(), kind)).collect();
    let picture = part_if(move || board().board(1).map(|board| mini(&board, "mini mini-small")));
    // A new seed only changes the field: a rebuilt one would lose the focus.
    let kind = memo(current);
    let more = part(move || match kind.get() {
        BoardKind::Random => seed_field(form),
        BoardKind::Custom => code_field(form),
        BoardKind::Daily => day_note(form),
        BoardKind::Default
        | BoardKind::Empty
        | BoardKind::Othello
        | BoardKind::Opening
        | BoardKind::Draft => ().into_any(),
    });
    let choice =
        el("div").class("grow").child(select("board", words::board(), kinds, current, choose)).child(more);
    el("div").class("board-choice").child(picture).child(choice).any()
}

/// Which day's board it is, and on one device by whose clock.
fn day_note(form: SettingsForm) -> AnyView {
    let note = move || match form.board() {
        Some(BoardChoice::Daily(number)) if form.on_device() => words::board_day_here(&day_name(number)),
        Some(BoardChoice::Daily(number)) => day_name(number),
        _ => String::new(),
    };
    el("p").class("soft small").child(text(note)).any()
}

/// The seed of a random board, with a button for another one.
fn seed_field(form: SettingsForm) -> AnyView {
    let number =
        move || form.board().and_then(|board| board.seed()).map(|seed| seed.to_string()).unwrap_or_default();
    let set = move |text: String| {
        if let Ok(seed) = text.trim().parse() {
            form.choose_board(BoardChoice::Random(seed));
        }
    };
    let field = el("input")
        .class("input")
        .attr("inputmode", "numeric")
        .attr("maxlength", "9")
        .aria_label(words::BOARD_NUMBER)
        .value(text(number))
        .on_change(set);
    let draw = move || {
        let current = form.board().and_then(|board| board.board(1));
        form.choose_board(random_board(current));
    };
    let another = button("button").on_click(draw).child(words::ANOTHER);
    el("div").class("field-row").child(field).child(another).any()
}

/// The field for a share code, and the link to the editor.
fn code_field(form: SettingsForm) -> AnyView {
    let board = move || match form.board() {
        Some(BoardChoice::Custom(board)) => Some(board),
        _ => None,
    };
    let code = move || board().as_ref().map(write_code).unwrap_or_default();
    let set = move |board| form.choose_board(BoardChoice::Custom(board));
    let [field, problem] = board_code_field("own-board-code", text(code), set);
    let field = field.aria_label(words::BOARD_CODE);
    let edit = el("a")
        .class("button")
        .attr("target", "_blank")
        .href(text(move || editor_path(&board().unwrap_or_default())))
        .child(icon(Icon::Edit))
        .child(words::EDIT);
    let row = el("div").class("field-row").child(field).child(edit);
    el("div").class("field").child(row).child(problem).any()
}
