//! The port of the Kalah Game Protocol: whole games of agents over TCP and web sockets, and agents that break the protocol.

mod agent;
mod bad;
mod example;
mod flood;
mod games;
mod seats;
mod who;

use self::agent::Agent;
use crate::common::*;

/// A server with a port for agents.
async fn start(flags: &[&str]) -> Server {
    Server::start(&[&["--kgp=127.0.0.1:0"], flags].concat()).await
}

/// The address of that port.
fn port(server: &Server) -> String {
    server.running.kgp.unwrap().to_string()
}
