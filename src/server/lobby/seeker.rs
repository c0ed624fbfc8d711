//! A seeker in the lobby: the identity, and what other guests are shown of it.

use std::net::IpAddr;

use crate::app::text::language::Language;
use crate::model::rating::{Rating, RatingCategory};
use crate::model::rating_range::NEW_PLAYER;
use crate::server::AppState;
use crate::server::auth::guest_name::guest_of;
use crate::server::identity::{GuestKey, Identity};
use crate::server::profile;
use crate::server::store::StoreError;
use crate::server::store::ladder::Ladder;

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

/// A guest's ratings among people, at each game and speed at which a game was rated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ratings(pub Vec<(RatingCategory, Rating)>);

impl Ratings {
    /// The rating at a game and speed; `None` without rated games.
    pub fn at(&self, category: RatingCategory) -> Option<Rating> {
        profile::rating_at(&self.0, category)
    }

    /// The points at a game and speed, by which opponents are chosen; those of a new player without rated games.
    pub fn points(&self, category: RatingCategory) -> u32 {
        self.at(category).map_or(NEW_PLAYER, |rating| rating.points)
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
        let ratings = profile::current_ratings(app, Ladder::People, identity.guest()).await?;
        let apart = app.store.kept_apart(identity.guest()).await?;
        Ok(Self { identity, name, ratings: Ratings(ratings), apart, address })
    }
}
