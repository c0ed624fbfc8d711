//! The tests of tournaments as one test program: examples by subject, the exact format of the log, property tests over random
//! runs, and simulated arenas.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing where something must be has failed")]
#![allow(clippy::expect_used, reason = "a simulation that has got into a wrong state has failed")]

mod acts;
mod arena;
mod common;
mod entering;
mod laws;
mod log;
mod nodes;
mod opening;
mod results;
mod rooms;
mod round_robin;
mod scoring;
mod simulation;
mod standings;
mod swiss_counting;
mod swiss_history;
mod swiss_laws;
mod swiss_report;
mod swiss_rounds;
mod swiss_time;
mod time;

#[path = "../../examples/arenas/chance.rs"]
mod chance;
#[path = "../../examples/arenas/simulation.rs"]
mod simulated_arena;
