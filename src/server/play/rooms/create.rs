//! Rooms are created under a code that nobody has: by a host, or for a pair of matchmaking.

use std::sync::Arc;

use room::{MemberId, RoomCode, Seat, Settings, fold, opened_room_log, paired_room_log};

use super::Rooms;
use crate::server::identity::{GuestKey, Identity};
use crate::server::store::{Projections, SeatHolder, StoreError};

/// Attempts to draw a free code. With a million rooms one in 78,000 is taken.
const TRIES: usize = 4;

/// A player of a pair.
#[derive(Clone, Copy, Debug)]
pub struct PairedPlayer<'n> {
    /// The identity that gets the seat.
    pub identity: Identity,
    /// The name shown.
    pub name: &'n str,
    /// Whether the store knows whose seat it is. A game is rated only if it knows that of both.
    pub is_known: bool,
}

impl Rooms {
    /// Creates a room under a new code. The host, if known, sits in it from the start.
    pub async fn create(
        &self,
        settings: Settings,
        host: Option<(Identity, &str)>,
    ) -> Result<RoomCode, StoreError> {
        let holders =
            host.map(|(identity, _)| SeatHolder { seat: Seat::Bottom, guest: Some(identity.guest()) });
        let projections = Projections { holders: holders.into_iter().collect(), ..Projections::default() };
        for _ in 0..TRIES {
            let code = random_code()?;
            let member = host.map(|(identity, name)| (identity.member(code), name));
            let log = opened_room_log(settings, member, self.time.now())
                .map_err(|reason| StoreError::Unavailable(reason.to_string()))?;
            match self.store.create_room(code, &log, &projections).await {
                Err(StoreError::Conflict) => {}
                result => return result.map(|()| code),
            }
        }
        Err(StoreError::Conflict)
    }

    /// Creates the room of a pair from matchmaking: both are seated, and the game begins. The room is loaded at
    /// once, so that its clock runs even if neither player comes.
    pub async fn create_paired(
        self: &Arc<Self>,
        settings: Settings,
        players: [PairedPlayer<'_>; 2],
        same_address: bool,
    ) -> Result<RoomCode, StoreError> {
        let holders = [0, 1].map(|n| {
            let player = players[n];
            SeatHolder { seat: Seat::BOTH[n], guest: player.is_known.then(|| player.identity.guest()) }
        });
        for _ in 0..TRIES {
            let code = random_code()?;
            let members = players.map(|player| (player.identity.member(code), player.name));
            match self.create_seated(code, settings, members, holders, same_address).await {
                Err(StoreError::Conflict) => {}
                created => return created.map(|()| code),
            }
        }
        Err(StoreError::Conflict)
    }

    /// Creates the room of a pairing of a tournament under its code: both are seated, the first one at the bottom, and the game
    /// begins, whether or not they are there.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if there is a room with this code.
    pub async fn create_for_pairing(
        self: &Arc<Self>,
        code: RoomCode,
        settings: Settings,
        players: [(GuestKey, &str); 2],
    ) -> Result<(), StoreError> {
        let members = players.map(|(guest, name)| (guest.entrant(code), name));
        let holders = [0, 1].map(|n| SeatHolder { seat: Seat::BOTH[n], guest: Some(players[n].0) });
        // Entrants are rated by who they are: a club behind one address plays as anybody does.
        self.create_seated(code, settings, members, holders, false).await
    }

    /// Creates a room in which both players sit, and loads it, so that its clock runs.
    async fn create_seated(
        self: &Arc<Self>,
        code: RoomCode,
        settings: Settings,
        members: [(MemberId, &str); 2],
        holders: [SeatHolder; 2],
        same_address: bool,
    ) -> Result<(), StoreError> {
        let log = paired_room_log(code, settings, members, self.time.now())
            .map_err(|reason| StoreError::Unavailable(reason.to_string()))?;
        let has_clock = fold(code, &log).is_clock_running();
        let projections = Projections {
            holders: holders.to_vec(),
            clock: has_clock.then_some(true),
            same_address,
            ..Projections::default()
        };
        self.store.create_room(code, &log, &projections).await?;
        // The room exists even if it cannot be loaded now; its deadline is then tried again.
        if let Err(error) = self.get_or_load(code).await {
            tracing::warn!(%code, %error, "the room of a pair could not be loaded");
            self.deadlines.insert(code, self.time.now());
        }
        Ok(())
    }
}

/// A random code, most likely a free one.
fn random_code() -> Result<RoomCode, StoreError> {
    getrandom::u64().map(RoomCode::from_seed).map_err(|error| StoreError::Unavailable(error.to_string()))
}
