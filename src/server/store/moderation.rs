//! Moderation in the store: sanctions of guests, blocked networks, what is switched off, shut rooms. Each change is
//! written with its row of the audit log.

#[cfg(test)]
pub mod tests;
mod write;

use room::{Logged, Millis, Redaction, RoomCode};

use super::audit::AuditEntry;
use super::bots::BotChange;
use super::tournaments::TournamentChange;
use super::write::Write;
use super::{Projections, Store, StoreError};
use crate::server::config::desk::Feature;
use crate::server::database::{Row, query};
use crate::server::identity::GuestKey;
pub(super) use write::{remove_expired, write_moderation};

/// The name of the secret with which addresses are hashed.
const BLOCK_KEY: &str = "blocks";

/// What a guest may not do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanctionKind {
    /// Say or call themselves anything.
    Mute,
    /// Take part.
    Suspend,
}

impl SanctionKind {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Mute, Self::Suspend];

    /// Its word in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mute => "mute",
            Self::Suspend => "suspend",
        }
    }
}

/// A sanction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sanction {
    pub guest: GuestKey,
    pub kind: SanctionKind,
    pub since: Millis,
    pub until: Millis,
    pub reason: String,
}

/// A network that gets no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// A keyed hash of the network.
    pub hash: String,
    /// The length of its prefix in IPv6.
    pub prefix: u32,
    pub since: Millis,
    pub until: Millis,
    pub reason: String,
}

/// Something that is switched off; until it is switched on if `until` is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchedOff {
    pub feature: Feature,
    pub since: Millis,
    pub until: Option<Millis>,
}

/// What changes whenever something else here does.
pub type ModerationVersion = (i64, i64, i64);

/// Everything that servers have to observe.
#[derive(Clone, Debug, Default)]
pub struct ModerationRows {
    pub sanctions: Vec<Sanction>,
    pub blocks: Vec<Block>,
    pub switched_off: Vec<SwitchedOff>,
    pub shut: Vec<RoomCode>,
    /// The key with which networks are hashed; `None` if none was ever blocked.
    pub key: Option<String>,
}

/// A change.
#[derive(Clone, Debug)]
pub enum ModerationChange {
    Sanction(Sanction),
    /// Ends the sanctions of a guest.
    Lift(GuestKey),
    /// Removes a guest's chosen name.
    RemoveName(GuestKey),
    /// Ends the sign-ins of a guest's account.
    EndSignIns(GuestKey),
    Block(Block),
    LiftBlock {
        hash: String,
    },
    /// A bot of whoever runs the server.
    Bot(BotChange),
    SwitchOff(SwitchedOff),
    SwitchOn(Feature),
    Shut {
        code: RoomCode,
        since: Millis,
    },
    /// Hides something of a room's log.
    Hide {
        code: RoomCode,
        all: Vec<Redaction>,
        at: Millis,
    },
    /// A tournament is cancelled, or something is removed from its log.
    Tournament(Box<TournamentChange>),
    /// A report was dealt with: all of this room and time about this member.
    ReportDone {
        room: String,
        at: Millis,
        member: String,
        done: Millis,
        note: String,
    },
    /// Takes back what games have changed of ratings.
    UndoRatings {
        games: Vec<String>,
        at: Millis,
    },
}

impl Store {
    /// Stores a change with its row of the audit log.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another change was written at the same moment.
    pub async fn moderate(&self, change: ModerationChange, entry: AuditEntry) -> Result<(), StoreError> {
        self.write(vec![Write::Moderation(Box::new((change, entry)))]).await
    }

    /// As [`Store::moderate`], with events of a room's log and what changes with them.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] also if a sequence number is taken.
    pub async fn moderate_room(
        &self,
        change: ModerationChange,
        entry: AuditEntry,
        code: RoomCode,
        events: &[Logged],
        projections: &Projections,
    ) -> Result<(), StoreError> {
        let writes = vec![Write::Moderation(Box::new((change, entry)))];
        self.write_events(writes, code, events, projections).await?;
        Ok(())
    }

    /// The version of [`Store::moderation`]: the number of the last audit row, and the number and the ends of sanctions,
    /// which come along with a guest into an account.
    pub async fn moderation_version(&self) -> Result<ModerationVersion, StoreError> {
        let sql = "SELECT (SELECT COALESCE(MAX(n), 0) FROM audit), (SELECT COUNT(*) FROM sanctions), \
                   (SELECT CAST(COALESCE(SUM(until), 0) AS BIGINT) FROM sanctions)";
        let row = query(sql).fetch_one(&self.database).await?;
        Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))
    }

    /// What is in force, or was until lately.
    pub async fn moderation(&self) -> Result<ModerationRows, StoreError> {
        let key = query("SELECT value FROM secrets WHERE name = $1").bind(BLOCK_KEY);
        let key = key.fetch_optional(&self.database).await?.map(|row| row.try_get(0)).transpose()?;
        let shut = query("SELECT room FROM shut_rooms").fetch_all(&self.database).await?;
        let code = |row: &Row| row.try_get::<&str>(0).ok()?.parse().ok();
        Ok(ModerationRows {
            sanctions: self.sanctions(None).await?,
            blocks: self.blocks().await?,
            switched_off: self.switched_off().await?,
            shut: shut.iter().filter_map(code).collect(),
            key,
        })
    }

    /// The sanctions of a guest, or of all.
    pub async fn sanctions(&self, of: Option<GuestKey>) -> Result<Vec<Sanction>, StoreError> {
        let rows = query(
            "SELECT guest, kind, since, until, reason FROM sanctions WHERE $1 = '' OR guest = $1 \
             ORDER BY guest, kind",
        );
        let of = of.map(|guest| guest.to_string()).unwrap_or_default();
        let read = |row: &Row| -> Result<Option<Sanction>, StoreError> {
            let word: &str = row.try_get(1)?;
            let kind = SanctionKind::BOTH.into_iter().find(|kind| kind.word() == word);
            let (Some(guest), Some(kind)) = (GuestKey::from_text(row.try_get(0)?), kind) else {
                return Ok(None);
            };
            let (since, until, reason) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
            Ok(Some(Sanction { guest, kind, since, until, reason }))
        };
        let rows = rows.bind(of).fetch_all(&self.database).await?;
        rows.iter().filter_map(|row| read(row).transpose()).collect()
    }

    /// The blocked networks.
    pub async fn blocks(&self) -> Result<Vec<Block>, StoreError> {
        let rows = query("SELECT hash, prefix, since, until, reason FROM blocks ORDER BY since, hash");
        let read = |row: &Row| {
            Ok(Block {
                hash: row.try_get(0)?,
                prefix: u32::try_from(row.try_get::<i64>(1)?).unwrap_or(128),
                since: row.try_get(2)?,
                until: row.try_get(3)?,
                reason: row.try_get(4)?,
            })
        };
        rows.fetch_all(&self.database).await?.iter().map(read).collect()
    }

    /// What is switched off.
    pub async fn switched_off(&self) -> Result<Vec<SwitchedOff>, StoreError> {
        let rows = query("SELECT name, since, until FROM switches ORDER BY name");
        let read = |row: &Row| -> Result<Option<SwitchedOff>, StoreError> {
            let Some(feature) = Feature::of_word(row.try_get(0)?) else { return Ok(None) };
            Ok(Some(SwitchedOff { feature, since: row.try_get(1)?, until: row.try_get(2)? }))
        };
        let rows = rows.fetch_all(&self.database).await?;
        rows.iter().filter_map(|row| read(row).transpose()).collect()
    }

    /// The key with which networks are hashed.
    ///
    /// # Errors
    /// The store fails, or the system has no randomness to give.
    pub async fn block_key(&self) -> Result<String, StoreError> {
        self.key(BLOCK_KEY).await
    }

    /// Deletes sanctions, blocks and switches that have ended before a time, and screenings that are older.
    pub async fn remove_expired_moderation(&self, before: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::RemoveExpiredModeration { before }]).await
    }
}
