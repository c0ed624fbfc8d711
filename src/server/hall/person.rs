//! Somebody who looks for an opponent: who it is, and what others are shown of them.

use std::net::IpAddr;

use rules::Game;

use crate::app::pages::profile::Shown;
use crate::server::identity::Identity;
use crate::server::store::StoreError;
use crate::server::{AppState, guest_name, profile};

/// Somebody who looks for an opponent.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who it is: a seat will be given to them while they wait.
    pub identity: Identity,
    /// What they are called.
    pub name: String,
    /// How well they play each game, as it is shown.
    pub ratings: Ratings,
    /// From where they came, for the limit.
    pub address: Option<IpAddr>,
}

/// How well somebody plays each game, as it is shown; none where nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// Mancala.
    pub mancala: Option<Shown>,
    /// Mapello.
    pub mapello: Option<Shown>,
}

impl Ratings {
    /// That at a game.
    pub fn at(&self, game: Game) -> Option<Shown> {
        match game {
            Game::Mancala => self.mancala,
            Game::Mapello => self.mapello,
        }
    }
}

impl Person {
    /// Who it is, by the name and the ratings that are kept.
    pub async fn known(
        app: &AppState,
        identity: Identity,
        address: Option<IpAddr>,
    ) -> Result<Self, StoreError> {
        let guest = identity.guest();
        let chosen = app.store.guest_name(guest).await?;
        let name = chosen.unwrap_or_else(|| guest_name::made_up(guest));
        let mancala = profile::rating(app, identity, Game::Mancala).await?;
        let mapello = profile::rating(app, identity, Game::Mapello).await?;
        Ok(Self { identity, name, ratings: Ratings { mancala, mapello }, address })
    }
}
