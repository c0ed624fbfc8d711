//! The games that are running: those of rooms that are loaded at this node, and the public ones that other nodes tell of.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use room::RoomCode;

use crate::model::lobby::PublicGame;
use crate::server::cluster::bus::NodeId;

/// The most games that a node tells the others of, the newest ones, and the most that are kept of another node.
pub(super) const TOLD: usize = 100;
/// A node that has told nothing for so long has gone.
const GONE_AFTER: Duration = Duration::from_secs(25);

/// See the module.
#[derive(Debug, Default)]
pub(super) struct RunningGames {
    /// Rooms with a game under way, since when, and the listing of those that are public.
    here: HashMap<RoomCode, (Instant, Option<PublicGame>)>,
    elsewhere: HashMap<NodeId, ToldGames>,
}

/// What a node has told.
#[derive(Debug)]
struct ToldGames {
    heard: Instant,
    /// Each game with the time since which it is known here.
    games: Vec<(Instant, PublicGame)>,
}

impl RunningGames {
    /// A game is under way in this room at this node.
    pub fn set(&mut self, code: RoomCode, listing: Option<PublicGame>) {
        self.here.entry(code).or_insert_with(|| (Instant::now(), None)).1 = listing;
    }

    /// The game in this room is over, or the room is no longer loaded; whether there was one.
    pub fn remove(&mut self, code: RoomCode) -> bool {
        self.here.remove(&code).is_some()
    }

    /// Notes what another node tells; whether that is news.
    pub fn hear(&mut self, node: NodeId, told: Vec<PublicGame>, now: Instant) -> bool {
        let before = self.elsewhere.remove(&node).map(|known| known.games).unwrap_or_default();
        let since = |game: &PublicGame| {
            let known =
                before.iter().find(|(_, known)| (known.code, known.number) == (game.code, game.number));
            known.map_or(now, |(since, _)| *since)
        };
        let games: Vec<_> = told.into_iter().take(TOLD).map(|game| (since(&game), game)).collect();
        let is_news = games != before;
        if !games.is_empty() {
            self.elsewhere.insert(node, ToldGames { heard: now, games });
        }
        is_news
    }

    /// Forgets what was told by nodes that have gone; whether there was anything.
    pub fn expire(&mut self, now: Instant) -> bool {
        let before = self.elsewhere.len();
        self.elsewhere.retain(|_, told| now.saturating_duration_since(told.heard) < GONE_AFTER);
        self.elsewhere.len() != before
    }

    /// The public games of rooms at this node, each with the time since which it is known.
    pub fn public_here(&self) -> impl Iterator<Item = (Instant, &PublicGame)> {
        self.here.values().filter_map(|(since, game)| Some((*since, game.as_ref()?)))
    }

    /// All public games, each room once: what this node knows itself goes before what others tell.
    pub fn public(&self) -> impl Iterator<Item = (Instant, &PublicGame)> {
        self.public_here().chain(self.public_elsewhere())
    }

    fn public_elsewhere(&self) -> impl Iterator<Item = (Instant, &PublicGame)> {
        let mut seen = HashSet::new();
        let told = self.elsewhere.values().flat_map(|told| &told.games);
        told.filter(move |(_, game)| !self.here.contains_key(&game.code) && seen.insert(game.code))
            .map(|(since, game)| (*since, game))
    }

    /// How many games are known to be running.
    pub fn count(&self) -> usize {
        self.here.len() + self.public_elsewhere().count()
    }
}

#[cfg(test)]
mod tests {
    use room::{Settings, TimeControl};

    use super::*;

    fn game(n: u64, number: u32) -> PublicGame {
        PublicGame {
            code: RoomCode::from_seed(n),
            number,
            is_rated: false,
            names: ["Anna".to_owned(), "Bert".to_owned()],
            game: Settings::default().game,
            clock: TimeControl::None,
            watching: 0,
        }
    }

    fn codes(games: &RunningGames) -> HashSet<RoomCode> {
        games.public().map(|(_, game)| game.code).collect()
    }

    #[test]
    fn a_room_that_several_nodes_have_is_listed_and_counted_once() {
        let (mut games, now) = (RunningGames::default(), Instant::now());
        games.set(RoomCode::from_seed(1), Some(game(1, 1)));
        games.set(RoomCode::from_seed(9), None);
        assert!(games.hear(NodeId(7), vec![game(1, 1), game(2, 1)], now));
        assert!(games.hear(NodeId(8), vec![game(2, 1), game(3, 1)], now));
        assert_eq!(codes(&games), [1, 2, 3].map(RoomCode::from_seed).into());
        assert_eq!((games.public().count(), games.count()), (3, 4));
        assert_eq!(games.public_here().count(), 1, "others are not told what they have told");
    }

    #[test]
    fn a_private_room_here_hides_what_another_node_still_tells_of_it() {
        let mut games = RunningGames::default();
        games.hear(NodeId(7), vec![game(1, 1)], Instant::now());
        games.set(RoomCode::from_seed(1), None);
        assert_eq!((games.public().count(), games.count()), (0, 1));
    }

    #[test]
    fn the_same_list_again_is_no_news_and_keeps_its_times() {
        let (mut games, now) = (RunningGames::default(), Instant::now());
        let later = now + Duration::from_secs(10);
        games.hear(NodeId(7), vec![game(1, 1)], now);
        assert!(!games.hear(NodeId(7), vec![game(1, 1)], later));
        assert!(games.hear(NodeId(7), vec![game(1, 2)], later), "the next game of a room");
        assert!(games.public().all(|(since, _)| since == later));
        assert!(games.hear(NodeId(7), Vec::new(), later), "the last one is over");
        assert!(!games.hear(NodeId(7), Vec::new(), later));
    }

    #[test]
    fn what_a_node_told_is_forgotten_when_it_has_gone() {
        let (mut games, now) = (RunningGames::default(), Instant::now());
        games.hear(NodeId(7), vec![game(1, 1)], now);
        assert!(!games.expire(now + GONE_AFTER / 2));
        assert!(games.expire(now + GONE_AFTER));
        assert_eq!(games.count(), 0);
    }

    #[test]
    fn a_list_that_is_too_long_is_cut() {
        let mut games = RunningGames::default();
        let told = (0..3 * TOLD as u64).map(|n| game(n, 1)).collect();
        games.hear(NodeId(7), told, Instant::now());
        assert_eq!(games.count(), TOLD);
    }
}
