//! The TV page over the lobby socket: the game that is shown, move by move, and the tournaments of today. What is sent is rendered
//! once for all sockets.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::WebSocket;
use rules::Game;
use tokio::sync::watch;

use super::{End, LobbySocket};
use crate::model::tv::{TodaysTournaments, TvGame};
use crate::server::AppState;

/// How often a page is sent what has changed, and by how much later for each so many pages that look.
const EVERY: Duration = Duration::from_millis(300);
const CROWD: usize = 250;
/// The result of a game stands for longer.
const EVERY_AT_MOST: Duration = Duration::from_secs(3);

/// The filter of a page that is named `tv`, `tv/mancala` or `tv/mapello`.
pub(super) fn filter_of(page: &str) -> Option<Option<Game>> {
    match page.strip_prefix("tv")? {
        "" => Some(None),
        game => Game::from_word(game.strip_prefix('/')?).map(Some),
    }
}

/// Waits for changes of what the page shows, if it is a TV page.
pub(super) async fn hear(tv: &mut Option<TvFeed>) {
    match tv {
        Some(tv) => tv.hear().await,
        None => std::future::pending().await,
    }
}

/// See the module.
pub(super) struct TvFeed {
    filter: Option<Game>,
    game: watch::Receiver<Option<Arc<TvGame>>>,
    today: watch::Receiver<Arc<TodaysTournaments>>,
    is_game_dirty: bool,
    is_today_dirty: bool,
    /// When the page may be sent changes again.
    next: Instant,
}

impl TvFeed {
    pub fn new(app: &AppState, filter: Option<Game>) -> Self {
        let tv = &app.lobby.tv;
        let (game, today) = (tv.subscribe(filter), tv.subscribe_today(app));
        Self { filter, game, today, is_game_dirty: true, is_today_dirty: true, next: Instant::now() }
    }

    /// Waits until something is to be sent.
    async fn hear(&mut self) {
        let is_dirty = self.is_game_dirty || self.is_today_dirty;
        tokio::select! {
            Ok(()) = self.game.changed() => self.is_game_dirty = true,
            Ok(()) = self.today.changed() => self.is_today_dirty = true,
            () = tokio::time::sleep_until(self.next.into()), if is_dirty => {}
            else => std::future::pending().await,
        }
    }
}

impl LobbySocket {
    /// Sends what has changed on the TV page.
    pub(super) async fn send_tv(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let Some(feed) = &mut self.tv else { return Ok(()) };
        if !(feed.is_game_dirty || feed.is_today_dirty) || Instant::now() < feed.next {
            return Ok(());
        }
        let tv = &self.app.lobby.tv;
        let crowd = u32::try_from(tv.lookers() / CROWD).unwrap_or(u32::MAX);
        let every = EVERY.saturating_mul(crowd.saturating_add(1)).min(EVERY_AT_MOST);
        feed.next = Instant::now() + every;
        let mut fragments = Vec::new();
        if std::mem::take(&mut feed.is_game_dirty) {
            fragments.extend(tv.game_html(&self.app, feed.filter, self.language).iter().cloned());
        }
        if std::mem::take(&mut feed.is_today_dirty) {
            fragments.extend(tv.today_html(&self.app, self.language).iter().cloned());
        }
        self.send_fragments(socket, fragments).await
    }
}
