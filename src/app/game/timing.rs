//! How long a move takes to show, known from its trace alone: whoever waits for a move need not know its board.

use rules::Trace;

use super::board::mancala::timing as mancala;
use super::board::mapello::timing as mapello;

/// The duration of a trace's animation at the usual speed, in milliseconds, until every piece has settled.
pub fn duration_ms(trace: &Trace) -> u32 {
    match trace {
        Trace::Mancala(trace) => mancala::duration_ms(trace),
        Trace::Mapello(trace) => mapello::duration_ms(trace),
    }
}
