//! Adoption: the games of a browser's guest come along into an account, and go back as long as that is possible
//! (ADR 0060). Seats, finished games and push subscriptions move and carry the guest's key; name, ratings and
//! counts stay under that key until the adoption is settled.

#[cfg(test)]
mod tests;

use room::Millis;

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, query};
use crate::server::identity::{GuestKey, Identity};

/// A change of what a guest brings along.
#[derive(Clone, Debug)]
pub enum AdoptionChange {
    /// The guest comes along into the account of a session.
    Adopt { session: GuestKey, guest: Identity, at: Millis },
    /// The guest does not.
    Decline { session: GuestKey },
    /// The guest goes back, if it came along since then.
    Undo { guest: GuestKey, since: Millis },
    /// Guests who came along before a time cannot go back any more.
    Settle { before: Millis },
}

impl Store {
    /// Whether a guest has anything that could come along: seats, finished games, a name, ratings, or push
    /// subscriptions.
    pub async fn has_played(&self, guest: GuestKey) -> Result<bool, StoreError> {
        self.is_in(guest, &["seats", "players", "guests", "ratings", "pushes", "relations", "entrants"]).await
    }

    /// Whether a guest has left anything here at all, in a room that was left as well.
    pub async fn is_known(&self, guest: GuestKey) -> Result<bool, StoreError> {
        self.is_in(
            guest,
            &[
                "seats",
                "players",
                "guests",
                "ratings",
                "pushes",
                "joined",
                "called_off",
                "relations",
                "entrants",
            ],
        )
        .await
    }

    async fn is_in(&self, guest: GuestKey, tables: &[&str]) -> Result<bool, StoreError> {
        let each = tables.iter().map(|table| format!("SELECT 1 FROM {table} WHERE guest = $1"));
        let opened = "SELECT 1 FROM tournaments WHERE maker = $1".to_owned();
        let any = each.chain([opened]).collect::<Vec<_>>().join(" UNION ALL ");
        let any = query(format!("SELECT 1 FROM ({any}) AS found LIMIT 1")).bind(guest.to_string());
        Ok(any.fetch_optional(&self.database).await?.is_some())
    }

    /// Whether the question has been answered in this session.
    pub async fn was_asked(&self, session: GuestKey) -> Result<bool, StoreError> {
        let asked =
            query("SELECT 1 FROM sessions WHERE session = $1 AND asked = 1").bind(session.to_string());
        Ok(asked.fetch_optional(&self.database).await?.is_some())
    }

    /// The account's guest into which a guest came along, if it can go back.
    pub async fn adopter(&self, guest: GuestKey, since: Millis) -> Result<Option<GuestKey>, StoreError> {
        let row = query(
            "SELECT accounts.guest FROM adopted JOIN accounts ON accounts.account = adopted.account \
             WHERE adopted.guest = $1 AND adopted.settled = 0 AND adopted.since >= $2",
        );
        let row = row.bind(guest.to_string()).bind(since).fetch_optional(&self.database).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(GuestKey::from_text(row.try_get(0)?))
    }

    /// The guest of the account into which a guest has come along, who has its subscriptions now; otherwise the guest.
    pub async fn guest_now(&self, guest: GuestKey) -> Result<GuestKey, StoreError> {
        let row = query(
            "SELECT accounts.guest FROM adopted JOIN accounts ON accounts.account = adopted.account \
             WHERE adopted.guest = $1",
        );
        let row = row.bind(guest.to_string()).fetch_optional(&self.database).await?;
        let adopter = row.map(|row| row.try_get::<String>(0)).transpose()?;
        Ok(adopter.and_then(|adopter| GuestKey::from_text(&adopter)).unwrap_or(guest))
    }

    /// Stores a change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the guest is in an account already, or cannot go back.
    pub async fn change_adoption(&self, change: AdoptionChange) -> Result<(), StoreError> {
        self.write(vec![Write::Adoption(change)]).await
    }
}

pub(super) async fn write_adoption(
    transaction: &mut Connection,
    change: &AdoptionChange,
) -> Result<(), StoreError> {
    match change {
        AdoptionChange::Adopt { session, guest, at } => {
            answer(transaction, *session).await?;
            adopt(transaction, *session, *guest, *at).await
        }
        AdoptionChange::Decline { session } => answer(transaction, *session).await,
        AdoptionChange::Undo { guest, since } => undo(transaction, *guest, *since).await,
        AdoptionChange::Settle { before } => settle(transaction, *before, "").await,
    }
}

/// Notes that the question has been answered.
async fn answer(transaction: &mut Connection, session: GuestKey) -> Result<(), StoreError> {
    let answered = query("UPDATE sessions SET asked = 1 WHERE session = $1").bind(session.to_string());
    Ok(answered.execute(transaction).await?)
}

async fn adopt(
    transaction: &mut Connection,
    session: GuestKey,
    identity: Identity,
    at: Millis,
) -> Result<(), StoreError> {
    let row = query(
        "SELECT accounts.account, accounts.guest FROM sessions \
         JOIN accounts ON accounts.account = sessions.account WHERE session = $1",
    );
    let row = row.bind(session.to_string()).fetch_optional(&mut *transaction).await?;
    // The session has ended meanwhile.
    let row = row.ok_or(StoreError::Conflict)?;
    let (account, main_guest): (String, String) = (row.try_get(0)?, row.try_get(1)?);
    let guest = identity.guest().to_string();
    query("INSERT INTO adopted (guest, account, secret, since, settled) VALUES ($1, $2, $3, $4, 0)")
        .bind(&guest)
        .bind(account)
        .bind(identity.secret())
        .bind(at)
        .execute(&mut *transaction)
        .await?;
    for sql in [
        "UPDATE seats SET guest = $1, adopted = $2 WHERE guest = $2",
        "UPDATE players SET guest = $1, adopted = $2 WHERE guest = $2",
        "INSERT INTO called_off (guest, game, number) SELECT $1, game, number FROM called_off WHERE guest = $2 \
         ON CONFLICT (guest, game) DO UPDATE SET number = called_off.number + excluded.number",
        "INSERT INTO guests (guest, name, since) SELECT $1, name, since FROM guests WHERE guest = $2 \
         ON CONFLICT (guest) DO NOTHING",
        "INSERT INTO push_rooms (guest, room, arrived, muted) SELECT $1, room, arrived, muted FROM push_rooms \
         WHERE guest = $2 ON CONFLICT (guest, room) DO NOTHING",
        "INSERT INTO relations (guest, other, kind, since, game) SELECT $1, other, kind, since, game FROM relations \
         WHERE guest = $2 AND other <> $1 ON CONFLICT (guest, other, kind) DO NOTHING",
        // Whoever has blocked the guest has blocked the account.
        "INSERT INTO relations (guest, other, kind, since, game) SELECT guest, $1, kind, since, game FROM relations \
         WHERE other = $2 AND guest <> $1 ON CONFLICT (guest, other, kind) DO NOTHING",
        "DELETE FROM relations WHERE kind = 'follow' AND (guest = $1 OR other = $1) AND EXISTS (SELECT 1 FROM relations AS apart \
         WHERE apart.kind = 'block' AND (apart.guest = relations.guest AND apart.other = relations.other \
         OR apart.guest = relations.other AND apart.other = relations.guest))",
        "UPDATE challenges SET guest = $1 WHERE guest = $2",
        "DELETE FROM challenges WHERE guest = $1 AND challenged = $1",
        // The next run finds the games at the account.
        "DELETE FROM screenings WHERE guest = $2 AND guest <> $1",
        // What the guest may not do, the account may not do either, also if the guest goes back.
        "INSERT INTO sanctions (guest, kind, since, until, reason) \
         SELECT $1, kind, since, until, reason FROM sanctions WHERE guest = $2 \
         ON CONFLICT (guest, kind) DO UPDATE SET until = excluded.until WHERE excluded.until > sanctions.until",
    ] {
        query(sql).bind(&main_guest).bind(&guest).execute(&mut *transaction).await?;
    }
    // They end with the session that has brought them along.
    let pushes = query("UPDATE pushes SET guest = $1, adopted = $2, session = $3 WHERE guest = $2");
    pushes.bind(&main_guest).bind(&guest).bind(session.to_string()).execute(transaction).await?;
    Ok(())
}

async fn undo(transaction: &mut Connection, guest: GuestKey, since: Millis) -> Result<(), StoreError> {
    let guest = guest.to_string();
    let row = query(
        "SELECT accounts.guest FROM adopted JOIN accounts ON accounts.account = adopted.account \
         WHERE adopted.guest = $1 AND adopted.settled = 0 AND adopted.since >= $2",
    );
    let row = row.bind(&guest).bind(since).fetch_optional(&mut *transaction).await?;
    let main_guest: String = row.ok_or(StoreError::Conflict)?.try_get(0)?;
    for sql in [
        "UPDATE seats SET guest = $2, adopted = NULL WHERE guest = $1 AND adopted = $2",
        "UPDATE players SET guest = $2, adopted = NULL WHERE guest = $1 AND adopted = $2",
        "UPDATE pushes SET guest = $2, adopted = NULL, session = $2 WHERE guest = $1 AND adopted = $2",
        "UPDATE called_off SET number = number - \
           COALESCE((SELECT own.number FROM called_off AS own WHERE own.guest = $2 AND own.game = called_off.game), 0) \
         WHERE guest = $1",
        "DELETE FROM called_off WHERE guest = $1 AND guest <> $2 AND number <= 0",
        // The account had no name, and has had no other since.
        "DELETE FROM guests WHERE guest = $1 AND EXISTS (SELECT 1 FROM guests AS own \
         WHERE own.guest = $2 AND own.name = guests.name AND own.since = guests.since)",
        "DELETE FROM adopted WHERE guest = $2 AND guest <> $1",
        // The guest's games may be in it.
        "DELETE FROM screenings WHERE guest = $1 AND guest <> $2",
    ] {
        query(sql).bind(&main_guest).bind(&guest).execute(&mut *transaction).await?;
    }
    Ok(())
}

/// Ends the time in which guests can go back: of those who came along before a time, and of all in the account
/// of a guest, unless that is empty. What lay under their own keys is deleted; reports, and notes of rated games, become the account's.
pub(super) async fn settle(
    transaction: &mut Connection,
    before: Millis,
    account_of: &str,
) -> Result<(), StoreError> {
    const GUESTS: &str = "SELECT guest FROM adopted WHERE settled = 0 AND \
                          (since < $1 OR account IN (SELECT account FROM accounts WHERE guest = $2))";
    const ADOPTER: &str = "SELECT accounts.guest FROM accounts JOIN adopted ON adopted.account = accounts.account \
                           WHERE adopted.guest";
    for sql in [
        format!("UPDATE reports SET guest = ({ADOPTER} = reports.guest) WHERE guest IN ({GUESTS})"),
        format!("UPDATE reports SET about = ({ADOPTER} = reports.about) WHERE about IN ({GUESTS})"),
        format!("UPDATE rated_games SET guest = ({ADOPTER} = rated_games.guest) WHERE guest IN ({GUESTS})"),
        format!(
            "UPDATE rated_games SET opponent = ({ADOPTER} = rated_games.opponent) WHERE opponent IN ({GUESTS})"
        ),
        format!("DELETE FROM ratings WHERE guest IN ({GUESTS})"),
        format!("DELETE FROM bot_ratings WHERE guest IN ({GUESTS})"),
        format!("DELETE FROM called_off WHERE guest IN ({GUESTS})"),
        format!("DELETE FROM push_rooms WHERE guest IN ({GUESTS})"),
        format!("DELETE FROM relations WHERE guest IN ({GUESTS}) OR other IN ({GUESTS})"),
        format!("DELETE FROM guests WHERE guest IN ({GUESTS})"),
        format!("UPDATE adopted SET settled = 1 WHERE guest IN ({GUESTS})"),
    ] {
        query(sql).bind(before).bind(account_of).execute(&mut *transaction).await?;
    }
    Ok(())
}
