//! Whom a guest follows or blocks. A block ends following on both sides, and keeps the two from being paired or challenging one
//! another.

#[cfg(test)]
mod tests;

use room::{CLAIMED_MARK, Millis};

use super::game_id::GameId;
use super::games::read_own_game;
use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, query};
use crate::server::identity::GuestKey;

/// The most players that a guest can follow, and the most that one can block.
pub const MAX_RELATIONS: i64 = 200;

/// What one guest is to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// One follows the other.
    Follow,
    /// One blocks the other.
    Block,
}

/// What two guests are to one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Relations {
    /// Whether the first follows the second.
    pub follows: bool,
    /// Whether the first blocks the second.
    pub blocks: bool,
    /// Whether they have done so by the second's claimed name, and so know whom they block.
    pub blocks_by_name: bool,
    /// Whether the second blocks the first.
    pub is_blocked: bool,
}

/// Another guest whom one follows or blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// Who it is.
    pub guest: GuestKey,
    /// Their claimed name, or what they were called in the game by which one knows whom one blocks; empty if there is
    /// neither any more.
    pub name: String,
    /// Since when.
    pub since: Millis,
}

/// A change.
#[derive(Clone, Copy, Debug)]
pub struct RelationChange {
    /// Who makes it.
    pub guest: GuestKey,
    /// About whom.
    pub other: GuestKey,
    /// What changes.
    pub relation: Relation,
    /// Since when it is so; `None` if it ends.
    pub since: Option<Millis>,
    /// The game by which the one who makes it knows the other one; `None` if by their claimed name.
    pub game: Option<GameId>,
}

impl Relation {
    fn word(self) -> &'static str {
        match self {
            Self::Follow => "follow",
            Self::Block => "block",
        }
    }
}

impl Store {
    /// What two guests are to one another.
    pub async fn relations(&self, guest: GuestKey, other: GuestKey) -> Result<Relations, StoreError> {
        let rows = "SELECT guest, kind, game FROM relations WHERE guest = $1 AND other = $2 OR guest = $2 AND other = $1";
        let rows = query(rows).bind(guest.to_string()).bind(other.to_string());
        let mut relations = Relations::default();
        for row in &rows.fetch_all(&self.database).await? {
            let (is_own, kind) = (row.try_get::<&str>(0)? == guest.to_string(), row.try_get::<&str>(1)?);
            let is_block = kind == Relation::Block.word();
            relations.follows |= is_own && !is_block;
            relations.blocks |= is_own && is_block;
            relations.blocks_by_name |= is_own && is_block && row.try_get::<&str>(2)?.is_empty();
            relations.is_blocked |= !is_own && is_block;
        }
        Ok(relations)
    }

    /// Whom a guest follows, of those who have a claimed name, or blocks; by name.
    pub async fn related(&self, guest: GuestKey, relation: Relation) -> Result<Vec<Related>, StoreError> {
        let rows = query(match relation {
            // A player is followed under the claimed name alone, whatever else they are called.
            Relation::Follow => {
                "SELECT relations.other, relations.since, claimed_names.name, NULL FROM relations \
                 JOIN claimed_names ON claimed_names.guest = relations.other AND claimed_names.released = 0 \
                 WHERE relations.guest = $1 AND kind = $2"
            }
            Relation::Block => {
                "SELECT relations.other, relations.since, claimed_names.name, games.id, me.side, games.body FROM relations \
                 LEFT JOIN claimed_names ON relations.game = '' AND claimed_names.guest = relations.other \
                 AND claimed_names.released = 0 \
                 LEFT JOIN players AS me ON me.game = relations.game AND me.guest = relations.guest \
                 LEFT JOIN games ON games.id = me.game \
                 WHERE relations.guest = $1 AND kind = $2"
            }
        });
        let rows = rows.bind(guest.to_string()).bind(relation.word()).fetch_all(&self.database).await?;
        let mut related = Vec::new();
        for row in &rows {
            let Some(guest) = GuestKey::from_text(row.try_get(0)?) else { continue };
            let name = match (row.try_get::<Option<&str>>(2)?, row.try_get::<Option<&str>>(3)?) {
                (Some(claimed), _) => format!("{CLAIMED_MARK}{claimed}"),
                (None, Some(_)) => read_own_game(row, 3)?.opponent_name().to_owned(),
                (None, None) => String::new(),
            };
            related.push(Related { guest, name, since: row.try_get(1)? });
        }
        related.sort_by_cached_key(|other| (other.name.to_lowercase(), other.guest.to_string()));
        Ok(related)
    }

    /// With whom a guest is not to be paired, because one of the two blocks the other.
    pub async fn kept_apart(&self, guest: GuestKey) -> Result<Vec<GuestKey>, StoreError> {
        let rows = query(
            "SELECT other FROM relations WHERE guest = $1 AND kind = 'block' \
             UNION SELECT guest FROM relations WHERE other = $1 AND kind = 'block'",
        );
        let mut apart = Vec::new();
        for row in &rows.bind(guest.to_string()).fetch_all(&self.database).await? {
            apart.extend(GuestKey::from_text(row.try_get(0)?));
        }
        Ok(apart)
    }

    /// Stores a change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the other one blocks the guest who wants to follow them, or there are too many.
    pub async fn change_relation(&self, change: RelationChange) -> Result<(), StoreError> {
        self.write(vec![Write::Relation(change)]).await
    }
}

pub(super) async fn write_relation(
    transaction: &mut Connection,
    change: &RelationChange,
) -> Result<(), StoreError> {
    let &RelationChange { guest, other, relation, since, game } = change;
    let (guest, other) = (guest.to_string(), other.to_string());
    let Some(since) = since else {
        query("DELETE FROM relations WHERE guest = $1 AND other = $2 AND kind = $3")
            .bind(guest)
            .bind(other)
            .bind(relation.word())
            .execute(transaction)
            .await?;
        return Ok(());
    };
    let known = "SELECT 1 FROM relations WHERE guest = $1 AND other = $2 AND kind = $3";
    let known = query(known).bind(&guest).bind(&other).bind(relation.word());
    if known.fetch_optional(&mut *transaction).await?.is_some() {
        if game.is_none() {
            // Now the guest knows whom they block.
            let named = "UPDATE relations SET game = '' WHERE guest = $1 AND other = $2 AND kind = $3";
            query(named).bind(&guest).bind(&other).bind(relation.word()).execute(&mut *transaction).await?;
        }
        return Ok(());
    }
    let may = "SELECT 1 WHERE (SELECT COUNT(*) FROM relations WHERE guest = $1 AND kind = $3) < $4 \
               AND NOT ($3 = 'follow' AND EXISTS (SELECT 1 FROM relations WHERE kind = 'block' \
               AND (guest = $1 AND other = $2 OR guest = $2 AND other = $1)))";
    let may = query(may).bind(&guest).bind(&other).bind(relation.word()).bind(MAX_RELATIONS);
    may.fetch_optional(&mut *transaction).await?.ok_or(StoreError::Conflict)?;
    query("INSERT INTO relations (guest, other, kind, since, game) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (guest, other, kind) DO NOTHING")
        .bind(&guest)
        .bind(&other)
        .bind(relation.word())
        .bind(since)
        .bind(game.map(|game| game.to_string()).unwrap_or_default())
        .execute(&mut *transaction)
        .await?;
    if relation == Relation::Block {
        for sql in [
            "DELETE FROM relations WHERE kind = 'follow' AND (guest = $1 AND other = $2 OR guest = $2 AND other = $1)",
            "DELETE FROM challenges WHERE guest = $1 AND challenged = $2 OR guest = $2 AND challenged = $1",
        ] {
            query(sql).bind(&guest).bind(&other).execute(&mut *transaction).await?;
        }
    }
    Ok(())
}
