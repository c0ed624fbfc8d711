//! The services that rooms notify: the list of running games, push notes, metrics, and the bus to other nodes.

use std::sync::Arc;

use room::{RoomCode, Seat};
use tokio::sync::mpsc;

use crate::model::lobby::PublicGame;
use crate::server::cluster::bus::Bus;
use crate::server::http::limits::AddressLimits;
use crate::server::metrics::Metrics;
use crate::server::moderation::Moderation;
use crate::server::push::Push;

/// The list of running games, which the lobby keeps for spectators.
pub trait GameListings: std::fmt::Debug + Send + Sync {
    /// A game is under way in this room; `listing` is what spectators see of it, if it is public.
    fn set_game(&self, code: RoomCode, listing: Option<PublicGame>);

    /// The game in this room is over.
    fn remove_game(&self, code: RoomCode);

    /// The game of two strangers in this room has begun, or is over before it has.
    fn game_begun(&self, code: RoomCode, beginning: Beginning);
}

/// How a game of two strangers begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// Both have made a few moves, or it has come to an end that is nobody's doing.
    Played,
    /// It was over before.
    NoGame(NoGame),
}

/// Why a game was over before it had begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoGame {
    /// This seat did not make its first move.
    FirstMoveMissing(Seat),
    /// This seat has left after a move or two, or at once.
    Left(Seat),
    /// This seat has waited for a while for the opponent's first move, and given up.
    GaveUpWaiting(Seat),
}

/// The services that rooms notify.
#[derive(Debug)]
pub struct Services {
    pub listings: Arc<dyn GameListings>,
    pub push: Push,
    pub metrics: Metrics,
    pub bus: Arc<dyn Bus>,
    pub moderation: Arc<Moderation>,
    pub limits: Arc<AddressLimits>,
    /// The rooms in which a game of strangers has ended, for tournaments.
    pub ended: mpsc::UnboundedSender<RoomCode>,
}
