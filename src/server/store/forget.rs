//! Deletion of a guest from the tables. Finished games stay in the archive, without the name.

use room::{Finished, Millis, REMOVED_NAME};

use super::claimed_names::FORGET_NAMES;
use super::tournaments::forget_entrant;
use super::write::Write;
use super::{Store, StoreError, accounts, adoption, bots, dead_cookies};
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;

/// Games that one job anonymises. It shares a group commit with jobs of others, which wait for it.
const BATCH: i64 = 200;

impl Store {
    /// A guest with all who came along into their account.
    pub async fn guests_of(&self, guest: GuestKey) -> Result<Vec<GuestKey>, StoreError> {
        let sql = "SELECT adopted.guest FROM adopted JOIN accounts ON accounts.account = adopted.account \
                   WHERE accounts.guest = $1 AND adopted.guest <> $1";
        let rows = query(sql).bind(guest.to_string()).fetch_all(&self.database).await?;
        let adopted = rows.iter().filter_map(|row| GuestKey::from_text(row.try_get(0).ok()?));
        Ok([guest].into_iter().chain(adopted).collect())
    }

    /// Whether a guest has been deleted.
    pub async fn is_dead(&self, guest: GuestKey) -> Result<bool, StoreError> {
        let row = query("SELECT 1 FROM dead_cookies WHERE guest = $1").bind(guest.to_string());
        Ok(row.fetch_optional(&self.database).await?.is_some())
    }

    /// Whether anything is stored of a guest that a deletion removes.
    pub async fn is_stored(&self, guest: GuestKey) -> Result<bool, StoreError> {
        let tables = [
            "guests",
            "seats",
            "players",
            "accounts",
            "ratings",
            "bot_ratings",
            "called_off",
            "pushes",
            "sanctions",
            "joined",
            "relations",
            "challenges",
            "entrants",
            "screenings",
        ];
        let of = |table: &str| format!("SELECT 1 FROM {table} WHERE guest = $1");
        let sql = tables.map(of).join(" UNION ALL ");
        let reports = "SELECT 1 FROM reports WHERE guest = $1 OR about = $1";
        let opened = "SELECT 1 FROM tournaments WHERE maker = $1";
        let sql = format!("SELECT 1 FROM ({sql} UNION ALL {reports} UNION ALL {opened}) AS found LIMIT 1");
        Ok(query(sql).bind(guest.to_string()).fetch_optional(&self.database).await?.is_some())
    }

    /// Deletes a guest's data outside the event logs, and the name in finished games: in batches, and last
    /// what identifies the guest. After an interruption a repeated call continues with the rest.
    pub async fn delete_guest(&self, guest: GuestKey, at: Millis) -> Result<(), StoreError> {
        loop {
            self.write(vec![Write::DeleteGuest { guest, at }]).await?;
            let game = query("SELECT 1 FROM players WHERE guest = $1 LIMIT 1").bind(guest.to_string());
            if game.fetch_optional(&self.database).await?.is_none() {
                return Ok(());
            }
        }
    }

    /// Has what was deleted vanish from the database's own log too; false if somebody who reads is in the way.
    pub async fn erase(&self) -> Result<bool, StoreError> {
        Ok(self.database.empty_log().await?)
    }
}

/// Anonymises one batch of games; after the last batch, deletes everything else.
pub(super) async fn delete_guest(
    transaction: &mut Connection,
    guest: GuestKey,
    at: Millis,
) -> Result<(), StoreError> {
    let guest = guest.to_string();
    let rows = query(
        "SELECT games.id, held.side, games.body FROM \
           (SELECT game, side FROM players WHERE guest = $1 ORDER BY game, side LIMIT $2) AS held \
         JOIN games ON games.id = held.game ORDER BY games.id, held.side",
    )
    .bind(&guest)
    .bind(BATCH + 1)
    .fetch_all(&mut *transaction)
    .await?;
    let batch = &rows[..rows.len().min(BATCH as usize)];
    let id = |row: &Row| row.try_get::<String>(0);
    // A guest who played against himself is on both sides of a game.
    for game in batch.chunk_by(|one, next| id(one).ok() == id(next).ok()) {
        // An unreadable game is displayed nowhere.
        let Ok(mut finished) = serde_json::from_str::<Finished>(game[0].try_get(2)?) else { continue };
        for row in game {
            let side = usize::try_from(row.try_get::<i64>(1)?).ok();
            if let Some(name) = side.and_then(|side| finished.names.get_mut(side)) {
                REMOVED_NAME.clone_into(name);
            }
        }
        let body = serde_json::to_string(&finished).map_err(|e| StoreError::Unavailable(e.to_string()))?;
        let update = query("UPDATE games SET body = $2 WHERE id = $1").bind(id(&game[0])?).bind(body);
        update.execute(&mut *transaction).await?;
    }
    if let Some(last) = batch.last() {
        query("DELETE FROM players WHERE guest = $1 AND (game < $2 OR game = $2 AND side <= $3)")
            .bind(&guest)
            .bind(id(last)?)
            .bind(last.try_get::<i64>(1)?)
            .execute(&mut *transaction)
            .await?;
    }
    if rows.len() > BATCH as usize {
        return Ok(());
    }
    adoption::settle(transaction, Millis::MIN, &guest).await?;
    // A bot that was made while its owner was being deleted would else be nobody's.
    for bot in bots::of_deleted_account(transaction, &guest).await? {
        delete_rows(transaction, &bot, at).await?;
    }
    delete_rows(transaction, &guest, at).await?;
    // Guests of browsers whose games came along have entered tournaments as themselves.
    let adopted = query(
        "SELECT adopted.guest FROM adopted JOIN accounts ON accounts.account = adopted.account \
         WHERE accounts.guest = $1 AND adopted.guest <> $1",
    );
    for row in adopted.bind(&guest).fetch_all(&mut *transaction).await? {
        forget_entrant(transaction, row.try_get(0)?).await?;
    }
    accounts::delete_account(transaction, &guest, at).await
}

/// Deletes what identifies a guest, and a bot with its tokens.
async fn delete_rows(transaction: &mut Connection, guest: &str, at: Millis) -> Result<(), StoreError> {
    // First, because whoever makes a token has this row locked on PostgreSQL.
    query("DELETE FROM bots WHERE bot = $1").bind(guest).execute(&mut *transaction).await?;
    dead_cookies::retire_tokens(transaction, guest, at).await?;
    forget_entrant(transaction, guest).await?;
    for sql in [
        "DELETE FROM seats WHERE guest = $1",
        "DELETE FROM ratings WHERE guest = $1",
        "DELETE FROM bot_ratings WHERE guest = $1",
        "DELETE FROM rated_games WHERE guest = $1",
        "UPDATE rated_games SET opponent = '' WHERE opponent = $1",
        "DELETE FROM called_off WHERE guest = $1",
        FORGET_NAMES,
        "DELETE FROM relations WHERE guest = $1 OR other = $1",
        "DELETE FROM challenges WHERE guest = $1 OR challenged = $1",
        "DELETE FROM pushes WHERE guest = $1",
        "DELETE FROM push_rooms WHERE guest = $1",
        "UPDATE reports SET guest = '' WHERE guest = $1",
        "UPDATE reports SET about = '', name = '?' WHERE about = $1",
        "DELETE FROM sanctions WHERE guest = $1",
        "DELETE FROM screenings WHERE guest = $1",
        "DELETE FROM guests WHERE guest = $1",
    ] {
        query(sql).bind(guest).execute(&mut *transaction).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use room::RoomCode;
    use rules::Game;

    use super::*;
    use crate::server::database::Database;
    use crate::server::store::profile::tests::{End, guest, played, store};

    /// Creates `number` games of guest 1, who has a name, all with the same content.
    async fn many(store: &Store, database: &mut Connection, number: i64) {
        let (code, ..) = played(store, 1, Game::Mancala, [1, 2], End::Resigned, 1_000).await;
        store.rename_guest(guest(1), "Ada".to_owned(), 1).await.unwrap();
        database.begin().await.unwrap();
        for n in 1..number {
            let id = format!("{n:016}");
            let game = "INSERT INTO games (id, room, number, ended, body) \
                        SELECT $1, room, $2, ended, body FROM games WHERE room = $3 AND number = 1";
            let game = query(game).bind(&id).bind(n + 1).bind(code.to_string());
            game.execute(&mut *database).await.unwrap();
            let players = "INSERT INTO players (game, side, guest, ended) SELECT $1, side, guest, players.ended \
                           FROM players JOIN games ON games.id = players.game WHERE room = $2 AND number = 1";
            query(players).bind(&id).bind(code.to_string()).execute(&mut *database).await.unwrap();
        }
        database.commit().await.unwrap();
    }

    async fn named(store: &Store) -> usize {
        let mut named = 0;
        for number in 1..=450 {
            let id = store.game_of_room(RoomCode::from_seed(1), number).await.unwrap().unwrap();
            let game = store.game(id).await.unwrap().unwrap();
            assert!(game.names.iter().any(|name| name == "Guest 2 of 1"));
            named += usize::from(game.names.iter().any(|name| name == "Guest 1 of 1"));
        }
        named
    }

    #[tokio::test]
    async fn a_guest_is_deleted_in_batches_and_known_until_the_last() {
        let (store, fresh) = store().await;
        let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
        many(&store, &mut database, 450).await;
        assert_eq!(named(&store).await, 450);
        store.write(vec![Write::DeleteGuest { guest: guest(1), at: 1 }]).await.unwrap();
        assert_eq!(named(&store).await, 250, "no more than so many in one commit");
        assert_eq!(store.guest_name(guest(1)).await.unwrap().as_deref(), Some("Ada"));
        assert!(!store.ratings(guest(1)).await.unwrap().is_empty());
        store.delete_guest(guest(1), 1).await.unwrap();
        assert_eq!(named(&store).await, 0);
        assert_eq!(store.guest_name(guest(1)).await.unwrap(), None);
        assert!(store.games_of(guest(1), 0, 9).await.unwrap().is_empty());
        assert!(store.ratings(guest(1)).await.unwrap().is_empty());
        assert_eq!(store.games_of(guest(2), 0, 999).await.unwrap().len(), 450);
    }

    #[tokio::test]
    async fn deleting_a_guest_clears_both_names_of_a_game_against_themselves() {
        let (store, _fresh) = store().await;
        let (code, ..) = played(&store, 1, Game::Mancala, [1, 1], End::Resigned, 1_000).await;
        store.delete_guest(guest(1), 1).await.unwrap();
        let id = store.game_of_room(code, 1).await.unwrap().unwrap();
        assert_eq!(store.game(id).await.unwrap().unwrap().names, [REMOVED_NAME; 2]);
    }
}
