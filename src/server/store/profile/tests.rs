//! Tests of counts and ratings in the store, on a real database.

use room::{
    Command, Company, EndedGame, MemberId, Millis, Preset, RoomCode, Seat, Settings, decide, evolve, fold,
    paired_room_log, stamp,
};
use rules::Game;

use super::{Rating, Score};
use crate::model::rating::RatingCategory;
use crate::server::database::tests::{Fresh, fresh};
use crate::server::database::{Database, query};
use crate::server::identity::{GuestKey, Identity};
use crate::server::store::{OwnGame, Projections, RatedLimits, RatedResult, SeatHolder, Store, StoreError};

pub(in crate::server::store) async fn store() -> (Store, Fresh) {
    let fresh = fresh().await;
    (Store::open(fresh.location.clone()).await.unwrap(), fresh)
}

pub(in crate::server::store) fn guest(n: u8) -> GuestKey {
    Identity::of_test(n).guest()
}

/// How a test's game ends.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::server::store) enum End {
    /// The bottom player resigns.
    Resigned,
    /// Draw by agreement.
    Drawn,
    /// It is called off.
    CalledOff,
}

/// Plays a room's only game between two guests and stores it as the server does; returns what was stored with
/// its end.
pub(in crate::server::store) async fn played(
    store: &Store,
    seed: u64,
    game: Game,
    guests: [u8; 2],
    end: End,
    at: Millis,
) -> (RoomCode, Vec<room::Logged>, Projections) {
    let any = RatedLimits { same_address: 0, same_pair: 0 };
    played_within(store, seed, RatingCategory::rapid(game), guests, (end, at), (false, any)).await
}

/// As [`played`], a game of this speed in which the bottom player resigns; returns the room.
pub(in crate::server::store) async fn resigned_at(
    store: &Store,
    seed: u64,
    category: RatingCategory,
    guests: [u8; 2],
    at: Millis,
) -> RoomCode {
    let any = RatedLimits { same_address: 0, same_pair: 0 };
    played_within(store, seed, category, guests, (End::Resigned, at), (false, any)).await.0
}

/// A guest's rating among people at a game that is rapid.
pub(in crate::server::store) async fn rapid_rating(store: &Store, n: u8, game: Game) -> Option<Rating> {
    let ratings = store.ratings(guest(n)).await.unwrap();
    ratings.into_iter().find(|(of, _)| *of == RatingCategory::rapid(game)).map(|(_, rating)| rating)
}

/// As [`played`] with the usual limits of rated games, by two guests of one network address or not.
pub(in crate::server::store) async fn played_from(
    store: &Store,
    seed: u64,
    game: Game,
    guests: [u8; 2],
    end: (End, Millis),
    same_address: bool,
) {
    let limits = RatedLimits { same_address: 2, same_pair: 10 };
    played_within(store, seed, RatingCategory::rapid(game), guests, end, (same_address, limits)).await;
}

async fn played_within(
    store: &Store,
    seed: u64,
    category: RatingCategory,
    guests: [u8; 2],
    (end, at): (End, Millis),
    (same_address, limits): (bool, RatedLimits),
) -> (RoomCode, Vec<room::Logged>, Projections) {
    let code = RoomCode::from_seed(seed);
    let game = category.game;
    let settings = Settings { company: Company::Strangers, ..Settings::for_game(game) };
    let members = guests.map(|n| Identity::of_test(n).member(code));
    let members = if guests[0] == guests[1] { [MemberId(1), MemberId(2)] } else { members };
    let names = guests.map(|n| format!("Guest {n} of {seed}"));
    let log =
        paired_room_log(code, settings, [(members[0], &names[0]), (members[1], &names[1])], at).unwrap();
    let holders = [0, 1].map(|n| SeatHolder { seat: Seat::BOTH[n], guest: Some(guest(guests[n])) });
    let seated = Projections { holders: holders.to_vec(), same_address, ..Projections::default() };
    store.create_room(code, &log, &seated).await.unwrap();
    let mut room = fold(code, &log);
    let mut events = Vec::new();
    let mut act = |member: MemberId, command: Command| {
        for logged in stamp(decide(&room, member, &command, at).unwrap(), room.seq, at, None) {
            evolve(&mut room, &logged);
            events.push(logged);
        }
        room.clone()
    };
    let mut now = act(members[0], Command::SendPreset(Preset::Hello));
    if end != End::CalledOff {
        let running = now.running().unwrap();
        let mover = running.seat_of(running.position.to_move()).index();
        let (game, ply) = (running.number, running.ply());
        let mv = running.position.legal_moves()[0];
        now = act(members[mover], Command::Play { game, ply, mv });
    }
    match end {
        End::Resigned => {
            now = act(members[0], Command::Resign);
        }
        End::Drawn => {
            act(members[0], Command::OfferDraw);
            now = act(members[1], Command::AnswerDraw(true));
        }
        End::CalledOff => {}
    }
    let called_off = (end == End::CalledOff).then_some(game);
    let ended = EndedGame::of(&now);
    assert_eq!(ended.is_some(), end != End::CalledOff);
    let rated = ended.as_ref().map(|ended| RatedResult {
        category,
        number: ended.number,
        winner: ended.game.winner,
        at: ended.game.ended,
        limits,
    });
    let beside = Projections { rated, ended, called_off, ..Projections::default() };
    store.append(code, &events, &beside).await.unwrap();
    (code, events, beside)
}

fn ids(games: &[OwnGame]) -> Vec<String> {
    games.iter().map(|own| own.id.to_string()).collect()
}

#[tokio::test]
async fn finished_games_are_counted_by_game_and_opponent() {
    let (store, _folder) = store().await;
    for (seed, game, guests, end) in [
        (1, Game::Mancala, [1, 2], End::Resigned),
        (2, Game::Mancala, [2, 1], End::Resigned),
        (3, Game::Mancala, [1, 2], End::Drawn),
        (4, Game::Mapello, [1, 3], End::Resigned),
        (5, Game::Mapello, [3, 1], End::CalledOff),
        (6, Game::Mapello, [3, 1], End::CalledOff),
        (7, Game::Mancala, [3, 2], End::Resigned),
    ] {
        played(&store, seed, game, guests, end, seed as Millis * 1_000).await;
    }
    let tallies = store.tallies(guest(1)).await.unwrap();
    let of = |game| tallies.iter().filter(|tally| tally.game == game).collect::<Vec<_>>();
    let [mancala] = of(Game::Mancala)[..] else { panic!("{tallies:?}") };
    assert_eq!((mancala.variant.as_str(), mancala.score), ("kalah", Score { won: 1, drawn: 1, lost: 1 }));
    let [mapello] = of(Game::Mapello)[..] else { panic!("{tallies:?}") };
    assert_eq!((mapello.variant.as_str(), mapello.score), ("default", Score { won: 0, drawn: 0, lost: 1 }));
    assert_eq!(store.called_off(guest(1)).await.unwrap(), [(Game::Mapello, 2)]);
    assert_eq!(store.called_off(guest(2)).await.unwrap(), []);
    assert!(store.tallies(guest(9)).await.unwrap().is_empty());

    let met = store.opponents(guest(1), 9).await.unwrap();
    let names = met.iter().map(|met| met.last.game.names[met.last.side.other().index()].as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Guest 3 of 4", "Guest 2 of 3"], "the latest first");
    assert_eq!(met[1].score, Score { won: 1, drawn: 1, lost: 1 });
    assert_eq!(store.opponents(guest(1), 1).await.unwrap().len(), 1);
    assert!(store.opponents(guest(9), 9).await.unwrap().is_empty());

    // Any game with an opponent leads to all games with that opponent, but only for its own player.
    for own in store.games_of(guest(1), 0, 9).await.unwrap() {
        let with = store.score_against(guest(1), own.id).await.unwrap().unwrap();
        let games = store.games_with(guest(1), own.id, 0, 9).await.unwrap();
        assert_eq!(games.len() as u32, with.won + with.drawn + with.lost);
        assert!(ids(&games).contains(&own.id.to_string()));
        assert_eq!(store.games_with(guest(1), own.id, 1, 9).await.unwrap().len(), games.len() - 1);
        assert_eq!(store.score_against(guest(9), own.id).await.unwrap(), None);
        assert!(store.games_with(guest(9), own.id, 0, 9).await.unwrap().is_empty());
    }
    let others = store.games_of(guest(3), 0, 1).await.unwrap();
    assert_eq!(store.score_against(guest(1), others[0].id).await.unwrap(), None, "between two others");
}

#[tokio::test]
async fn a_game_is_rated_once_despite_rewrites_and_restarts() {
    let (store, fresh) = store().await;
    let (code, events, beside) = played(&store, 1, Game::Mancala, [1, 2], End::Resigned, 1_000).await;
    let [loser, winner] = [1, 2].map(guest);
    let before = [store.ratings(loser).await.unwrap(), store.ratings(winner).await.unwrap()];
    let [(category, lost)] = before[0][..] else { panic!("{before:?}") };
    assert_eq!((category, lost.games, lost.at), (RatingCategory::rapid(Game::Mancala), 1, 1_000));
    assert!(lost.points < 1500.0 && lost.deviation < 350.0);
    assert_eq!((lost.points + before[1][0].1.points).round(), 3000.0);
    assert!(matches!(store.append(code, &events, &beside).await, Err(StoreError::Conflict)));
    // The same game under other sequence numbers is still the same game.
    let later: Vec<_> =
        events.iter().map(|event| room::Logged { seq: event.seq + 50, ..event.clone() }).collect();
    assert!(matches!(store.append(code, &later, &beside).await, Err(StoreError::Conflict)));
    store.close().await;
    let store = Store::open(fresh.location.clone()).await.unwrap();
    assert_eq!([store.ratings(loser).await.unwrap(), store.ratings(winner).await.unwrap()], before);

    played(&store, 2, Game::Mancala, [1, 2], End::CalledOff, 2_000).await;
    assert_eq!(store.ratings(loser).await.unwrap(), before[0], "what was called off counts for nothing");
    played(&store, 3, Game::Mapello, [1, 2], End::Drawn, 3_000).await;
    let both = store.ratings(loser).await.unwrap();
    assert_eq!((both.len(), both[0]), (2, before[0][0]), "one rating a game");
    assert_eq!(both[1].1.rounded(), 1500);
}

#[tokio::test]
async fn games_against_oneself_and_unrated_games_change_no_rating() {
    let (store, _folder) = store().await;
    played(&store, 1, Game::Mancala, [1, 1], End::Resigned, 1_000).await;
    assert!(store.ratings(guest(1)).await.unwrap().is_empty());
    assert!(store.opponents(guest(1), 9).await.unwrap().is_empty(), "nor is he his own opponent");
}

#[tokio::test]
async fn games_from_before_the_migration_are_described_but_not_rated() {
    let (store, fresh) = store().await;
    for (seed, game) in [(1, Game::Mancala), (2, Game::Mapello)] {
        played(&store, seed, game, [1, 2], End::Resigned, 1_000).await;
    }
    let tallies = store.tallies(guest(1)).await.unwrap();
    store.close().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    for sql in [
        "UPDATE games SET game = '', way = '', timed = 0, winner = NULL",
        "INSERT INTO games (id, room, number, ended, body) VALUES ('x', 'AAAAAA', 1, 1, 'no game')",
        "DELETE FROM ratings",
    ] {
        query(sql).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let store = Store::open(fresh.location.clone()).await.unwrap();
    assert_eq!(store.tallies(guest(1)).await.unwrap(), tallies);
    assert!(store.ratings(guest(1)).await.unwrap().is_empty());
    let described = query("SELECT COUNT(*) FROM games WHERE game = ''");
    assert_eq!(described.fetch_one(&store.database).await.unwrap().try_get::<i64>(0).unwrap(), 0);
}
