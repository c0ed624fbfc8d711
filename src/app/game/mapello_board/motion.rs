//! The animation timeline of a move of Mapello: when the disc drops, when each line flips, where sparks fly.
//! Pure.

use rules::mapello::{BONUS_POINTS, Border, Cell, Position, Step};
use rules::{Outcome, Side};

use super::grid::{number_of, square_id};
use crate::app::game::plan::{Act, Cue, Plan, seat};

/// How long a disc takes to drop …
pub const DROP_MS: u32 = 160;
/// … the interval after which the next disc of a line flips …
const STEP_MS: u32 = 40;
/// … and the longest wave of flips; a single disc takes no longer than that to flip.
const WAVE_MS: u32 = 400;
const TURN_MS: u32 = 260;
/// How long a joker lights up, and a star's burst and sparks last.
const LIGHT_MS: u32 = 700;
const STAR_MS: u32 = 680;
/// How long a changed number pulses.
const PULSE_MS: u32 = 140;

/// The duration of a trace's animation at the usual speed, in milliseconds, until all discs have settled.
pub fn millis(trace: &[Step]) -> u32 {
    match longest(trace) {
        0 => DROP_MS,
        longest => DROP_MS + (longest - 1) * STEP_MS + turn_ms(longest),
    }
}

/// The animation timeline of a trace that starts from this position. `turned`: the board is flipped; `near`
/// is the side shown near.
pub fn plan(trace: &[Step], before: &Position, turned: bool, near: Side) -> Plan {
    let settled = millis(trace);
    let longest = longest(trace);
    let id = |number: u8| square_id(if turned { 99 - number } else { number });
    let x = |cell: Cell| (if turned { 7 - cell.column() } else { cell.column() }) * 12 + 8;
    let turns = |distance: u32| DROP_MS + (distance - 1) * STEP_MS;
    let mut plan = Plan { end: settled, acts: Vec::new() };
    for step in trace {
        match *step {
            Step::Place { on, .. } => {
                plan.cue(Cue::Drop, id(number_of(on)), 0);
                plan.acts.push(Act::Sound { what: "disc", at: DROP_MS, much: 0, x: x(on) });
            }
            Step::Flip { from, ray, discs, joker, .. } => {
                for distance in 1..=discs {
                    let Some(cell) = from.step(ray, distance) else { break };
                    plan.cue(Cue::Turn(turn_ms(longest)), id(number_of(cell)), turns(distance.into()));
                }
                if let Some(joker) = joker {
                    let at = turns(discs.into());
                    plan.cue(Cue::Light, id(border_number(joker)), at);
                    plan.acts.push(Act::Sound { what: "joker", at, much: 0, x: x(from) });
                    plan.end = plan.end.max(at + LIGHT_MS);
                }
            }
            Step::Bonus { by, on } => {
                plan.cue(Cue::Star(by == near), id(number_of(on)), DROP_MS);
                plan.acts.push(Act::Sound { what: "bonus", at: DROP_MS, much: 0, x: x(on) });
                plan.end = plan.end.max(DROP_MS + STAR_MS + PULSE_MS);
            }
            Step::Pass(_) => plan.sound("pass", settled),
            Step::End(outcome) => {
                if let Outcome::Win(side) = outcome {
                    plan.fountain(seat(side == near), settled);
                }
            }
            Step::NextTurn(_) => {}
        }
    }
    scores(trace, before, near, &mut plan);
    // One sound for each step of the wave, however many lines it has.
    for distance in 1..=longest {
        let at = turns(distance) + turn_ms(longest) / 2;
        plan.acts.push(Act::Sound { what: "flip", at, much: distance as u8, x: 50 });
    }
    plan
}

/// Changes the scores of both plates when discs drop, flip, and sparks arrive.
fn scores(trace: &[Step], before: &Position, near: Side, plan: &mut Plan) {
    let turn = turn_ms(longest(trace));
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
        let on = seat(side == near).to_owned();
        plan.acts.push(Act::Count { on, until, shown: *score as u16 });
        *score += by;
    }
}

/// The number of discs in the longest line.
fn longest(trace: &[Step]) -> u32 {
    let discs = |step: &Step| match step {
        Step::Flip { discs, .. } => u32::from(*discs),
        _ => 0,
    };
    trace.iter().map(discs).max().unwrap_or(0)
}

/// How long one disc takes to flip, if the longest line has so many.
fn turn_ms(longest: u32) -> u32 {
    TURN_MS.min(WAVE_MS.saturating_sub((longest.saturating_sub(1)) * STEP_MS))
}

fn border_number(border: Border) -> u8 {
    border.row() * 10 + border.column()
}
