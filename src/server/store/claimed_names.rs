//! Claimed names in the store: each is one account's, no two look alike, and one that was given up is nobody else's ever.

#[cfg(test)]
mod tests;

use room::{CLAIMED_MARK, Millis};

use super::look_alike::look_keys;
use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;

/// The most names that an account can ever have, those that it has given up included.
pub const MAX_NAMES: i64 = 3;

/// A name that is claimed now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedName {
    /// The name, without its mark.
    pub name: String,
    /// Whose it is.
    pub guest: GuestKey,
    /// Since when.
    pub since: Millis,
    /// Whether the player is on the leaderboards.
    pub is_listed: bool,
}

/// The names of an account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// The one it has now.
    pub current: Option<ClaimedName>,
    /// Those that it has given up, and may take again.
    pub former: Vec<String>,
}

/// A change.
#[derive(Clone, Debug)]
pub enum ClaimChange {
    /// An account's main guest claims a name, in place of the one that it has.
    Claim { guest: GuestKey, name: String, at: Millis },
    /// The name is given up.
    Release { guest: GuestKey, at: Millis },
    /// The player goes on the leaderboards, or off them.
    List { guest: GuestKey, listed: bool },
}

/// Forgets whose the names of a guest were. What they looked like stays, so that nobody else is taken for whoever had them.
pub(super) const FORGET_NAMES: &str =
    "UPDATE claimed_names SET name = '', guest = '', listed = 0, since = 0, released = 1 WHERE guest = $1";

/// Takes a guest's present name away for good. It counts among those that they can have.
pub(super) const TAKE_AWAY: &str =
    "UPDATE claimed_names SET name = '', listed = 0, released = 1 WHERE guest = $1 AND released = 0";

const COLUMNS: &str = "SELECT name, guest, since, listed, released FROM claimed_names";

impl Store {
    /// The names of a guest.
    pub async fn claims(&self, guest: GuestKey) -> Result<Claims, StoreError> {
        let rows = query(format!("{COLUMNS} WHERE guest = $1 ORDER BY since, look")).bind(guest.to_string());
        let mut claims = Claims::default();
        for row in &rows.fetch_all(&self.database).await? {
            match read(row)? {
                Some(current) => claims.current = Some(current),
                None => claims.former.extend(Some(row.try_get(0)?).filter(|name: &String| !name.is_empty())),
            }
        }
        Ok(claims)
    }

    /// The name that a guest has claimed.
    pub async fn claimed_name(&self, guest: GuestKey) -> Result<Option<ClaimedName>, StoreError> {
        Ok(self.claims(guest).await?.current)
    }

    /// The claimed name that is written like this one, in whatever capitals.
    pub async fn find_claimed(&self, name: &str) -> Result<Option<ClaimedName>, StoreError> {
        let [_, folded] = look_keys(name);
        let row = query(format!("{COLUMNS} WHERE folded = $1")).bind(folded);
        let row = row.fetch_optional(&self.database).await?;
        row.as_ref().map_or(Ok(None), read)
    }

    /// Stores a change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the name is or was somebody else's, the account has had too many, or there is none.
    pub async fn change_claim(&self, change: ClaimChange) -> Result<(), StoreError> {
        self.write(vec![Write::Claim(change)]).await
    }
}

/// Reads a row; `None` if the name was given up.
fn read(row: &Row) -> Result<Option<ClaimedName>, StoreError> {
    let is_current = row.try_get::<i64>(4)? == 0;
    let Some(guest) = GuestKey::from_text(row.try_get(1)?).filter(|_| is_current) else { return Ok(None) };
    let is_listed = row.try_get::<i64>(3)? != 0;
    Ok(Some(ClaimedName { name: row.try_get(0)?, guest, since: row.try_get(2)?, is_listed }))
}

pub(super) async fn write_claim(
    transaction: &mut Connection,
    change: &ClaimChange,
) -> Result<(), StoreError> {
    match change {
        ClaimChange::Claim { guest, name, at } => claim(transaction, *guest, name, *at).await,
        ClaimChange::Release { guest, at } => release(transaction, *guest, *at).await,
        ClaimChange::List { guest, listed } => {
            query("UPDATE claimed_names SET listed = $2 WHERE guest = $1 AND released = 0")
                .bind(guest.to_string())
                .bind(i64::from(*listed))
                .execute(transaction)
                .await?;
            Ok(())
        }
    }
}

async fn claim(
    transaction: &mut Connection,
    guest: GuestKey,
    name: &str,
    at: Millis,
) -> Result<(), StoreError> {
    let (guest_text, [look, folded]) = (guest.to_string(), look_keys(name));
    // The account may be deleted, or claim another name, at this moment: its row is the lock on PostgreSQL.
    let account = query("UPDATE accounts SET since = since WHERE guest = $1 RETURNING 1").bind(&guest_text);
    account.fetch_optional(&mut *transaction).await?.ok_or(StoreError::Conflict)?;
    // A name that the operator has taken away has no text any more, and is nobody's again.
    let alike = "SELECT COALESCE(SUM(CASE WHEN guest <> $1 OR name = '' OR look <> $2 THEN 1 ELSE 0 END), 0) \
                 FROM claimed_names WHERE look IN ($2, $3) OR folded IN ($2, $3)";
    let alike = query(alike).bind(&guest_text).bind(&look).bind(&folded);
    let others = "SELECT COUNT(*) FROM claimed_names WHERE guest = $1 AND look <> $2";
    let others = query(others).bind(&guest_text).bind(&look);
    let taken: i64 = alike.fetch_one(&mut *transaction).await?.try_get(0)?;
    let others: i64 = others.fetch_one(&mut *transaction).await?.try_get(0)?;
    if taken > 0 || others >= MAX_NAMES {
        return Err(StoreError::Conflict);
    }
    let is_listed = "SELECT listed FROM claimed_names WHERE guest = $1 AND released = 0";
    let is_listed = query(is_listed).bind(&guest_text).fetch_optional(&mut *transaction).await?;
    let listed: i64 = is_listed.map_or(Ok(0), |row| row.try_get(0))?;
    release(transaction, guest, at).await?;
    let claimed = "INSERT INTO claimed_names (look, folded, name, guest, since, released, listed) \
                   VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT (look) DO UPDATE SET name = excluded.name, released = 0, \
                   listed = excluded.listed WHERE claimed_names.guest = excluded.guest RETURNING 1";
    let claimed = query(claimed).bind(look).bind(folded).bind(name).bind(&guest_text).bind(at).bind(listed);
    claimed.fetch_optional(&mut *transaction).await?.ok_or(StoreError::Conflict)?;
    query(
        "INSERT INTO guests (guest, name, since) VALUES ($1, $2, $3) \
         ON CONFLICT (guest) DO UPDATE SET name = excluded.name, since = excluded.since",
    )
    .bind(guest_text)
    .bind(format!("{CLAIMED_MARK}{name}"))
    .bind(at)
    .execute(transaction)
    .await?;
    Ok(())
}

/// Gives up the name that a guest has, who goes on under it without the mark.
async fn release(transaction: &mut Connection, guest: GuestKey, at: Millis) -> Result<(), StoreError> {
    let mark = CLAIMED_MARK.to_string();
    query("UPDATE guests SET name = SUBSTR(name, 2) WHERE guest = $1 AND SUBSTR(name, 1, 1) = $2")
        .bind(guest.to_string())
        .bind(mark)
        .execute(&mut *transaction)
        .await?;
    query("UPDATE claimed_names SET released = $2, listed = 0 WHERE guest = $1 AND released = 0")
        .bind(guest.to_string())
        .bind(at.max(1))
        .execute(transaction)
        .await?;
    Ok(())
}
