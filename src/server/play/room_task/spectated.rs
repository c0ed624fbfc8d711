//! The public game of a room for those who follow it without being in the room, such as the TV page: a snapshot after each
//! change, as long as anybody follows.

use std::sync::Arc;

use room::{Audience, Game};
use rules::Side;
use tokio::sync::watch;

use super::RoomTask;
use crate::model::tv::SpectatedGame;

/// The game of the room, if everybody may watch it. It closes when the room is unloaded or closed, or something in it was hidden.
pub type SpectatedFeed = watch::Receiver<Option<Arc<SpectatedGame>>>;

impl RoomTask {
    /// Another one follows the game.
    pub(super) fn follow(&mut self) -> SpectatedFeed {
        match &self.followed {
            Some(followed) => followed.subscribe(),
            None => {
                let (sender, feed) = watch::channel(self.spectated());
                self.followed = Some(sender);
                feed
            }
        }
    }

    /// Gives those who follow the game what has changed.
    pub(super) fn update_followed(&mut self) {
        let Some(followed) = &self.followed else { return };
        if followed.is_closed() {
            self.followed = None;
            return;
        }
        let now = self.spectated();
        followed.send_if_modified(|known| {
            let is_changed = *known != now;
            *known = now;
            is_changed
        });
    }

    fn spectated(&self) -> Option<Arc<SpectatedGame>> {
        let game = self.room.game.as_ref()?;
        let settings = self.room.settings_for(game.number);
        let is_public = settings.audience == Audience::Public && !self.room.closed && !self.is_shut();
        is_public.then(|| {
            Arc::new(SpectatedGame {
                code: self.room.code,
                names: Side::BOTH.map(|side| self.name_of(game, side)),
                settings: settings.game,
                is_rated: settings.is_rated(),
                game: game.clone(),
            })
        })
    }

    fn name_of(&self, game: &Game, side: Side) -> String {
        let occupant = self.room.occupant(game.seat_of(side));
        occupant.map(|occupant| occupant.name.clone()).unwrap_or_default()
    }
}
