//! Server tests from outside: over real sockets, on a port and a folder of their own; and as a process. One
//! test binary for all of them, so that the shared code is built once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that finds nothing where something must be has failed"
)]

mod account;
mod attack;
mod bad_input;
mod bots;
mod clocks;
mod common;
mod compressed;
mod draft;
mod faults;
mod find;
mod handover;
mod honest;
mod http;
mod installed;
mod kgp;
mod mapello;
mod metrics;
mod moderation;
mod names;
mod nodes;
mod offline;
mod old_log;
mod opening;
mod operate;
mod play;
mod players;
mod presence;
mod previews;
mod privacy;
mod process;
mod profile;
mod push;
mod reach;
mod record;
mod record_names;
mod seats;
mod startup;
mod tabs;
mod talk;
mod tournaments;
mod tv;
mod watch;
