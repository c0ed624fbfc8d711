//! A bounded pool of threads that search for all games. The move whose clock is shortest goes first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{Limits, choose};
use engine_protocol::Level;
use rules::{Move, Position};
use tokio::sync::oneshot;

use crate::pace::think_time;

/// When a move without a clock counts as due.
const PATIENCE: Duration = Duration::from_secs(60);

/// A move to be found.
#[derive(Debug)]
struct Job {
    position: Position,
    level: Level,
    clock: Option<Duration>,
    since: Instant,
    seed: u64,
    reply: oneshot::Sender<Option<Move>>,
}

/// When a job is due, its number and the job, ordered by the first two.
#[derive(Debug)]
struct Due(Reverse<(Instant, u64)>, Job);

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Due {}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Due {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

/// Finds the move of a job until its time is up.
type Search = fn(&Job, &mut Limits) -> Option<Move>;

/// See the module.
#[derive(Debug)]
pub struct Searches {
    queue: Mutex<Queue>,
    wakes: Condvar,
    threads: usize,
    search: Search,
}

#[derive(Debug, Default)]
struct Queue {
    jobs: BinaryHeap<Due>,
    last: u64,
}

impl Searches {
    /// A pool of so many threads, which live as long as the program.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn start(threads: usize) -> std::io::Result<Arc<Self>> {
        Self::start_with(threads, |job, limits| choose(&job.position, job.level, limits, job.seed).mv)
    }

    fn start_with(threads: usize, search: Search) -> std::io::Result<Arc<Self>> {
        let searches = Arc::new(Self { queue: Mutex::default(), wakes: Condvar::new(), threads, search });
        for n in 0..threads {
            let searches = Arc::clone(&searches);
            std::thread::Builder::new().name(format!("search-{n}")).spawn(move || searches.work())?;
        }
        Ok(searches)
    }

    /// The move of a level, with so much on its clock; `None` if there is no legal one. `seed` is drawn anew for each move.
    pub async fn find(
        &self,
        position: Position,
        level: Level,
        clock: Option<Duration>,
        seed: u64,
    ) -> Option<Move> {
        let (reply, found) = oneshot::channel();
        let since = Instant::now();
        let job = Job { position, level, clock, since, seed, reply };
        {
            let mut queue = self.lock();
            queue.last += 1;
            let due = Reverse((since + clock.unwrap_or(PATIENCE), queue.last));
            queue.jobs.push(Due(due, job));
        }
        self.wakes.notify_one();
        found.await.ok().flatten()
    }

    /// How many moves wait.
    pub fn waiting(&self) -> usize {
        self.lock().jobs.len()
    }

    fn work(&self) {
        loop {
            let (job, waiting) = self.next();
            // Whoever asked may have gone.
            if !job.reply.is_closed() {
                let clock = job.clock.map(|left| left.saturating_sub(job.since.elapsed()));
                let until = Instant::now() + think_time(job.level, clock, waiting / self.threads.max(1));
                let mut time_is_up = || Instant::now() >= until;
                let mut limits = Limits::new(&mut time_is_up);
                // A panic must end neither the thread, on which other games wait, nor this game.
                let found = catch_unwind(AssertUnwindSafe(|| (self.search)(&job, &mut limits)));
                let found = found.unwrap_or_else(|_| {
                    tracing::error!(level = job.level.name(), position = ?job.position, "a search has panicked");
                    None
                });
                // So has a search none that was stopped before its first move.
                let found = found.or_else(|| job.position.legal_moves().first().copied());
                let _ = job.reply.send(found);
            }
        }
    }

    fn next(&self) -> (Job, usize) {
        let mut queue = self.lock();
        loop {
            if let Some(Due(_, job)) = queue.jobs.pop() {
                return (job, queue.jobs.len());
            }
            queue = self.wakes.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use rules::Setup;
    use rules::mapello::Board;

    use super::*;

    #[tokio::test]
    async fn a_hundred_moves_at_once_are_found_and_the_shortest_clock_first() {
        // Nobody works until all have asked: the order is that of the clocks, not that of the questions.
        let searches = Searches::start(0).unwrap();
        let start = Setup::Mapello(Board::DEFAULT).start();
        let begins = Instant::now();
        let mut asked = tokio::task::JoinSet::new();
        for n in 0..100 {
            let (searches, position) = (Arc::clone(&searches), start.clone());
            asked.spawn(async move {
                let clock = Duration::from_secs(300 - n);
                let found = searches.find(position, Level::Master, Some(clock), n).await;
                (n, (found, begins.elapsed()))
            });
        }
        while searches.waiting() < 100 {
            tokio::task::yield_now().await;
        }
        for _ in 0..2 {
            let searches = Arc::clone(&searches);
            std::thread::spawn(move || searches.work());
        }
        let all = asked.join_all().await;
        assert!(all.iter().all(|(_, (found, _))| found.is_some_and(|mv| start.check(mv).is_ok())));
        let took = |n: u64| all.iter().find(|(of, _)| *of == n).map(|(_, (_, took))| *took).unwrap();
        assert!(took(99) < took(5), "the shortest clock is first");
        assert_eq!(searches.waiting(), 0);
    }

    #[tokio::test]
    async fn a_search_that_panics_gives_a_legal_move_and_its_thread_goes_on() {
        let searches = Searches::start_with(1, |_, _| panic!("as a mistake of the engine would")).unwrap();
        let start = Setup::Mapello(Board::DEFAULT).start();
        for seed in 0..3 {
            let found = searches.find(start.clone(), Level::Easy, None, seed).await;
            assert!(found.is_some_and(|mv| start.check(mv).is_ok()), "{found:?}");
        }
    }
}
