//! The tournaments of today, for the TV page.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::rendered::Rendered;
use crate::model::tv::TodaysTournaments;
use crate::server::AppState;
use crate::server::tournaments;

/// How often they are looked at.
const EVERY: Duration = Duration::from_secs(2);

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Today {
    tournaments: watch::Sender<Arc<TodaysTournaments>>,
    pub rendered: Rendered<Arc<TodaysTournaments>>,
}

impl Today {
    /// The tournaments as the pages that look were shown them last.
    pub fn tournaments(&self) -> Arc<TodaysTournaments> {
        Arc::clone(&self.tournaments.borrow())
    }

    /// Waits for changes. For the first page that looks they are looked at anew.
    pub fn subscribe(&self, app: &AppState) -> watch::Receiver<Arc<TodaysTournaments>> {
        if self.lookers() == 0 {
            self.refresh(app);
        }
        self.tournaments.subscribe()
    }

    fn refresh(&self, app: &AppState) {
        let now = tournaments::todays_tournaments(app);
        self.tournaments.send_if_modified(|known| {
            let is_changed = **known != now;
            if is_changed {
                *known = Arc::new(now);
            }
            is_changed
        });
    }

    /// How many wait for changes.
    pub fn lookers(&self) -> usize {
        self.tournaments.receiver_count()
    }
}

/// Looks at the tournaments for ever, while any page looks.
pub(super) async fn run(app: &AppState) {
    loop {
        sleep(EVERY).await;
        if app.lobby.tv.today.lookers() > 0 {
            app.lobby.tv.today.refresh(app);
        }
    }
}
