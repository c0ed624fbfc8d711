//! Flags of the retention sweep, and of what it demands of the clock. docs/OPERATIONS.md says why.

use clap::Args;
use room::Millis;

use crate::server::time::plausibility::ClockLimits;

/// The flags of the retention sweep.
#[derive(Args, Clone, Copy, Debug)]
pub struct RetentionFlags {
    /// The number of days by which the system's clock may be past the last time that was trusted; beyond that
    /// nothing is removed until `duello clock --confirm`, or until a server has run for so long; 0 means any number.
    #[arg(long, env = "DUELLO_CLOCK_GAP_DAYS", default_value_t = 7, value_name = "DAYS")]
    pub clock_gap_days: u32,
    /// The number of minutes by which the system's clock may differ from the server's own; beyond that nothing
    /// is removed; 0 means any number.
    #[arg(long, env = "DUELLO_CLOCK_DRIFT_MINUTES", default_value_t = 5, value_name = "MINUTES")]
    pub clock_drift_minutes: u32,
    /// The part of all rooms in percent that one hourly sweep may remove; 50 rooms are always allowed.
    #[arg(long, env = "DUELLO_SWEEP_PERCENT", default_value_t = 10, value_name = "PERCENT")]
    pub sweep_percent: u32,
    /// The number of days for which a removed room can be recovered, before its rows are deleted.
    #[arg(long, env = "DUELLO_RECOVERABLE_DAYS", default_value_t = 7, value_name = "DAYS")]
    pub recoverable_days: u32,
}

impl RetentionFlags {
    /// For how long a removed room can be recovered, in milliseconds.
    pub fn recoverable(&self) -> Millis {
        Millis::from(self.recoverable_days) * 24 * 3_600_000
    }

    /// What counts as a plausible clock.
    pub fn clock_limits(&self) -> ClockLimits {
        ClockLimits {
            gap: Millis::from(self.clock_gap_days) * 24 * 3_600_000,
            drift: Millis::from(self.clock_drift_minutes) * 60_000,
        }
    }
}
