//! What a room promises, as one test program: examples by subject, the exact wire, and laws over random runs.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing where something must be has failed")]

mod acts;
mod chat;
mod clock;
mod codes_and_names;
mod common;
mod hostile;
mod laws;
mod lobby;
mod offers;
mod play;
mod series;
mod undo;
mod wire;
