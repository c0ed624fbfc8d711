//! The film of a move of Mancala: when each step of its trace happens, and from that the plan. Pure.

use rules::mancala::{Hole, Pit, Step};
use rules::{Outcome, Side};

use super::cells::{hole_id, store_id};
use super::heaps::Heaps;
use super::place::{Shape, Spot, centre, spot};
use crate::app::game::plan::{Act, Cue, Plan, seat};

/// A stone falls this long after the one before it …
const STONE_MS: u32 = 90;
/// … and a whole sowing, from the first stone's lift to the last one's landing, takes no longer than this.
const SOWING_MS: u32 = 900;
/// From the lift of a hand to the landing of its first stone, if the sowing has few laps …
const FIRST_STONE_MS: u32 = 300;
/// … and what of the sowing such beginnings take at most, if it has many.
const FIRST_STONES_MS: u32 = 600;
/// From the last stone to the capture, so that the eye sees why.
const BEFORE_CAPTURE_MS: u32 = 160;
const CAPTURE_MS: u32 = 350;
/// A whole sweep takes no longer than this; the stones of one pit take half of it.
const SWEEP_MS: u32 = 600;
const SWAP_MS: u32 = 600;
/// After it has landed a stone hops once more, a little.
const HOP_MS: u32 = 140;
/// How long a store glows, and how long a burst lasts.
const GLOW_MS: u32 = 900;
const BURST_MS: u32 = 600;

/// When a step begins, and when its stones have landed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat {
    /// Milliseconds from the beginning of the film.
    pub start: u32,
    /// Milliseconds from the beginning of the film.
    pub land: u32,
}

/// How long a trace takes to show, in milliseconds at the usual speed: until everything lies where it belongs.
pub fn millis(trace: &[Step]) -> u32 {
    beats(trace).iter().map(|beat| beat.land).max().unwrap_or(0)
}

/// When each step of a trace happens.
pub fn beats(trace: &[Step]) -> Vec<Beat> {
    let count = |wanted: fn(&Step) -> bool| trace.iter().filter(|step| wanted(step)).count() as u32;
    let laps = count(|step| matches!(step, Step::Lift { .. })).max(1);
    let further = count(|step| matches!(step, Step::Drop { .. })).saturating_sub(laps).max(1);
    let first = FIRST_STONE_MS.min(FIRST_STONES_MS / laps);
    let gap = STONE_MS.min((SOWING_MS - first * laps) / further);
    let flight = first * 3 / 4;
    let swept = count(|step| matches!(step, Step::Sweep { .. }));
    let sweep_gap = SWEEP_MS / 2 / swept.saturating_sub(1).max(1);
    // When the hand lets go of its next stone, and when everything that is under way has landed.
    let (mut next, mut landed) = (0, 0);
    let mut sweep_from = None;
    let beat = |step: &Step| {
        let (start, lasts) = match step {
            Step::Lift { .. } => {
                next = landed + first - flight;
                (landed, 0)
            }
            Step::Drop { .. } => {
                next += gap;
                (next - gap, flight)
            }
            Step::Capture { .. } => (landed + BEFORE_CAPTURE_MS, CAPTURE_MS),
            Step::Sweep { .. } => {
                let from = sweep_from.map_or(landed + BEFORE_CAPTURE_MS, |from: u32| from + sweep_gap);
                sweep_from = Some(from);
                (from, SWEEP_MS / 2)
            }
            Step::Swap => (0, SWAP_MS),
            // What only changes whose turn it is goes with what caused it.
            Step::ExtraTurn(_) | Step::NextTurn(_) | Step::End(_) => (landed, 0),
        };
        landed = landed.max(start + lasts);
        Beat { start, land: start + lasts }
    };
    trace.iter().map(beat).collect()
}

/// The plan of a trace that starts from these heaps, on a board that lies like this. `seed` is the one that the stones'
/// places are made of.
pub fn plan(trace: &[Step], before: &Heaps, shape: Shape, seed: u64) -> Plan {
    let mut plan = Plan { end: millis(trace) + HOP_MS, acts: Vec::new() };
    let mut heaps = before.clone();
    let mut lies = places(&heaps, shape, seed);
    let mut lift = 0;
    for (step, beat) in trace.iter().zip(beats(trace)) {
        let Beat { start, land } = beat;
        let counts = holes(shape).map(|hole| (hole, heaps.heap(hole).len())).collect::<Vec<_>>();
        heaps.apply(step);
        for (hole, old) in counts {
            let new = heaps.heap(hole).len();
            if new != old {
                let until = if new > old { land } else { start };
                plan.acts.push(Act::Count { on: hole_id(hole), until, shown: old as u16 });
                if let Hole::Store(side) = hole {
                    plan.acts.push(Act::Count {
                        on: seat(side == shape.near).into(),
                        until,
                        shown: old as u16,
                    });
                }
            }
        }
        if !matches!(step, Step::Drop { .. }) {
            lift = start;
        }
        for (stone, (old, new)) in (0..).zip(lies.iter_mut().zip(places(&heaps, shape, seed))) {
            if let (Some(from), Some(to)) = (*old, new)
                && from != to
            {
                let [from, to] = [from, to].map(|spot| [spot.x, spot.y]);
                plan.acts.push(Act::Fly { stone, lift, start, land, from, to });
            }
            // A stone in the hand is still where it was.
            *old = new.or(*old);
        }
        let heard = |what: &'static str, at: u32, hole: Hole, much: usize| {
            let x = (centre(hole, shape).x * 100.0) as u8;
            Act::Sound { what, at, much: much as u8, x }
        };
        match *step {
            Step::Drop { into } => {
                plan.acts.push(heard("stone", land, into, heaps.heap(into).len().saturating_sub(1)));
            }
            Step::Capture { by, last, opposite, from_opposite, .. } => {
                plan.acts.push(heard("capture", start, Hole::Pit(last), from_opposite.into()));
                plan.acts.push(heard("stone", land, Hole::Store(by), heaps.heap(Hole::Store(by)).len()));
                plan.cue(Cue::Burst, hole_id(Hole::Pit(opposite)), start);
                plan.end = plan.end.max(start + BURST_MS);
            }
            Step::Sweep { to, .. } => {
                plan.acts.push(heard("stone", land, Hole::Store(to), heaps.heap(Hole::Store(to)).len()));
            }
            Step::Swap => plan.sound("capture", 0),
            Step::ExtraTurn(side) => {
                plan.cue(Cue::Glow, store_id(side), land);
                plan.acts.push(heard("again", land, Hole::Store(side), 0));
                plan.end = land + GLOW_MS;
            }
            Step::End(outcome) => {
                if let Outcome::Win(side) = outcome {
                    plan.fountain(store_id(side), land);
                }
            }
            Step::Lift { .. } | Step::NextTurn(_) => {}
        }
    }
    plan
}

/// All holes of a board.
pub fn holes(shape: Shape) -> impl Iterator<Item = Hole> {
    Side::BOTH.into_iter().flat_map(move |side| {
        let pits = (0..shape.pits).map(move |index| Hole::Pit(Pit { side, index }));
        pits.chain([Hole::Store(side)])
    })
}

/// Where every stone lies, by its number; nowhere, if it is in the hand.
pub fn places(heaps: &Heaps, shape: Shape, seed: u64) -> Vec<Option<Spot>> {
    let mut places = vec![None; heaps.total()];
    for hole in holes(shape) {
        for (slot, &stone) in heaps.heap(hole).iter().enumerate() {
            if let Some(place) = places.get_mut(usize::from(stone)) {
                *place = Some(spot(seed, hole, slot, shape));
            }
        }
    }
    places
}
