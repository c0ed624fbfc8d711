//! What it costs SQLite to store moves, for several layouts of the log (ADR 0082): the same commits, of one move each
//! for some of the live rooms, with the settings of the product, beside a log of finished games. Prints one line of
//! JSON: processor time, writing system calls and bytes a move, and the size of the file for each move of old.
//!
//!     cargo run --release --features ssr --example layouts -- --layout present

use std::error::Error;
use std::io::Write;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

/// Moves of a game, after which a layout that moves whole games does so.
const MOVES_OF_GAME: i64 = 35;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Layout {
    /// A row for each move, with an index by room and number: a page of the index for each room.
    Present,
    /// The same for the games that run; finished ones are copied into a table of their own.
    SmallIndex,
    /// A row for each commit and one with the last number of each live room; a finished game is packed into one row.
    Commits,
}

#[derive(Parser, Debug)]
struct Options {
    #[arg(long, value_enum)]
    layout: Layout,
    /// Rooms in which games run.
    #[arg(long, default_value_t = 200)]
    rooms: usize,
    /// Moves of one commit, each of another room.
    #[arg(long, default_value_t = 50)]
    group: usize,
    #[arg(long, default_value_t = 800)]
    commits: usize,
    /// Finished games that are stored before.
    #[arg(long, default_value_t = 20_000)]
    finished: usize,
}

/// A room in which a game runs.
struct Live {
    code: String,
    seq: i64,
    /// The moves since the last game was packed or copied.
    game: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("layout.sqlite");
    let connect = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("journal_size_limit", "67108864")
        .pragma("secure_delete", "ON");
    let mut database = SqliteConnection::connect_with(&connect).await?;
    for sql in [
        "CREATE TABLE events (room TEXT, seq BIGINT, at BIGINT, body TEXT, PRIMARY KEY (room, seq))",
        "CREATE TABLE hot (room TEXT, seq BIGINT, at BIGINT, body TEXT, PRIMARY KEY (room, seq))",
        "CREATE TABLE commits (n INTEGER PRIMARY KEY, body TEXT NOT NULL)",
        "CREATE TABLE heads (room TEXT NOT NULL PRIMARY KEY, seq BIGINT NOT NULL)",
        "CREATE TABLE packed (room TEXT, first BIGINT, body BLOB, PRIMARY KEY (room, first))",
    ] {
        sqlx::query(sql).execute(&mut database).await?;
    }
    store_finished(&mut database, &options).await?;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut database).await?;
    let size = std::fs::metadata(&file)?.len();

    let mut rooms: Vec<Live> =
        (0..options.rooms).map(|n| Live { code: code(n), seq: 0, game: Vec::new() }).collect();
    let mut drawn = 0;
    // The first third only fills the tables.
    let warm_up = options.commits / 3;
    let mut before = (Duration::ZERO, [0; 2]);
    for n in 0..warm_up + options.commits {
        if n == warm_up {
            before = (cpu()?, writes()?);
        }
        let chosen = draw(&mut drawn, rooms.len(), options.group);
        commit(&mut database, options.layout, &mut rooms, &chosen, n).await?;
    }
    let moves = (options.commits * options.group) as f64;
    let (now, round) = (writes()?, |number: f64| (number * 100.0).round() / 100.0);
    let line = serde_json::json!({
        "layout": format!("{:?}", options.layout),
        "cpu_us_per_move": round((cpu()?.saturating_sub(before.0)).as_micros() as f64 / moves),
        "writes_per_move": round((now[0] - before.1[0]) as f64 / moves),
        "bytes_per_move": round((now[1] - before.1[1]) as f64 / moves),
        "stored_bytes_per_move": round(size as f64 / (options.finished as f64 * MOVES_OF_GAME as f64)),
    });
    println!("{line}");
    database.close().await?;
    Ok(())
}

/// Commits a move of each of these rooms.
async fn commit(
    database: &mut SqliteConnection,
    layout: Layout,
    rooms: &mut [Live],
    chosen: &[usize],
    n: usize,
) -> Result<(), sqlx::Error> {
    for &room in chosen {
        rooms[room].seq += 1;
        let body = body(room as u64, rooms[room].seq);
        rooms[room].game.push(body);
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *database).await?;
    match layout {
        Layout::Present => insert(database, "events", rooms, chosen).await?,
        Layout::SmallIndex => insert(database, "hot", rooms, chosen).await?,
        Layout::Commits => insert_commit(database, rooms, chosen).await?,
    }
    for &room in chosen {
        let room = &mut rooms[room];
        if (room.game.len() as i64) < MOVES_OF_GAME {
            continue;
        }
        match layout {
            Layout::Present => {}
            Layout::SmallIndex => {
                let copy = "INSERT INTO events SELECT * FROM hot WHERE room = ? ORDER BY seq";
                for sql in [copy, "DELETE FROM hot WHERE room = ?"] {
                    sqlx::query(sql).bind(&room.code).execute(&mut *database).await?;
                }
            }
            Layout::Commits => pack(database, &room.code, room.seq, &room.game).await?,
        }
        room.game.clear();
    }
    if layout == Layout::Commits {
        // All games of that time are packed.
        let old = n as i64 - 2 * MOVES_OF_GAME * (rooms.len() / chosen.len().max(1)) as i64;
        sqlx::query("DELETE FROM commits WHERE n <= ?").bind(old).execute(&mut *database).await?;
    }
    sqlx::query("COMMIT").execute(database).await?;
    Ok(())
}

/// Inserts the last move of each room as a row, with statements of powers of two, as the product does.
async fn insert(
    database: &mut SqliteConnection,
    table: &str,
    rooms: &[Live],
    chosen: &[usize],
) -> Result<(), sqlx::Error> {
    for some in powers_of_two(chosen) {
        let places = vec!["(?, ?, ?, ?)"; some.len()].join(", ");
        let sql = format!("INSERT OR FAIL INTO {table} (room, seq, at, body) VALUES {places}");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for &room in some {
            let Live { code, seq, game } = &rooms[room];
            query =
                query.bind(code.clone()).bind(*seq).bind(1_764_286_000_123_i64).bind(game.last().cloned());
        }
        query.execute(&mut *database).await?;
    }
    Ok(())
}

/// Inserts the moves of a commit as one row, and takes the next number of each room if it is free.
async fn insert_commit(
    database: &mut SqliteConnection,
    rooms: &[Live],
    chosen: &[usize],
) -> Result<(), sqlx::Error> {
    let mut all = String::new();
    for &room in chosen {
        let Live { code, game, .. } = &rooms[room];
        all.extend([code.as_str(), " ", game.last().map_or("", String::as_str), "\n"]);
    }
    sqlx::query("INSERT INTO commits (body) VALUES (?)").bind(all).execute(&mut *database).await?;
    for some in powers_of_two(chosen) {
        let places = vec!["(?, ?)"; some.len()].join(", ");
        let sql = format!(
            "INSERT INTO heads (room, seq) VALUES {places} \
             ON CONFLICT (room) DO UPDATE SET seq = excluded.seq WHERE heads.seq = excluded.seq - 1"
        );
        let query = some.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, &room| {
            query.bind(rooms[room].code.clone()).bind(rooms[room].seq)
        });
        let taken = query.execute(&mut *database).await?.rows_affected();
        assert_eq!(taken, some.len() as u64, "each number was free");
    }
    Ok(())
}

/// Packs a game into one row.
async fn pack(
    database: &mut SqliteConnection,
    code: &str,
    last: i64,
    game: &[String],
) -> Result<(), sqlx::Error> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(game.join("\n").as_bytes())?;
    sqlx::query("INSERT INTO packed (room, first, body) VALUES (?, ?, ?)")
        .bind(code)
        .bind(last + 1 - game.len() as i64)
        .bind(encoder.finish()?)
        .execute(database)
        .await?;
    Ok(())
}

/// Stores the finished games, in the form in which the layout leaves them.
async fn store_finished(database: &mut SqliteConnection, options: &Options) -> Result<(), sqlx::Error> {
    sqlx::query("BEGIN").execute(&mut *database).await?;
    for n in 0..options.finished {
        let code = code(1_000_000 + n);
        let game: Vec<String> = (1..=MOVES_OF_GAME).map(|seq| body(n as u64, seq)).collect();
        if options.layout == Layout::Commits {
            pack(database, &code, MOVES_OF_GAME, &game).await?;
            continue;
        }
        for (seq, body) in (1_i64..).zip(&game) {
            sqlx::query("INSERT INTO events (room, seq, at, body) VALUES (?, ?, 1764286000123, ?)")
                .bind(&code)
                .bind(seq)
                .bind(body)
                .execute(&mut *database)
                .await?;
        }
    }
    sqlx::query("COMMIT").execute(database).await?;
    Ok(())
}

/// Slices whose lengths are powers of two, so that there are few statements.
fn powers_of_two(mut all: &[usize]) -> impl Iterator<Item = &[usize]> {
    std::iter::from_fn(move || {
        let (now, later) = all.split_at(1 << all.len().checked_ilog2()?);
        all = later;
        Some(now)
    })
}

/// A move as the product stores it: its pit, time and players differ from game to game.
fn body(game: u64, seq: i64) -> String {
    let (side, by) = (["first", "second"][seq as usize % 2], scatter(game * 2 + seq as u64 % 2));
    let drawn = scatter(game << 20 | seq as u64) >> 8;
    let (at, pit) = (1_764_286_000_123 + seq as u64 * 5_000 + drawn % 5_000, drawn % 6);
    format!(
        r#"{{"seq":{seq},"at":{at},"by":{{"member":"{by:016x}","id":{seq}}},"event":{{"moved":{{"side":"{side}","mv":{{"mancala":{{"sow":{{"side":"{side}","index":{pit}}}}}}}}}}}}}"#,
    )
}

/// A random-looking code of eight letters.
fn code(n: usize) -> String {
    let hash = scatter(n as u64);
    (0..8).map(|place| char::from(b'A' + (hash >> (place * 7) & 0x7f) as u8 % 26)).collect()
}

/// A number that looks random, from one that does not.
fn scatter(n: u64) -> u64 {
    let hash = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let hash = (hash ^ hash >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash ^ hash >> 27
}

/// Draws numbers below `of`, in order.
fn draw(drawn: &mut u64, of: usize, count: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..of).collect();
    for n in 0..count.min(of) {
        *drawn += 1;
        all.swap(n, n + (scatter(*drawn) % (of - n) as u64) as usize);
    }
    all.truncate(count);
    all.sort_unstable();
    all
}

/// The processor time that this process has used, from Linux's /proc, whose clock ticks 100 times a second.
fn cpu() -> std::io::Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(2);
    Ok(Duration::from_millis(fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10))
}

/// How many system calls have written, and how many bytes.
fn writes() -> std::io::Result<[u64; 2]> {
    let io = std::fs::read_to_string("/proc/self/io")?;
    let of =
        |name: &str| io.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap_or(0);
    Ok([of("syscw:"), of("wchar:")])
}
