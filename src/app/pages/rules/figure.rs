//! Figures in the text of the rules: small boards with a position, or with the positions before and after a
//! move.

use leptos::prelude::*;
use rules::mancala::{self, Hole, Pit};
use rules::mapello::{self, Cell};
use rules::{Game, Move, Position, Side};

use crate::app::game::board::mapello::mini::{dot, pieces};
use crate::app::lesson::parse_game;
use crate::app::text::mancala::pit_letter;
use crate::app::ui::el::{El, el};

/// Draws a figure, written as in lessons: where a game starts, its moves (`-` for none), and optionally a
/// move to show.
pub(super) fn figure(game: Game, text: &str) -> El {
    let figure = el("figure");
    let Some(pictures) = pictures(game, text) else { return figure };
    let arrow = |place: usize| (place > 0).then(|| el("span").class("arrow").attr("aria-hidden", "true"));
    let mut boards = el("div").class("boards");
    for (place, (position, last)) in pictures.into_iter().enumerate() {
        boards = boards.child(arrow(place)).child(match &position {
            Position::Mancala(position) => rows(position, last.and_then(|mv| mv.as_mancala())),
            Position::Mapello(position) => squares(position, last.and_then(|mv| mv.as_mapello())),
        });
    }
    figure.child(boards)
}

/// The positions of a figure, each with the move to mark in it.
pub(super) fn pictures(game: Game, text: &str) -> Option<Vec<(Position, Option<Move>)>> {
    let mut parts = text.split(' ');
    let start = parts.next()?;
    let moves = parts.next().filter(|moves| *moves != "-").unwrap_or_default();
    let (setup, played) = parse_game(game, format!("{start} {moves}").trim_end())?;
    let before =
        played.iter().try_fold(setup.start(), |position, mv| Some(position.play(*mv).ok()?.position))?;
    let Some(name) = parts.next() else { return Some(vec![(before, None)]) };
    let (_, mut with) = parse_game(game, &format!("{start} {moves}{name}"))?;
    let mv = with.pop()?;
    let after = before.play(mv).ok()?.position;
    // For a disc it is enough to mark where it lies.
    let marked = Some(mv).filter(|mv| mv.as_mancala().is_some());
    Some(vec![(before, marked), (after, Some(mv))])
}

/// A Mapello board with the names of its columns and rows, and the last disc marked.
fn squares(position: &mapello::Position, last: Option<Cell>) -> AnyView {
    let lines = (2..=8).map(|at| format!("M1 {at}h8M{at} 1v8")).collect::<String>();
    let last = last.map(|cell| dot((cell.column() + 1, cell.row() + 1)));
    let name = |x: String, y: String, name: u8| {
        let name = char::from(name).to_string();
        el("text").class("square-name").attr("x", x).attr("y", y).child(name)
    };
    let names = (0..8).flat_map(|at| {
        [
            name(format!("{}.5", at + 1), ".7".to_owned(), b'a' + at),
            name(".5".to_owned(), format!("{}.7", at + 1), b'1' + at),
        ]
    });
    el("svg")
        .class("mini")
        .attr("viewBox", "0 0 10 10")
        .attr("aria-hidden", "true")
        .child(el("path").class("mini-lines").attr("d", lines))
        .children(names)
        .child(last.map(|d| el("path").class("mini-last").attr("d", d)))
        .child(pieces(position))
        .any()
}

/// A Mancala board as South sees it; a pit is ten units wide.
fn rows(position: &mancala::Position, last: Option<mancala::Move>) -> AnyView {
    let pits = u32::from(position.variant().pits);
    let hollow = |hole: Hole| {
        let (x, y, height, stones) = match hole {
            Hole::Pit(Pit { side: Side::First, index }) => (10 + 10 * u32::from(index), 17, 10, 0),
            Hole::Pit(Pit { side: Side::Second, index }) => (10 * (pits - u32::from(index)), 3, 10, 0),
            Hole::Store(Side::First) => (10 + 10 * pits, 3, 24, position.store(Side::First)),
            Hole::Store(Side::Second) => (0, 3, 24, position.store(Side::Second)),
        };
        let (stones, name) = match hole {
            Hole::Pit(pit) => (position.stones(pit), Some((pit_letter(pit), if y > 10 { 30 } else { 2 }))),
            Hole::Store(_) => (stones, None),
        };
        let marked = matches!((hole, last), (Hole::Pit(pit), Some(mancala::Move::Sow(last))) if pit == last);
        let shape = el("rect")
            .class(if marked { "pit-shape last" } else { "pit-shape" })
            .attr("x", format!("{x}.5"))
            .attr("y", format!("{y}.5"))
            .attr("width", "9")
            .attr("height", (height - 1).to_string())
            .attr("rx", "4");
        let text = |class: &'static str, y: u32, text: String| {
            el("text").class(class).attr("x", (x + 5).to_string()).attr("y", y.to_string()).child(text)
        };
        let count = text("pit-count", y + height / 2 + 2, stones.to_string());
        let name = name.map(|(letter, y)| text("pit-letter", y, letter.to_string()));
        el("g").child(shape).child(count).child(name)
    };
    let holes = Side::BOTH.into_iter().flat_map(|side| {
        let pits = position.pits(side).map(Hole::Pit);
        pits.chain([Hole::Store(side)])
    });
    el("svg")
        .class("rows")
        .attr("viewBox", format!("0 -2 {} 34", 10 * (pits + 2)))
        .attr("aria-hidden", "true")
        .children(holes.map(hollow))
        .any()
}
