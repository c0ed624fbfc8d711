//! The one writer: takes everything that is queued, whichever rooms it is for, and commits it together. While one
//! commit waits for the disk, the next one fills by itself; so nothing ever waits for company.
//!
//! After a failure that is not a job's own the connection is given up and another is opened. SQLite may have ended the
//! transaction by itself (<https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction>), of which sqlx,
//! which counts how deep it is in transactions, learns nothing: from then on what it takes for a commit might be none.

use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::write::{Write, write};
use crate::server::metrics::Metrics;

/// How many jobs may wait.
const QUEUE: usize = 4096;
/// How many jobs one commit takes at most.
const GROUP: usize = 512;
/// For how long it is believed that writing works, after it did.
const BELIEVED: Duration = Duration::from_secs(10);

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

/// Starts the writer. It ends when it is told to, or when nobody can tell it anything any more.
pub(super) fn start(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    metrics: Metrics,
) -> mpsc::Sender<Order> {
    let (sender, orders) = mpsc::channel(QUEUE);
    let writer = Writer { options, connection: Some(connection), wrote: None };
    tokio::spawn(writer.run(orders, metrics));
    sender
}

struct Writer {
    options: SqliteConnectOptions,
    /// None between a failure and the next time that something is to be written.
    connection: Option<SqliteConnection>,
    /// When something was written last, if nothing has failed since.
    wrote: Option<Instant>,
}

impl Writer {
    async fn run(mut self, mut orders: mpsc::Receiver<Order>, metrics: Metrics) {
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
            if !jobs.is_empty() {
                let (since, tried) = (Instant::now(), jobs.len());
                let failed = self.commit(jobs).await;
                metrics.commit(tried, failed, since.elapsed());
            }
        }
        self.give_up().await;
        if let Some(reply) = closing {
            let _ = reply.send(());
        }
    }

    /// Commits all jobs and answers them; how many were not written through no fault of theirs.
    async fn commit(&mut self, jobs: Vec<Job>) -> usize {
        let results = match self.try_commit(&jobs).await {
            Ok(results) => results,
            Err(error) => {
                tracing::error!(jobs = jobs.len(), %error, "nothing could be written");
                self.wrote = None;
                self.give_up().await;
                let reason = error.to_string();
                jobs.iter().map(|_| Err(StoreError::Unavailable(reason.clone()))).collect()
            }
        };
        let failed =
            results.iter().filter(|result| matches!(result, Err(StoreError::Unavailable(_)))).count();
        for (job, result) in jobs.into_iter().zip(results) {
            // Whoever asked may have gone; what was written stays written.
            let _ = job.reply.send(result);
        }
        failed
    }

    /// If together they do not go in, each is tried for itself, still in one commit, so that only those fail that have to.
    async fn try_commit(&mut self, jobs: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        if self.connection.is_none() {
            self.connection = Some(SqliteConnection::connect_with(&self.options).await?);
        }
        let Some(connection) = &mut self.connection else { return Ok(Vec::new()) };
        let has = |so: fn(&Write) -> bool| jobs.iter().flat_map(|job| &job.writes).any(so);
        let asks = has(|write| matches!(write, Write::Nothing));
        // A sign of life writes nothing where no clock runs.
        let writes = has(|write| !matches!(write, Write::Nothing | Write::Alive(_)));
        let probe = asks && !writes && self.wrote.is_none_or(|at| at.elapsed() >= BELIEVED);
        match together(connection, jobs, probe).await {
            Ok(()) => {
                if writes || probe {
                    self.wrote = Some(Instant::now());
                }
                Ok(jobs.iter().map(|_| Ok(())).collect())
            }
            Err(StoreError::Unavailable(reason)) => Err(StoreError::Unavailable(reason)),
            Err(own) if jobs.len() == 1 => Ok(vec![Err(own)]),
            // Whatever is wrong with one of them is no concern of the others.
            Err(_) => apart(connection, jobs).await,
        }
    }

    async fn give_up(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::error!(%error, "the database was not closed cleanly");
        }
    }
}

/// Commits all or nothing; as a probe, with something that is written and changes nothing.
async fn together(connection: &mut SqliteConnection, jobs: &[Job], probe: bool) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    if probe {
        // SQLite writes no page for an update that changes nothing.
        for sql in ["INSERT INTO alive (at) VALUES (-1)", "DELETE FROM alive WHERE at = -1"] {
            sqlx::query(sql).execute(&mut *transaction).await?;
        }
    }
    write(&mut transaction, jobs.iter().flat_map(|job| &job.writes)).await?;
    Ok(transaction.commit().await?)
}

async fn apart(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut transaction = connection.begin().await?;
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        let mut savepoint = transaction.begin().await?;
        match write(&mut savepoint, job.writes.iter()).await {
            Ok(()) => {
                savepoint.commit().await?;
                results.push(Ok(()));
            }
            Err(StoreError::Unavailable(reason)) => return Err(StoreError::Unavailable(reason)),
            Err(own) => {
                savepoint.rollback().await?;
                results.push(Err(own));
            }
        }
    }
    transaction.commit().await?;
    Ok(results)
}
