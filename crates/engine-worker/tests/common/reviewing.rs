//! The engine as it answers a review, with a clock of its own.

use std::cell::Cell;

use engine_protocol::review::Analysis;
use engine_worker::Engine;

thread_local! {
    static CLOCK: Cell<f64> = const { Cell::new(0.0) };
    /// Milliseconds between two readings.
    pub static STEP: Cell<f64> = const { Cell::new(1.0) };
}

/// A clock that goes on whenever it is read, so that limits depend on the nodes alone.
fn clock() -> f64 {
    CLOCK.replace(CLOCK.get() + STEP.get())
}

/// A review to its end.
pub fn finish(engine: &mut Engine, mut analysis: Analysis) -> Analysis {
    while let Some(question) = analysis.question() {
        let begun = CLOCK.get();
        let answer = engine.answer(&question, clock).unwrap();
        analysis.take(&answer, (CLOCK.get() - begun) as u32);
    }
    analysis
}
