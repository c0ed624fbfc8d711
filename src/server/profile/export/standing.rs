//! What the export says of a guest among other players: claimed names, whom they follow and block.

use super::rows::{ClaimOfFile, RelatedOfFile};
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::profile::pieces::{JsonStream, StreamError};
use crate::server::store::{Claims, Related, Relation, StoreError};

/// The rows.
pub(super) struct Standing {
    claimed_names: Vec<ClaimOfFile>,
    follows: Vec<RelatedOfFile>,
    blocks: Vec<RelatedOfFile>,
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
        Ok(Self {
            claimed_names: current.into_iter().chain(former).collect(),
            follows: related(Relation::Follow).await?,
            blocks: related(Relation::Block).await?,
        })
    }

    pub(super) fn write(&self, file: &mut JsonStream) -> Result<(), StreamError> {
        file.field("claimed_names", &self.claimed_names)?;
        file.field("follows", &self.follows)?;
        file.field("blocks", &self.blocks)?;
        Ok(())
    }
}
