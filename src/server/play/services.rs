//! The services that rooms notify: the list of running games, push notes, metrics, and the bus to other nodes.

use std::sync::Arc;

use room::{RoomCode, Seat};

use crate::model::lobby::PublicGame;
use crate::server::cluster::bus::Bus;
use crate::server::metrics::Metrics;
use crate::server::push::Push;

/// The list of running games, which the lobby keeps for spectators.
pub trait GameListings: std::fmt::Debug + Send + Sync {
    /// A game is under way in this room; `listing` is what spectators see of it, if it is public.
    fn set_game(&self, code: RoomCode, listing: Option<PublicGame>);

    /// The game in this room is over.
    fn remove_game(&self, code: RoomCode);

    /// The game of two strangers in this room has begun so far: which seats have made their first move, and which
    /// one has let the game end without it.
    fn first_moves(&self, code: RoomCode, made: [bool; 2], late: Option<Seat>);
}

/// The services that rooms notify.
#[derive(Debug)]
pub struct Services {
    pub listings: Arc<dyn GameListings>,
    pub push: Push,
    pub metrics: Metrics,
    pub bus: Arc<dyn Bus>,
}
