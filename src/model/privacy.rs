//! What the privacy page says in figures: they come from the running configuration.

/// Context of the privacy page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrivacyData {
    /// The days for which a browser keeps the cookie.
    pub cookie_days: u32,
    /// The hours after which a room without a game is removed.
    pub unplayed_hours: u32,
    /// The days after which any other room is.
    pub room_days: u32,
    /// The days after which a removed room is deleted.
    pub recoverable_days: u32,
    /// The days after which a report is deleted.
    pub report_days: u32,
    /// The days after which the result of a search for engine moves is deleted.
    pub screening_days: u32,
    /// The days without use after which a sign-in ends; 0 for never.
    pub idle_days: u32,
    /// The days after which a sign-in ends in any case; 0 for never.
    pub session_days: u32,
    /// How to reach whoever runs the server, as an address.
    pub contact: Option<String>,
}
