use room::RoomCode;
use rules::Game;

use super::*;
use crate::server::database::{Connection, Database};
use crate::server::store::RatedRange;
use crate::server::store::profile::tests::{End, guest, played, played_from, rapid_rating, store};

pub fn entry(at: Millis) -> AuditEntry {
    AuditEntry {
        at,
        os_user: "root".to_owned(),
        name: "Ada".to_owned(),
        action: "test",
        about: "thing".to_owned(),
        until: None,
        reason: String::new(),
    }
}

fn sanction(kind: SanctionKind, until: Millis) -> ModerationChange {
    let reason = "why".to_owned();
    ModerationChange::Sanction(Sanction { guest: guest(1), kind, since: 1, until, reason })
}

#[tokio::test]
async fn a_guest_is_found_by_the_beginning_of_an_id_and_by_name() {
    let (store, _fresh) = store().await;
    store.rename_guest(guest(1), "Ada".to_owned(), 1).await.unwrap();
    let id = guest(1).to_string();
    assert_eq!(store.guests_like(Some(&id[..6]), "").await.unwrap(), [guest(1)]);
    assert_eq!(store.guests_like(None, "aDA").await.unwrap(), [guest(1)]);
    assert_eq!(store.guests_like(Some("zz"), "").await.unwrap(), []);
}

#[tokio::test]
async fn audit_rows_are_only_ever_added() {
    let (store, fresh) = store().await;
    for at in [1, 2] {
        store.moderate(ModerationChange::Lift(guest(1)), entry(at)).await.unwrap();
    }
    let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let mut sqls =
        vec!["UPDATE audit SET reason = 'other'", "DELETE FROM audit", "DELETE FROM audit WHERE n = 2"];
    if matches!(database, Connection::Postgres(_)) {
        sqls.push("TRUNCATE audit");
    }
    for sql in sqls {
        let error = query(sql).execute(&mut database).await.unwrap_err().to_string();
        assert!(error.contains("only ever added"), "{sql}: {error}");
    }
    let rows = store.audit_rows(0, None, 99).await.unwrap();
    assert_eq!(
        rows.iter().map(|row| (row.n, row.at, row.os_user.as_str())).collect::<Vec<_>>(),
        [(1, 1, "root"), (2, 2, "root")]
    );
    assert_eq!(store.audit_rows(2, Some("thing"), 99).await.unwrap().len(), 1);
    assert_eq!(store.audit_rows(0, Some("other"), 99).await.unwrap(), []);
}

#[tokio::test]
async fn a_change_is_stored_with_its_audit_row_or_not_at_all() {
    let (store, _fresh) = store().await;
    let before = store.moderation_version().await.unwrap();
    store.moderate(sanction(SanctionKind::Mute, 9), entry(1)).await.unwrap();
    assert_ne!(store.moderation_version().await.unwrap(), before, "servers see that something has changed");
    store.moderate(sanction(SanctionKind::Mute, 99), entry(2)).await.unwrap();
    let until: Vec<Millis> =
        store.sanctions(Some(guest(1))).await.unwrap().iter().map(|one| one.until).collect();
    assert_eq!(until, [99], "the later one counts");
    // A room's log has gone on: nothing of the change is stored.
    let (code, ..) = played(&store, 1, Game::Mancala, [1, 2], End::Resigned, 1_000).await;
    let taken = room::stamp(vec![room::Event::Left(room::Seat::Top)], 0, 1, None);
    let shut = ModerationChange::Shut { code, since: 1 };
    let outcome = store.moderate_room(shut, entry(3), code, &taken, &Projections::default()).await;
    assert!(matches!(outcome, Err(StoreError::Conflict)), "{outcome:?}");
    assert_eq!(store.moderation().await.unwrap().shut, []);
    assert_eq!(store.audit_rows(0, None, 99).await.unwrap().len(), 2);
}

#[tokio::test]
async fn what_has_ended_is_swept_and_what_lasts_stays() {
    let (store, _fresh) = store().await;
    store.moderate(sanction(SanctionKind::Mute, 10), entry(1)).await.unwrap();
    store.moderate(sanction(SanctionKind::Suspend, 20), entry(1)).await.unwrap();
    let off = |feature, until| ModerationChange::SwitchOff(SwitchedOff { feature, since: 1, until });
    store.moderate(off(Feature::Chat, Some(10)), entry(1)).await.unwrap();
    store.moderate(off(Feature::Lobby, None), entry(1)).await.unwrap();
    let shut = ModerationChange::Shut { code: RoomCode::from_seed(1), since: 1 };
    store.moderate(shut, entry(1)).await.unwrap();
    store.remove_expired_moderation(15).await.unwrap();
    let left = store.moderation().await.unwrap();
    assert_eq!(left.sanctions.iter().map(|one| one.kind).collect::<Vec<_>>(), [SanctionKind::Suspend]);
    assert_eq!(left.switched_off.iter().map(|off| off.feature).collect::<Vec<_>>(), [Feature::Lobby]);
    assert_eq!(left.shut.len(), 1);
    assert_eq!(store.audit_rows(0, None, 99).await.unwrap().len(), 5, "the audit log is never swept");
}

#[tokio::test]
async fn ratings_are_taken_back_exactly_once() {
    let (store, _fresh) = store().await;
    for (seed, guests, at) in [(1, [1, 2], 1_000), (2, [1, 3], 2_000), (3, [2, 3], 3_000)] {
        played_from(&store, seed, Game::Mancala, guests, (End::Resigned, at), false).await;
    }
    let rating = async |n| rapid_rating(&store, n, Game::Mancala).await;
    let before = [rating(1).await.unwrap(), rating(2).await.unwrap(), rating(3).await.unwrap()];
    let range = RatedRange { from: 1_500, to: 2_500, guest: Some(guest(1)), opponent: None };
    let changes = store.rated_changes(&range).await.unwrap();
    assert_eq!(changes.len(), 2, "both players of the second game: {changes:?}");
    let undo = || ModerationChange::UndoRatings { games: vec![changes[0].game.clone()], at: 9_000 };
    for _ in 0..2 {
        store.moderate(undo(), entry(9_000)).await.unwrap();
        let after = rating(1).await.unwrap();
        assert_eq!(after.games, before[0].games - 1);
        assert!((after.points - (before[0].points - changes[0].change)).abs() < 1e-9);
        assert_eq!(rating(2).await.unwrap(), before[1], "who was not in it");
    }
    assert_eq!(store.rated_changes(&range).await.unwrap(), []);
    let games = store.games_after(guest(1), None, 9).await.unwrap();
    let rated: Vec<bool> = games.iter().map(|(_, change)| change.is_some()).collect();
    assert_eq!(rated, [false, true], "it is in the list, as an unrated game");
    // Of a guest whose games were all taken back nothing is left.
    let all = RatedRange { from: 0, to: 9_000, guest: None, opponent: None };
    let games = store.rated_changes(&all).await.unwrap().into_iter().map(|change| change.game).collect();
    store.moderate(ModerationChange::UndoRatings { games, at: 9_000 }, entry(9_000)).await.unwrap();
    for n in [1, 2, 3] {
        assert_eq!(rating(n).await, None);
    }
}

#[tokio::test]
async fn a_sanction_that_was_made_longer_is_noticed() {
    let (store, fresh) = store().await;
    store.moderate(sanction(SanctionKind::Mute, 9), entry(1)).await.unwrap();
    let before = store.moderation_version().await.unwrap();
    // As by a guest who comes along into an account that has a shorter one.
    let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    query("UPDATE sanctions SET until = 99").execute(&mut database).await.unwrap();
    assert_ne!(store.moderation_version().await.unwrap(), before);
}

#[tokio::test]
async fn a_writer_that_reads_first_waits_for_another_process() {
    let (store, fresh) = store().await;
    let mut desk = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let mut server = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let write = async |connection: &mut Connection, wait: u64| {
        connection.begin_writing().await.unwrap();
        query("SELECT COUNT(*) FROM audit").fetch_one(&mut *connection).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
        query("INSERT INTO shut_rooms (room, since) VALUES ($1, 1)")
            .bind(wait.to_string())
            .execute(&mut *connection)
            .await
            .unwrap();
        connection.commit().await.unwrap();
    };
    tokio::join!(write(&mut desk, 200), write(&mut server, 100));
    drop(store);
}
