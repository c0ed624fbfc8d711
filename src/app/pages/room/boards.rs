//! The choice of a Mapello board in the room setup: a known one, a random one, or one built in the editor.

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
use crate::app::ui::el::{button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{memo, part, part_if, text};
use crate::app::ui::toast::use_toast;
use crate::client;

/// The kinds of boards: a [`BoardChoice`] without its day, seed or board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Default,
    Empty,
    Daily,
    Random,
    Custom,
    Draft,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Default, Kind::Empty, Kind::Daily, Kind::Random, Kind::Custom, Kind::Draft];

    fn of(board: BoardChoice) -> Kind {
        match board {
            BoardChoice::Default => Kind::Default,
            BoardChoice::Empty => Kind::Empty,
            BoardChoice::Daily(_) => Kind::Daily,
            BoardChoice::Random(_) => Kind::Random,
            BoardChoice::Custom(_) => Kind::Custom,
            BoardChoice::Draft => Kind::Draft,
        }
    }

    fn name(self) -> String {
        match self {
            Kind::Default => words::board_default(),
            Kind::Empty => words::board_empty(),
            Kind::Daily => words::board_of_day(),
            Kind::Random => words::board_random(),
            Kind::Custom => words::board_own(),
            Kind::Draft => words::board_draft(),
        }
    }
}

/// The field for the choice of a board.
pub(super) fn board_field(agreed: Agreed) -> AnyView {
    // Two players at one device need no draft: either may build a board in the editor.
    let local = agreed.on_device();
    let board = move || agreed.board().unwrap_or_default();
    let current = move || Kind::of(board());
    let choose = move |kind| {
        // An edit starts from the current board.
        let shown = untrack(board).board(1).unwrap_or(Board::DEFAULT);
        agreed.choose_board(match kind {
            Kind::Default => BoardChoice::Default,
            Kind::Empty => BoardChoice::Empty,
            Kind::Daily => BoardChoice::Daily(client::today()),
            Kind::Random => BoardChoice::Random(draw()),
            Kind::Custom => BoardChoice::Custom(shown),
            Kind::Draft => BoardChoice::Draft,
        });
    };
    let kinds = Kind::ALL.into_iter().filter(|kind| !(local && *kind == Kind::Draft));
    let kinds = kinds.map(|kind| (kind.name(), kind)).collect();
    let picture = part_if(move || board().board(1).map(|board| mini(&board, "mini mini-small")));
    // A new seed only changes the field: a rebuilt one would lose the focus.
    let kind = memo(current);
    let more = part(move || match kind.get() {
        Kind::Random => seed(agreed),
        Kind::Custom => code(agreed),
        Kind::Default | Kind::Empty | Kind::Daily | Kind::Draft => ().into_any(),
    });
    let choice =
        el("div").class("grow").child(select("board", words::board(), kinds, current, choose)).child(more);
    el("div").class("board-choice").child(picture).child(choice).any()
}

/// The seed of a random board, with a button for another one.
fn seed(agreed: Agreed) -> AnyView {
    let number = move || match agreed.board() {
        Some(BoardChoice::Random(seed)) => seed.to_string(),
        _ => String::new(),
    };
    let set = move |text: String| {
        if let Ok(seed) = text.trim().parse() {
            agreed.choose_board(BoardChoice::Random(seed));
        }
    };
    let field = el("input")
        .class("input")
        .attr("inputmode", "numeric")
        .attr("maxlength", "9")
        .aria_label(words::BOARD_NUMBER)
        .value(text(number))
        .on_change(set);
    let another = button("button")
        .on_click(move || agreed.choose_board(BoardChoice::Random(draw())))
        .child(words::ANOTHER);
    el("div").class("field-row").child(field).child(another).any()
}

/// The field for a share code, and the link to the editor.
fn code(agreed: Agreed) -> AnyView {
    let toast = use_toast();
    let board = move || match agreed.board() {
        Some(BoardChoice::Custom(board)) => Some(board),
        _ => None,
    };
    let code = move || board().as_ref().map(write_code).unwrap_or_default();
    let set = move |text: String| match read_typed(&text) {
        Ok(board) => agreed.choose_board(BoardChoice::Custom(board)),
        Err(why) => toast.say(no_board(&why)),
    };
    let field = el("input")
        .class("input share-code")
        .aria_label(words::BOARD_CODE)
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .value(text(code))
        .on_change(set);
    let edit = el("a")
        .class("button")
        .attr("target", "_blank")
        .href(text(move || path(&board().unwrap_or_default())))
        .child(icon(Icon::Edit))
        .child(words::EDIT);
    el("div").class("field-row").child(field).child(edit).any()
}
