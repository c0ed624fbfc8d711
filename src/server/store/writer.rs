//! The single writer, which does group commit: it takes every queued job, of whichever rooms, and commits
//! them together. While one commit waits for the disk, the next group fills, so no job ever waits for
//! company.
//!
//! After a failure that is not a job's own, the connection is replaced. SQLite may have ended the transaction
//! by itself (<https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction>), and the
//! state of a server that does not answer is unknown (ADR 0039).

use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::write::{Write, write};
use crate::server::database::{Connection, Database, query};
use crate::server::metrics::Metrics;

/// Capacity of the queue of jobs.
const QUEUE: usize = 4096;
/// The most jobs of one commit.
const GROUP: usize = 512;
/// For how long a successful write counts as proof of readiness.
const PROOF_TTL: Duration = Duration::from_secs(10);
/// Attempts after serialization failures against another server.
const TRIES: u32 = 8;
/// Pause before the second attempt; it grows with each further one.
const PAUSE: Duration = Duration::from_millis(5);

/// Operations that are committed atomically.
pub(super) struct Job {
    pub writes: Vec<Write>,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// A message to the writer.
pub(super) enum WriterMessage {
    Write(Job),
    /// Commit what is queued, then close the database.
    Close(oneshot::Sender<()>),
}

/// Starts the writer. It ends on [`WriterMessage::Close`], or when the last sender is dropped.
pub(super) fn start(
    database: Database,
    connection: Connection,
    metrics: Metrics,
) -> mpsc::Sender<WriterMessage> {
    let (sender, messages) = mpsc::channel(QUEUE);
    let writer = Writer { database, connection: Some(connection), last_write: None };
    tokio::spawn(writer.run(messages, metrics));
    sender
}

struct Writer {
    database: Database,
    /// `None` from a failure until the next job.
    connection: Option<Connection>,
    /// Time of the last successful write, if nothing has failed since.
    last_write: Option<Instant>,
}

impl Writer {
    async fn run(mut self, mut messages: mpsc::Receiver<WriterMessage>, metrics: Metrics) {
        let mut closing = None;
        let mut queue = Vec::new();
        while closing.is_none() && messages.recv_many(&mut queue, GROUP).await > 0 {
            let mut jobs = Vec::with_capacity(queue.len());
            for message in queue.drain(..) {
                match message {
                    WriterMessage::Write(job) => jobs.push(job),
                    WriterMessage::Close(reply) => closing = Some(reply),
                }
            }
            if !jobs.is_empty() {
                let (since, tried) = (Instant::now(), jobs.len());
                let failed = self.commit(jobs).await;
                metrics.commit(tried, failed, since.elapsed());
            }
        }
        self.close_connection().await;
        if let Some(reply) = closing {
            let _ = reply.send(());
        }
    }

    /// Commits the jobs and answers them; returns how many failed through no fault of their own.
    async fn commit(&mut self, jobs: Vec<Job>) -> usize {
        let late = |_| Err(StoreError::Unavailable("it takes too long".to_owned()));
        let results = match tokio::time::timeout(self.database.commit_timeout(), self.try_commit(&jobs))
            .await
            .unwrap_or_else(late)
        {
            Ok(results) => results,
            Err(error) => {
                tracing::error!(jobs = jobs.len(), %error, "a commit failed");
                self.last_write = None;
                self.close_connection().await;
                let reason = error.to_string();
                jobs.iter().map(|_| Err(StoreError::Unavailable(reason.clone()))).collect()
            }
        };
        let failed =
            results.iter().filter(|result| matches!(result, Err(StoreError::Unavailable(_)))).count();
        for (job, result) in jobs.into_iter().zip(results) {
            // The asker may have gone; the commit stands.
            let _ = job.reply.send(result);
        }
        failed
    }

    /// Commits the jobs as a group; if that fails, each under a savepoint of its own within one commit, so
    /// that only faulty jobs fail. Serialization failures are retried.
    async fn try_commit(&mut self, jobs: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.database.connect().await?),
        };
        let has = |so: fn(&Write) -> bool| jobs.iter().flat_map(|job| &job.writes).any(so);
        let has_probe = has(|write| matches!(write, Write::Probe));
        // A heartbeat writes nothing while no clock runs, so it proves nothing.
        let writes = has(|write| !matches!(write, Write::Probe | Write::Heartbeat(_)));
        let probe = has_probe && !writes && self.last_write.is_none_or(|at| at.elapsed() >= PROOF_TTL);
        let mut results = commit_group(connection, jobs, probe).await;
        for n in 1..TRIES {
            if !matches!(results, Err(StoreError::SerializationFailure)) {
                break;
            }
            tokio::time::sleep(PAUSE * n).await;
            results = commit_group(connection, jobs, probe).await;
        }
        if results.is_ok() && (writes || probe) {
            self.last_write = Some(Instant::now());
        }
        results
    }

    async fn close_connection(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Ok(Err(error)) =
                tokio::time::timeout(self.database.commit_timeout(), connection.close()).await
        {
            tracing::error!(%error, "the database was not closed cleanly");
        }
    }
}

/// Commits a group; the result of each job.
async fn commit_group(
    connection: &mut Connection,
    jobs: &[Job],
    probe: bool,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    match commit_all_or_nothing(connection, jobs, probe).await {
        Ok(()) => Ok(jobs.iter().map(|_| Ok(())).collect()),
        Err(error @ (StoreError::Unavailable(_) | StoreError::SerializationFailure)) => Err(error),
        Err(error) if jobs.len() == 1 => Ok(vec![Err(error)]),
        // One faulty job must not fail the others.
        Err(_) => commit_with_savepoints(connection, jobs).await,
    }
}

/// Commits all or nothing; `probe` adds a write that changes nothing, for the readiness check.
async fn commit_all_or_nothing(
    connection: &mut Connection,
    jobs: &[Job],
    probe: bool,
) -> Result<(), StoreError> {
    connection.begin_writing().await?;
    let written = async {
        if probe {
            // An insert and a delete, because SQLite writes no page for an update without effect.
            for sql in ["INSERT INTO alive (at) VALUES (-1)", "DELETE FROM alive WHERE at = -1"] {
                query(sql).execute(&mut *connection).await?;
            }
        }
        write(connection, jobs.iter().flat_map(|job| &job.writes)).await?;
        Ok(connection.commit().await?)
    };
    let written = written.await;
    roll_back_if_failed(connection, written).await
}

async fn commit_with_savepoints(
    connection: &mut Connection,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    connection.begin_writing().await?;
    let written = async {
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            query("SAVEPOINT job").execute(&mut *connection).await?;
            let result = write(connection, job.writes.iter()).await;
            match &result {
                Err(StoreError::Unavailable(_) | StoreError::SerializationFailure) => {
                    return result.map(|()| Vec::new());
                }
                Ok(()) => {}
                Err(_) => query("ROLLBACK TO SAVEPOINT job").execute(&mut *connection).await?,
            }
            query("RELEASE SAVEPOINT job").execute(&mut *connection).await?;
            results.push(result);
        }
        connection.commit().await?;
        Ok(results)
    };
    let written = written.await;
    roll_back_if_failed(connection, written).await
}

/// Rolls a failed transaction back and passes the result on.
async fn roll_back_if_failed<T>(
    connection: &mut Connection,
    written: Result<T, StoreError>,
) -> Result<T, StoreError> {
    if let Err(error) = &written
        && !matches!(error, StoreError::Unavailable(_))
    {
        connection.roll_back().await?;
    }
    written
}
