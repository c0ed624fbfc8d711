//! The animation timeline of a move of Mancala: which stones fly when, which counts change, what sounds. Pure.

use rules::Outcome;
use rules::mancala::{Hole, Step};

use super::heaps::Heaps;
use super::ids::{hole_id, store_id};
use super::layout::{Shape, StonePlace, all_holes, centre, heap_places, stone_places};
use super::timing::{StepTiming, duration_ms, step_timings};
use crate::app::game::animation::timeline::{Act, Cue, Lying, Timeline, plate_id};

/// After landing a stone hops once more, a little.
const HOP_MS: u32 = 140;
/// How long a stone is on its way that is pushed aside by the one that lands.
const PUSH_MS: u32 = 100;
/// How long a store glows, and how long a burst lasts.
const GLOW_MS: u32 = 900;
const BURST_MS: u32 = 600;

/// The animation timeline of a trace that starts from these heaps, on a board of this shape. `seed` is the
/// seed of the stones' places.
pub fn timeline(trace: &[Step], before: &Heaps, shape: Shape, seed: u64) -> Timeline {
    let mut timeline = Timeline { end: duration_ms(trace) + HOP_MS, acts: Vec::new() };
    let mut heaps = before.clone();
    let mut lies = stone_places(&heaps, shape, seed);
    // When each of them came to rest last.
    let mut landed = vec![0; lies.len()];
    let mut lift = 0;
    for (step, timing) in trace.iter().zip(step_timings(trace)) {
        let StepTiming { start, land } = timing;
        let old_heaps = heaps.clone();
        heaps.apply(step);
        if !matches!(step, Step::Drop { .. }) {
            lift = start;
        }
        for hole in all_holes(shape).filter(|hole| old_heaps.heap(*hole) != heaps.heap(*hole)) {
            let (before, heap) = (old_heaps.heap(hole), heaps.heap(hole));
            if before.len() != heap.len() {
                let until = if heap.len() > before.len() { land } else { start };
                let shown = before.len() as u16;
                timeline.acts.push(Act::Count { on: hole_id(hole), until, shown });
                if let Hole::Store(side) = hole {
                    timeline.acts.push(Act::Count { on: plate_id(side == shape.near).into(), until, shown });
                }
            }
            for (&stone, to) in heap.iter().zip(heap_places(seed, hole, heap.len(), shape)) {
                let number = usize::from(stone);
                // A stone in the hand is still drawn where it was.
                let Some(from) = lies.get_mut(number).and_then(|lies| lies.replace(to)) else { continue };
                let flies = !before.contains(&stone);
                if from == to {
                    continue;
                }
                let pushed = land.saturating_sub(PUSH_MS).max(landed[number]);
                let (lift, start) = if flies { (lift, start) } else { (pushed, pushed) };
                landed[number] = land;
                timeline.acts.push(Act::Fly {
                    stone,
                    lift,
                    start,
                    land,
                    flies,
                    from: lying(from),
                    to: lying(to),
                });
            }
        }
        let heard = |name: &'static str, at: u32, hole: Hole, intensity: usize| {
            let x = (centre(hole, shape).x * 100.0) as u8;
            Act::Sound { name, at, intensity: intensity as u8, x }
        };
        match *step {
            Step::Drop { into } => {
                timeline.acts.push(heard("stone", land, into, heaps.heap(into).len().saturating_sub(1)));
            }
            Step::Capture { by, last, opposite, from_opposite, .. } => {
                timeline.acts.push(heard("capture", start, Hole::Pit(last), from_opposite.into()));
                timeline.acts.push(heard("stone", land, Hole::Store(by), heaps.heap(Hole::Store(by)).len()));
                timeline.cue(Cue::Burst, hole_id(Hole::Pit(opposite)), start);
                timeline.end = timeline.end.max(start + BURST_MS);
            }
            Step::Sweep { to, .. } => {
                timeline.acts.push(heard("stone", land, Hole::Store(to), heaps.heap(Hole::Store(to)).len()));
            }
            Step::Swap => timeline.sound("capture", 0),
            Step::ExtraTurn(side) => {
                timeline.cue(Cue::Glow, store_id(side), land);
                timeline.acts.push(heard("again", land, Hole::Store(side), 0));
                timeline.end = land + GLOW_MS;
            }
            Step::End(outcome) => {
                if let Outcome::Win(side) = outcome {
                    timeline.fountain(store_id(side), land);
                }
            }
            Step::Lift { .. } | Step::NextTurn(_) => {}
        }
    }
    timeline
}

/// A place as the timeline has it.
fn lying(StonePlace { at, diameter, layer }: StonePlace) -> Lying {
    Lying { at: [at.x, at.y], diameter, layer }
}
