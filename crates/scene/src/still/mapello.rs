//! The picture of a Mapello board.

use glam::{Quat, Vec3};

use super::{Built, TURNED_OVER, piece, row_of};
use crate::geometry::{DISC_HEIGHT, TRAY_FLOOR, TRAY_HALF};
use crate::picture::{Ground, Kind, Label, LabelText, Mark, Piece, Pose};
use crate::plan::{
    FRAME_HEIGHT, MAPELLO_HALF, MAPELLO_THICKNESS, Row, is_border, square_centre, square_half,
};
use crate::table::{Mapello, Side, Square, SquarePiece};

/// Between the board and a tray.
const TRAY_GAP: f32 = 0.2;
/// Discs that lie upon each other, and the distance between two stacks.
const STACK: u8 = 4;
const STACK_DISTANCE: f32 = 0.95;
const STACKS: f32 = 8.0;
/// How large the number of a tray and the coordinates are.
const COUNT_SIZE: f32 = 0.4;
const COORDINATE_SIZE: f32 = 0.32;
const WORTH_SIZE: f32 = 0.4;
/// A disc that would turn over carries a small one of the other side, as large as this along each axis.
const SPOT: Vec3 = Vec3::new(0.42, 0.4, 0.42);

pub(super) fn build(board: &Mapello) -> Built {
    let mut built = Built::of_board(Kind::MapelloBoard, MAPELLO_THICKNESS);
    built.squares = vec![None; 100];
    for Square { place, piece, marks, ghost, turns, note } in &board.squares {
        let Some(centre) = square_centre(*place) else { continue };
        if let Some(lies) = *piece {
            let added = built.add(piece_on(lies, centre));
            if let Some(known) = built.squares.get_mut(usize::from(*place)) {
                *known = Some(added);
            }
        }
        let half = square_half(*place);
        let mark = |kind| Mark { kind, position: centre, half, is_round: false };
        built.picture.marks.extend(marks.iter().copied().map(mark));
        if let Some(side) = *ghost {
            let lies = disc(side, centre + Vec3::new(0.0, 0.5 * DISC_HEIGHT, 0.0));
            built.add(Piece { kind: Kind::GhostDisc, ..lies });
        }
        if let Some(SquarePiece::Disc(side)) = piece.filter(|_| *turns) {
            let height = DISC_HEIGHT * (1.0 + 0.5 * SPOT.y);
            let spot = disc(side.other(), centre + Vec3::new(0.0, height, 0.0));
            built.add(Piece { pose: Pose { scale: SPOT, ..spot.pose }, ..spot });
        }
        if let Some(note) = note {
            let text = LabelText::Note(note.clone());
            built.picture.labels.push(Label {
                text,
                ground: Ground::Felt,
                position: centre,
                size: WORTH_SIZE,
            });
        }
    }
    for (row, discs) in Row::BOTH.into_iter().zip(board.trays.into_iter().flatten()) {
        add_tray(&mut built, board.near, row, discs);
    }
    add_coordinates(&mut built, board);
    built.add_turn(board.turn, 0.6 * MAPELLO_HALF, MAPELLO_HALF - 0.1, FRAME_HEIGHT);
    built
}

fn piece_on(lies: SquarePiece, centre: Vec3) -> Piece {
    match lies {
        SquarePiece::Disc(side) => disc(side, centre + Vec3::new(0.0, 0.5 * DISC_HEIGHT, 0.0)),
        SquarePiece::Wall => piece(Kind::Wall, centre),
        SquarePiece::Star => piece(Kind::Star, centre),
        SquarePiece::Joker => piece(Kind::Joker, centre),
    }
}

fn disc(side: Side, position: Vec3) -> Piece {
    let pose = Pose { rotation: disc_rotation(side), ..Pose::at(position) };
    Piece { kind: Kind::Disc, colour: 0, pose, glow: 0.0 }
}

/// How a disc is turned that shows this side's colour.
fn disc_rotation(side: Side) -> Quat {
    if side == Side::First { Quat::IDENTITY } else { TURNED_OVER }
}

/// A tray with its discs and its number.
fn add_tray(built: &mut Built, near: Side, row: Row, discs: u8) {
    let sign = if row == Row::Near { 1.0 } else { -1.0 };
    let middle = Vec3::new(0.0, -MAPELLO_THICKNESS, sign * (MAPELLO_HALF + TRAY_GAP + TRAY_HALF[1]));
    built.add(piece(Kind::Tray, middle));
    let side = Side::of_row(row, near);
    for number in 0..discs {
        built.add(disc(side, tray_place(row, number)));
    }
    let id = if row == Row::Near { "near" } else { "far" };
    built.labels.push((id.to_owned(), built.picture.labels.len()));
    let position = middle + Vec3::new(sign * (TRAY_HALF[0] + COUNT_SIZE), 0.0, 0.0);
    let text = LabelText::Count(discs.into());
    built.picture.labels.push(Label { text, ground: Ground::Board, position, size: COUNT_SIZE });
}

/// Where the disc of this number lies in a tray: discs fill one stack after the other, from each player's left.
pub(crate) fn tray_place(row: Row, number: u8) -> Vec3 {
    let sign = if row == Row::Near { 1.0 } else { -1.0 };
    let x = sign * STACK_DISTANCE * (f32::from(number / STACK) - 0.5 * (STACKS - 1.0));
    let height = TRAY_FLOOR + DISC_HEIGHT * (0.5 + f32::from(number % STACK));
    Vec3::new(x, height - MAPELLO_THICKNESS, sign * (MAPELLO_HALF + TRAY_GAP + TRAY_HALF[1]))
}

/// The tray that holds a side's discs.
pub(crate) fn tray_of(board: &Mapello, side: Side) -> Row {
    row_of(side, board.near)
}

/// Letters along both rows of the border and digits along its columns, where no joker is.
fn add_coordinates(built: &mut Built, board: &Mapello) {
    for place in (0..100).filter(|place| is_border(*place)) {
        let is_joker = built.squares.get(usize::from(place)).is_some_and(Option::is_some);
        let Some(position) = square_centre(place).filter(|_| !is_joker) else { continue };
        let seen = if board.turned { 99 - place } else { place };
        let inner = |at: u8| (1..=8).contains(&at).then(|| at - 1);
        let letter = match (inner(seen / 10), inner(seen % 10)) {
            (Some(row), None) => char::from(b'1' + row),
            (None, Some(column)) => char::from(b'a' + column),
            _ => continue,
        };
        let text = LabelText::Letter(letter);
        built.picture.labels.push(Label { text, ground: Ground::Board, position, size: COORDINATE_SIZE });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_shows_a_ghost_and_a_spot_of_the_other_colour() {
        let square = |place, piece| Square { place, piece, ..Square::default() };
        let turns = Square { turns: true, ..square(45, Some(SquarePiece::Disc(Side::First))) };
        let ghost = Square { ghost: Some(Side::Second), ..square(44, None) };
        let built = build(&Mapello { squares: vec![turns, ghost], ..Mapello::default() });
        let of = |kind| built.picture.pieces.iter().filter(move |piece| piece.kind == kind);
        let ups: Vec<Vec3> = of(Kind::Disc).map(|disc| disc.pose.rotation * Vec3::Y).collect();
        assert_eq!(ups, [Vec3::Y, Vec3::NEG_Y]);
        let heights: Vec<f32> = of(Kind::Disc).map(|disc| disc.pose.position.y).collect();
        assert!(heights[1] > heights[0] + 0.5 * DISC_HEIGHT);
        assert_eq!(
            of(Kind::GhostDisc).map(|disc| disc.pose.rotation * Vec3::Y).collect::<Vec<_>>(),
            [Vec3::NEG_Y]
        );
        // What turns is the disc itself.
        assert_eq!(built.squares[45].map(|piece| built.picture.pieces[piece].pose.scale), Some(Vec3::ONE));
        assert_eq!(built.squares[44], None);
    }

    #[test]
    fn the_colours_of_both_sides_are_opposite_faces() {
        let up = [Side::First, Side::Second].map(|side| disc_rotation(side) * Vec3::Y);
        assert_eq!(up, [Vec3::Y, Vec3::NEG_Y]);
    }
}
