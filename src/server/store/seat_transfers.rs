//! Seat transfer links in the store.

use room::{MemberId, Millis, RoomCode};

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, query};

/// The most open links, in all and of one room; a new one then has to wait until one is used or expires. A
/// room has two players, and earlier ones may have links as well.
const MAX_LINKS: i64 = 10_000;
const MAX_LINKS_PER_ROOM: i64 = 4;

/// An open link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransferLink {
    /// Hash of its secret.
    pub hash: String,
    /// The room.
    pub code: RoomCode,
    /// The member whose seat it gives.
    pub member: MemberId,
    /// Its expiry, in milliseconds since 1970.
    pub until: Millis,
}

/// A change of the links.
pub(super) enum LinkChange {
    /// A new link, replacing an earlier one of the same seat.
    Created { link: TransferLink, at: Millis },
    /// A link that was redeemed in vain is there again, unless its seat has a newer one.
    Restored(TransferLink),
    /// A link was redeemed, by its hash.
    Redeemed(String),
}

impl Store {
    /// Stores a link, replacing an earlier one of the same seat.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if too many are open.
    pub async fn create_transfer_link(&self, link: TransferLink, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Handover(LinkChange::Created { link, at })]).await
    }

    /// Stores a link again that was redeemed and did nothing, unless its seat has a newer one.
    pub async fn restore_transfer_link(&self, link: TransferLink) -> Result<(), StoreError> {
        match self.write(vec![Write::Handover(LinkChange::Restored(link))]).await {
            Err(StoreError::Conflict) => Ok(()),
            restored => restored,
        }
    }

    /// Redeems a link of this room, if it is valid.
    pub async fn redeem_transfer_link(
        &self,
        hash: String,
        code: RoomCode,
        at: Millis,
    ) -> Result<Option<TransferLink>, StoreError> {
        let row = query("SELECT member, until FROM handovers WHERE hash = $1 AND room = $2 AND until > $3")
            .bind(hash.as_str())
            .bind(code.to_string())
            .bind(at)
            .fetch_optional(&self.database)
            .await?;
        let Some(row) = row else { return Ok(None) };
        match self.write(vec![Write::Handover(LinkChange::Redeemed(hash.clone()))]).await {
            // A concurrent request has redeemed it.
            Err(StoreError::Conflict) => return Ok(None),
            result => result?,
        }
        let member = MemberId(row.try_get::<i64>(0)? as u64);
        Ok(Some(TransferLink { hash, code, member, until: row.try_get(1)? }))
    }
}

pub(super) async fn write_link_change(
    connection: &mut Connection,
    change: &LinkChange,
) -> Result<(), StoreError> {
    let done = match change {
        LinkChange::Created { link: TransferLink { hash, code, member, until }, at } => {
            let member = member.0 as i64;
            query("DELETE FROM handovers WHERE until <= $1 OR (room = $2 AND member = $3)")
                .bind(*at)
                .bind(code.to_string())
                .bind(member)
                .execute(&mut *connection)
                .await?;
            query(
                "INSERT INTO handovers (hash, room, member, until) SELECT $1, $2, $3, $4 \
                 WHERE (SELECT COUNT(*) FROM handovers) < $5 \
                 AND (SELECT COUNT(*) FROM handovers WHERE room = $2) < $6 RETURNING 1",
            )
            .bind(hash.as_str())
            .bind(code.to_string())
            .bind(member)
            .bind(*until)
            .bind(MAX_LINKS)
            .bind(MAX_LINKS_PER_ROOM)
        }
        LinkChange::Restored(TransferLink { hash, code, member, until }) => query(
            "INSERT INTO handovers (hash, room, member, until) SELECT $1, $2, $3, $4 \
             WHERE NOT EXISTS (SELECT 1 FROM handovers WHERE room = $2 AND member = $3) RETURNING 1",
        )
        .bind(hash.as_str())
        .bind(code.to_string())
        .bind(member.0 as i64)
        .bind(*until),
        LinkChange::Redeemed(hash) => {
            query("DELETE FROM handovers WHERE hash = $1 RETURNING 1").bind(hash.as_str())
        }
    };
    done.fetch_optional(connection).await?.map(drop).ok_or(StoreError::Conflict)
}
