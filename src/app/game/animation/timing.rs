//! The timing of a move of either game, known from its trace alone: whoever waits for a move need not know its
//! board.

pub mod mancala;
pub mod mapello;

use rules::Trace;

/// The duration of a trace's animation at the usual speed, in milliseconds, until every piece has settled.
pub fn duration_ms(trace: &Trace) -> u32 {
    match trace {
        Trace::Mancala(trace) => mancala::duration_ms(trace),
        Trace::Mapello(trace) => mapello::duration_ms(trace),
    }
}
