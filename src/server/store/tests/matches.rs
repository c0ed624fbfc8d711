//! Tests of matches of two games in the store: a match is rated once, at the last of its games that is archived.

use room::{
    Command, Company, EndedGame, GameSettings, MATCH_BREAK_MS, MancalaSettings, MatchLength, MemberId, Room,
    TimeControl, decide, evolve, fold, paired_room_log, tick,
};
use rules::mancala::Variant;
use rules::{Game, Side};

use super::*;
use crate::model::rating::RatingCategory;
use crate::server::identity::Identity;
use crate::server::store::moderation::tests::entry;
use crate::server::store::profile::tests::{guest, rapid_rating};

const LIMITS: RatedLimits = RatedLimits { same_address: 0, same_pair: 2 };

/// A room of two guests who play matches, with what the server would write.
struct Table<'s> {
    store: &'s Store,
    room: Room,
    members: [MemberId; 2],
    now: Millis,
}

impl<'s> Table<'s> {
    /// Both guests are paired, and the first game of their match has begun; the first guest sits at the bottom and begins.
    async fn paired(store: &'s Store, seed: u64, guests: [u8; 2], now: Millis) -> Self {
        let code = RoomCode::from_seed(seed);
        let game = MancalaSettings::fair(Variant::default(), 1).unwrap();
        let settings = Settings {
            game: GameSettings::Mancala(game),
            clock: TimeControl::PerMove { seconds: 60 },
            company: Company::Strangers,
            match_length: MatchLength::Two,
            ..Settings::default()
        };
        let members = guests.map(|n| Identity::of_test(n).member(code));
        let log = paired_room_log(code, settings, members.map(|member| (member, "Guest")), now).unwrap();
        let holders = [0, 1].map(|n| SeatHolder { seat: Seat::BOTH[n], guest: Some(guest(guests[n])) });
        let seated = Projections { holders: holders.to_vec(), ..Projections::default() };
        store.create_room(code, &log, &seated).await.unwrap();
        Self { store, room: fold(code, &log), members, now }
    }

    /// Appends events; `rated` says at which game a match is rated that ends with them, and which side of it has won.
    async fn append(&mut self, events: Vec<Event>, rated: Option<(u32, Option<Side>)>) {
        let logged = stamp(events, self.room.seq, self.now, None);
        let mut changes = Projections::default();
        for event in &logged {
            evolve(&mut self.room, event);
            match event.event {
                Event::Ended { .. } => changes.ended = EndedGame::of(&self.room),
                Event::Left(seat) => changes.holders.push(SeatHolder { seat, guest: None }),
                _ => {}
            }
        }
        changes.rated = rated.map(|(number, winner)| RatedResult {
            category: RatingCategory::rapid(Game::Mancala),
            number,
            winner,
            // A match ends later than its first game (`RatedRules::rated`).
            at: self.now + Millis::from(number == 1),
            limits: LIMITS,
        });
        self.store.append(self.room.code, &logged, &changes).await.unwrap();
    }

    async fn act(&mut self, player: usize, command: Command, rated: Option<(u32, Option<Side>)>) {
        let events = decide(&self.room, self.members[player], &command, self.now).unwrap();
        self.append(events, rated).await;
    }

    /// The player to move moves.
    async fn play(&mut self) {
        let game = self.room.running().unwrap();
        let player = game.seat_of(game.position.to_move()).index();
        let mv = game.position.legal_moves()[0];
        let command = Command::Play { game: game.number, ply: game.ply(), mv };
        self.act(player, command, None).await;
    }

    async fn wait_for_the_second_game(&mut self) {
        self.now += MATCH_BREAK_MS;
        let events = tick(&self.room, self.now);
        self.append(events, None).await;
    }
}

/// By how many points the games of a guest have changed the rating, the latest first.
async fn changes(store: &Store, n: u8) -> Vec<Option<f64>> {
    let games = store.games_after(guest(n), None, 9).await.unwrap();
    games.into_iter().map(|(_, change)| change).collect()
}

async fn rating(store: &Store, n: u8) -> Option<(u32, u32)> {
    let rating = rapid_rating(store, n, Game::Mancala).await;
    rating.map(|rating| (rating.rounded(), rating.games))
}

#[tokio::test]
async fn a_match_changes_ratings_once_at_the_end_of_its_second_game() {
    let (store, _fresh) = store().await;
    let mut table = Table::paired(&store, 1, [1, 2], 1_000).await;
    let code = table.room.code;
    table.play().await;
    table.act(0, Command::Resign, None).await;
    assert_eq!((rating(&store, 1).await, changes(&store, 1).await), (None, vec![None]));
    assert_eq!(store.rating_changes(code, 1).await.unwrap(), None);

    table.wait_for_the_second_game().await;
    table.play().await;
    // The second guest has won by the sum, and was South, the first side, in the second game.
    table.act(1, Command::OfferDraw, None).await;
    table.act(0, Command::AnswerDraw(true), Some((2, Some(Side::First)))).await;
    assert_eq!(rating(&store, 1).await, Some((1_338, 1)));
    assert_eq!(rating(&store, 2).await, Some((1_662, 1)));
    assert_eq!(store.rating_changes(code, 1).await.unwrap(), None);
    let [first, second] = store.rating_changes(code, 2).await.unwrap().unwrap();
    assert!(first > 162.0 && (first + second).abs() < 1e-6, "by the sides of the second game");
    assert!(matches!(changes(&store, 1).await[..], [Some(lost), None] if lost < -162.0));
    assert!(matches!(changes(&store, 2).await[..], [Some(won), None] if won > 162.0));
    assert_eq!(
        store.last_rating_changes(guest(1), RatingCategory::rapid(Game::Mancala), 9).await.unwrap().len(),
        1
    );
}

#[tokio::test]
async fn a_match_whose_second_game_is_forfeited_is_rated_at_its_first() {
    let (store, _fresh) = store().await;
    let mut table = Table::paired(&store, 1, [1, 2], 1_000).await;
    let code = table.room.code;
    table.play().await;
    table.act(0, Command::Resign, None).await;
    // Whoever leaves gives up the seat with the same events.
    table.act(0, Command::Leave, Some((1, Some(Side::Second)))).await;
    assert_eq!((rating(&store, 1).await, rating(&store, 2).await), (Some((1_338, 1)), Some((1_662, 1))));
    // It is the end of the second game that has brought it, by the sides of that game.
    assert!(matches!(store.rating_changes(code, 2).await.unwrap(), Some([won, _]) if won > 162.0));
    assert_eq!(store.rating_changes(code, 1).await.unwrap(), None);
    assert_eq!(store.rating_changes(code, 3).await.unwrap(), None);
    assert!(matches!(changes(&store, 1).await[..], [Some(_)]), "a game without moves is not archived");

    // Taking it back takes back the match.
    let range = RatedRange { from: 0, to: 9_000, guest: None, opponent: None };
    let rated = store.rated_changes(&range).await.unwrap();
    assert_eq!(rated.len(), 2, "both players: {rated:?}");
    let undo = ModerationChange::UndoRatings { games: vec![rated[0].game.clone()], at: 9_000 };
    store.moderate(undo, entry(9_000)).await.unwrap();
    assert_eq!((rating(&store, 1).await, rating(&store, 2).await), (None, None));
}

#[tokio::test]
async fn a_match_counts_once_for_the_limit_of_a_day() {
    let (store, _fresh) = store().await;
    for seed in 1..=3 {
        let mut table = Table::paired(&store, seed, [1, 2], seed as Millis * 1_000).await;
        table.play().await;
        table.act(0, Command::Resign, None).await;
        table.wait_for_the_second_game().await;
        table.play().await;
        table.act(0, Command::Resign, Some((2, Some(Side::First)))).await;
        let rated = rating(&store, 1).await.map(|(_, games)| games);
        assert_eq!(rated, Some(seed.min(2) as u32), "match {seed}, and two are rated in a day");
    }
    assert_eq!(changes(&store, 1).await.iter().flatten().count(), 2);
}

#[tokio::test]
async fn a_match_without_an_archived_game_is_not_rated() {
    let (store, _fresh) = store().await;
    let mut table = Table::paired(&store, 1, [1, 2], 1_000).await;
    table.act(0, Command::Resign, None).await;
    table.act(0, Command::Leave, Some((1, Some(Side::Second)))).await;
    assert_eq!((rating(&store, 1).await, changes(&store, 1).await), (None, vec![]));
}
