//! The way to a new version and back: a copy before each change, and an earlier program that starts again.

use room::{Event, RoomCode, Settings, stamp};

use super::*;
use crate::server::database::Database;
use crate::server::database::tests::{Fresh, fresh};
use crate::server::metrics::Metrics;
use crate::server::store::open::migrations;
use crate::server::store::{Projections, Removal, Store};

const AUTOMATIC: BeforeMigration = BeforeMigration::Backup { made: None };

/// Opens a database as the program of schema 10 did, which knew nothing of the versions after it.
async fn open_as_schema_10(location: &Location) -> Result<Connection, sqlx::migrate::MigrateError> {
    let known: Vec<_> = MIGRATIONS.into_iter().filter(|(version, ..)| *version <= 10).collect();
    let program = sqlx::migrate::Migrator { ignore_missing: false, ..migrations(&known) };
    let mut connection = Database::open(location).await.unwrap().connect().await.unwrap();
    connection.migrate(&program).await?;
    Ok(connection)
}

/// A database of schema 10 with a room.
async fn of_schema_10() -> Fresh {
    let fresh = fresh().await;
    let mut connection = open_as_schema_10(&fresh.location).await.unwrap();
    insert_room(&mut connection, 1, 5).await;
    connection.close().await.unwrap();
    fresh
}

/// Creates a room as the program of schema 10 does.
async fn insert_room(connection: &mut Connection, seed: u64, at: i64) {
    let code = RoomCode::from_seed(seed).to_string();
    let room = query("INSERT INTO rooms (code, created_at) VALUES ($1, $2)").bind(&code).bind(at);
    room.execute(&mut *connection).await.unwrap();
    let event = stamp(vec![Event::Opened(Settings::default())], 0, at, None).remove(0);
    let event = query("INSERT INTO events (room, seq, at, body) VALUES ($1, 1, $2, $3)")
        .bind(&code)
        .bind(at)
        .bind(serde_json::to_string(&event).unwrap());
    event.execute(connection).await.unwrap();
}

#[tokio::test]
async fn the_previous_program_starts_after_the_way_back_and_this_one_again() {
    let fresh = of_schema_10().await;
    let store = Store::open(fresh.location.clone()).await.unwrap();
    let code = RoomCode::from_seed(2);
    let opened = stamp(vec![Event::Opened(Settings::default())], 0, 7, None);
    store.create_room(code, &opened, &Projections::default()).await.unwrap();
    store.remove_room(code, Removal { unless_since: 8, now: 9, delete_at: 99 }).await.unwrap();
    store.close().await;
    assert!(open_as_schema_10(&fresh.location).await.is_err(), "it refuses what it does not know");

    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let schema = Schema::read(&mut connection).await.unwrap();
    assert_eq!((schema.version(), schema.reader), (LATEST, 10));
    way_back(&mut connection, 10).await.unwrap();
    connection.close().await.unwrap();
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let aside = query("SELECT * FROM migrations_put_aside").fetch_all(&mut connection).await;
    assert!(!aside.expect("the previous program reads all tables, and no bytes").is_empty());
    let mut previous = open_as_schema_10(&fresh.location).await.unwrap();
    insert_room(&mut previous, 3, 1_000).await;
    previous.close().await.unwrap();

    let store = Store::open_for_server(&fresh.location, AUTOMATIC, Metrics::new()).await.unwrap();
    for seed in [1, 2, 3] {
        assert_eq!(store.log(RoomCode::from_seed(seed)).await.unwrap().len(), 1, "{seed}");
    }
    assert_eq!(store.stored_times().await.unwrap().trusted, 1_000, "as if it had run all the time");
    assert_eq!(store.due_rooms(9, 9).await.unwrap().len(), 3, "the sweep looks at all of them");
    store.close().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    assert_eq!(Schema::read(&mut connection).await.unwrap(), schema);
}

#[tokio::test]
async fn a_later_schema_is_used_if_it_only_added_and_refused_otherwise() {
    let fresh = fresh().await;
    Store::open(fresh.location.clone()).await.unwrap().close().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let version = LATEST + 1;
    let sql = format!(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT {version}, 'later', success, checksum, 1 FROM _sqlx_migrations WHERE version = 1"
    );
    query(sql).execute(&mut connection).await.unwrap();
    for (reader, refused) in [(LATEST, false), (version, true)] {
        let sql = "INSERT INTO schema_readers (version, reader) VALUES ($1, $2) \
                   ON CONFLICT (version) DO UPDATE SET reader = excluded.reader";
        query(sql).bind(version).bind(reader).execute(&mut connection).await.unwrap();
        let opened = Store::open_for_server(&fresh.location, AUTOMATIC, Metrics::new()).await;
        match opened {
            Ok(store) => {
                assert!(!refused);
                store.close().await;
            }
            Err(error) => {
                let error = error.to_string();
                assert!(refused && error.contains(&format!("--back-to {LATEST}")), "{error}");
                assert!(!error.contains("another"), "an empty database is no advice: {error}");
            }
        }
    }
}

#[tokio::test]
async fn a_migration_is_preceded_by_a_copy_or_wants_a_backup() {
    let fresh = of_schema_10().await;
    let open = async |made| {
        Store::open_for_server(&fresh.location, BeforeMigration::Backup { made }, Metrics::new()).await
    };
    let Location::File(file) = &fresh.location else {
        let error = open(None).await.unwrap_err().to_string();
        assert!(error.contains("pg_dump ") && error.contains("--backup-made 10"), "{error}");
        assert!(open(Some(9)).await.is_err(), "of an earlier update");
        open_as_schema_10(&fresh.location).await.expect("nothing was changed");
        open(Some(10)).await.unwrap().close().await;
        open(None).await.unwrap().close().await;
        return;
    };
    // The clock was ahead for a while.
    for old in [3_u64, 1, 2, 9_000_000_000, 9_000_000_001] {
        std::fs::write(with_suffix(file, &format!(".schema-9-{old}")), "an older copy").unwrap();
    }
    open(None).await.unwrap().close().await;
    open(None).await.unwrap().close().await;
    let copies = || {
        let names = std::fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
        let mut names: Vec<_> = names.filter(|path| path.to_string_lossy().contains(".schema-")).collect();
        names.sort();
        names
    };
    let [copy, older] = &copies()[..] else { panic!("two copies are kept: {:?}", copies()) };
    assert!(copy.to_string_lossy().contains(".schema-10-"), "the new one: {copy:?}");
    assert!(older.to_string_lossy().ends_with(".schema-9-9000000001"), "{older:?}");
    let mut connection = open_as_schema_10(&copy.as_path().into()).await.expect("as it was before");
    assert!(query("SELECT 1 FROM rooms").fetch_optional(&mut connection).await.unwrap().is_some());
}

/// Several servers open a database at once: all of them succeed.
async fn open_at_once(location: &Location, made: Option<i64>) {
    let open = || Store::open_for_server(location, BeforeMigration::Backup { made }, Metrics::new());
    for opened in futures_util::future::join_all((0..6).map(|_| open())).await {
        opened.unwrap();
    }
}

#[tokio::test]
async fn several_servers_may_be_first_on_a_new_or_an_older_database() {
    open_at_once(&fresh().await.location, None).await;
    let fresh = of_schema_10().await;
    if matches!(fresh.location, Location::Postgres(_)) {
        open_at_once(&fresh.location, Some(10)).await;
    }
}

#[tokio::test]
async fn a_backup_is_good_for_an_update_that_was_interrupted() {
    let fresh = of_schema_10().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    connection.migrate(&migrations(&MIGRATIONS[..11])).await.unwrap();
    let found = Schema::read(&mut connection).await.unwrap();
    assert_eq!((found.version(), found.finished), (12, 10));
    connection.close().await.unwrap();
    let open = async |made| {
        Store::open_for_server(&fresh.location, BeforeMigration::Backup { made }, Metrics::new()).await
    };
    if matches!(fresh.location, Location::Postgres(_)) {
        assert!(open(Some(9)).await.is_err(), "of an earlier update");
    }
    open(Some(10)).await.unwrap().close().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    assert_eq!(Schema::read(&mut connection).await.unwrap().finished, LATEST);
}
