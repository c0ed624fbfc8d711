//! The timing of a move of Mancala: when each step of its trace begins, and when its stones have landed. Pure.

use rules::mancala::Step;

/// The interval between two stones that fall …
const STONE_MS: u32 = 90;
/// … unless the whole sowing, from the first stone's lift to the last one's landing, would take longer than
/// this.
const SOWING_MS: u32 = 900;
/// From the lift of a hand to the landing of its first stone, if the sowing has few laps …
const FIRST_STONE_MS: u32 = 300;
/// … and the most that such beginnings take together, if it has many.
const FIRST_STONES_MS: u32 = 600;
/// From the last stone to the capture, so that the viewer sees the reason.
const BEFORE_CAPTURE_MS: u32 = 160;
const CAPTURE_MS: u32 = 350;
/// The longest sweep; the stones of one pit take half of it.
const SWEEP_MS: u32 = 600;
const SWAP_MS: u32 = 600;

/// The beginning of a step, and the time when its stones have landed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepTiming {
    /// In milliseconds from the beginning of the timeline.
    pub start: u32,
    /// In milliseconds from the beginning of the timeline.
    pub land: u32,
}

/// The duration of a trace's animation at the usual speed, in milliseconds, until every stone has settled.
pub fn duration_ms(trace: &[Step]) -> u32 {
    step_timings(trace).iter().map(|timing| timing.land).max().unwrap_or(0)
}

/// The time of each step of a trace.
pub fn step_timings(trace: &[Step]) -> Vec<StepTiming> {
    let count = |wanted: fn(&Step) -> bool| trace.iter().filter(|step| wanted(step)).count() as u32;
    let laps = count(|step| matches!(step, Step::Lift { .. })).max(1);
    let further = count(|step| matches!(step, Step::Drop { .. })).saturating_sub(laps).max(1);
    let first = FIRST_STONE_MS.min(FIRST_STONES_MS / laps);
    let gap = STONE_MS.min((SOWING_MS - first * laps) / further);
    let flight = first * 3 / 4;
    let swept = count(|step| matches!(step, Step::Sweep { .. }));
    let sweep_gap = SWEEP_MS / 2 / swept.saturating_sub(1).max(1);
    // The times when the hand drops its next stone, and when every moving stone has landed.
    let (mut next, mut landed) = (0, 0);
    let mut sweep_from = None;
    let timing = |step: &Step| {
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
            // Steps that only change the turn happen together with their cause.
            Step::ExtraTurn(_) | Step::NextTurn(_) | Step::End(_) => (landed, 0),
        };
        landed = landed.max(start + lasts);
        StepTiming { start, land: start + lasts }
    };
    trace.iter().map(timing).collect()
}
