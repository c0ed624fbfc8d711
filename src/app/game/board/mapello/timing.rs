//! The timing of a move of Mapello: when its disc has dropped, and how fast its lines flip. Pure.

use rules::mapello::Step;

/// How long a disc takes to drop …
pub const DROP_MS: u32 = 160;
/// … the interval after which the next disc of a line flips …
pub const STEP_MS: u32 = 40;
/// … and the longest wave of flips; a single disc takes no longer than that to flip.
const WAVE_MS: u32 = 400;
const FLIP_MS: u32 = 260;

/// The duration of a trace's animation at the usual speed, in milliseconds, until all discs have settled.
pub fn duration_ms(trace: &[Step]) -> u32 {
    match longest_line(trace) {
        0 => DROP_MS,
        longest => DROP_MS + (longest - 1) * STEP_MS + flip_ms(longest),
    }
}

/// The number of discs in the longest line.
pub fn longest_line(trace: &[Step]) -> u32 {
    let discs = |step: &Step| match step {
        Step::Flip { discs, .. } => u32::from(*discs),
        _ => 0,
    };
    trace.iter().map(discs).max().unwrap_or(0)
}

/// How long one disc takes to flip, if the longest line has so many.
pub fn flip_ms(longest: u32) -> u32 {
    FLIP_MS.min(WAVE_MS.saturating_sub((longest.saturating_sub(1)) * STEP_MS))
}
