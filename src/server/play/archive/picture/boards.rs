//! Drawing of both boards for the preview picture, from plain shapes.

use rules::mancala::{Hole, Pit};
use rules::mapello::{Border, Cell};
use rules::{Side, mancala, mapello};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};

use super::letters::{Align, draw_text};
use super::{BRASS, CREAM, colour};

/// Colours of the Mancala beads.
const BEADS: [u32; 6] = [0xc8_46_3c, 0xe0_a8_3a, 0x5d_9b_54, 0x3f_86_b0, 0x8a_5f_b0, 0xe9_dc_c4];
/// Golden angle between successive beads of a heap, in radians: as in a sunflower, it fills a disc evenly.
const SUNFLOWER: f32 = 2.399_963;

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
        heap(picture, stones, (left + wide / 2.0, top + tall / 2.0 - 12.0), wide.min(tall) / 2.0 - 22.0);
        let at = (left + wide / 2.0, top + tall - 14.0);
        draw_text(picture, &stones.to_string(), at, (26.0, wide), Align::Middle, &colour(CREAM));
    }
}

/// Draws the beads of a pit around its centre.
fn heap(picture: &mut Pixmap, stones: u8, (x, y): (f32, f32), reach: f32) {
    let shown = stones.min(30);
    let bead = (reach * 0.3).clamp(6.0, 11.0);
    for stone in 0..shown {
        let (turn, out) = (f32::from(stone) * SUNFLOWER, (f32::from(stone) + 0.4).sqrt() * bead * 0.95);
        let out = out.min(reach);
        let (x, y) = (x + out * turn.cos(), y + out * turn.sin());
        let shade = PathBuilder::from_circle(x + 1.5, y + 2.5, bead);
        fill(picture, shade, &colour(0x2e_1a_0c));
        let bead_colour = colour(BEADS[usize::from(stone) % BEADS.len()]);
        fill(picture, PathBuilder::from_circle(x, y, bead), &bead_colour);
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
        let side = square * 0.88;
        fill(picture, round(x - side / 2.0, y - side / 2.0, side, side, 8.0), &colour(0x6d_66_5e));
    }
    for cell in Cell::all_of(position.bonuses()) {
        fill(picture, star(middle(cell.column() + 1, cell.row() + 1), square * 0.34), &colour(BRASS));
    }
    for border in (0..Border::COUNT).filter_map(Border::new).filter(|border| board.is_joker(*border)) {
        let (x, y) = middle(border.column(), border.row());
        fill(picture, PathBuilder::from_circle(x, y, square * 0.34), &colour(0xf4_f0_e6));
        fill(picture, half_disc((x, y), square * 0.34), &colour(0x17_17_17));
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

/// The left half of a disc.
fn half_disc((x, y): (f32, f32), radius: f32) -> Option<Path> {
    // Length of the control handles of a Bézier curve that approximates a quarter circle.
    let reach = radius * 0.552;
    let mut path = PathBuilder::new();
    path.move_to(x, y - radius);
    path.cubic_to(x - reach, y - radius, x - radius, y - reach, x - radius, y);
    path.cubic_to(x - radius, y + reach, x - reach, y + radius, x, y + radius);
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
