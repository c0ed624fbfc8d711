//! Duello TV: the best running game that everybody may watch, chosen once for all pages, and the tournaments of today. There is a
//! channel for all games and one for each of the two. The games are those of all nodes.

mod channel;
mod choice;
mod ratings;
mod rendered;
mod today;

use std::sync::Arc;

use rules::Game;
use tokio::sync::watch;

use self::channel::Channel;
use self::ratings::KnownRatings;
use self::today::Today;
use super::fragments::{self, Fragments};
use crate::app::text::language::Language;
use crate::model::tv::{TodaysTournaments, TvData, TvGame};
use crate::server::{AppState, tournaments};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Tv {
    all: Channel,
    mancala: Channel,
    mapello: Channel,
    ratings: KnownRatings,
    today: Today,
}

impl Tv {
    fn channel(&self, filter: Option<Game>) -> &Channel {
        match filter {
            None => &self.all,
            Some(Game::Mancala) => &self.mancala,
            Some(Game::Mapello) => &self.mapello,
        }
    }

    /// Waits for changes of the game that is shown.
    pub fn subscribe(&self, filter: Option<Game>) -> watch::Receiver<Option<Arc<TvGame>>> {
        self.channel(filter).subscribe()
    }

    /// Waits for changes of the tournaments of today.
    pub fn subscribe_today(&self, app: &AppState) -> watch::Receiver<Arc<TodaysTournaments>> {
        self.today.subscribe(app)
    }

    /// How many sockets look.
    pub fn lookers(&self) -> usize {
        self.today.lookers()
    }

    /// The page as it is now.
    pub fn data(&self, app: &AppState, filter: Option<Game>) -> TvData {
        let tournaments = Arc::new(tournaments::todays_tournaments(app));
        TvData { filter, game: self.channel(filter).game(), tournaments, now: app.time.now() }
    }

    /// The game as a page shows it, rendered once for all pages in this language.
    pub fn game_html(&self, app: &AppState, filter: Option<Game>, language: Language) -> Fragments {
        let channel = self.channel(filter);
        channel.rendered.get_or_render(language, &channel.game(), |game| {
            fragments::tv_game(language, game.as_deref(), filter, app.time.now())
        })
    }

    /// The tournaments of today, rendered as the game is.
    pub fn today_html(&self, app: &AppState, language: Language) -> Fragments {
        let tournaments = self.today.tournaments();
        self.today.rendered.get_or_render(language, &tournaments, |tournaments| {
            fragments::tv_today(language, tournaments, app.time.now())
        })
    }
}

/// Keeps the channels and the tournaments up to date until the server stops.
pub async fn run(app: AppState) {
    let channels = async {
        tokio::join!(
            channel::run(&app, None),
            channel::run(&app, Some(Game::Mancala)),
            channel::run(&app, Some(Game::Mapello)),
            today::run(&app),
        )
    };
    tokio::select! {
        () = app.stop.cancelled() => {}
        _ = channels => {}
    }
}
