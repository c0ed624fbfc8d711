//! `duello undo-ratings`: takes back what a range of games has changed of ratings.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::{Act, Desk, when};
use crate::server::admin::TaskError;
use crate::server::config::desk::UndoRange;
use crate::server::store::{ModerationChange, RatedChange, RatedRange};

/// Games that one change takes back: it shares a commit with others, which wait for it.
const BATCH: usize = 200;

/// What was, or would be, taken back.
#[derive(Serialize)]
struct Undone {
    dry_run: bool,
    games: usize,
    /// By guest and game: how many games, and by how many points the rating changes.
    ratings: Vec<UndoneRating>,
    changes: Vec<RatedChange>,
}

#[derive(Serialize)]
struct UndoneRating {
    guest: String,
    kind: String,
    games: u32,
    points: f64,
}

impl Desk<'_> {
    /// Takes back what games have changed of ratings, once.
    pub(super) async fn undo_ratings(&self, range: &UndoRange) -> Result<(), TaskError> {
        let mut guests = range.guest.iter().chain(&range.pair);
        let mut next = async || match guests.next() {
            Some(text) => self.find_guest(text).await.map(Some),
            None => Ok(None),
        };
        let (guest, opponent) = (next().await?, next().await?);
        let (from, to) = (range.from.at(self.now), range.to.map_or(self.now, |to| to.at(self.now)));
        let rated = RatedRange { from, to, guest, opponent };
        let changes = self.store.rated_changes(&rated).await.map_err(|error| self.failed(error))?;
        let mut games: Vec<String> = changes.iter().map(|change| change.game.clone()).collect();
        games.dedup();
        let number = games.len();
        if !range.dry_run {
            for some in games.chunks(BATCH) {
                let act = Act { action: "undo_ratings", about: format!("{} games", some.len()), until: None };
                let change = ModerationChange::UndoRatings { games: some.to_vec(), at: self.now };
                self.moderate(change, act).await?;
            }
        }
        let mut by_rating: BTreeMap<(String, String), (u32, f64)> = BTreeMap::new();
        for change in &changes {
            let rating = by_rating.entry((change.guest.clone(), change.kind.clone())).or_default();
            *rating = (rating.0 + 1, rating.1 - change.change);
        }
        let ratings = by_rating.into_iter().map(|((guest, kind), (games, points))| UndoneRating {
            guest,
            kind,
            games,
            points,
        });
        let ratings = ratings.collect();
        self.answer(&Undone { dry_run: range.dry_run, games: number, ratings, changes });
        Ok(())
    }
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for RatedChange { game, at, kind, guest, change } in &self.changes {
            writeln!(f, "  {}  game {game}, {kind}: guest {guest} {change:+.1}", when(*at))?;
        }
        for UndoneRating { guest, kind, games, points } in &self.ratings {
            writeln!(f, "{guest}: {kind} {points:+.1} points by {games} games")?;
        }
        match (self.dry_run, self.games) {
            (_, 0) => f.write_str("No rated games are there to be taken back."),
            (true, number) => write!(f, "{number} games would be taken back. Nothing was changed."),
            (false, number) => write!(f, "{number} games are taken back."),
        }
    }
}
