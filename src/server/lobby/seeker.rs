//! A seeker in the lobby: the identity, and what other guests are shown of it.

use std::net::IpAddr;

use rules::Game;

use crate::app::text::language::Language;
use crate::model::rating::Rating;
use crate::server::AppState;
use crate::server::auth::guest_name::guest_of;
use crate::server::identity::{GuestKey, Identity};
use crate::server::profile;
use crate::server::store::StoreError;

/// A guest who seeks an opponent.
#[derive(Clone, Debug)]
pub struct Seeker {
    /// Identity that will get the seat.
    pub identity: Identity,
    /// Display name.
    pub name: String,
    /// Ratings as others see them.
    pub ratings: Ratings,
    /// Guests with whom this one is not paired, because one blocks the other.
    pub apart: Vec<GuestKey>,
    /// Network address, for the rate limit.
    pub address: Option<IpAddr>,
}

/// A guest's rating in each game; `None` without rated games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// Mancala.
    pub mancala: Option<Rating>,
    /// Mapello.
    pub mapello: Option<Rating>,
}

impl Ratings {
    /// The rating in a game.
    pub fn of(&self, game: Game) -> Option<Rating> {
        match game {
            Game::Mancala => self.mancala,
            Game::Mapello => self.mapello,
        }
    }
}

impl Seeker {
    /// Loads the stored name and ratings of a guest.
    pub async fn load(
        app: &AppState,
        identity: Identity,
        address: Option<IpAddr>,
        language: Language,
    ) -> Result<Self, StoreError> {
        let name = guest_of(&app.store, identity.guest(), language).await?.name;
        let mancala = profile::rating(app, identity.guest(), Game::Mancala).await?;
        let mapello = profile::rating(app, identity.guest(), Game::Mapello).await?;
        let apart = app.store.kept_apart(identity.guest()).await?;
        Ok(Self { identity, name, ratings: Ratings { mancala, mapello }, apart, address })
    }
}
