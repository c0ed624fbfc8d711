//! Web Push subscriptions in the store, and the server's secrets (the VAPID key).

use room::{Millis, RoomCode, Seat};

use super::{Store, StoreError, Write};
use crate::app::text::language::Language;
use crate::server::database::{Query, Row, query};
use crate::server::hex::hex;
use crate::server::identity::GuestKey;

/// The most subscriptions of a guest; the latest ones are kept.
const MAX_SUBSCRIPTIONS: i64 = 8;

/// The kinds of notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// The guest's turn in a game with days for each move.
    Turn,
    /// An opponent has taken the other seat of the guest's room.
    Arrival,
}

/// A browser's push subscription.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its URL at the push service; a secret, because whoever knows it can send to it.
    pub endpoint: String,
    /// Public key and authentication secret of the browser, in unpadded base64url.
    pub p256dh: String,
    pub auth: String,
    /// Wanted kinds, by [`NoteKind`].
    pub wants: [bool; 2],
    /// Language of the notes.
    pub language: Language,
}

impl Subscription {
    /// Whether this kind is wanted.
    pub fn wants(&self, kind: NoteKind) -> bool {
        self.wants[kind as usize]
    }
}

/// A change of subscriptions or secrets.
pub(super) enum PushChange {
    /// A browser with the cookie `session` subscribes, or changes its subscription.
    Subscribe { guest: GuestKey, session: GuestKey, subscription: Subscription, at: Millis },
    /// Drops all but the latest subscriptions of a guest.
    KeepLatest(GuestKey),
    /// A browser unsubscribes; if a guest is given, only that guest's subscription.
    Unsubscribe { endpoint: String, guest: Option<GuestKey> },
    /// A secret, unless one of this name exists.
    Secret { name: &'static str, value: String },
}

impl PushChange {
    pub(super) fn statement(&self) -> Query {
        match self {
            Self::Subscribe { guest, session, subscription: of, at } => query(
                "INSERT INTO pushes (endpoint, guest, p256dh, auth, turn, arrival, language, since, session) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (endpoint) DO UPDATE SET \
                 guest = excluded.guest, p256dh = excluded.p256dh, auth = excluded.auth, turn = excluded.turn, \
                 arrival = excluded.arrival, language = excluded.language, since = excluded.since, \
                 session = excluded.session, adopted = NULL",
            )
            .bind(of.endpoint.as_str())
            .bind(guest.to_string())
            .bind(of.p256dh.as_str())
            .bind(of.auth.as_str())
            .bind(i64::from(of.wants(NoteKind::Turn)))
            .bind(i64::from(of.wants(NoteKind::Arrival)))
            .bind(of.language.tag())
            .bind(*at)
            .bind(session.to_string()),
            Self::KeepLatest(guest) => query(
                "DELETE FROM pushes WHERE guest = $1 AND endpoint NOT IN \
                 (SELECT endpoint FROM pushes WHERE guest = $1 ORDER BY since DESC, endpoint LIMIT $2)",
            )
            .bind(guest.to_string())
            .bind(MAX_SUBSCRIPTIONS),
            Self::Unsubscribe { endpoint, guest } => {
                query("DELETE FROM pushes WHERE endpoint = $1 AND ($2 IS NULL OR guest = $2)")
                    .bind(endpoint.as_str())
                    .bind(guest.map(|guest| guest.to_string()))
            }
            Self::Secret { name, value } => {
                query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
                    .bind(*name)
                    .bind(value.as_str())
            }
        }
    }
}

impl Store {
    /// Stores a subscription of a guest, who keeps at most [`MAX_SUBSCRIPTIONS`]. It ends with the session of the
    /// browser's cookie.
    pub async fn subscribe(
        &self,
        guest: GuestKey,
        session: GuestKey,
        subscription: Subscription,
        at: Millis,
    ) -> Result<(), StoreError> {
        let subscribe = PushChange::Subscribe { guest, session, subscription, at };
        self.write(vec![Write::Push(subscribe), Write::Push(PushChange::KeepLatest(guest))]).await
    }

    /// Deletes a subscription; if a guest is given, only that guest's.
    pub async fn unsubscribe(&self, endpoint: String, guest: Option<GuestKey>) -> Result<(), StoreError> {
        self.write(vec![Write::Push(PushChange::Unsubscribe { endpoint, guest })]).await
    }

    /// The subscriptions of a seat's holder to this kind of notes, unless the holder has muted the room.
    pub async fn subscriptions(
        &self,
        code: RoomCode,
        seat: Seat,
        kind: NoteKind,
    ) -> Result<Vec<Subscription>, StoreError> {
        let rows = query(
            "SELECT endpoint, p256dh, auth, turn, arrival, language FROM pushes \
             JOIN seats ON seats.guest = pushes.guest WHERE seats.room = $1 AND seats.seat = $2 \
             AND NOT EXISTS (SELECT 1 FROM push_rooms WHERE push_rooms.guest = seats.guest \
               AND push_rooms.room = $1 AND push_rooms.muted = 1)",
        )
        .bind(code.to_string())
        .bind(seat.index() as i64)
        .fetch_all(&self.database)
        .await?;
        let all: Vec<Subscription> = rows.iter().map(read).collect::<Result<_, _>>()?;
        Ok(all.into_iter().filter(|subscription| subscription.wants(kind)).collect())
    }

    /// All subscriptions of a guest.
    pub async fn subscriptions_of(&self, guest: GuestKey) -> Result<Vec<Subscription>, StoreError> {
        let rows =
            query("SELECT endpoint, p256dh, auth, turn, arrival, language FROM pushes WHERE guest = $1");
        let rows = rows.bind(guest.to_string()).fetch_all(&self.database).await?;
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    /// The endpoints of a guest's subscriptions.
    pub async fn endpoints(&self, guest: GuestKey) -> Result<Vec<String>, StoreError> {
        let rows = query("SELECT endpoint FROM pushes WHERE guest = $1 ORDER BY since, endpoint");
        let rows = rows.bind(guest.to_string()).fetch_all(&self.database).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// The key of this name, 64 hexadecimal digits, which all nodes of the database share. Who asks first draws it.
    ///
    /// # Errors
    /// The store fails, or the system has no randomness to give.
    pub async fn key(&self, name: &'static str) -> Result<String, StoreError> {
        let mut fresh = [0; 32];
        getrandom::fill(&mut fresh).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        self.secret(name, hex(&fresh)).await
    }

    /// The secret of this name, which becomes `fresh` if there is none.
    pub async fn secret(&self, name: &'static str, fresh: String) -> Result<String, StoreError> {
        self.write(vec![Write::Push(PushChange::Secret { name, value: fresh })]).await?;
        let row = query("SELECT value FROM secrets WHERE name = $1").bind(name);
        Ok(row.fetch_one(&self.database).await?.try_get(0)?)
    }
}

fn read(row: &Row) -> Result<Subscription, sqlx::Error> {
    Ok(Subscription {
        endpoint: row.try_get(0)?,
        p256dh: row.try_get(1)?,
        auth: row.try_get(2)?,
        wants: [row.try_get::<i64>(3)? == 1, row.try_get::<i64>(4)? == 1],
        language: Language::of_tag(row.try_get::<&str>(5)?).unwrap_or_default(),
    })
}
