//! The port of the Kalah Game Protocol as flags. Reasons of the limits stand in docs/SECURITY.md.

use std::net::SocketAddr;

use clap::Args;
use clap::value_parser;

/// The flags of the port for agents.
#[derive(Args, Clone, Debug)]
pub struct KgpFlags {
    /// The address and port at which programs play Kalah by the Kalah Game Protocol, over TCP or a web socket. Without this
    /// flag there is no such port.
    #[arg(long, env = "DUELLO_KGP", value_name = "ADDRESS:PORT")]
    pub kgp: Option<SocketAddr>,
    /// The number of seconds that an agent has for each move.
    #[arg(long, env = "DUELLO_KGP_SECONDS", default_value_t = 5, value_name = "SECONDS",
        value_parser = value_parser!(u32).range(5..=3_600))]
    pub kgp_seconds: u32,
    /// The number of pits a side in games between agents.
    #[arg(long, env = "DUELLO_KGP_PITS", default_value_t = 6, value_name = "N",
        value_parser = value_parser!(u8).range(3..=9))]
    pub kgp_pits: u8,
    /// The number of stones a pit in games between agents.
    #[arg(long, env = "DUELLO_KGP_STONES", default_value_t = 4, value_name = "N",
        value_parser = value_parser!(u8).range(1..=12))]
    pub kgp_stones: u8,
    /// The number of agents of one network address that may be connected; 0 means no limit.
    #[arg(long, env = "DUELLO_KGP_CONNECTIONS", default_value_t = 64, value_name = "N")]
    pub kgp_connections: u32,
    /// The number of lines that an agent may send in ten seconds beside some for each move that it is asked for; 0 means no
    /// limit. Agents of one network address may send ten times as many together.
    #[arg(long, env = "DUELLO_KGP_LINES", default_value_t = 400, value_name = "N")]
    pub kgp_lines: u32,
}
