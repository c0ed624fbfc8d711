//! The grid of ten by ten squares of a game and of the editor, with its roving tabindex, and the brush that
//! updates it. One loop sets the attributes of all changed squares: a closure for each would be a thousand of
//! them.

use leptos::prelude::*;
use rules::mapello::{Border, Cell};

use crate::app::text::words;
use crate::app::ui::el::{El, button, el};

/// The attributes of one square's element.
pub(crate) type SquareAttributes = Vec<(&'static str, String)>;

/// A square of the whole board, by its number in reading order, 0 to 99: an inner cell or a border square.
/// `None` past the board.
pub(crate) fn square(number: u8) -> Option<Result<Cell, Border>> {
    let (row, column) = (number / 10, number % 10);
    match Border::at(row, column) {
        Some(border) => Some(Err(border)),
        None => Cell::at(row.checked_sub(1)?, column.checked_sub(1)?).map(Ok),
    }
}

/// The number of a cell in reading order.
pub(crate) fn number_of(cell: Cell) -> u8 {
    (cell.row() + 1) * 10 + cell.column() + 1
}

/// The id of the square's element at this place on the screen.
pub(crate) fn square_id(place: u8) -> String {
    format!("sq-{place}")
}

/// The rows of the grid with these attributes, in the order of the places; without attributes if `squares` is
/// empty. Border squares are buttons if pieces can be put on them.
pub(crate) fn rows(border_buttons: bool, squares: &[SquareAttributes]) -> Vec<El> {
    let row = |row: u8| {
        let squares = (0..10).map(|column| {
            let place = row * 10 + column;
            render_square(place, border_buttons, squares.get(usize::from(place)))
        });
        el("div").class("row").role("row").children(squares)
    };
    (0..10).map(row).collect()
}

fn render_square(place: u8, border_buttons: bool, attributes: Option<&SquareAttributes>) -> El {
    let edge = matches!(square(place), Some(Err(_)));
    let class = if edge { "sq edge" } else { "sq" };
    let is_button = !edge || border_buttons;
    let square = if is_button { button(class) } else { el("div").class(class) };
    let square = square.role("gridcell").id(square_id(place)).child((!edge).then(|| el("i").class("disc")));
    match attributes {
        Some(attributes) => {
            attributes.iter().fold(square, |square, (name, value)| square.attr(name, value.clone()))
        }
        None => square.attr("tabindex", "-1").attr("aria-label", is_button.then_some(words::SQUARE)),
    }
}

/// Remembers the attributes of all squares, and changes only those that differ.
#[derive(Default)]
pub(crate) struct SquareUpdater(Vec<SquareAttributes>);

impl SquareUpdater {
    /// Starts from squares that have these attributes already.
    pub(crate) fn new(squares: Vec<SquareAttributes>) -> Self {
        Self(squares)
    }

    /// Sets these attributes, in the order of the places on the screen.
    pub(crate) fn update(&mut self, squares: Vec<SquareAttributes>) {
        self.0.resize(squares.len(), SquareAttributes::new());
        for (place, (old, new)) in (0..).zip(self.0.iter_mut().zip(squares)) {
            if *old == new {
                continue;
            }
            if let Some(element) = document().get_element_by_id(&square_id(place)) {
                for (name, _) in old.iter().filter(|(name, _)| new.iter().all(|(kept, _)| kept != name)) {
                    let _ = element.remove_attribute(name);
                }
                for (name, value) in new.iter().filter(|attribute| !old.contains(attribute)) {
                    let _ = element.set_attribute(name, value);
                }
            }
            *old = new;
        }
    }
}

/// The place on the screen of the square that was the target of an event.
pub(crate) fn square_place(target: Option<web_sys::Element>) -> Option<u8> {
    let square = target?.closest(".sq").ok().flatten()?;
    square.id().strip_prefix("sq-")?.parse().ok()
}

/// Moves the focus to the square at this place on the screen.
pub(crate) fn focus_square(place: u8) {
    crate::client::focus(&format!("#{}", square_id(place)));
}

/// The place in the direction of an arrow key; the same one at the edge of the board.
pub(crate) fn neighbour(place: u8, key: &str) -> Option<u8> {
    let (row, column) = (place / 10, place % 10);
    Some(match key {
        "ArrowLeft" => row * 10 + column.saturating_sub(1),
        "ArrowRight" => row * 10 + (column + 1).min(9),
        "ArrowUp" => row.saturating_sub(1) * 10 + column,
        "ArrowDown" => (row + 1).min(9) * 10 + column,
        _ => return None,
    })
}
