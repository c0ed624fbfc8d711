//! The lifetimes of sign-ins as flags. What they are for stands in docs/SECURITY.md.

use clap::Args;
use room::Millis;

const MINUTE: Millis = 60_000;
const DAY: Millis = 24 * 60 * MINUTE;

/// How long a sign-in lasts, and for how long a passkey that was shown counts.
#[derive(Args, Clone, Debug)]
pub struct SessionFlags {
    /// The days after which a sign-in ends in a browser that does not come back; 0 means never.
    #[arg(long, env = "DUELLO_SESSION_IDLE_DAYS", default_value_t = 90, value_name = "DAYS")]
    pub session_idle_days: u32,
    /// The days after which every sign-in ends; 0 means never.
    #[arg(long, env = "DUELLO_SESSION_DAYS", default_value_t = 400, value_name = "DAYS")]
    pub session_days: u32,
    /// The seconds for which a passkey that was shown allows changes of passkeys and sign-ins, and the deletion of
    /// the account; then it has to be shown again.
    #[arg(long, env = "DUELLO_CONFIRM_SECONDS", default_value_t = 300, value_name = "SECONDS",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub confirm_seconds: u32,
    /// The hours in which games that were brought along at sign-in can be taken back.
    #[arg(long, env = "DUELLO_TAKE_BACK_HOURS", default_value_t = 24, value_name = "HOURS")]
    pub take_back_hours: u32,
}

impl SessionFlags {
    /// When a session that is valid now was used last at the earliest, and when it began at the earliest.
    pub fn oldest(&self, now: Millis) -> (Millis, Millis) {
        let ago = |days: u32| if days == 0 { Millis::MIN } else { now - Millis::from(days) * DAY };
        (ago(self.session_idle_days), ago(self.session_days))
    }

    /// When games came along at the earliest that can be taken back now.
    pub fn take_back_since(&self, now: Millis) -> Millis {
        now - Millis::from(self.take_back_hours) * 60 * MINUTE
    }

    /// For how many milliseconds more a passkey that was shown at a time counts.
    pub fn confirmed_for(&self, verified: Millis, now: Millis) -> Millis {
        let since = now.saturating_sub(verified);
        // Clocks of several servers differ a little; a time further ahead is of a clock that was wrong.
        if since < -MINUTE { 0 } else { (Millis::from(self.confirm_seconds) * 1_000 - since).max(0) }
    }
}
