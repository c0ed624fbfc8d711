//! The page of a tournament over the lobby socket: its standing, the visitor's own part, and the way to the visitor's next
//! game. Whoever has it open is there to be paired.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::WebSocket;
use room::RoomCode;
use tokio::sync::watch;
use tournament::PairingId;

use super::{End, LobbySocket};
use crate::app::text::language::Language;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::guest_name::guest_of;
use crate::server::identity::GuestKey;
use crate::server::store::StoreError;
use crate::server::tournaments::{Live, PagePresence, guests_of, last_pairing, own_html, own_part, view_of};

/// How often a page is sent what has changed, and by how much later for each so many entrants who look; the visitor's next game
/// is told at once.
const EVERY: Duration = Duration::from_secs(1);
const CROWD: usize = 100;

/// The tournament of a page that is named `tournament/CODE`.
pub(super) fn code_of(page: &str) -> Option<RoomCode> {
    page.strip_prefix("event/")?.parse().ok()
}

/// Waits for changes of the page's tournament, if it has one.
pub(super) async fn hear(tournament: &mut Option<TournamentFeed>) {
    match tournament {
        Some(tournament) => tournament.hear().await,
        None => std::future::pending().await,
    }
}

/// See the module.
pub(super) struct TournamentFeed {
    live: Arc<Live>,
    changes: watch::Receiver<u64>,
    guests: Vec<GuestKey>,
    name: String,
    /// The place with which the page's standing begins, from 1.
    from: usize,
    /// The visitor's last pairing that the page knows of.
    known: Option<PairingId>,
    /// When the page may be sent changes again.
    next: Instant,
    is_dirty: bool,
    presence: Option<PagePresence>,
}

impl TournamentFeed {
    /// The feed of a page that says with which place its standing begins, and which pairing of the visitor's it knows;
    /// `None` if the tournament is not live any more.
    pub async fn open(
        app: &AppState,
        code: RoomCode,
        (from, known): (Option<usize>, Option<u32>),
        session: Option<&Session>,
        language: Language,
    ) -> Result<Option<Self>, StoreError> {
        let Some(live) = app.tournaments.live_after_start(code).await? else { return Ok(None) };
        let guests = guests_of(session);
        let name = match session {
            Some(session) => {
                let guest = guest_of(&app.store, session.identity.guest(), language).await;
                guest.inspect_err(|error| tracing::warn!(%error, "a tournament could not be shown"))?.name
            }
            None => String::new(),
        };
        let now = app.time.now();
        let own = live.entrant_of(guests.iter().copied());
        let latest = own.and_then(|own| last_pairing(&live.tournament(), own));
        Ok(Some(Self {
            changes: live.subscribe(),
            known: known.map_or(latest, |id| Some(PairingId(id))),
            presence: own.map(|own| live.open_page(own, now)),
            guests,
            name,
            from: from.unwrap_or(1),
            next: Instant::now(),
            is_dirty: true,
            live,
        }))
    }

    /// Waits until something is to be sent.
    pub async fn hear(&mut self) {
        let next = self.next;
        tokio::select! {
            changed = self.changes.changed() => match changed {
                Ok(()) => self.is_dirty = true,
                Err(_) => std::future::pending().await,
            },
            () = tokio::time::sleep_until(next.into()), if self.is_dirty => {}
        }
    }

    /// The room of the visitor's pairing that the page does not know of yet, once it is open.
    fn next_room(&mut self) -> Option<RoomCode> {
        let own = self.live.entrant_of(self.guests.iter().copied())?;
        let tournament = self.live.tournament();
        let id = tournament.entrant(own)?.playing.filter(|id| self.known.is_none_or(|known| known < *id))?;
        let room = tournament
            .pairing(id)
            .map(|pairing| pairing.paired.room)
            .filter(|room| self.live.is_opened(*room))?;
        self.known = Some(id);
        Some(room)
    }
}

impl LobbySocket {
    /// Sends what has changed in the tournament of the page.
    pub(super) async fn send_tournament(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(feed) = &mut self.tournament else { return Ok(()) };
        // This server may learn only now that the visitor has entered at another one.
        if feed.presence.is_none()
            && let Some(own) = feed.live.entrant_of(feed.guests.iter().copied())
        {
            feed.presence = Some(feed.live.open_page(own, self.app.time.now()));
        }
        let go = feed.next_room();
        if go.is_none() && (!feed.is_dirty || Instant::now() < feed.next) {
            return Ok(());
        }
        let crowd = u32::try_from(feed.live.lookers() / CROWD).unwrap_or(u32::MAX);
        (feed.next, feed.is_dirty) = (Instant::now() + EVERY.saturating_mul(crowd.saturating_add(1)), false);
        let shown = feed.live.shown();
        let view = view_of(&feed.live, &shown, self.app.time.now());
        let own = own_part(&self.app, &feed.live, &shown, &feed.guests, feed.name.clone());
        let has_visitor = self.identity.is_some();
        let html = own_html(self.language, &view, has_visitor.then_some(&own));
        let shared = feed.live.fragments(self.language, feed.from, &view);
        let mut fragments = vec![("event-own", Arc::from(html))];
        fragments.extend(shared.iter().cloned());
        fragments.extend(go.map(|room| ("go", format!("/r/{room}").into())));
        self.send_fragments(socket, fragments).await
    }
}
