//! Taking a guest out of the tables. Finished games stay, without the name.

use room::Finished;

use super::write::Write;
use super::{Store, StoreError, accounts};
use crate::server::database::{Connection, query};
use crate::server::identity::GuestKey;

/// What stands in a finished game for the name of somebody who is not known any more; alike in all languages.
const NOBODY: &str = "?";

impl Store {
    /// Takes away what is kept of a guest beside the logs of rooms, and the name in finished games.
    pub async fn forget(&self, guest: GuestKey) -> Result<(), StoreError> {
        self.write(vec![Write::Forget(guest)]).await
    }
}

pub(super) async fn forget(transaction: &mut Connection, guest: GuestKey) -> Result<(), StoreError> {
    let guest = guest.to_string();
    let rows = query(
        "SELECT games.id, players.side, games.body FROM players JOIN games ON games.id = players.game \
         WHERE players.guest = $1",
    )
    .bind(&guest)
    .fetch_all(&mut *transaction)
    .await?;
    for row in rows {
        // One that cannot be read is shown to nobody.
        let Ok(mut game) = serde_json::from_str::<Finished>(row.try_get(2)?) else { continue };
        if let Some(name) =
            usize::try_from(row.try_get::<i64>(1)?).ok().and_then(|side| game.names.get_mut(side))
        {
            NOBODY.clone_into(name);
        }
        let body = serde_json::to_string(&game).map_err(|e| StoreError::Unavailable(e.to_string()))?;
        query("UPDATE games SET body = $2 WHERE id = $1")
            .bind(row.try_get::<String>(0)?)
            .bind(body)
            .execute(&mut *transaction)
            .await?;
    }
    for sql in [
        "DELETE FROM players WHERE guest = $1",
        "DELETE FROM seats WHERE guest = $1",
        "DELETE FROM ratings WHERE guest = $1",
        "DELETE FROM called_off WHERE guest = $1",
        "DELETE FROM pushes WHERE guest = $1",
        "UPDATE reports SET guest = '' WHERE guest = $1",
        "UPDATE reports SET about = '' WHERE about = $1",
        "DELETE FROM guests WHERE guest = $1",
    ] {
        query(sql).bind(&guest).execute(&mut *transaction).await?;
    }
    accounts::close(transaction, &guest).await
}
