//! The film of a move as frames: which steps of its trace happen when. Pure; the board's timers play it.

use rules::mancala::Step;

/// A stone falls this long after the one before it …
const STONE_MS: u32 = 90;
/// … and a whole sowing takes no longer than this.
const SOWING_MS: u32 = 900;
/// From the last stone to the capture, so that the eye sees why.
const BEFORE_CAPTURE_MS: u32 = 260;
const CAPTURE_MS: u32 = 350;
/// A whole sweep takes no longer than this.
const SWEEP_MS: u32 = 600;

/// Steps that happen at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Milliseconds since the frame before.
    pub wait: u32,
    /// What happens.
    pub steps: Vec<Step>,
}

/// How long a trace takes to show, in milliseconds, at so many percent of the usual speed.
pub fn millis(trace: &[Step], speed: u32) -> u32 {
    frames(trace, speed).iter().map(|frame| frame.wait).sum()
}

/// The frames of a trace, at so many percent of the usual speed.
pub fn frames(trace: &[Step], speed: u32) -> Vec<Frame> {
    let count = |wanted: fn(&Step) -> bool| trace.iter().filter(|step| wanted(step)).count().max(1) as u32;
    let drop_ms = STONE_MS.min(SOWING_MS / count(|step| matches!(step, Step::Drop { .. })));
    let sweep_ms = SWEEP_MS / count(|step| matches!(step, Step::Sweep { .. }));
    let mut frames: Vec<Frame> = Vec::new();
    let mut after_capture = false;
    for &step in trace {
        let wait = match step {
            Step::Lift { .. } if frames.is_empty() => 0,
            Step::Lift { .. } | Step::Drop { .. } => drop_ms,
            Step::Capture { .. } => BEFORE_CAPTURE_MS,
            Step::Sweep { .. } if after_capture => CAPTURE_MS,
            Step::Sweep { .. } => sweep_ms.min(150),
            // What only changes whose turn it is goes with what caused it.
            Step::ExtraTurn(_) | Step::NextTurn(_) | Step::End(_) | Step::Swap => {
                match frames.last_mut() {
                    Some(last) => last.steps.push(step),
                    None => frames.push(Frame { wait: 0, steps: vec![step] }),
                }
                continue;
            }
        };
        after_capture = matches!(step, Step::Capture { .. });
        frames.push(Frame { wait: wait * 100 / speed.max(1), steps: vec![step] });
    }
    frames
}
