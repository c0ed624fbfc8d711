//! Lists of tournaments: for the archive, for the operator, and of a guest.

use room::{Millis, RoomCode};
use tournament::{Fact, Logged, Plan};

use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;
use crate::server::store::{PhaseWord, Store, StoreError};

/// What the archive shows of a tournament that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedTournament {
    /// Its code.
    pub code: RoomCode,
    /// What its maker has chosen.
    pub plan: Plan,
    /// When it was over.
    pub ended: Millis,
    /// How many have taken part.
    pub entered: usize,
    /// The name of the winner.
    pub winner: Option<String>,
}

/// A tournament as the operator sees it, listed or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// Its code.
    pub code: RoomCode,
    /// What its maker has chosen.
    pub plan: Plan,
    /// `announced`, `running`, `finished` or `cancelled`.
    pub phase: String,
    /// The guest who opened it; `None` for one of the operator's calendar, and if they are deleted.
    pub maker: Option<GuestKey>,
    /// How many have entered.
    pub entered: i64,
}

/// What is stored of a guest's part in a tournament, for the export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEntrant {
    /// The tournament.
    pub tournament: String,
    /// The number in it; `None` of one that the guest has opened without entering.
    pub entrant: Option<i64>,
    /// When the guest entered or opened it.
    pub since: Millis,
}

impl Store {
    /// How many tournaments that are not over a guest has opened, and how many since then.
    pub async fn opened_by(&self, maker: GuestKey, since: Millis) -> Result<(i64, i64), StoreError> {
        let row = query(
            "SELECT SUM(CASE WHEN phase IN ('announced', 'running') THEN 1 ELSE 0 END), \
             SUM(CASE WHEN since >= $2 THEN 1 ELSE 0 END) FROM tournaments WHERE maker = $1",
        );
        let row = row.bind(maker.to_string()).bind(since).fetch_one(&self.database).await?;
        Ok((row.try_get::<Option<i64>>(0)?.unwrap_or(0), row.try_get::<Option<i64>>(1)?.unwrap_or(0)))
    }

    /// What the archive shows of listed tournaments that are over and in which somebody has taken part, the latest first.
    pub async fn finished_tournaments(
        &self,
        from: u32,
        most: u32,
    ) -> Result<Vec<FinishedTournament>, StoreError> {
        let rows = query(
            "SELECT code, changed, entered, (SELECT body FROM facts WHERE tournament = code AND seq = 1), \
             (SELECT body FROM facts WHERE tournament = code AND seq = winner) FROM tournaments \
             WHERE phase = 'finished' AND listed = 1 AND entered > 0 ORDER BY changed DESC, code LIMIT $1 OFFSET $2",
        );
        let rows = rows.bind(i64::from(most)).bind(i64::from(from)).fetch_all(&self.database).await?;
        let fact =
            |body: Option<String>| serde_json::from_str::<Logged>(&body?).ok().map(|logged| logged.fact);
        let read = |row: &Row| -> Result<Option<FinishedTournament>, StoreError> {
            let winner = match fact(row.try_get(4)?) {
                Some(Fact::Entered(entry)) => Some(entry.name),
                _ => None,
            };
            let (Ok(code), Some(Fact::Opened(plan))) =
                (row.try_get::<&str>(0)?.parse(), fact(row.try_get(3)?))
            else {
                return Ok(None);
            };
            let entered = usize::try_from(row.try_get::<i64>(2)?).unwrap_or(0);
            Ok(Some(FinishedTournament { code, plan, ended: row.try_get(1)?, entered, winner }))
        };
        rows.iter().filter_map(|row| read(row).transpose()).collect()
    }

    /// How many tournaments are in this phase.
    pub async fn count_tournaments(&self, phase: PhaseWord) -> Result<usize, StoreError> {
        let row = query("SELECT COUNT(*) FROM tournaments WHERE phase = $1").bind(phase.word());
        let row = row.fetch_one(&self.database).await?;
        Ok(usize::try_from(row.try_get::<i64>(0)?).unwrap_or(0))
    }

    /// All tournaments: running ones first, then announced ones, then those that are over, the latest first.
    pub async fn all_tournaments(&self, most: u32) -> Result<Vec<TournamentRow>, StoreError> {
        let rows = query(
            "SELECT code, phase, maker, (SELECT COUNT(*) FROM entrants WHERE tournament = code), \
             (SELECT body FROM facts WHERE tournament = code AND seq = 1) FROM tournaments \
             ORDER BY CASE phase WHEN 'running' THEN 0 WHEN 'announced' THEN 1 ELSE 2 END, changed DESC, code LIMIT $1",
        );
        let read = |row: &Row| -> Result<Option<TournamentRow>, StoreError> {
            let opened = serde_json::from_str::<Logged>(row.try_get::<Option<&str>>(4)?.unwrap_or_default());
            let (Ok(code), Ok(Fact::Opened(plan))) =
                (row.try_get::<&str>(0)?.parse(), opened.map(|logged| logged.fact))
            else {
                return Ok(None);
            };
            let (phase, entered) = (row.try_get(1)?, row.try_get(3)?);
            Ok(Some(TournamentRow {
                code,
                plan,
                phase,
                maker: GuestKey::from_text(row.try_get(2)?),
                entered,
            }))
        };
        let rows = rows.bind(i64::from(most)).fetch_all(&self.database).await?;
        rows.iter().filter_map(|row| read(row).transpose()).collect()
    }

    /// The tournaments that are over and that any of these guests has entered, the latest first.
    pub async fn finished_tournaments_of(
        &self,
        guests: &[GuestKey],
        most: u32,
    ) -> Result<Vec<RoomCode>, StoreError> {
        // Keys are letters and digits alone.
        let list = guests.iter().map(|guest| format!("'{guest}'")).collect::<Vec<_>>().join(", ");
        if list.is_empty() {
            return Ok(Vec::new());
        }
        let rows = query(format!(
            "SELECT DISTINCT code, changed FROM entrants JOIN tournaments ON code = tournament \
             WHERE guest IN ({list}) AND phase = 'finished' ORDER BY changed DESC, code LIMIT $1"
        ));
        let rows = rows.bind(i64::from(most)).fetch_all(&self.database).await?;
        Ok(rows.iter().filter_map(|row| row.try_get::<&str>(0).ok()?.parse().ok()).collect())
    }

    /// The tournaments that a guest has entered or opened, for the export and for deletion.
    pub async fn tournaments_of(&self, guest: GuestKey) -> Result<Vec<StoredEntrant>, StoreError> {
        let rows = query(
            "SELECT tournament, entrant, since FROM entrants WHERE guest = $1 UNION ALL \
             SELECT code, -1, since FROM tournaments WHERE maker = $1 ORDER BY 3, 1",
        );
        let entrant = |row: &Row| {
            let entrant = Some(row.try_get::<i64>(1)?).filter(|entrant| *entrant >= 0);
            Ok(StoredEntrant { tournament: row.try_get(0)?, entrant, since: row.try_get(2)? })
        };
        rows.bind(guest.to_string()).fetch_all(&self.database).await?.iter().map(entrant).collect()
    }
}
