//! The server: its parts, how they are put together, how it starts and stops.

mod account;
mod assets;
mod bus;
pub mod config;
mod database;
mod deadlines;
pub mod error;
mod game_id;
mod guest_name;
mod hall;
mod handover;
mod headers;
mod health;
mod identity;
mod invite;
mod lag;
pub mod language;
mod limits;
mod listen;
pub mod lobby;
mod manifest;
mod manners;
mod metrics;
mod nodes;
mod offline;
pub mod operate;
mod origin;
mod outbox;
mod page_data;
mod profile;
mod push;
mod rating;
pub mod record;
mod room_task;
mod rooms;
mod router;
mod share;
mod signal;
mod store;
mod sweep;
mod time;
pub mod ws;

use std::net::SocketAddr;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::account::ceremony::Ceremonies;
use self::account::farewell::Farewells;
use self::bus::Bus;
use self::config::Config;
use self::error::StartError;
use self::hall::Hall;
use self::limits::{ByAddress, Connections, Rate};
use self::lobby::Summaries;
use self::metrics::Metrics;
use self::offline::Offline;
use self::push::Push;
use self::record::Pictures;
use self::rooms::{Away, Rooms, Told};
use self::store::{Store, StoreError};
use self::time::Time;
use crate::app::files::BuiltFiles;

/// How long sockets and requests get to end.
const DRAIN: Duration = Duration::from_secs(5);

/// By how much the system's clock may be behind the last sign of life without a word, in milliseconds.
const CLOCK_BEHIND: room::Millis = 60_000;
/// How often an address may say in an hour of what a browser of it is to be told.
const PUSH_CHANGES: u32 = 120;
/// How often an address may call somebody by another name in an hour.
const NAMES: u32 = 240;
/// See [`Shared::report_limit`]. Of those who share an address some may have to.
const REPORTS: Rate = Rate { burst: 20, per: Duration::from_secs(600) };
/// See [`Shared::private_limit`].
const PRIVATE: Rate = Rate { burst: 60, per: Duration::from_secs(600) };

/// What every part of a running server shares. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Shared>);

/// See [`AppState`].
#[derive(Debug)]
pub struct Shared {
    config: Config,
    leptos: LeptosOptions,
    /// What the files beside the page's program are called together: see [`assets::edition`].
    edition: String,
    /// The built files that pages ask for.
    files: BuiltFiles,
    store: Store,
    metrics: Metrics,
    rooms: Arc<Rooms>,
    hall: Arc<Hall>,
    time: Time,
    /// Cookies that stand for somebody else, or for nobody, from now on.
    farewells: Farewells,
    /// Passkeys that are being made or used.
    ceremonies: Ceremonies,
    /// Pictures of finished games.
    pictures: Pictures,
    /// What browsers keep for when there is no network.
    offline: Offline,
    /// How many rooms may be opened from an address.
    room_limit: ByAddress,
    /// Tells guests who are away.
    push: Push,
    /// How often an address may change what is told.
    push_limit: ByAddress,
    /// How often an address may ask for everything that is kept of a guest, have it deleted, sign in, or have a seat moved.
    private_limit: ByAddress,
    /// Who is being sent everything that is kept of a guest: one at a time of an address.
    exports: Arc<Connections>,
    /// How often an address may choose a name: names are kept for ever, also those of guests who are made up.
    name_limit: ByAddress,
    /// How much may be reported from an address, whichever guests it makes up.
    report_limit: ByAddress,
    /// How rooms stand of which lists were made.
    summaries: Summaries,
    /// The way to other nodes.
    bus: Arc<dyn Bus>,
    /// Whether this node alone hears nothing of the others: players are sent to them.
    cut_off: watch::Sender<bool>,
    /// Cancelled when the server is to stop.
    stop: CancellationToken,
    /// Connections and sockets, which the stop waits for.
    tasks: TaskTracker,
}

impl Deref for AppState {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(app: &AppState) -> Self {
        app.leptos.clone()
    }
}

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where it tells what it counts, if it does.
    pub metrics: Option<SocketAddr>,
    app: AppState,
    listening: JoinHandle<()>,
    clocks_are_settled: watch::Receiver<bool>,
}

/// Starts a server; when this returns, it answers.
///
/// # Errors
/// What has to be changed before it can start.
pub async fn start(config: Config) -> Result<Running, StartError> {
    let leptos = config.leptos();
    // The folder is always made, so that a wrong one is noticed at once.
    std::fs::create_dir_all(&config.data)
        .map_err(|source| StartError::DataFolder { path: config.data.clone(), source })?;
    let metrics = Metrics::new();
    let store = Store::open_counted(&config.database(), metrics.clone()).await?;
    let unreadable = |error: StoreError| StartError::database(&config.database(), error);
    let alive = store.alive().await.map_err(unreadable)?;
    let now = store.now().await.map_err(unreadable)?.unwrap_or_else(time::now_by_system);
    let time = Time::start(now, alive);
    if alive > now + CLOCK_BEHIND {
        tracing::warn!("the clock is behind the last game: the server keeps to the later time");
    }
    let bus = bus::start(&config).await?;
    let others = nodes::others_are_there(&*bus, &store, time.now()).await.map_err(unreadable)?;
    // Where others are, nobody was away, and they look after the clocks that run.
    let away = if others { Away::NEVER } else { Away { from: alive, until: time.now() } };
    let clocks = if others { Vec::new() } else { store.clocks().await.map_err(unreadable)? };
    let (push, notes) = Push::open(&store).await.map_err(unreadable)?;
    let wanted = leptos.site_addr;
    let busy = |source| StartError::Listen { addr: wanted, source };
    let listener = listen::bind(wanted).map_err(busy)?;
    let addr = listener.local_addr().map_err(busy)?;
    let hall = Hall::new();
    let app = AppState(Arc::new(Shared {
        edition: assets::edition(Path::new(&*leptos.site_root)),
        files: assets::built_files(Path::new(&*leptos.site_root))?,
        leptos,
        rooms: Rooms::new(
            store.clone(),
            time,
            &config,
            away,
            Told {
                hall: Arc::clone(&hall),
                push: push.clone(),
                metrics: metrics.clone(),
                bus: Arc::clone(&bus),
            },
        ),
        hall,
        metrics,
        store,
        time,
        farewells: Farewells::new(Arc::clone(&bus)),
        bus,
        cut_off: watch::Sender::new(false),
        ceremonies: Ceremonies::default(),
        pictures: Pictures::default(),
        offline: Offline::default(),
        room_limit: ByAddress::new(Rate { burst: config.rooms_per_hour, per: Duration::from_secs(3600) }),
        push,
        push_limit: ByAddress::new(Rate { burst: PUSH_CHANGES, per: Duration::from_secs(3600) }),
        private_limit: ByAddress::new(PRIVATE),
        exports: Connections::new(1),
        name_limit: ByAddress::new(Rate { burst: NAMES, per: Duration::from_secs(3600) }),
        report_limit: ByAddress::new(REPORTS),
        summaries: Summaries::default(),
        stop: CancellationToken::new(),
        tasks: TaskTracker::new(),
        config,
    }));
    tokio::spawn(hall::run(app.clone()));
    tokio::spawn(push::deliver(app.clone(), notes));
    for code in clocks {
        app.rooms.deadlines.insert(code, away.until);
    }
    let (settled, clocks_are_settled) = watch::channel(false);
    tokio::spawn(deadlines::look_after(Arc::clone(&app.rooms), app.stop.clone(), settled));
    tokio::spawn(sweep::look_after(Arc::clone(&app.rooms), app.stop.clone()));
    if !app.bus.is_alone() {
        tokio::spawn(account::farewell::listen(app.clone()));
        app.tasks.spawn(nodes::look_after(app.clone(), clocks_are_settled.clone()));
    }
    let metrics = metrics::listen(&app).await?;
    let listening = tokio::spawn(listen::listen(listener, app.clone(), router::router(app.clone())));
    Ok(Running { addr, metrics, app, listening, clocks_are_settled })
}

impl Running {
    /// Stops: takes no more connections, closes the sockets (with 1012, so that pages come back to the next server),
    /// lets requests finish, writes what is queued.
    pub async fn stop(self) {
        let stopped = self.app.time.now();
        self.app.stop.cancel();
        self.app.tasks.close();
        let _ = self.listening.await;
        if tokio::time::timeout(DRAIN, self.app.tasks.wait()).await.is_err() {
            tracing::warn!(left = self.app.tasks.len(), "not every connection ended in time");
        }
        self.app.bus.flush().await;
        // From then on nobody could play. Where the last absence has not been written down yet, it goes on.
        if *self.clocks_are_settled.borrow()
            && let Err(error) = self.app.store.set_alive(stopped).await
        {
            tracing::warn!(%error, "the sign of life could not be written down");
        }
        self.app.store.close().await;
    }
}

/// Runs a server until the system asks it to stop.
///
/// # Errors
/// What has to be changed before it can start.
pub async fn serve(config: Config) -> Result<(), StartError> {
    let mut stop = std::pin::pin!(signal::asked_to_stop());
    let running = tokio::select! {
        running = start(config) => running?,
        // Nobody has been served yet.
        () = &mut stop => {
            tracing::info!("stopped before it was ready");
            return Ok(());
        }
    };
    signal::greet(running.addr, running.metrics);
    stop.await;
    tracing::info!("stopping");
    running.stop().await;
    Ok(())
}
