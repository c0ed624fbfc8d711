//! The picture of a Mancala board.

use glam::{Quat, Vec2, Vec3};

use super::Built;
use crate::heaps::{Resting, rest};
use crate::picture::{Kind, Label, LabelText, Mark, Piece, Pose};
use crate::plan::{Bowl, Hole, MANCALA_THICKNESS, Plan, Row};
use crate::table::{HoleState, Mancala, hole_of_id};

/// How far numbers and the light of the turn are from the long axis of the board, and how large numbers and letters are.
const COUNT_ASIDE: f32 = 1.615;
const COUNT_SIZE: f32 = 0.31;
/// A letter stands beside its number: seen aslant there is no room for it between the number and the edge.
const LETTER_BESIDE: f32 = 0.33;
const LETTER_SIZE: f32 = 0.17;
const TURN_ASIDE: f32 = 1.915;

pub(super) fn build(board: &Mancala) -> Built {
    let plan = board.plan();
    let kind = if board.clockwise { Kind::MirroredMancalaBoard } else { Kind::MancalaBoard };
    let mut built = Built::of_board(kind(board.pits), MANCALA_THICKNESS);
    let flat: Vec<_> = board.stones.iter().map(|stone| stone.map(|stone| stone.lying)).collect();
    for (stone, resting) in board.stones.iter().zip(rest(plan, &flat)) {
        let known = stone.zip(resting).map(|(stone, resting)| {
            let pose = pose(plan, resting);
            (resting, built.add(Piece { kind: Kind::Stone, colour: stone.colour, pose, glow: 0.0 }))
        });
        built.stones.push(known);
    }
    for state in &board.holes {
        if let Some(hole) = hole_of_id(board, &state.id) {
            add_hole(&mut built, board, hole, state);
        }
    }
    built.add_turn(board.turn, 0.3 * plan.length(), TURN_ASIDE, 0.0);
    built
}

/// The marks, the number and the letter of a hole.
fn add_hole(built: &mut Built, board: &Mancala, hole: Hole, state: &HoleState) {
    let Bowl { centre, half_width, half_length } = board.plan().bowl(hole);
    let mark = |kind| Mark {
        kind,
        position: Vec3::new(centre.x, 0.0, centre.y),
        half: [half_width, half_length],
        is_round: true,
    };
    built.picture.marks.extend(state.marks.iter().copied().map(mark));
    let (Hole::Pit(row, _) | Hole::Store(row)) = hole;
    let beside = |aside: f32| Vec3::new(centre.x, 0.0, if row == Row::Near { aside } else { -aside });
    if let Some(count) = state.count {
        built.labels.push((state.id.clone(), built.picture.labels.len()));
        let text = LabelText::Count(count);
        built.picture.labels.push(Label { text, position: beside(COUNT_ASIDE), size: COUNT_SIZE });
    }
    if let Some(letter) = crate::table::letter(board, hole) {
        let text = LabelText::Letter(letter);
        let position = beside(COUNT_ASIDE) + Vec3::X * LETTER_BESIDE;
        built.picture.labels.push(Label { text, position, size: LETTER_SIZE });
    }
}

/// The pose of a stone at rest.
fn pose(plan: Plan, Resting { centre, diameter }: Resting) -> Pose {
    Pose { position: centre, rotation: orientation(plan, centre, diameter), scale: Vec3::splat(diameter) }
}

/// How a stone is turned that lies there: as if it had rolled from the middle of its hole. So a stone that is pushed aside
/// rolls, and each place has one orientation.
pub(crate) fn orientation(plan: Plan, centre: Vec3, diameter: f32) -> Quat {
    let at = Vec2::new(centre.x, centre.z);
    let rolled = at - plan.bowl(plan.hole_at(at)).centre;
    let distance = rolled.length();
    if distance <= 0.0 || diameter <= 0.0 {
        return Quat::IDENTITY;
    }
    let axis = Vec3::new(rolled.y, 0.0, -rolled.x) / distance;
    Quat::from_axis_angle(axis, 2.0 * distance / diameter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_that_lies_to_the_right_has_rolled_to_the_right() {
        let plan = Plan { pits: 6, mirrored: false };
        let middle = plan.bowl(Hole::Pit(Row::Near, 2)).centre;
        let at = Vec3::new(middle.x + 0.1, 0.0, middle.y);
        // Its top has moved to the right, and down.
        let top = orientation(plan, at, 0.3) * Vec3::Y;
        assert!(top.x > 0.3 && top.y > 0.5 && top.z.abs() < 1e-5, "{top}");
    }
}
