//! The pieces of a picture as the graphics card takes them: one run of numbers for each kind of body.

use std::collections::BTreeMap;

use scene::picture::{Kind, Mark, MarkKind, Piece};

/// Numbers of a body: position and glow, rotation, scale and colour, and the stones that lie near.
pub const BODY_FLOATS: usize = 12 + 4 * NEIGHBOURS;
/// A stone shows so many others through itself: there is no room for more behind it.
const NEIGHBOURS: usize = 3;
/// As far apart as this, in diameters, stones do not show each other.
const NEAR: f32 = 1.3;
/// Numbers of a mark: centre and kind, half sizes and whether it is round.
pub const MARK_FLOATS: usize = 8;

/// How many instances, and their numbers as bytes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Instances {
    /// How many bodies or marks.
    pub count: i32,
    /// Their numbers: floats, little-endian.
    pub bytes: Vec<u8>,
}

impl Instances {
    pub(crate) fn push(&mut self, numbers: &[f32]) {
        self.count += 1;
        self.extend(numbers);
    }

    /// Adds further numbers of the last one.
    fn extend(&mut self, numbers: &[f32]) {
        self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
}

/// The bodies of each kind, in the order of the kinds.
pub fn bodies(pieces: &[Piece]) -> BTreeMap<Kind, Instances> {
    let mut groups: BTreeMap<Kind, Instances> = BTreeMap::new();
    let stones: Vec<&Piece> = pieces.iter().filter(|piece| piece.kind == Kind::Stone).collect();
    for piece in pieces {
        let (at, turn, scale) = (piece.pose.position, piece.pose.rotation, piece.pose.scale);
        groups.entry(piece.kind).or_default().push(&[
            at.x,
            at.y,
            at.z,
            piece.glow,
            turn.x,
            turn.y,
            turn.z,
            turn.w,
            scale.x,
            scale.y,
            scale.z,
            f32::from(piece.colour),
        ]);
        let near = if piece.kind == Kind::Stone { neighbours(piece, &stones) } else { Near::default() };
        groups.entry(piece.kind).or_default().extend(near.as_flattened());
    }
    groups
}

/// Centres of stones with the numbers of their colours, from 1; 0 for none.
type Near = [[f32; 4]; NEIGHBOURS];

/// The stones that lie nearest to one.
fn neighbours(stone: &Piece, stones: &[&Piece]) -> Near {
    let mut near = Near::default();
    let mut distances = [(NEAR * stone.pose.scale.x).powi(2); NEIGHBOURS];
    let at = stone.pose.position;
    for other in stones {
        let distance = at.distance_squared(other.pose.position);
        // A stone is no neighbour of itself, nor of one within it.
        let Some(place) = distances.iter().position(|known| distance < *known && distance > 0.0) else {
            continue;
        };
        if let (Some(later), Some(known)) = (near.get_mut(place..), distances.get_mut(place..)) {
            later.rotate_right(1);
            known.rotate_right(1);
            later[0] = other.pose.position.extend(f32::from(other.colour) + 1.0).to_array();
            known[0] = distance;
        }
    }
    near
}

/// The marks.
pub fn marks(marks: &[Mark]) -> Instances {
    let mut all = Instances::default();
    for mark in marks {
        let (at, [half_width, half_length]) = (mark.position, mark.half);
        let round = if mark.is_round { 1.0 } else { 0.0 };
        all.push(&[at.x, at.y, at.z, stroke(mark.kind), half_width, half_length, round, 0.0]);
    }
    all
}

/// Which way `mark.frag` draws a mark.
fn stroke(kind: MarkKind) -> f32 {
    match kind {
        MarkKind::Legal => 0.0,
        MarkKind::Last => 1.0,
        MarkKind::Preview => 2.0,
        MarkKind::Landing => 3.0,
        MarkKind::Captured => 4.0,
        MarkKind::Pending => 5.0,
        MarkKind::Focus => 6.0,
        MarkKind::Turn => 7.0,
    }
}

#[cfg(test)]
mod tests {
    use scene::glam::Vec3;
    use scene::picture::{Kind, Mark, MarkKind, Piece, Pose};

    use super::{BODY_FLOATS, MARK_FLOATS, NEIGHBOURS, bodies, marks, neighbours};

    fn piece(kind: Kind, colour: u8, x: f32) -> Piece {
        Piece { kind, colour, pose: Pose::at(Vec3::new(x, 2.0, 3.0)), glow: 0.5 }
    }

    #[test]
    fn pieces_of_a_kind_are_packed_together_in_their_order() {
        let pieces = [piece(Kind::Stone, 5, 1.0), piece(Kind::Disc, 0, 2.0), piece(Kind::Stone, 2, 3.0)];
        let groups = bodies(&pieces);
        assert_eq!(groups.len(), 2);
        let stones = &groups[&Kind::Stone];
        let numbers: Vec<f32> =
            stones.bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect();
        assert_eq!((stones.count, numbers.len()), (2, 2 * BODY_FLOATS));
        assert_eq!(numbers[..12], [1.0, 2.0, 3.0, 0.5, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 5.0]);
        assert_eq!((numbers[BODY_FLOATS], numbers[BODY_FLOATS + 11]), (3.0, 2.0));
        // They lie too far apart to show each other.
        assert_eq!(numbers[12..BODY_FLOATS], [0.0; 4 * NEIGHBOURS]);
    }

    #[test]
    fn a_stone_knows_the_nearest_ones_and_not_itself() {
        let xs = [1.2, 0.0, 0.9, -0.8, 1.1, 1.5];
        let pieces: Vec<Piece> = (0..).zip(xs).map(|(colour, x)| piece(Kind::Stone, colour, x)).collect();
        let stones: Vec<&Piece> = pieces.iter().collect();
        let near = neighbours(&pieces[1], &stones).map(|[x, _, _, colour]| (x, colour));
        assert_eq!(near, [(-0.8, 4.0), (0.9, 3.0), (1.1, 5.0)]);
        assert_eq!(neighbours(&pieces[1], &stones[..2]).map(|stone| stone[3]), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn boards_of_different_sizes_are_different_bodies() {
        let groups = bodies(&[piece(Kind::MancalaBoard(6), 0, 0.0), piece(Kind::MancalaBoard(5), 0, 0.0)]);
        assert_eq!(groups.len(), 2);
    }

    #[test]
    fn each_kind_of_mark_has_a_stroke_of_its_own() {
        use MarkKind::{Captured, Focus, Landing, Last, Legal, Pending, Preview, Turn};
        let kinds = [Legal, Last, Preview, Landing, Captured, Pending, Focus, Turn];
        let all = kinds.map(|kind| Mark { kind, position: Vec3::ZERO, half: [0.4, 0.6], is_round: true });
        let packed = marks(&all);
        assert_eq!(packed.bytes.len(), 8 * MARK_FLOATS * 4);
        let mut strokes: Vec<&[u8]> =
            packed.bytes.chunks_exact(MARK_FLOATS * 4).map(|one| &one[12..16]).collect();
        strokes.sort_unstable();
        strokes.dedup();
        assert_eq!(strokes.len(), 8);
    }
}
