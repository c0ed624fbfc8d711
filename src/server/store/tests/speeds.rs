//! Tests of ratings by speed: each speed has its own, what was rated before there were speeds is rapid, and programs of
//! before go on with those ratings.

use room::Speed;
use rules::Game;

use super::*;
use crate::model::rating::RatingCategory;
use crate::server::database::{Connection, Database, query};
use crate::server::identity::Identity;
use crate::server::store::ladder::Ladder;
use crate::server::store::moderation::tests::entry;
use crate::server::store::open::{MIGRATIONS, migrations};
use crate::server::store::profile::tests::{End, guest, played, rapid_rating, resigned_at};
use crate::server::store::{BotChange, ModerationChange, RatedRange};

const BULLET: RatingCategory = RatingCategory { game: Game::Mancala, speed: Speed::Bullet };
const RAPID: RatingCategory = RatingCategory { game: Game::Mancala, speed: Speed::Rapid };
const DAYS: RatingCategory = RatingCategory { game: Game::Mancala, speed: Speed::Days };

/// The number of games of each of a guest's ratings.
async fn games(store: &Store, ladder: Ladder, n: u8) -> Vec<(RatingCategory, u32)> {
    let ratings = store.ratings_on(ladder, guest(n)).await.unwrap();
    ratings.into_iter().map(|(category, rating)| (category, rating.games)).collect()
}

#[tokio::test]
async fn each_speed_of_a_game_has_a_rating_and_a_graph_of_its_own() {
    let (store, _fresh) = store().await;
    let mapello = RatingCategory { game: Game::Mapello, speed: Speed::Bullet };
    for (seed, category) in (1..).zip([BULLET, RAPID, BULLET, DAYS, mapello]) {
        resigned_at(&store, seed, category, [1, 2], 1_000 * seed as Millis).await;
    }
    let expected = [(RAPID, 1), (BULLET, 2), (DAYS, 1), (mapello, 1)];
    assert_eq!(games(&store, Ladder::People, 1).await, expected);
    for (category, number) in expected {
        let changes = store.last_rating_changes(guest(2), category, 9).await.unwrap();
        assert_eq!(changes.len(), number as usize, "{category:?}");
        let of = store.ratings(guest(2)).await.unwrap();
        let (_, rating) = of.into_iter().find(|(of, _)| *of == category).unwrap();
        assert!((1_500.0 + changes.iter().sum::<f64>() - rating.points).abs() < 1e-6, "{category:?}");
    }
    // At a table the rating is that of its speed.
    let code = resigned_at(&store, 9, DAYS, [2, 1], 9_000).await;
    for category in [BULLET, RAPID, DAYS] {
        let seats = store.ratings_at_table(code, category, 9_000).await.unwrap();
        let own = store.ratings(guest(2)).await.unwrap().into_iter().find(|(of, _)| *of == category);
        assert_eq!(seats[Seat::BOTH[0].index()], own.map(|(_, rating)| rating), "{category:?}");
    }
    // What is taken back is taken from the rating of that speed alone.
    let range = RatedRange { from: 3_000, to: 3_000, guest: None, opponent: None };
    let changes = store.rated_changes(&range).await.unwrap();
    assert!(changes.iter().all(|change| change.kind == "mancala bullet"), "{changes:?}");
    let undo = ModerationChange::UndoRatings { games: vec![changes[0].game.clone()], at: 9_500 };
    store.moderate(undo, entry(9_500)).await.unwrap();
    let expected = [(RAPID, 1), (BULLET, 1), (DAYS, 2), (mapello, 1)];
    assert_eq!(games(&store, Ladder::People, 1).await, expected);
    store.delete_guest(guest(1), 9_900).await.unwrap();
    assert!(games(&store, Ladder::People, 1).await.is_empty());
    assert_eq!(games(&store, Ladder::People, 2).await, expected);
}

#[tokio::test]
async fn games_with_bots_have_their_own_ratings_at_each_speed() {
    let (store, _fresh) = store().await;
    let bot = Identity::of_test(1);
    let make = BotChange::Make { bot, owner: None, name: "BOT Ada".to_owned(), at: 1 };
    store.change_bot(make).await.unwrap();
    for (seed, category) in (1..).zip([BULLET, RAPID, BULLET]) {
        resigned_at(&store, seed, category, [1, 2], 1_000).await;
    }
    assert_eq!(games(&store, Ladder::Bots, 2).await, [(RAPID, 1), (BULLET, 2)]);
    assert!(games(&store, Ladder::People, 2).await.is_empty());
    assert!(store.last_rating_changes(guest(2), BULLET, 9).await.unwrap().is_empty());
    let range = RatedRange { from: 0, to: 9_000, guest: None, opponent: None };
    let changed = store.rated_changes(&range).await.unwrap();
    let games = changed.iter().filter(|change| change.kind == "mancala bullet bots");
    let games: Vec<String> = games.map(|change| change.game.clone()).collect();
    assert_eq!(games.len(), 4, "{changed:?}");
    store.moderate(ModerationChange::UndoRatings { games, at: 9_000 }, entry(9_000)).await.unwrap();
    let left = store.ratings_on(Ladder::Bots, guest(2)).await.unwrap();
    assert_eq!(left.iter().map(|(category, _)| *category).collect::<Vec<_>>(), [RAPID]);
}

/// Writes a rating as programs up to schema 22 do.
async fn rate_as_schema_22(connection: &mut Connection, table: &str, n: u8, points: f64, games: i64) {
    let sql = format!(
        "INSERT INTO {table} (guest, game, points, deviation, volatility, games, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (guest, game) DO UPDATE SET \
         points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility, \
         games = excluded.games, at = excluded.at"
    );
    let rating = query(sql).bind(guest(n).to_string()).bind("mancala").bind(points).bind(90.0).bind(0.06);
    rating.bind(games).bind(5_000_i64).execute(connection).await.unwrap();
}

#[tokio::test]
async fn ratings_from_before_there_were_speeds_are_rapid() {
    let fresh = fresh().await;
    let mut old = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let earlier: Vec<_> = MIGRATIONS.into_iter().filter(|(version, ..)| *version <= 22).collect();
    old.migrate(&migrations(&earlier)).await.unwrap();
    rate_as_schema_22(&mut old, "ratings", 1, 1_620.0, 2).await;
    rate_as_schema_22(&mut old, "bot_ratings", 1, 1_410.0, 1).await;
    for (game, kind, change) in [("a", "mancala", 80.0), ("b", "mancala", 40.0), ("c", "mancala bots", -90.0)]
    {
        let sql = "INSERT INTO rated_games (game, side, guest, opponent, kind, at, same_address, change) \
                   VALUES ($1, 0, $2, $3, $4, 5000, 0, $5)";
        let row = query(sql).bind(game).bind(guest(1).to_string()).bind(guest(2).to_string());
        row.bind(kind).bind(change).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();

    let store = Store::open(fresh.location.clone()).await.unwrap();
    let people = store.ratings(guest(1)).await.unwrap();
    let [(RAPID, rating)] = people[..] else { panic!("{people:?}") };
    assert_eq!((rating.rounded(), rating.games), (1_620, 2));
    assert_eq!(games(&store, Ladder::Bots, 1).await, [(RAPID, 1)]);
    assert_eq!(store.last_rating_changes(guest(1), RAPID, 9).await.unwrap(), [80.0, 40.0]);
    // The rating goes on, and the old games are taken back from it.
    played(&store, 1, Game::Mancala, [1, 2], End::Resigned, 6_000).await;
    resigned_at(&store, 2, BULLET, [1, 2], 7_000).await;
    let before = rapid_rating(&store, 1, Game::Mancala).await.unwrap();
    assert!((before.games, before.points < 1_620.0) == (3, true), "{before:?}");
    let undo = ModerationChange::UndoRatings { games: vec!["a".to_owned(), "c".to_owned()], at: 8_000 };
    store.moderate(undo, entry(8_000)).await.unwrap();
    let after = rapid_rating(&store, 1, Game::Mancala).await.unwrap();
    assert!((after.points - before.points + 80.0).abs() < 1e-6 && after.games == 2, "{after:?}");
    assert!(games(&store, Ladder::Bots, 1).await.is_empty());
    let bullet = store.ratings(guest(1)).await.unwrap()[1];
    store.close().await;

    // A program of before, beside this one or after the way back: it finds its row and changes that one only.
    let mut old = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    rate_as_schema_22(&mut old, "ratings", 1, 1_700.0, 9).await;
    old.close().await.unwrap();
    let store = Store::open(fresh.location.clone()).await.unwrap();
    assert_eq!(rapid_rating(&store, 1, Game::Mancala).await.unwrap().rounded(), 1_700);
    assert_eq!(store.ratings(guest(1)).await.unwrap()[1], bullet);
}
