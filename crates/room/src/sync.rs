//! The protocol core: how a replica of a room stays in step with the server's log, without I/O, timers or randomness. Whoever
//! drives it (the page, the simulation, test clients) owns the connection and the clock, and carries out what it returns.

pub mod client;
// Only servers keep a replica: it stays out of the page's program.
#[cfg(not(target_family = "wasm"))]
pub mod replica;
