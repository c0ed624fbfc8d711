//! Metrics of the retention sweep, and of the clock on which it depends.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

use super::Metrics;
use crate::server::time::system_seconds;

/// The collectors of the sweep.
#[derive(Debug, Default)]
pub(super) struct SweepCollectors {
    plausible: Gauge,
    removed: Counter,
    held_back: Gauge,
    failures: Counter,
    took: Gauge<f64, AtomicU64>,
    last_success: Gauge,
}

impl Metrics {
    /// Sets whether the system's clock is plausible.
    pub fn clock_plausible(&self, plausible: bool) {
        self.0.sweep.plausible.set(i64::from(plausible));
    }

    /// Counts a sweep that succeeded.
    pub fn sweep(&self, removed: u64, held_back: u64, took: Duration) {
        let all = &self.0.sweep;
        all.removed.inc_by(removed);
        all.held_back.set(i64::try_from(held_back).unwrap_or(i64::MAX));
        all.took.set(took.as_secs_f64());
        all.last_success.set(system_seconds().cast_signed());
    }

    /// Counts a sweep that failed.
    pub fn sweep_failed(&self) {
        self.0.sweep.failures.inc();
    }
}

impl SweepCollectors {
    pub(super) fn register(&self, all: &mut Registry) {
        let clock = "Whether the system's clock is plausible: 1 if it is, 0 while nothing is removed by age";
        all.register("clock_plausible", clock, self.plausible.clone());
        all.register("sweep_rooms", "Rooms that the hourly sweep has removed", self.removed.clone());
        let held_back = "Rooms that are due, but more than the last sweep was allowed to remove";
        all.register("sweep_held_back_rooms", held_back, self.held_back.clone());
        all.register("sweep_failures", "Sweeps that failed", self.failures.clone());
        all.register_with_unit("sweep", "How long the last sweep took", Unit::Seconds, self.took.clone());
        let last = "When a sweep last succeeded, in seconds since 1970; 0 before the first";
        all.register_with_unit("sweep_last_success", last, Unit::Seconds, self.last_success.clone());
    }
}
