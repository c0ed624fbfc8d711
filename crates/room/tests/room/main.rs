//! The tests of the room as one test program: examples by subject, the exact wire format, and property tests
//! over random runs.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing where something must be has failed")]

mod absence;
mod acts;
mod agreed_settings;
mod audit;
mod berserk;
mod between_games;
mod boards;
mod chat;
mod chat_lines;
mod checks;
mod clock;
mod clock_lag;
mod clock_model;
mod codes_and_names;
mod common;
mod draft;
mod finished;
mod hostile;
mod judge;
mod laws;
mod mapello;
mod match_laws;
mod matches;
mod messages;
mod offers;
mod openings;
mod play;
mod redact;
mod replica;
mod series;
mod simulation;
mod starts;
mod strangers;
mod sync;
mod takeback_clock;
mod undo;
mod wire;
