//! The animation timeline of a move of Mapello: when the disc drops, when each line flips, where sparks fly.
//! Pure.

use rules::mapello::{BONUS_POINTS, Border, Cell, Position, Step};
use rules::{Outcome, Side};

use super::cells::{number_of, square_id};
use super::timing::{DROP_MS, STEP_MS, duration_ms, flip_ms, longest_line};
use crate::app::game::animation::timeline::{Act, Cue, Timeline, plate_id};

/// How long a joker lights up, and a star's burst and sparks last.
const LIGHT_MS: u32 = 700;
const STAR_MS: u32 = 680;
/// How long a changed number pulses.
const PULSE_MS: u32 = 140;

/// The animation timeline of a trace that starts from this position. `turned`: the board is flipped; `near`
/// is the side shown near.
pub fn timeline(trace: &[Step], before: &Position, turned: bool, near: Side) -> Timeline {
    let settled = duration_ms(trace);
    let longest = longest_line(trace);
    let id = |number: u8| square_id(if turned { 99 - number } else { number });
    let x = |cell: Cell| (if turned { 7 - cell.column() } else { cell.column() }) * 12 + 8;
    let turns = |distance: u32| DROP_MS + (distance - 1) * STEP_MS;
    let mut timeline = Timeline { end: settled, acts: Vec::new() };
    for step in trace {
        match *step {
            Step::Place { on, .. } => {
                timeline.cue(Cue::Drop, id(number_of(on)), 0);
                timeline.acts.push(Act::Sound { name: "disc", at: DROP_MS, intensity: 0, x: x(on) });
            }
            Step::Flip { from, ray, discs, joker, .. } => {
                for distance in 1..=discs {
                    let Some(cell) = from.step(ray, distance) else { break };
                    timeline.cue(Cue::Turn(flip_ms(longest)), id(number_of(cell)), turns(distance.into()));
                }
                if let Some(joker) = joker {
                    let at = turns(discs.into());
                    timeline.cue(Cue::Light, id(border_number(joker)), at);
                    timeline.acts.push(Act::Sound { name: "joker", at, intensity: 0, x: x(from) });
                    timeline.end = timeline.end.max(at + LIGHT_MS);
                }
            }
            Step::Bonus { by, on } => {
                timeline.cue(Cue::Star(by == near), id(number_of(on)), DROP_MS);
                timeline.acts.push(Act::Sound { name: "bonus", at: DROP_MS, intensity: 0, x: x(on) });
                timeline.end = timeline.end.max(DROP_MS + STAR_MS + PULSE_MS);
            }
            Step::Pass(_) => timeline.sound("pass", settled),
            Step::End(outcome) => {
                if let Outcome::Win(side) = outcome {
                    timeline.fountain(plate_id(side == near), settled);
                }
            }
            Step::NextTurn(_) => {}
        }
    }
    add_score_changes(trace, before, near, &mut timeline);
    // One sound for each step of the wave, however many lines it has.
    for distance in 1..=longest {
        let at = turns(distance) + flip_ms(longest) / 2;
        timeline.acts.push(Act::Sound { name: "flip", at, intensity: distance as u8, x: 50 });
    }
    timeline
}

/// Changes the scores of both plates when discs drop, flip, and sparks arrive.
fn add_score_changes(trace: &[Step], before: &Position, near: Side, timeline: &mut Timeline) {
    let turn = flip_ms(longest_line(trace));
    let mut changes: Vec<(u32, Side, i32)> = Vec::new();
    let mut add = |at, by, points| changes.push((at, by, points));
    for step in trace {
        match *step {
            Step::Place { by, .. } => add(DROP_MS, by, 1),
            Step::Bonus { by, .. } => add(DROP_MS + STAR_MS, by, i32::from(BONUS_POINTS)),
            Step::Flip { by, discs, .. } => {
                for distance in 0..u32::from(discs) {
                    let at = DROP_MS + distance * STEP_MS + turn / 2;
                    add(at, by, 1);
                    add(at, by.other(), -1);
                }
            }
            _ => {}
        }
    }
    changes.sort_by_key(|(at, ..)| *at);
    let mut score = Side::BOTH.map(|side| i32::from(before.score(side)));
    for (until, side, by) in changes {
        let score = &mut score[side.index()];
        let on = plate_id(side == near).to_owned();
        timeline.acts.push(Act::Count { on, until, shown: *score as u16 });
        *score += by;
    }
}

fn border_number(border: Border) -> u8 {
    border.row() * 10 + border.column()
}
