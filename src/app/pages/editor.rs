//! The board editor: walls, bonuses and jokers put on a board by mouse, touch or keys, and what can be done with it.

mod build;
mod tools;

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use rules::mapello::notation::{cell_name, read_code, write_code};
use rules::mapello::{Board, Position};

use super::asked::read_board;
use super::page_head;
use crate::app::api::OpenRoom;
use crate::app::game::mapello_board::border_look;
use crate::app::game::mapello_board::grid::{Brush, Look, focus, neighbour, place_of, rows, square};
use crate::app::text::mapello::{border_text, colour, disc};
use crate::app::text::refusal::{bad_setup, no_board};
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{effect, maybe, runs, text};
use crate::app::ui::title::title;
use crate::app::ui::toast::{Say, use_toast};
use crate::client;
use build::{Tool, touch};
use tools::tools;

/// A board in the making. A copy is the same board.
#[derive(Clone, Copy)]
struct Workshop {
    /// The board, as its share code.
    code: RwSignal<String>,
    /// The place of the tool among [`Tool::ALL`].
    tool: RwSignal<i64>,
    /// The place of the symmetry among [`build::SYMMETRIES`].
    symmetry: RwSignal<i64>,
    /// The one square that Tab reaches.
    focus: RwSignal<i64>,
    /// The boards before this one, and how many they are.
    before: StoredValue<Vec<String>>,
    undoable: RwSignal<i64>,
    toast: Say,
}

impl Workshop {
    fn board(&self) -> Board {
        // What stands there was written from a board.
        read_code(&self.code.get()).unwrap_or_default()
    }

    fn tool(&self) -> Tool {
        Tool::ALL[self.tool.get() as usize % Tool::ALL.len()]
    }

    fn change(&self, board: &Board) {
        let code = write_code(board);
        if code != self.code.get_untracked() {
            self.before.update_value(|before| before.push(self.code.get_untracked()));
            self.undoable.update(|count| *count += 1);
            self.code.set(code);
        }
    }

    fn undo(&self) {
        if let Some(Some(code)) = self.before.try_update_value(Vec::pop) {
            self.undoable.update(|count| *count -= 1);
            self.code.set(code);
        }
    }

    fn touch(&self, place: u8, tool: Tool) {
        match touch(&untrack(|| self.board()), place, tool, self.symmetry.get_untracked() as usize) {
            Ok(board) => self.change(&board),
            Err(tool) => self.toast.say(match square(place) {
                Some(square) if tool.fits(square) => tool.too_many(),
                Some(Err(_)) => words::only_jokers_there(),
                Some(Ok(_)) if tool == Tool::Joker => words::jokers_go_there(),
                _ => words::centre_stays(),
            }),
        }
    }

    /// What every square shows.
    fn looks(&self) -> Vec<Look> {
        let board = self.board();
        let start = Position::start(&Board::EMPTY);
        let tool = self.tool();
        let look = |place: u8| {
            let mut look = Look::new();
            match square(place) {
                Some(Ok(cell)) => {
                    let what = match start.disc(cell) {
                        Some(side) => {
                            look.push(("data-disc", colour(side).to_owned()));
                            disc(side)
                        }
                        None if board.is_wall(cell) => {
                            look.push(("data-wall", String::new()));
                            words::wall()
                        }
                        None if board.is_bonus(cell) => {
                            look.push(("data-bonus", String::new()));
                            words::bonus()
                        }
                        None => words::empty(),
                    };
                    look.push(("aria-label", words::listed(&cell_name(cell), &what)));
                }
                Some(Err(border)) => {
                    look.push(("aria-label", border_text(&board, border)));
                    look.extend(border_look(border, board.is_joker(border)));
                }
                None => {}
            }
            if square(place).is_some_and(|square| !tool.fits(square)) {
                look.push(("aria-disabled", "true".to_owned()));
            }
            look.push(("tabindex", if self.focus.get() == i64::from(place) { "0" } else { "-1" }.to_owned()));
            look
        };
        (0..100).map(look).collect()
    }

    fn on_key(&self, event: &web_sys::KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let place = self.focus.get_untracked() as u8;
        let key = event.key();
        match key.as_str() {
            "w" => self.tool.set(0),
            "b" => self.tool.set(1),
            "j" => self.tool.set(2),
            "x" => self.tool.set(3),
            "Delete" | "Backspace" => self.touch(place, Tool::Erase),
            "u" => self.undo(),
            "?" => self.toast.say(words::keys_editor()),
            _ => match neighbour(place, &key) {
                Some(to) => focus(to),
                None => return,
            },
        }
        event.prevent_default();
    }
}

/// A board to be worked on, with its tools; what can be done with it comes as children.
///
/// `code` is the board as its share code, `heading` says what is to be done, `class` are the classes of the page.
pub(super) fn editor(
    code: RwSignal<String>,
    heading: String,
    class: &'static str,
    children: Vec<AnyView>,
) -> AnyView {
    let workshop = Workshop {
        code,
        tool: RwSignal::new(0),
        symmetry: RwSignal::new(0),
        focus: RwSignal::new(11),
        before: StoredValue::new(Vec::new()),
        undoable: RwSignal::new(0),
        toast: use_toast(),
    };
    let mut brush = Brush::default();
    effect(move || brush.paint(workshop.looks()));
    el("main")
        .attr("id", "main")
        .class(class)
        .child(page_head(el("h1").child(heading)))
        .child(el("div").class("stage").child(grid(workshop)))
        .child(el("div").class("tools").child(tools(workshop)).child(children))
        .any()
}

/// The board itself.
fn grid(workshop: Workshop) -> El {
    let target = |event: &web_sys::Event| place_of(Some(event_target::<web_sys::Element>(event)));
    // Which board the address asks for is read by the program.
    let runs = runs();
    el("div")
        .class("board mapello")
        .attr("role", "grid")
        .attr("aria-busy", maybe(move || (!runs.get()).then(|| "true".to_owned())))
        .attr("aria-label", words::BOARD)
        .attr("tabindex", "-1")
        .on("click", move |event: web_sys::MouseEvent| {
            if let Some(place) = target(&event) {
                workshop.touch(place, untrack(|| workshop.tool()));
            }
        })
        .on("focusin", move |event: web_sys::FocusEvent| {
            if let Some(place) = target(&event) {
                workshop.focus.set(place.into());
            }
        })
        .on("keydown", move |event: web_sys::KeyboardEvent| workshop.on_key(&event))
        .child(rows(true, &[]))
}

/// The address of the editor with the board of this code.
pub(super) fn path(code: &str) -> String {
    format!("/boards/edit?board={code}")
}

/// The page of the editor.
pub fn editor_page() -> AnyView {
    let code = RwSignal::new(write_code(&Board::EMPTY));
    let toast = use_toast();
    effect(move || {
        if let Some(asked) = client::query("board") {
            // Also one that cannot be played on yet.
            let board = read_code(&asked).ok().or_else(|| read_board(&asked)?.board(1));
            match board {
                Some(board) => code.set(write_code(&board)),
                None => toast.say(words::bad_board_code()),
            }
        }
    });
    let mut opened = false;
    effect(move || {
        let code = code.get();
        // Going back to this page, and loading it again, finds the board as it was left.
        if std::mem::replace(&mut opened, true) {
            client::show_path(&path(&code));
        }
    });
    title(|| words::page_title(&words::build_a_board()));
    let fault = move || match read_code(&code.get()) {
        Ok(board) => board.validate().err().map(bad_setup),
        Err(why) => Some(no_board(&why)),
    };
    let off = move || maybe(move || fault().map(|_| "true".to_owned()));
    // A board that cannot be played on goes nowhere; one is told why.
    let check = move |event: web_sys::Event| {
        if let Some(why) = untrack(fault) {
            event.prevent_default();
            toast.say(why);
        }
    };
    let hidden = |name: &'static str| el("input").attr("type", "hidden").attr("name", name);
    let friend = el("button")
        .class("button primary big")
        .attr("aria-disabled", off())
        .child(icon(Icon::Friends))
        .child(words::PLAY_A_FRIEND);
    let local = el("a")
        .class("button big")
        .attr("href", text(move || format!("/local/mapello?board={}", code.get())))
        .attr("aria-disabled", off())
        .on("click", check)
        .child(icon(Icon::Device))
        .child(words::PASS_AND_PLAY);
    let actions = el("form")
        .class("actions")
        .attr("action", OpenRoom::PATH)
        .attr("method", "post")
        .on("submit", check)
        .child(hidden("game").attr("value", "mapello"))
        .child(hidden("board").attr("value", text(move || code.get())))
        .child(friend)
        .child(local);
    editor(code, words::build_a_board(), "page editor", vec![actions.any()])
}
