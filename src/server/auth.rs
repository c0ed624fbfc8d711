//! Who a visitor is: session cookies, accounts with passkeys, session revocation, generated names.

pub(in crate::server) mod account;
pub mod aside;
pub(in crate::server) mod barring;
mod bot_items;
pub(in crate::server) mod bot_session;
mod browser;
pub mod ceremony;
pub(in crate::server) mod guest_name;
pub(in crate::server) mod lookup;
pub mod passkeys;
pub(in crate::server) mod private_actions;
pub mod security;
pub(in crate::server) mod session_cookie;
pub mod session_revocation;
pub(in crate::server) mod session_sweep;
pub mod step_up;
pub(in crate::server) mod webauthn;
