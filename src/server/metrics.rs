//! Prometheus metrics of the server. They contain no names, codes, addresses or texts of users.

mod process;
mod sweep;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// A counter with one label of few values.
type LabelledCounter = Family<[(&'static str, &'static str); 1], Counter>;

/// The outcome of a command, as a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandOutcome {
    /// Its events were appended.
    Appended,
    /// Nothing to do: idempotent repetition, or no effect.
    Nothing,
    /// Rejected by the rules of the room.
    Refused,
    /// The store did not commit it.
    Failed,
}

/// Label values of [`CommandOutcome`], in its order.
const OUTCOMES: [&str; 4] = ["happened", "nothing", "refused", "failed"];

/// All metrics. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Metrics(Arc<Collectors>);

#[derive(Debug)]
struct Collectors {
    registry: Registry,
    connections: Gauge,
    sockets: Gauge,
    rooms: Gauge,
    bus: Gauge,
    ready: Gauge,
    turned_away: LabelledCounter,
    unreadable_visitors: Counter,
    messages: Counter,
    commands: LabelledCounter,
    /// The counters of [`CommandOutcome`], looked up once, because there are thousands of commands a second.
    outcomes: [Counter; 4],
    command: Histogram,
    games: LabelledCounter,
    commit: Histogram,
    group: Histogram,
    unwritten: Counter,
    requests: Family<[(&'static str, String); 2], Counter>,
    request: Histogram,
    sweep: sweep::SweepCollectors,
    wal: Gauge,
}

/// Raises a gauge by one for as long as it lives.
#[derive(Debug)]
pub struct GaugeGuard(Gauge);

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// A fresh registry.
    pub fn new() -> Self {
        // Buckets from 0.1 ms to 6.5 s.
        let seconds = || Histogram::new(exponential_buckets(0.000_1, 2.0, 17));
        let commands = LabelledCounter::default();
        let mut collectors = Collectors {
            registry: Registry::with_prefix("duello"),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            rooms: Gauge::default(),
            bus: Gauge::default(),
            ready: Gauge::default(),
            turned_away: LabelledCounter::default(),
            unreadable_visitors: Counter::default(),
            messages: Counter::default(),
            outcomes: OUTCOMES.map(|result| commands.get_or_create_owned(&[("result", result)])),
            commands,
            command: seconds(),
            games: LabelledCounter::default(),
            commit: seconds(),
            group: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            unwritten: Counter::default(),
            requests: Family::default(),
            request: seconds(),
            sweep: sweep::SweepCollectors::default(),
            wal: Gauge::default(),
        };
        collectors.register();
        Self(Arc::new(collectors))
    }

    /// Counts an open connection.
    pub fn connection(&self) -> GaugeGuard {
        raise(&self.0.connections)
    }

    /// Counts an open web socket, of a room or of the lobby.
    pub fn socket(&self) -> GaugeGuard {
        raise(&self.0.sockets)
    }

    /// Counts a room in memory.
    pub fn room(&self) -> GaugeGuard {
        raise(&self.0.rooms)
    }

    /// Sets whether the bus to other servers is connected.
    pub fn bus(&self, connected: bool) {
        self.0.bus.set(i64::from(connected));
    }

    /// Sets whether players may be routed here, as `/readyz` says it.
    pub fn ready(&self, ready: bool) {
        self.0.ready.set(i64::from(ready));
    }

    /// Counts a refusal, by reason: rate limit, connection cap, origin check …
    pub fn count_refusal(&self, reason: &'static str) {
        self.0.turned_away.get_or_create(&[("reason", reason)]).inc();
    }

    /// Counts a request whose visitor a trusted proxy does not name by an address.
    pub fn unreadable_visitor(&self) {
        self.0.unreadable_visitors.inc();
    }

    /// Counts a message of a page.
    pub fn message(&self) {
        self.0.messages.inc();
    }

    /// Counts a command and observes the time since the room took it up.
    pub fn command(&self, outcome: CommandOutcome, since: Instant) {
        self.0.outcomes[outcome as usize].inc();
        self.0.command.observe(since.elapsed().as_secs_f64());
    }

    /// Sets the size of the WAL.
    pub fn wal(&self, bytes: u64) {
        self.0.wal.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// All metrics as OpenMetrics text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.0.registry);
        text
    }

    /// Counts a finished game, by the word for what is played.
    pub fn game(&self, word: &'static str) {
        self.0.games.get_or_create(&[("game", word)]).inc();
    }

    /// Observes one group commit: its size, how many of its jobs failed, and its duration.
    pub fn commit(&self, jobs: usize, failed: usize, took: Duration) {
        self.0.commit.observe(took.as_secs_f64());
        self.0.group.observe(jobs as f64);
        self.0.unwritten.inc_by(failed as u64);
    }
}

fn raise(gauge: &Gauge) -> GaugeGuard {
    gauge.inc();
    GaugeGuard(gauge.clone())
}

/// Middleware that counts requests by route. Unknown paths share one label, so that clients cannot create
/// labels.
pub async fn layer(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let since = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let collectors = &metrics.0;
    let status = response.status().as_u16().to_string();
    collectors.requests.get_or_create(&[("route", route), ("status", status)]).inc();
    collectors.request.observe(since.elapsed().as_secs_f64());
    response
}

impl Collectors {
    /// Registers all metrics under their names.
    fn register(&mut self) {
        let all = &mut self.registry;
        all.register(
            "connections",
            "Connections for requests that are open; those that became sockets are counted there",
            self.connections.clone(),
        );
        all.register("sockets", "Web sockets that are open", self.sockets.clone());
        all.register("rooms", "Rooms in memory", self.rooms.clone());
        all.register("bus", "Whether this server hears the others: 1 if it does", self.bus.clone());
        all.register("ready", "Whether /readyz says that players may come: 1 if it does", self.ready.clone());
        all.register(
            "turned_away",
            "Connections, sockets and requests that were not let in or were ended, by reason",
            self.turned_away.clone(),
        );
        all.register(
            "unreadable_visitors",
            "Requests whose visitor a trusted proxy does not name by an address",
            self.unreadable_visitors.clone(),
        );
        all.register("messages", "Messages that pages have sent to rooms", self.messages.clone());
        all.register("commands", "Commands to rooms, by what became of them", self.commands.clone());
        all.register_with_unit(
            "command",
            "From a room's taking up a command to its answer, the commit included",
            Unit::Seconds,
            self.command.clone(),
        );
        all.register("games", "Games that ended and count, by game", self.games.clone());
        all.register_with_unit(
            "commit",
            "How long a commit of the database took",
            Unit::Seconds,
            self.commit.clone(),
        );
        all.register("commit_jobs", "How many jobs a commit took together", self.group.clone());
        all.register("unwritten_jobs", "Jobs that the database did not take", self.unwritten.clone());
        all.register("http_requests", "Requests, by route and status", self.requests.clone());
        all.register_with_unit(
            "http_request",
            "How long requests took until their answer began",
            Unit::Seconds,
            self.request.clone(),
        );
        self.sweep.register(all);
        let wal = "Size of the WAL of a SQLite file; 0 with PostgreSQL";
        all.register_with_unit("wal", wal, Unit::Bytes, self.wal.clone());
        all.register_collector(Box::new(process::Process));
    }
}

#[cfg(test)]
mod tests;
