//! The server: the state that all parts share (`AppState`), start-up, and graceful shutdown.

pub mod admin;
pub mod api;
mod auth;
mod bots;
mod cluster;
pub mod config;
mod database;
pub mod error;
mod hex;
pub(crate) mod http;
pub(in crate::server) mod identity;
mod kgp;
mod lobby;
mod metrics;
pub(in crate::server) mod moderation;
mod operator;
mod pages;
pub mod play;
mod players;
mod presence;
mod profanity;
pub(in crate::server) mod profile;
mod push;
mod router;
mod running;
pub(in crate::server) mod seat_transfer;
mod shutdown;
mod store;
mod sub_states;
mod time;
mod tournaments;

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use leptos::config::LeptosOptions;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::admin::health::Readiness;
use self::auth::ceremony::Ceremonies;
use self::auth::session_revocation::SessionRevocations;
use self::cluster::bus::Bus;
use self::config::Config;
use self::config::proxies::TrustedProxies;
use self::error::StartError;
use self::http::limits::{AddressLimits, Connections};
use self::identity::CookieKey;
use self::lobby::Lobby;
use self::metrics::Metrics;
use self::moderation::Moderation;
use self::pages::offline::Offline;
use self::play::archive::PictureCache;
use self::play::rooms::{Downtime, Rooms};
use self::play::services::Services;
use self::play::sweep::Sweep;
use self::players::own_rooms::Summaries;
use self::presence::Presence;
use self::push::Push;
pub use self::running::Running;
pub use self::shutdown::run_task;
use self::store::server_clock::{self, SureTime};
use self::store::{BeforeMigration, Store, StoreError};
use self::time::Time;
use self::tournaments::Tournaments;
use crate::app::files::BuiltFiles;

/// The state that every part of a running server shares. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Shared>);

/// See [`AppState`].
#[derive(Debug)]
pub struct Shared {
    config: Arc<Config>,
    leptos: LeptosOptions,
    /// The version that page links add to the files beside the program: see [`http::assets::edition`].
    edition: String,
    /// Paths of the built files, which pages link to.
    files: BuiltFiles,
    store: Store,
    /// The same, read by connections of its own, which pages cannot use up.
    reserved_store: Store,
    metrics: Metrics,
    rooms: Arc<Rooms>,
    lobby: Arc<Lobby>,
    /// The bots that are online.
    bots: Arc<bots::Directory>,
    /// The live tournaments.
    tournaments: Tournaments,
    /// The guests who are online.
    presence: Arc<Presence>,
    time: Time,
    /// The time up to which sign-ins may have grown too old.
    sure_time: SureTime,
    /// Revocation of session cookies: ends the sockets of a cookie that no longer stands for the same guest.
    revocations: SessionRevocations,
    /// Passkey ceremonies that have begun and wait for their answer.
    ceremonies: Ceremonies,
    /// The key with which cookies are signed.
    cookie_key: CookieKey,
    /// Cache of the preview pictures of finished games.
    pictures: PictureCache,
    /// The service worker and the pages that it keeps for offline use.
    offline: Offline,
    /// Rate limits by address.
    limits: Arc<AddressLimits>,
    /// What the operator has decided about guests, addresses and rooms.
    moderation: Arc<Moderation>,
    /// Sends push notes to guests who are not connected.
    push: Push,
    /// Exports under way: one at a time of an address, because each reads everything of a guest.
    exports: Arc<Connections>,
    /// Cached summaries of rooms, from which the lists of a guest's games are drawn.
    summaries: Summaries,
    /// Pub/sub between the nodes.
    bus: Arc<dyn Bus>,
    /// Whether this node is isolated: it alone hears nothing of the others, so it sends its players to them.
    isolated: watch::Sender<bool>,
    /// The latest outcome of the readiness check.
    readiness: Readiness,
    /// Cancelled when the graceful shutdown begins.
    stop: CancellationToken,
    /// Connections and sockets, for which the shutdown waits.
    tasks: TaskTracker,
}

impl Deref for AppState {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Starts a server; when this returns, it answers requests.
///
/// # Errors
/// What has to be changed before it can start.
pub async fn start(config: Config) -> Result<Running, StartError> {
    if config.trust_proxy == TrustedProxies::All {
        tracing::warn!(
            "whoever can connect may say who the visitor is: name the proxy, for example --trust-proxy 127.0.0.1"
        );
    }
    let leptos = config.leptos();
    // The folder is made even where the database is elsewhere, so that a wrong path shows at once.
    std::fs::create_dir_all(&config.data)
        .map_err(|source| StartError::DataFolder { path: config.data.clone(), source })?;
    let metrics = Metrics::new();
    database::ensure_durable(&config.database(), config.allow_unsafe_database).await?;
    let before = BeforeMigration::Backup { made: config.backup_made };
    let store = Store::open_for_server(&config.database(), before, metrics.clone()).await?;
    let unreadable = |error: StoreError| StartError::database(&config.database(), error);
    let clock_limits = config.retention.clock_limits();
    let clock = server_clock::start(&store, clock_limits, &metrics).await.map_err(unreadable)?;
    let sure_time = SureTime::start(&store, clock.doubt).await.map_err(unreadable)?;
    let time = Time::start(clock.now);
    let bus = cluster::bus::start(&config, &store).await?;
    let has_peers =
        cluster::nodes::other_node_is_alive(&*bus, &store, time.now()).await.map_err(unreadable)?;
    // If other nodes are alive, there was no downtime, and they already own the rooms with running clocks.
    let downtime =
        if has_peers { Downtime::NONE } else { Downtime { from: clock.heartbeat, until: time.now() } };
    let clocks = if has_peers { Vec::new() } else { store.rooms_with_clock().await.map_err(unreadable)? };
    let (push, notes) = Push::open(&store).await.map_err(unreadable)?;
    let cookie_key = auth::session_cookie::cookie_key(&config, &store).await.map_err(unreadable)?;
    let busy = |source| StartError::Listen { addr: leptos.site_addr, source };
    let listener = http::listen::bind(leptos.site_addr).map_err(busy)?;
    let addr = listener.local_addr().map_err(busy)?;
    let bots = Arc::<bots::Directory>::default();
    let lobby = Lobby::new(&config.seeks, &metrics, Arc::clone(&bots));
    let reserved_store = store.reserved();
    let moderation = Moderation::start(&reserved_store).await.map_err(unreadable)?;
    let limits = Arc::new(AddressLimits::new(&config.limits, &metrics));
    let (ended, ended_rooms) = mpsc::unbounded_channel();
    let app = AppState(Arc::new(Shared {
        edition: http::assets::edition(Path::new(&*leptos.site_root)),
        files: http::assets::built_files(Path::new(&*leptos.site_root))?,
        leptos,
        rooms: Rooms::new(
            reserved_store.clone(),
            time,
            &config,
            downtime,
            Services {
                listings: Arc::clone(&lobby) as Arc<_>,
                push: push.clone(),
                metrics: metrics.clone(),
                bus: Arc::clone(&bus),
                moderation: Arc::clone(&moderation),
                limits: Arc::clone(&limits),
                ended,
            },
        ),
        lobby,
        bots,
        tournaments: Tournaments::new(ended_rooms),
        presence: Arc::default(),
        metrics,
        store,
        reserved_store,
        time,
        sure_time,
        revocations: SessionRevocations::new(Arc::clone(&bus)),
        bus,
        isolated: watch::Sender::new(false),
        ceremonies: Ceremonies::default(),
        cookie_key,
        pictures: PictureCache::default(),
        offline: Offline::default(),
        limits,
        moderation,
        push,
        exports: Connections::new(1),
        summaries: Summaries::default(),
        readiness: Readiness::default(),
        stop: CancellationToken::new(),
        tasks: TaskTracker::new(),
        config: Arc::new(config),
    }));
    tokio::spawn(lobby::run(app.clone()));
    tokio::spawn(lobby::tv::run(app.clone()));
    tokio::spawn(push::deliver(app.clone(), notes));
    tokio::spawn(tournaments::run(app.clone()));
    for code in clocks {
        app.rooms.deadlines.insert(code, downtime.until);
    }
    let (recorded, downtime_recorded) = watch::channel(false);
    tokio::spawn(play::deadlines::run(Arc::clone(&app.rooms), app.stop.clone(), recorded));
    let sweep = Sweep { rooms: Arc::clone(&app.rooms), flags: app.config.retention };
    tokio::spawn(play::sweep::run(sweep, app.stop.clone()));
    tokio::spawn(auth::session_sweep::run(app.clone()));
    tokio::spawn(play::redactions::watch(app.clone()));
    tokio::spawn(Arc::clone(&app.moderation).run(app.reserved_store.clone(), app.stop.clone()));
    tokio::spawn(auth::session_revocation::check_after_moderation(app.clone()));
    tokio::spawn(play::shut_rooms::run(Arc::clone(&app.rooms), app.stop.clone()));
    if !app.bus.is_single_node() {
        tokio::spawn(auth::session_revocation::apply_remote_revocations(app.clone()));
        tokio::spawn(lobby::nodes::run(app.clone()));
        app.tasks.spawn(cluster::nodes::run(app.clone(), downtime_recorded.clone()));
    }
    let metrics = admin::metrics_page::listen(&app).await?;
    let kgp = kgp::listen(&app)?;
    let listening = tokio::spawn(http::listen::listen(listener, app.clone(), router::router(app.clone())));
    Ok(Running { addr, metrics, kgp, app, listening, downtime_recorded })
}

/// Runs a server until the system asks it to stop.
///
/// # Errors
/// What has to be changed before it can start.
pub async fn serve(config: Config) -> Result<(), StartError> {
    let mut stop = std::pin::pin!(shutdown::stop_signal());
    let running = tokio::select! {
        running = start(config) => running?,
        // The stop came before any connection was accepted, so nothing has to be drained.
        () = &mut stop => {
            tracing::info!("stopped before it was ready");
            return Ok(());
        }
    };
    shutdown::print_greeting(running.addr, running.metrics);
    stop.await;
    tracing::info!("stopping");
    running.stop().await;
    Ok(())
}
