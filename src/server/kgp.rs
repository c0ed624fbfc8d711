//! The port of the Kalah Game Protocol (docs/KGP.md): agents come in over TCP or a web socket, wait for each other, and play in
//! rooms like everybody else. Lines and the order in which they may come are the crate `kgp`'s business.

mod agent;
mod games;
mod guest_places;
mod link;
mod listener;
mod offers;
mod pairing;
mod queue;
mod table;
mod who;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use self::guest_places::{GuestPlaces, GuestSlot};
use self::queue::Queue;
use super::AppState;
use super::config::kgp::KgpFlags;
use super::error::StartError;
use super::http::limits::{ByAddress, Connections, Limit, Rate};
use super::metrics::Metrics;

/// The time over which lines are counted.
const LINES_PER: Duration = Duration::from_secs(10);
/// How many times the lines of one agent all agents of an address may send.
const ADDRESS_SHARE: u32 = 10;
/// How often agents of one address may connect in a minute.
const CONNECTS_A_MINUTE: u32 = 300;

/// What the connections of agents share.
#[derive(Debug)]
struct Port {
    flags: KgpFlags,
    /// The agents that wait for another one.
    queue: Mutex<Queue>,
    /// The cap on connections of an address.
    connections: Arc<Connections>,
    /// Rate limit of connections by address.
    connects: ByAddress,
    /// Rate limit of lines by address.
    lines: ByAddress,
    /// The places of agents without tokens …
    guests: Arc<GuestPlaces>,
    /// … and the rate limit of their games.
    guest_games: Limit<GuestSlot>,
}

impl Port {
    fn new(flags: KgpFlags, guest_games: u32, metrics: &Metrics) -> Self {
        let lines = Rate { burst: flags.kgp_lines.saturating_mul(ADDRESS_SHARE), per: LINES_PER };
        // Without a cap on connections there is none on how often they are made.
        let connects = if flags.kgp_connections == 0 { 0 } else { CONNECTS_A_MINUTE };
        let connects = Rate { burst: connects, per: Duration::from_secs(60) };
        Self {
            queue: Mutex::default(),
            connections: Connections::new(flags.kgp_connections),
            connects: ByAddress::new("kgp_connections", connects, metrics.clone()),
            lines: ByAddress::new("kgp_lines", lines, metrics.clone()),
            guests: Arc::default(),
            guest_games: Limit::new(Rate { burst: guest_games, per: Duration::from_secs(3_600) }),
            flags,
        }
    }
}

/// Listens for agents until the server stops, if an address is configured; gives the bound address.
///
/// # Errors
/// The address is in use, or does not belong to this machine.
pub fn listen(app: &AppState) -> Result<Option<SocketAddr>, StartError> {
    let Some(addr) = app.config.kgp.kgp else { return Ok(None) };
    let busy = |source| StartError::Listen { addr, source };
    let listener = super::http::listen::bind(addr).map_err(busy)?;
    let bound = listener.local_addr().map_err(busy)?;
    let port =
        Arc::new(Port::new(app.config.kgp.clone(), app.config.limits.guest_games_per_hour, &app.metrics));
    tokio::spawn(listener::run(listener, app.clone(), port));
    tracing::info!(%bound, "agents of the Kalah Game Protocol can connect");
    Ok(Some(bound))
}
