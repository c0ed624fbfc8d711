//! The one writer: takes everything that is queued, whichever rooms it is for, and commits it together. While one
//! commit waits for the disk, the next one fills by itself; so nothing ever waits for company.

use std::time::Instant;

use room::{Logged, Millis, RoomCode};
use rules::Game;
use sqlx::{Connection, Sqlite, SqliteConnection, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::accounts::{SignIn, sign_in};
use super::append::insert_events;
use super::ended::EndedGame;
use super::forget::forget;
use super::kind::game_word;
use super::pushes::Change;
use super::{Holder, Report, StoreError, sweep};
use crate::server::identity::GuestKey;
use crate::server::metrics::Metrics;

/// How many jobs may wait.
const QUEUE: usize = 4096;
/// How many jobs one commit takes at most.
const GROUP: usize = 512;

/// One row to be written.
pub(super) enum Write {
    Room {
        code: RoomCode,
        at: Millis,
    },
    Event {
        code: RoomCode,
        seq: i64,
        at: Millis,
        body: String,
    },
    Holder {
        code: RoomCode,
        holder: Holder,
        at: Millis,
    },
    /// A game that has ended.
    Game(EndedGame),
    /// A game was called off: one more of those who hold the seats.
    CalledOff {
        code: RoomCode,
        game: Game,
    },
    Clock {
        code: RoomCode,
        runs: bool,
    },
    Alive(Millis),
    Name {
        guest: GuestKey,
        name: String,
        at: Millis,
    },
    Push(Change),
    /// Somebody signs in.
    SignIn(Box<SignIn>),
    /// A browser is signed in no more.
    SignOut(GuestKey),
    /// Everything of a guest is taken away.
    Forget(GuestKey),
    /// A room goes, with all that stands beside its log.
    Remove {
        code: RoomCode,
        unless_since: Millis,
    },
    Report {
        report: Box<Report>,
        /// Its lines in JSON.
        lines: String,
    },
    /// Reports that are too old go.
    RemoveReports {
        before: Millis,
    },
    /// To see whether the writer lives.
    Nothing,
}

/// What is written together or not at all.
pub(super) struct Job {
    pub writes: Vec<Write>,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// What the writer is told.
pub(super) enum Order {
    Write(Job),
    /// Finish and close the file.
    Close(oneshot::Sender<()>),
}

impl Write {
    pub(super) fn event(code: RoomCode, event: &Logged) -> Result<Self, StoreError> {
        let body = serde_json::to_string(event).map_err(|e| StoreError::Unavailable(e.to_string()))?;
        Ok(Self::Event { code, seq: event.seq as i64, at: event.at, body })
    }
}

/// Starts the writer. It ends when it is told to, or when nobody can tell it anything any more.
pub(super) fn start(connection: SqliteConnection, metrics: Metrics) -> mpsc::Sender<Order> {
    let (sender, orders) = mpsc::channel(QUEUE);
    tokio::spawn(run(connection, orders, metrics));
    sender
}

async fn run(mut connection: SqliteConnection, mut orders: mpsc::Receiver<Order>, metrics: Metrics) {
    let mut closing = None;
    let mut queue = Vec::new();
    while closing.is_none() && orders.recv_many(&mut queue, GROUP).await > 0 {
        let mut jobs = Vec::with_capacity(queue.len());
        for order in queue.drain(..) {
            match order {
                Order::Write(job) => jobs.push(job),
                Order::Close(reply) => closing = Some(reply),
            }
        }
        let (since, tried) = (Instant::now(), jobs.len());
        let failed = commit(&mut connection, jobs).await;
        metrics.commit(tried, failed, since.elapsed());
    }
    if let Err(error) = connection.close().await {
        tracing::error!(%error, "the database was not closed cleanly");
    }
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

/// Commits all jobs and answers them. If together they do not go in, each is tried for itself, still in one commit, so
/// that only those fail that have to; how many that were, but for those that somebody else was faster with.
async fn commit(connection: &mut SqliteConnection, jobs: Vec<Job>) -> usize {
    let results = match together(connection, &jobs).await {
        Ok(Ok(())) => jobs.iter().map(|_| Ok(())).collect(),
        // Whatever is wrong with one of them is no concern of the others.
        Ok(Err(_)) if jobs.len() > 1 => match apart(connection, &jobs).await {
            Ok(results) => results,
            Err(error) => all_failed(&jobs, error),
        },
        Ok(Err(error)) | Err(error) => all_failed(&jobs, error),
    };
    let failed = results.iter().filter(|result| matches!(result, Err(StoreError::Unavailable(_)))).count();
    for (job, result) in jobs.into_iter().zip(results) {
        // Whoever asked may have gone; what was written stays written.
        let _ = job.reply.send(result);
    }
    failed
}

fn all_failed(jobs: &[Job], error: StoreError) -> Vec<Result<(), StoreError>> {
    if let StoreError::Unavailable(reason) = &error {
        tracing::error!(jobs = jobs.len(), %reason, "nothing could be written");
    }
    let again = || match &error {
        StoreError::Conflict => StoreError::Conflict,
        StoreError::Unavailable(reason) => StoreError::Unavailable(reason.clone()),
    };
    jobs.iter().map(|_| Err(again())).collect()
}

/// Commits all or nothing. What is wrong with one of the jobs comes in the inner result.
async fn together(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Result<(), StoreError>, StoreError> {
    if jobs.iter().flat_map(|job| &job.writes).all(|write| matches!(write, Write::Nothing)) {
        return Ok(Ok(connection.ping().await?));
    }
    let mut transaction = connection.begin().await?;
    if let Err(error) = write(&mut transaction, jobs.iter().flat_map(|job| &job.writes)).await {
        return Ok(Err(error));
    }
    Ok(Ok(transaction.commit().await?))
}

async fn apart(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut transaction = connection.begin().await?;
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        let mut savepoint = transaction.begin().await?;
        let result = write(&mut savepoint, job.writes.iter()).await;
        match result {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        results.push(result);
    }
    transaction.commit().await?;
    Ok(results)
}

async fn write<'w>(
    transaction: &mut Transaction<'_, Sqlite>,
    writes: impl Iterator<Item = &'w Write> + Clone,
) -> Result<(), StoreError> {
    let events = writes.clone().filter_map(|write| match write {
        Write::Event { code, seq, at, body } => Some((code, *seq, *at, body)),
        _ => None,
    });
    insert_events(transaction, &events.collect::<Vec<_>>()).await?;
    for write in writes {
        let query = match write {
            Write::Event { .. } | Write::Nothing => continue,
            Write::Game(game) => {
                game.write(transaction).await?;
                continue;
            }
            Write::Remove { code, unless_since } => {
                sweep::remove(transaction, *code, *unless_since).await?;
                continue;
            }
            Write::SignIn(who) => {
                sign_in(transaction, who).await?;
                continue;
            }
            Write::SignOut(session) => {
                sqlx::query("DELETE FROM sessions WHERE session = $1").bind(session.to_string())
            }
            Write::Forget(guest) => {
                forget(transaction, *guest).await?;
                continue;
            }
            Write::CalledOff { code, game } => sqlx::query(
                "INSERT INTO called_off (guest, game, number) SELECT guest, $1, 1 FROM seats WHERE room = $2 \
                 ON CONFLICT (guest, game) DO UPDATE SET number = called_off.number + 1",
            )
            .bind(game_word(*game))
            .bind(code.to_string()),
            Write::Room { code, at } => sqlx::query("INSERT INTO rooms (code, created_at) VALUES ($1, $2)")
                .bind(code.to_string())
                .bind(*at),
            Write::Holder { code, holder: Holder { seat, guest: Some(guest) }, at } => sqlx::query(
                // A page of before its guest was taken into an account may still take seats.
                "INSERT INTO seats (room, seat, guest, since) VALUES ($1, $2, COALESCE((SELECT accounts.guest \
                 FROM adopted JOIN accounts ON accounts.account = adopted.account WHERE adopted.guest = $3), $3), $4) \
                 ON CONFLICT (room, seat) DO UPDATE SET guest = excluded.guest, since = excluded.since",
            )
            .bind(code.to_string())
            .bind(seat.index() as i64)
            .bind(guest.to_string())
            .bind(*at),
            Write::Holder { code, holder: Holder { seat, guest: None }, .. } => {
                sqlx::query("DELETE FROM seats WHERE room = $1 AND seat = $2")
                    .bind(code.to_string())
                    .bind(seat.index() as i64)
            }
            Write::Clock { code, runs: true } => {
                sqlx::query("INSERT INTO clocks (room) VALUES ($1) ON CONFLICT (room) DO NOTHING")
                    .bind(code.to_string())
            }
            Write::Clock { code, runs: false } => {
                sqlx::query("DELETE FROM clocks WHERE room = $1").bind(code.to_string())
            }
            Write::Push(change) => change.statement(),
            // Where no clock runs, no page of the file is written.
            Write::Alive(at) => {
                sqlx::query("UPDATE alive SET at = $1 WHERE EXISTS (SELECT 1 FROM clocks)").bind(*at)
            }
            Write::Name { guest, name, at } => sqlx::query(
                "INSERT INTO guests (guest, name, since) VALUES ($1, $2, $3) \
                 ON CONFLICT (guest) DO UPDATE SET name = excluded.name, since = excluded.since",
            )
            .bind(guest.to_string())
            .bind(name.as_str())
            .bind(*at),
            Write::Report { report, lines } => sqlx::query(
                "INSERT INTO reports (room, at, guest, about, member, name, lines) VALUES ($1, $2, $3, \
                 COALESCE($4, (SELECT guest FROM seats WHERE room = $1 AND seat = $5), ''), $6, $7, $8)",
            )
            .bind(report.room.to_string())
            .bind(report.at)
            .bind(report.guest.to_string())
            .bind(report.about.map(|about| about.to_string()))
            .bind(report.seat.map(|seat| seat.index() as i64))
            .bind(report.member.to_string())
            .bind(report.name.as_str())
            .bind(lines.as_str()),
            Write::RemoveReports { before } => sqlx::query("DELETE FROM reports WHERE at < $1").bind(*before),
        };
        query.execute(&mut **transaction).await?;
    }
    Ok(())
}
