//! The board editor: walls, bonuses and jokers put on a board by mouse, touch or keys (roving tabindex), with
//! undo and share code.

mod build;
mod tools;

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use rules::mapello::notation::{cell_name, read_code, write_code};
use rules::mapello::{Board, Position};

use super::board_query::parse_board_choice;
use super::page_head;
use crate::app::api::OpenRoom;
use crate::app::game::board::mapello::border_attributes;
use crate::app::game::board::mapello::cells::{
    SquareAttributes, SquareUpdater, focus_square, neighbour, rows, square, square_place,
};
use crate::app::game::shortcuts::is_for_others;
use crate::app::text::mapello::{border_text, colour, disc};
use crate::app::text::refusal::setup_error_text;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, flag, is_hydrated, maybe, text};
use crate::app::ui::title::title;
use crate::app::ui::toast::{Toaster, use_toast};
use crate::client;
use build::{Symmetry, Tool, put_piece};
use tools::tools;

/// The place of the first inner cell, which Tab reaches first; the squares around it are the border.
const FIRST_CELL: u8 = 11;

/// The state of the editor. A copy is the same state.
#[derive(Clone, Copy)]
struct EditorState {
    board: RwSignal<Board>,
    /// The undo history, the latest board last.
    history: RwSignal<Vec<Board>>,
    tool: RwSignal<Tool>,
    symmetry: RwSignal<Symmetry>,
    /// The place that Tab reaches (roving tabindex), 0 to 99 in reading order.
    focus: RwSignal<u8>,
    toast: Toaster,
    /// Whether the opponent picks the colour in any case.
    is_draft: bool,
}

impl EditorState {
    fn change(&self, board: Board) {
        let before = self.board.get_untracked();
        if board != before {
            self.history.update(|history| history.push(before));
            self.board.set(board);
        }
    }

    fn undo(&self) {
        let before = self.history.try_update(Vec::pop).flatten();
        if let Some(board) = before {
            self.board.set(board);
        }
    }

    fn put_piece(&self, place: u8, tool: Tool) {
        match put_piece(&self.board.get_untracked(), place, tool, self.symmetry.get_untracked()) {
            Ok(board) => self.change(board),
            Err(tool) => self.toast.show(match square(place) {
                Some(square) if tool.fits(square) => tool.too_many(),
                Some(Err(_)) => words::only_jokers_there(),
                Some(Ok(_)) if tool == Tool::Joker => words::jokers_go_there(),
                _ => words::centre_stays(),
            }),
        }
    }

    /// The attributes of every square.
    fn squares(&self) -> Vec<SquareAttributes> {
        let board = self.board.get();
        let start = Position::start(&Board::EMPTY);
        let tool = self.tool.get();
        let square_attributes = |place: u8| {
            let mut attributes = SquareAttributes::new();
            match square(place) {
                Some(Ok(cell)) => {
                    let what = match start.disc(cell) {
                        Some(side) => {
                            attributes.push(("data-disc", colour(side).to_owned()));
                            disc(side)
                        }
                        None if board.is_wall(cell) => {
                            attributes.push(("data-wall", String::new()));
                            words::wall()
                        }
                        None if board.is_bonus(cell) => {
                            attributes.push(("data-bonus", String::new()));
                            words::bonus()
                        }
                        None => words::empty(),
                    };
                    attributes.push(("aria-label", words::listed(&cell_name(cell), &what)));
                }
                Some(Err(border)) => {
                    attributes.push(("aria-label", border_text(&board, border)));
                    attributes.extend(border_attributes(border, board.is_joker(border)));
                }
                None => {}
            }
            if square(place).is_some_and(|square| !tool.fits(square)) {
                attributes.push(("aria-disabled", "true".to_owned()));
            }
            attributes.push(("tabindex", if self.focus.get() == place { "0" } else { "-1" }.to_owned()));
            attributes
        };
        (0..100).map(square_attributes).collect()
    }

    fn on_key(&self, event: &web_sys::KeyboardEvent) {
        if is_for_others(event) {
            return;
        }
        let place = self.focus.get_untracked();
        let key = event.key();
        match key.as_str() {
            "w" => self.tool.set(Tool::Wall),
            "b" => self.tool.set(Tool::Bonus),
            "j" => self.tool.set(Tool::Joker),
            "x" => self.tool.set(Tool::Erase),
            "Delete" | "Backspace" => self.put_piece(place, Tool::Erase),
            "u" => self.undo(),
            "?" => self.toast.show(words::keys_editor()),
            _ => match neighbour(place, &key) {
                Some(to) => focus_square(to),
                None => return,
            },
        }
        event.prevent_default();
    }
}

/// The editor with its tools. The heading says the task, `class` is for the page, and the children are the
/// actions with the finished board.
pub(super) fn editor(
    board: RwSignal<Board>,
    heading: String,
    class: &'static str,
    children: Vec<AnyView>,
) -> AnyView {
    let state = EditorState {
        board,
        history: RwSignal::new(Vec::new()),
        tool: RwSignal::new(Tool::Wall),
        symmetry: RwSignal::new(Symmetry::None),
        focus: RwSignal::new(FIRST_CELL),
        toast: use_toast(),
        is_draft: class.contains("draft"),
    };
    let mut updater = SquareUpdater::default();
    effect(move || updater.update(state.squares()));
    el("main")
        .id("main")
        .class(class)
        .child(page_head(el("h1").child(heading)))
        .child(el("div").class("stage").child(grid(state)))
        .child(el("div").class("tools").child(tools(state)).child(children))
        .any()
}

/// The grid of the board.
fn grid(state: EditorState) -> El {
    let target = |event: &web_sys::Event| square_place(Some(event_target::<web_sys::Element>(event)));
    // The board in the address is read by the program alone.
    let hydrated = is_hydrated();
    el("div")
        .class("board mapello")
        .role("grid")
        .attr("aria-busy", maybe(move || (!hydrated.get()).then(|| "true".to_owned())))
        .aria_label(words::BOARD)
        .attr("tabindex", "-1")
        .on("click", move |event: web_sys::MouseEvent| {
            if let Some(place) = target(&event) {
                state.put_piece(place, state.tool.get_untracked());
            }
        })
        .on("focusin", move |event: web_sys::FocusEvent| {
            if let Some(place) = target(&event) {
                state.focus.set(place);
            }
        })
        .on_key(move |event| state.on_key(&event))
        .child(rows(true, &[]))
}

/// The address of the editor with this board.
pub(super) fn editor_path(board: &Board) -> String {
    format!("/boards/edit?board={}", write_code(board))
}

/// The page of the editor.
pub fn editor_page() -> AnyView {
    let board = RwSignal::new(Board::EMPTY);
    let toast = use_toast();
    effect(move || {
        if let Some(asked) = client::query_parameter("board") {
            // A share code may also name a board that cannot be played on yet.
            match read_code(&asked).ok().or_else(|| parse_board_choice(&asked)?.board(1)) {
                Some(asked) => board.set(asked),
                None => toast.show(words::bad_board_code()),
            }
        }
    });
    let mut opened = false;
    effect(move || {
        let board = board.get();
        // The address is updated, so that the back button and a reload find the board as it was left.
        if std::mem::replace(&mut opened, true) {
            client::replace_path(&editor_path(&board));
        }
    });
    title(|| words::page_title(&words::build_a_board()));
    let fault = move || board.get().validate().err().map(setup_error_text);
    let code = move || write_code(&board.get());
    let off = move || flag(move || fault().is_some());
    // A form with an unplayable board is not sent; a toast says why.
    let check = move |event: web_sys::Event| {
        if let Some(why) = untrack(fault) {
            event.prevent_default();
            toast.show(why);
        }
    };
    let hidden = |name: &'static str| el("input").attr("type", "hidden").attr("name", name);
    let friend = el("button")
        .class("button primary big")
        .disabled(off())
        .child(icon(Icon::Friends))
        .child(words::PLAY_A_FRIEND);
    let local = el("a")
        .class("button big")
        .href(text(move || format!("/local/mapello?board={}", code())))
        .disabled(off())
        .on("click", check)
        .child(icon(Icon::Device))
        .child(words::PASS_AND_PLAY);
    let computer = el("a")
        .class("button big")
        .href(text(move || format!("/computer/mapello?board={}", code())))
        .disabled(off())
        .on("click", check)
        .child(icon(Icon::Computer))
        .child(words::PLAY_COMPUTER);
    let actions = el("form")
        .class("actions")
        .attr("action", OpenRoom::PATH)
        .attr("method", "post")
        .on("submit", check)
        .child(hidden("game").attr("value", "mapello"))
        .child(hidden("board").attr("value", text(code)))
        .child(friend)
        .child(computer)
        .child(local);
    editor(board, words::build_a_board(), "page editor", vec![actions.any()])
}
