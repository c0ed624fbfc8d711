//! The one writer: takes everything that is queued, whichever rooms it is for, and commits it together. While one
//! commit waits for the disk, the next one fills by itself; so nothing ever waits for company.
//!
//! After a failure that is not a job's own the connection is given up and another is opened. SQLite may have ended the
//! transaction by itself (<https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction>), and what has become
//! of a server of which nothing is heard cannot be known (ADR 0039).

use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::write::{Write, write};
use crate::server::database::{Connection, Database, query};
use crate::server::metrics::Metrics;

/// How many jobs may wait.
const QUEUE: usize = 4096;
/// How many jobs one commit takes at most.
const GROUP: usize = 512;
/// For how long it is believed that writing works, after it did.
const BELIEVED: Duration = Duration::from_secs(10);
/// How often jobs are tried that another server has crossed.
const TRIES: u32 = 8;
/// How long is waited before the second try; longer before each further one.
const PAUSE: Duration = Duration::from_millis(5);

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
pub(super) fn start(database: Database, connection: Connection, metrics: Metrics) -> mpsc::Sender<Order> {
    let (sender, orders) = mpsc::channel(QUEUE);
    let writer = Writer { database, connection: Some(connection), wrote: None };
    tokio::spawn(writer.run(orders, metrics));
    sender
}

struct Writer {
    database: Database,
    /// None between a failure and the next time that something is to be written.
    connection: Option<Connection>,
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
        let late = |_| Err(StoreError::Unavailable("it takes too long".to_owned()));
        let results = match tokio::time::timeout(self.database.patience(), self.try_commit(&jobs))
            .await
            .unwrap_or_else(late)
        {
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

    /// If together they do not go in, each is tried for itself, still in one commit, so that only those fail that have to. What
    /// another server has crossed is tried again.
    async fn try_commit(&mut self, jobs: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.database.connect().await?),
        };
        let has = |so: fn(&Write) -> bool| jobs.iter().flat_map(|job| &job.writes).any(so);
        let asks = has(|write| matches!(write, Write::Nothing));
        // A sign of life writes nothing where no clock runs.
        let writes = has(|write| !matches!(write, Write::Nothing | Write::Alive(_)));
        let probe = asks && !writes && self.wrote.is_none_or(|at| at.elapsed() >= BELIEVED);
        let mut results = group(connection, jobs, probe).await;
        for n in 1..TRIES {
            if !matches!(results, Err(StoreError::Crossed)) {
                break;
            }
            tokio::time::sleep(PAUSE * n).await;
            results = group(connection, jobs, probe).await;
        }
        if results.is_ok() && (writes || probe) {
            self.wrote = Some(Instant::now());
        }
        results
    }

    async fn give_up(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Ok(Err(error)) = tokio::time::timeout(self.database.patience(), connection.close()).await
        {
            tracing::error!(%error, "the database was not closed cleanly");
        }
    }
}

/// Commits jobs; what became of each.
async fn group(
    connection: &mut Connection,
    jobs: &[Job],
    probe: bool,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    match together(connection, jobs, probe).await {
        Ok(()) => Ok(jobs.iter().map(|_| Ok(())).collect()),
        Err(error @ (StoreError::Unavailable(_) | StoreError::Crossed)) => Err(error),
        Err(own) if jobs.len() == 1 => Ok(vec![Err(own)]),
        // Whatever is wrong with one of them is no concern of the others.
        Err(_) => apart(connection, jobs).await,
    }
}

/// Commits all or nothing; as a probe, with something that is written and changes nothing.
async fn together(connection: &mut Connection, jobs: &[Job], probe: bool) -> Result<(), StoreError> {
    connection.begin().await?;
    let written = async {
        if probe {
            // SQLite writes no page for an update that changes nothing.
            for sql in ["INSERT INTO alive (at) VALUES (-1)", "DELETE FROM alive WHERE at = -1"] {
                query(sql).execute(&mut *connection).await?;
            }
        }
        write(connection, jobs.iter().flat_map(|job| &job.writes)).await?;
        Ok(connection.commit().await?)
    };
    let written = written.await;
    taken_back(connection, written).await
}

async fn apart(connection: &mut Connection, jobs: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    connection.begin().await?;
    let written = async {
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            query("SAVEPOINT job").execute(&mut *connection).await?;
            let result = write(connection, job.writes.iter()).await;
            match &result {
                Err(StoreError::Unavailable(_) | StoreError::Crossed) => return result.map(|()| Vec::new()),
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
    taken_back(connection, written).await
}

/// What became of a transaction, which is taken back if it failed.
async fn taken_back<T>(connection: &mut Connection, written: Result<T, StoreError>) -> Result<T, StoreError> {
    if let Err(error) = &written
        && !matches!(error, StoreError::Unavailable(_))
    {
        connection.roll_back().await?;
    }
    written
}
