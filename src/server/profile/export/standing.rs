//! What the export says of a guest among other players: claimed names, whom they follow and block, challenges, tournaments.

use super::rows::{ChallengeOfFile, ClaimOfFile, RelatedOfFile, TournamentOfFile};
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::profile::pieces::{JsonStream, StreamError};
use crate::server::store::{Claims, Related, Relation, StoreError, StoredChallenge, StoredEntrant};

/// The rows.
pub(super) struct Standing {
    claimed_names: Vec<ClaimOfFile>,
    follows: Vec<RelatedOfFile>,
    blocks: Vec<RelatedOfFile>,
    challenges: Vec<ChallengeOfFile>,
    tournaments: Vec<TournamentOfFile>,
}

impl Standing {
    pub(super) async fn load(app: &AppState, guest: GuestKey) -> Result<Self, StoreError> {
        let Claims { current, former } = app.store.claims(guest).await?;
        let current = current.map(|current| ClaimOfFile {
            name: current.name,
            since: current.since,
            listed: current.is_listed,
        });
        let former = former.into_iter().map(|name| ClaimOfFile { name, since: 0, listed: false });
        let row = |Related { name, since, .. }: Related| RelatedOfFile { name, since };
        let related = async |relation| -> Result<Vec<RelatedOfFile>, StoreError> {
            Ok(app.store.related(guest, relation).await?.into_iter().map(row).collect())
        };
        let mut tournaments = Vec::new();
        for guest in app.store.guests_of(guest).await? {
            tournaments.extend(app.store.tournaments_of(guest).await?.into_iter().map(tournament));
        }
        Ok(Self {
            tournaments,
            claimed_names: current.into_iter().chain(former).collect(),
            follows: related(Relation::Follow).await?,
            blocks: related(Relation::Block).await?,
            challenges: app.store.challenges_with(guest).await?.into_iter().map(challenge).collect(),
        })
    }

    pub(super) fn write(&self, file: &mut JsonStream) -> Result<(), StreamError> {
        file.field("claimed_names", &self.claimed_names)?;
        file.field("follows", &self.follows)?;
        file.field("blocks", &self.blocks)?;
        file.field("challenges", &self.challenges)?;
        file.field("tournaments", &self.tournaments)?;
        Ok(())
    }
}

fn challenge(StoredChallenge { room, at, declined, is_own }: StoredChallenge) -> ChallengeOfFile {
    ChallengeOfFile { room, at, declined, own: is_own }
}

fn tournament(StoredEntrant { tournament, entrant, since }: StoredEntrant) -> TournamentOfFile {
    TournamentOfFile { tournament, entrant, since }
}
