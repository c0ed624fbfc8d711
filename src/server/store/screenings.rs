//! Screenings in the store: what `duello screen --keep` has found of players, for the operator's pages (`docs/FAIR_PLAY.md`).

#[cfg(test)]
mod tests;

use room::Millis;
use serde::{Deserialize, Serialize};

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;

/// What was found of a player in one rating category.
#[derive(Clone, PartialEq, Debug)]
pub struct Screening {
    /// The player.
    pub guest: GuestKey,
    /// The word of the rating category.
    pub category: String,
    /// When it was reckoned.
    pub at: Millis,
    /// How many games were looked at.
    pub games: u32,
    /// The higher, the better an engine explains the moves.
    pub score: f64,
    /// What led to it.
    pub findings: Findings,
}

/// What led to the score of a player. `docs/FAIR_PLAY.md` says how each figure is reckoned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// Whether the score is above the threshold, in enough games.
    pub look: bool,
    /// Rating points when it was reckoned, and their deviation; `None` without a rating.
    pub rating: Option<f64>,
    pub deviation: Option<f64>,
    /// The strength that explains the moves best if all are the player's own: 0 for Beginner to 4 for Expert.
    pub strength: f64,
    /// The strength of the player's own moves, if some are an engine's.
    pub own_strength: f64,
    /// The share of moves that are an engine's, by the best explanation; 0 to 1.
    pub engine_share: f64,
    /// Moves that tell something.
    pub moves: usize,
    /// Moves among them in hard positions.
    pub hard: usize,
    /// How many of these were good; how many an honest player of the same strength would have found, and how many Master.
    pub hard_found: usize,
    pub hard_expected: f64,
    pub hard_by_master: f64,
    /// The mean loss in hard positions, in points.
    pub hard_loss: f64,
    /// The correlation of time with difficulty; `None` with few known times.
    pub time_correlation: Option<f64>,
}

impl Store {
    /// Stores the result of a run in place of the one before.
    ///
    /// # Errors
    /// The store fails.
    pub async fn keep_screenings(&self, found: Vec<Screening>) -> Result<(), StoreError> {
        self.write(vec![Write::Screenings(found)]).await
    }

    /// The screenings with the highest scores, so many at most, each with what the player is called: the claimed name, else the
    /// chosen one, else nothing.
    ///
    /// # Errors
    /// The store fails.
    pub async fn highest_screenings(&self, most: u32) -> Result<Vec<(Screening, String)>, StoreError> {
        let rows = query(
            "SELECT screenings.guest, category, at, games, score, body, COALESCE(claimed_names.name, guests.name, '') \
             FROM screenings LEFT JOIN guests ON guests.guest = screenings.guest \
             LEFT JOIN claimed_names ON claimed_names.guest = screenings.guest AND claimed_names.released = 0 \
             ORDER BY score DESC, screenings.guest, category LIMIT $1",
        );
        let rows = rows.bind(i64::from(most)).fetch_all(&self.database).await?;
        let named = |row: &Row| Ok(read(row)?.zip(Some(row.try_get(6)?)));
        rows.iter().filter_map(|row| named(row).transpose()).collect()
    }

    /// The screenings of a guest, or of all, the highest score first: so many at most.
    ///
    /// # Errors
    /// The store fails.
    pub async fn screenings(&self, of: Option<GuestKey>, most: u32) -> Result<Vec<Screening>, StoreError> {
        let rows = query(
            "SELECT guest, category, at, games, score, body FROM screenings WHERE $1 = '' OR guest = $1 \
             ORDER BY score DESC, guest, category LIMIT $2",
        );
        let of = of.map(|guest| guest.to_string()).unwrap_or_default();
        let rows = rows.bind(of).bind(i64::from(most)).fetch_all(&self.database).await?;
        rows.iter().filter_map(|row| read(row).transpose()).collect()
    }
}

/// A row; `None` of one that cannot be read, which the next run replaces.
fn read(row: &Row) -> Result<Option<Screening>, StoreError> {
    let guest = GuestKey::from_text(row.try_get(0)?);
    let (category, at) = (row.try_get(1)?, row.try_get(2)?);
    let games = u32::try_from(row.try_get::<i64>(3)?).unwrap_or(u32::MAX);
    let score = row.try_get(4)?;
    let findings = serde_json::from_str(row.try_get(5)?).ok();
    Ok(guest.zip(findings).map(|(guest, findings)| Screening { guest, category, at, games, score, findings }))
}

/// Replaces all rows. Whoever was deleted while the games were looked at gets none, nor does whoever came along into an account:
/// the next run finds their games there.
pub(super) async fn replace(transaction: &mut Connection, found: &[Screening]) -> Result<(), StoreError> {
    query("DELETE FROM screenings").execute(&mut *transaction).await?;
    for Screening { guest, category, at, games, score, findings } in found {
        let body = serde_json::to_string(findings).map_err(|e| StoreError::Unavailable(e.to_string()))?;
        query(
            "INSERT INTO screenings (guest, category, at, games, score, body) SELECT $1, $2, $3, $4, $5, $6 \
             WHERE NOT EXISTS (SELECT 1 FROM dead_cookies WHERE guest = $1) \
             AND NOT EXISTS (SELECT 1 FROM adopted JOIN accounts ON accounts.account = adopted.account \
             WHERE adopted.guest = $1 AND accounts.guest <> $1)",
        )
        .bind(guest.to_string())
        .bind(category)
        .bind(*at)
        .bind(i64::from(*games))
        .bind(*score)
        .bind(body)
        .execute(&mut *transaction)
        .await?;
    }
    Ok(())
}
