//! Drawing of both boards for the preview picture, from plain shapes.

use rules::mancala::{Hole, Pit};
use rules::mapello::{Border, Cell};
use rules::{Side, mancala, mapello};
use scene::piles::{Floor, pile};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};

use super::letters::{Align, draw_text};
use super::{BRASS, CREAM, colour};

/// Colours of the Mancala beads.
const BEADS: [u32; 6] = [0xc8_46_3c, 0xe0_a8_3a, 0x5d_9b_54, 0x3f_86_b0, 0x8a_5f_b0, 0xe9_dc_c4];
/// Fills a path with one colour.
pub fn fill(picture: &mut Pixmap, path: Option<Path>, paint: &Paint) {
    if let Some(path) = path {
        picture.fill_path(&path, paint, FillRule::Winding, Transform::identity(), None);
    }
}

/// A rounded rectangle.
fn round(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (right, bottom) = (x + width, y + height);
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.quad_to(right, y, right, y + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.quad_to(x, bottom, x, bottom - radius);
    path.line_to(x, y + radius);
    path.quad_to(x, y, x + radius, y);
    path.close();
    path.finish()
}

/// Draws the Mancala board as South sees it, in a frame with this corner and size.
pub fn mancala(
    picture: &mut Pixmap,
    position: &mancala::Position,
    (x, y): (f32, f32),
    (width, height): (f32, f32),
) {
    fill(picture, round(x, y, width, height, 44.0), &colour(0x8f_5f_38));
    fill(picture, round(x + 8.0, y + 8.0, width - 16.0, height - 16.0, 38.0), &colour(0x7d_51_2f));
    let pits = position.variant().pits;
    let column = (width - 40.0) / f32::from(pits + 2);
    let row = (height - 40.0) / 2.0;
    let place = |column_at: u8| x + 20.0 + column * f32::from(column_at);
    let holes = Side::BOTH
        .into_iter()
        .flat_map(|side| position.pits(side).map(Hole::Pit).chain([Hole::Store(side)]).collect::<Vec<_>>());
    for hole in holes {
        let (left, top, tall, stones) = match hole {
            Hole::Pit(pit @ Pit { side: Side::First, index }) => {
                (place(index + 1), y + 20.0 + row, row, position.stones(pit))
            }
            Hole::Pit(pit @ Pit { side: Side::Second, index }) => {
                (place(pits.saturating_sub(index)), y + 20.0, row, position.stones(pit))
            }
            Hole::Store(Side::First) => (place(pits + 1), y + 20.0, 2.0 * row, position.store(Side::First)),
            Hole::Store(Side::Second) => (place(0), y + 20.0, 2.0 * row, position.store(Side::Second)),
        };
        let (wide, tall) = (column - 14.0, tall - 14.0);
        let (left, top) = (left + 7.0, top + 7.0);
        fill(picture, round(left, top, wide, tall, wide.min(tall) * 0.42), &colour(0x55_34_1c));
        // Below the stones stands their number.
        let floor =
            Floor { half_width: (wide / 2.0 - 6.0) / column, half_length: (tall / 2.0 - 24.0) / column };
        heap(picture, floor, stones, (left + wide / 2.0, top + tall / 2.0 - 16.0), column);
        let at = (left + wide / 2.0, top + tall - 14.0);
        draw_text(picture, &stones.to_string(), at, (26.0, wide), Align::Middle, &colour(CREAM));
    }
}

/// Draws the stones of a hole as they lie on the board: around this centre, a column so wide.
fn heap(picture: &mut Pixmap, floor: Floor, stones: u8, (x, y): (f32, f32), column: f32) {
    let pile = pile(u64::from(stones) << 8, floor, stones.into());
    let radius = pile.diameter * column / 2.0;
    for (stone, spot) in pile.spots.iter().enumerate() {
        let (x, y) = (x + spot.x * column, y + spot.y * column);
        let body = colour(BEADS[stone % BEADS.len()]);
        let circles = [
            (0.12, 0.16, 1.0, colour(0x2e_1a_0c)),
            (0.0, 0.0, 1.0, body),
            (-0.32, -0.36, 0.2, colour(0xff_f8_ea)),
        ];
        for (right, down, size, paint) in circles {
            let at = (x + right * radius, y + down * radius);
            fill(picture, PathBuilder::from_circle(at.0, at.1, size * radius), &paint);
        }
    }
}

/// Draws the Mapello board in a square with this corner and size.
pub fn mapello(picture: &mut Pixmap, position: &mapello::Position, (x, y): (f32, f32), size: f32) {
    let square = size / 10.0;
    fill(picture, round(x, y, size, size, 24.0), &colour(0x4a_32_22));
    let felt = Rect::from_xywh(x + square, y + square, 8.0 * square, 8.0 * square);
    fill(picture, felt.map(PathBuilder::from_rect), &colour(0x2f_70_4d));
    for line in 1..8_u8 {
        let at = square * f32::from(line + 1);
        let across = Rect::from_xywh(x + square, y + at - 1.0, 8.0 * square, 2.0);
        let down = Rect::from_xywh(x + at - 1.0, y + square, 2.0, 8.0 * square);
        for line in [across, down] {
            fill(picture, line.map(PathBuilder::from_rect), &colour(0x22_56_3a));
        }
    }
    let board = position.terrain().board();
    let middle =
        |column: u8, row: u8| (x + square * (f32::from(column) + 0.5), y + square * (f32::from(row) + 0.5));
    for cell in Cell::all_of(board.walls()) {
        let (x, y) = middle(cell.column() + 1, cell.row() + 1);
        wall(picture, (x, y), square);
    }
    for cell in Cell::all_of(position.bonuses()) {
        fill(picture, star(middle(cell.column() + 1, cell.row() + 1), square * 0.34), &colour(BRASS));
    }
    for border in (0..Border::COUNT).filter_map(Border::new).filter(|border| board.is_joker(*border)) {
        let (x, y) = middle(border.column(), border.row());
        joker(picture, (x, y), square, matches!(border.row(), 0 | 9));
    }
    for side in Side::BOTH {
        let disc = colour(if side == Side::First { 0x17_17_17 } else { 0xf4_f0_e6 });
        for cell in Cell::all_of(position.discs(side)) {
            let (x, y) = middle(cell.column() + 1, cell.row() + 1);
            fill(picture, PathBuilder::from_circle(x + 1.5, y + 3.0, square * 0.39), &colour(0x1c_45_2f));
            fill(picture, PathBuilder::from_circle(x, y, square * 0.39), &disc);
        }
    }
}

/// A wall as `style/mapello.css` draws it: a bevelled block with its light from above.
fn wall(picture: &mut Pixmap, (x, y): (f32, f32), square: f32) {
    let (out, edge) = (square * 0.43, square * 0.13);
    fill(
        picture,
        polygon((x, y), &[(-out, -out), (out, -out), (out, out), (-out, out)]),
        &colour(0xc6_9b_68),
    );
    let inner = out - edge;
    let sides = [
        (0xf3_d9_ae, [(-out, -out), (out, -out), (inner, -inner), (-inner, -inner)]),
        (0xa9_79_4a, [(out, -out), (out, out), (inner, inner), (inner, -inner)]),
        (0x5b_35_19, [(-out, out), (out, out), (inner, inner), (-inner, inner)]),
        (0xe3_bd_85, [(-out, -out), (-inner, -inner), (-inner, inner), (-out, out)]),
    ];
    for (paint, corners) in sides {
        fill(picture, polygon((x, y), &corners), &colour(paint));
    }
}

/// A joker as `style/mapello.css` draws it: a link of both colours that lies along the border.
fn joker(picture: &mut Pixmap, (x, y): (f32, f32), square: f32, along: bool) {
    let turned = |right: f32, down: f32| if along { (right, down) } else { (down, right) };
    let link = |size: f32| {
        let (half, across) = turned(0.36 * square + size, 0.22 * square + size);
        round(x - half, y - across, 2.0 * half, 2.0 * across, 0.22 * square + size)
    };
    fill(picture, link(0.04 * square), &colour(BRASS));
    fill(picture, link(0.0), &colour(0x17_17_17));
    // The bright half: its round end, and what is straight of it.
    let end = turned(0.14 * square, 0.0);
    fill(picture, PathBuilder::from_circle(x + end.0, y + end.1, 0.22 * square), &colour(0xf4_f0_e6));
    let (left, top) = turned(0.0, -0.22 * square);
    let (wide, tall) = turned(0.14 * square, 0.44 * square);
    let straight = Rect::from_xywh(x + left, y + top, wide, tall);
    fill(picture, straight.map(PathBuilder::from_rect), &colour(0xf4_f0_e6));
    let (left, top) = turned(-0.115 * square, -0.22 * square);
    let (wide, tall) = turned(0.23 * square, 0.44 * square);
    let inlay = Rect::from_xywh(x + left, y + top, wide, tall);
    fill(picture, inlay.map(PathBuilder::from_rect), &colour(0x3b_23_12));
}

/// A polygon, its corners given from its middle.
fn polygon((x, y): (f32, f32), corners: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (at, (right, down)) in corners.iter().enumerate() {
        if at == 0 {
            path.move_to(x + right, y + down);
        } else {
            path.line_to(x + right, y + down);
        }
    }
    path.close();
    path.finish()
}

/// A five-pointed star.
pub fn star((x, y): (f32, f32), radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for point in 0..10_u8 {
        let turn = std::f32::consts::PI * (f32::from(point) / 5.0 - 0.5);
        let out = if point % 2 == 0 { radius } else { radius * 0.42 };
        let (x, y) = (x + out * turn.cos(), y + out * turn.sin());
        if point == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    path.close();
    path.finish()
}
