//! Who a visitor is: session cookies, accounts with passkeys, session revocation, seat transfer, profile.

pub(in crate::server) mod account;
pub mod ceremony;
pub(in crate::server) mod guest_name;
pub(in crate::server) mod identity;
pub mod passkeys;
pub(in crate::server) mod profile;
pub(in crate::server) mod seat_transfer;
pub mod session_revocation;
