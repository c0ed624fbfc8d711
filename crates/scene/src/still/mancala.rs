//! The picture of a Mancala board.

use glam::{Quat, Vec2, Vec3};

use super::Built;
use crate::heaps::{Resting, rest};
use crate::picture::{Ground, Kind, Label, LabelText, Mark, Piece, Pose};
use crate::plan::{Bowl, Hole, MANCALA_THICKNESS, Plan, Row};
use crate::table::{HoleState, Mancala, hole_of_id};

/// How far numbers and the light of the turn are from the long axis of the board, and how large numbers and letters are.
const COUNT_ASIDE: f32 = 1.615;
const COUNT_SIZE: f32 = 0.31;
/// A letter stands beside its number: seen aslant there is no room for it between the number and the edge.
const LETTER_BESIDE: f32 = 0.33;
const LETTER_SIZE: f32 = 0.17;
/// A badge stands at the number's other side. In a store there is no letter: number and badge are in its middle together.
const BADGE_SIZE: f32 = 0.19;
/// About how wide a character is, and how much wider than its text a badge is with the gap beside it, as shares of their sizes.
const CHARACTER_WIDTH: f32 = 0.74;
const AROUND_BADGE: f32 = 0.85;
/// So far a letter moves away from a number of two digits, and that number from its badge, which would lie upon the neighbour's
/// letter.
const MAKES_ROOM: f32 = 0.06;
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
    add_labels(built, board, hole, state);
}

/// The number of a hole, its letter, and its badge.
fn add_labels(built: &mut Built, board: &Mancala, hole: Hole, state: &HoleState) {
    let (Hole::Pit(row, _) | Hole::Store(row)) = hole;
    let middle = board.plan().bowl(hole).centre.x;
    let aside = if row == Row::Near { COUNT_ASIDE } else { -COUNT_ASIDE };
    let mut add = |text, ground, along: f32, size| {
        let position = Vec3::new(middle + along, 0.0, aside);
        built.picture.labels.push(Label { text, ground, position, size });
        built.picture.labels.len() - 1
    };
    let wide = |characters: usize, size: f32| characters as f32 * CHARACTER_WIDTH * size;
    let digits = state.count.map_or(0, |count| count.to_string().len());
    let count_wide = wide(digits, COUNT_SIZE);
    let note = state.note.as_ref();
    let badge_wide =
        note.map_or(0.0, |note| wide(note.chars().count(), BADGE_SIZE) + AROUND_BADGE * BADGE_SIZE);
    let letter = crate::table::letter(board, hole);
    let makes_room = if digits > 1 { MAKES_ROOM } else { 0.0 };
    let count_at = match letter {
        Some(_) if note.is_some() => makes_room,
        Some(_) => 0.0,
        None => -0.5 * badge_wide,
    };
    if let Some(letter) = letter {
        add(LabelText::Letter(letter), Ground::Board, makes_room + LETTER_BESIDE, LETTER_SIZE);
    }
    if let Some(note) = note {
        // As `style/board.css` has it.
        let ground = if note.starts_with(['-', '\u{2212}']) { Ground::LossBadge } else { Ground::Badge };
        let beside = 0.5 * (count_wide + badge_wide);
        let at = if letter.is_some() { count_at - beside } else { count_at + beside };
        add(LabelText::Note(note.clone()), ground, at, BADGE_SIZE);
    }
    if let Some(count) = state.count {
        let label = add(LabelText::Count(count), Ground::Board, count_at, COUNT_SIZE);
        built.labels.push((state.id.clone(), label));
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
    use crate::table::{hole_id, hole_of_id};

    /// From where to where a label reaches along the board, as if its characters were as wide as those of a wide typeface.
    fn reach(label: &Label) -> [f32; 2] {
        let characters = match &label.text {
            LabelText::Count(count) => count.to_string().len(),
            LabelText::Letter(_) => 1,
            LabelText::Note(note) => note.chars().count(),
        };
        let around = if label.ground == Ground::Board { 0.0 } else { 0.5 * AROUND_BADGE * BADGE_SIZE };
        let half = 0.5 * characters as f32 * CHARACTER_WIDTH * label.size + around;
        [label.position.x - half, label.position.x + half]
    }

    #[test]
    fn numbers_letters_and_badges_lie_beside_each_other() {
        for (count, note) in [(3, "+1"), (12, "+1"), (0, "\u{2212}9"), (1, "2.")] {
            let mut board = Mancala { pits: 6, ..Mancala::default() };
            let holes = board.plan().holes().map(|hole| hole_id(&board, hole));
            let state =
                |id| HoleState { id, count: Some(count), marks: Vec::new(), note: Some(note.to_owned()) };
            board.holes = holes.map(state).collect();
            let built = build(&board);
            for aside in [COUNT_ASIDE, -COUNT_ASIDE] {
                let labels = built.picture.labels.iter().filter(|label| label.position.z == aside);
                let mut reaches: Vec<[f32; 2]> = labels.map(reach).collect();
                reaches.sort_by(|a, b| a[0].total_cmp(&b[0]));
                assert_eq!(reaches.len(), 3 * 6 + 2);
                for pair in reaches.windows(2) {
                    // Typefaces are narrower than this: two digits beside a badge just fit.
                    assert!(pair[1][0] > pair[0][1] - 0.12, "{count} and {note}: {pair:?}");
                }
            }
        }
    }

    #[test]
    fn a_film_changes_the_number_and_not_the_badge() {
        let mut board = Mancala { pits: 6, ..Mancala::default() };
        let note = Some("+1".to_owned());
        board.holes = vec![HoleState { id: "south-a".into(), count: Some(4), marks: Vec::new(), note }];
        let built = build(&board);
        let (id, label) = &built.labels[0];
        assert!(hole_of_id(&board, id).is_some());
        assert_eq!(built.picture.labels[*label].text, LabelText::Count(4));
    }

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
