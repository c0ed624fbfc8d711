//! Room task (actor): it owns one room and handles its letters one at a time, so the state needs no lock. The
//! replica of the room (`room::sync::replica`) decides, appends to the event log with optimistic concurrency, and
//! only then folds the events, which the host (`host`) broadcasts. Time comes from the server; nothing here is random.

mod bus_events;
mod chat;
mod commands;
mod game_limit;
mod history;
mod host;
mod letter;
mod listing;
mod member;
mod members;
mod presence;
mod push_notes;
mod redaction;
mod remote_presence;
mod silence;
mod spectated;
mod unload;

use std::sync::Arc;
use std::time::{Duration, Instant};

use room::message::{Fault, ServerMessage};
use room::sync::replica::Replica;
use room::{Logged, Millis, Redactions, Room};
use tokio::sync::{mpsc, watch};

use self::bus_events::BusSubscription;
use self::chat::SpectatorChat;
pub use self::chat::{REPORTS, REPORTS_OF_ROOM};
use self::history::History;
use self::host::RoomHost;
pub use self::letter::{BotLimits, HandOver, Letter, SocketId, Visitor};
use self::member::Member;
use self::members::Members;
pub use self::spectated::SpectatedFeed;
use super::outbox::{Parcel, Welcome};
use super::rooms::Rooms;
use super::services::Beginning;
use crate::model::lobby::PublicGame;
use crate::model::tv::SpectatedGame;
use crate::server::cluster::bus::BusPayload;

/// Delay before due events are tried again after the store has failed.
const TRY_AGAIN: Duration = Duration::from_millis(250);

/// Runs the task of a room until the room has been idle for a while.
pub fn run(
    rooms: Arc<Rooms>,
    room: Room,
    log: Vec<Logged>,
    letters: mpsc::Receiver<Box<Letter>>,
) -> impl Future<Output = ()> {
    let (bus, remote) = BusSubscription::new(&rooms, room.code);
    let (loaded, loaded_at) = (rooms.time.now(), Instant::now());
    let host = RoomHost {
        members: Members::new(&room, rooms.patience, remote, loaded),
        rooms,
        history: History::new(log),
        spectator_chat: SpectatorChat::default(),
        hidden: Redactions::default(),
        held_back: Vec::new(),
        players: [None; 2],
    };
    let task = RoomTask {
        room: Replica::new(room),
        host,
        idle_since: loaded_at,
        listed: None,
        followed: None,
        beginning: None,
        marked_in_use: loaded,
        try_again: loaded_at,
    };
    // Boxed: a future stores its arguments both as captured and as moved locals.
    serve(Box::new(task), bus, letters)
}

async fn serve(mut task: Box<RoomTask>, mut bus: BusSubscription, mut letters: mpsc::Receiver<Box<Letter>>) {
    let code = task.room.code;
    let _counted = task.host.rooms.metrics.room();
    task.update_listing();
    tracing::debug!(%code, seq = task.room.seq, "room loaded");
    // Done at load, not on the first request: players who wait have to be told what the server's downtime
    // means.
    Box::pin(task.wake()).await;
    // Something may have been hidden between the reading of the log and the subscription to the bus.
    Box::pin(task.apply_redactions()).await;
    loop {
        let wake = task.wake_at();
        // Unbiased: a full mailbox must delay neither deadlines nor messages of other nodes. The branches are
        // boxed, so that the task of a quiet room needs no memory for them.
        tokio::select! {
            letter = letters.recv() => match letter {
                Some(letter) => Box::pin(task.receive(*letter)).await,
                None => break,
            },
            event = bus.next() => {
                Box::pin(task.handle_bus_event(event)).await;
                Box::pin(task.update_remote_presence()).await;
                task.host.members.announce(&task.room, task.host.rooms.time.now(), Instant::now());
            }
            () = tokio::time::sleep_until(wake.into()) => {
                Box::pin(task.wake()).await;
                // Waiting letters are handled before the room is unloaded.
                if letters.is_empty() && task.is_idle() {
                    // Before the room is dropped: a visitor who comes then loads and lists it anew.
                    task.remove_listing();
                    task.host.publish(&task.room, BusPayload::Bye);
                    if task.host.rooms.unload(code, task.room.due(), &letters) {
                        break;
                    }
                }
            }
        }
        task.publish_presence_if_due();
        task.update_listing();
        task.update_followed();
    }
    tracing::debug!(%code, "room unloaded");
}

/// The state of a loaded room.
struct RoomTask {
    room: Replica,
    host: RoomHost,
    /// Since when the room has been empty, or when that was last checked.
    idle_since: Instant,
    /// The running game as the lobby was last told.
    listed: Option<Option<PublicGame>>,
    /// Those who follow the public game without being in the room.
    followed: Option<watch::Sender<Option<Arc<SpectatedGame>>>>,
    /// What the lobby was last told of the beginning of a game of strangers.
    beginning: Option<Beginning>,
    /// When the store was last told that the room is in use, apart from its events.
    marked_in_use: Millis,
    /// Due events are not tried before this time, because the store has failed.
    try_again: Instant,
}

impl RoomTask {
    async fn receive(&mut self, letter: Letter) {
        let now = self.host.rooms.time.now();
        match &letter {
            Letter::Ping { socket, .. } | Letter::Command { socket, .. } => {
                // A page that announced that it was being left was restored from the browser's cache
                // (bfcache).
                self.host.members.set_leaving(&self.room, *socket, false, now);
            }
            _ => {}
        }
        match letter {
            Letter::Join { socket, mut visitor, further, after, outbox, lag } => {
                // The seats are read from an up-to-date log: somebody may have sat down at another node.
                if let Err(error) = self.read_log_up_to(after).await {
                    tracing::warn!(code = %self.room.code, %error, "a log could not be read");
                    let _ = outbox.try_send(Parcel::Close(Fault::Busy));
                    return;
                }
                let names = [visitor.member].into_iter().chain(further);
                let seated = names.into_iter().find(|name| self.room.seat_of(*name).is_some());
                visitor.member = seated.unwrap_or(visitor.member);
                let newcomer = Member { socket, visitor, arrived: 0, outbox, lag, leaving: false };
                self.join(self.admit(newcomer), after).await
            }
            Letter::Sit { visitor, further, name, reply } => {
                // The asker may have gone; the seat stays taken.
                let _ = reply.send(self.sit(visitor, &further, name).await);
            }
            // The asker takes a dropped sender for a failure.
            Letter::Settle { done } => {
                if self.tick().await.is_ok() {
                    let _ = done.send(());
                }
            }
            Letter::Redacted => self.apply_redactions().await,
            Letter::Shut => self.shut().await,
            Letter::Follow { reply } => {
                // The asker may have gone: then nobody follows.
                let _ = reply.send(self.follow());
            }
            Letter::Leaving { socket } => self.host.members.set_leaving(&self.room, socket, true, now),
            Letter::HandOver { from, to, reply } => {
                // The asker may have gone; the transfer stands anyway.
                let _ = reply.send(self.hand_over(from, to).await);
            }
            Letter::Leave { socket, silent } => {
                let silent = Millis::try_from(silent.as_millis()).unwrap_or(Millis::MAX);
                self.host.members.remove(&self.room, socket, now.saturating_sub(silent), now);
            }
            Letter::Ping { socket, n, after } => {
                self.catch_up(socket, after).await;
                self.host.members.send(socket, &ServerMessage::Pong { n, now: self.host.rooms.time.now() });
            }
            Letter::GiveUp { visitor, done } => {
                // The asker may have gone; the seat stays given up.
                let _ = done.send(self.give_up(visitor).await);
            }
            Letter::Command { socket, id, after, command } => self.command(socket, id, after, &command).await,
        }
        self.host.members.announce(&self.room, self.host.rooms.time.now(), Instant::now());
        if self.host.members.is_empty() {
            self.idle_since = Instant::now();
        }
    }

    /// When the task has to act without a letter.
    fn wake_at(&self) -> Instant {
        let due = self.room.due().map(|at| self.host.rooms.time.instant(at).max(self.try_again));
        let idle = self.may_unload().then(|| self.idle_since + self.host.rooms.idle);
        // A day stands for "never", because `Instant` has no maximum.
        let never = || Instant::now() + Duration::from_secs(24 * 3600);
        let bus = self.host.members.remote.wake_at(!self.host.members.is_empty());
        let keep =
            (!self.host.members.is_empty()).then(|| self.host.rooms.time.instant(self.mark_in_use_at()));
        let all = [due, idle, bus, keep, self.host.members.announce_at(), self.host.history.forgets_at()];
        all.into_iter().flatten().min().unwrap_or_else(never)
    }

    async fn wake(&mut self) {
        if let Err(error) = self.tick().await {
            // Due events stay due; an immediate retry would only burn CPU.
            tracing::warn!(code = %self.room.code, %error, "time could not be written down");
            self.try_again = Instant::now() + TRY_AGAIN;
        }
        self.host.history.forget(Instant::now());
        self.update_remote_presence().await;
        self.mark_in_use().await;
        self.host.members.announce(&self.room, self.host.rooms.time.now(), Instant::now());
    }

    /// Whether the operator lets nobody in.
    fn is_shut(&self) -> bool {
        self.host.rooms.moderation.rules().is_shut(self.room.code)
    }

    async fn join(&mut self, mut newcomer: Member, after: u64) {
        let Member { socket, visitor, .. } = newcomer;
        let outbox = newcomer.outbox.clone();
        if self.is_shut() {
            let _ = outbox.try_send(Parcel::Close(Fault::Shut));
            return;
        }
        if let Err(error) = self.tick().await {
            tracing::warn!(code = %self.room.code, %error, "what is due could not be written down");
            let _ = outbox.try_send(Parcel::Close(Fault::Busy));
            return;
        }
        if !self.room.admits(visitor.member) {
            let _ = outbox.try_send(Parcel::Close(Fault::Closed));
            return;
        }
        // Only now, so that who knocks at a closed room does not get what is said until it is opened.
        newcomer.arrived = self.host.members.arrival(&self.room, &visitor);
        // A client that is further than the log knew another room of this code, and starts from the
        // beginning; so does one that may have been away while something was hidden.
        let anew = after > self.room.seq || !self.host.hidden.is_empty();
        let after = if anew { 0 } else { after };
        // Before the log is read and encoded, because a full room has a long one.
        if !self.host.pays(&visitor, self.host.history.points(after.min(self.room.seq))) {
            let _ = outbox.try_send(Parcel::Close(Fault::TooFast));
            return;
        }
        let Some(log) = self.end_of_log(after, newcomer.hidden_chat(&self.room)).await else {
            let _ = outbox.try_send(Parcel::Close(Fault::Busy));
            return;
        };
        self.host.members.insert(&self.room, newcomer, self.host.rooms.time.now());
        let here = self.host.members.presence(&self.room);
        let welcome = Welcome::new(visitor.member, self.host.rooms.time.now(), here, log);
        self.host.members.send_parcel(socket, &Parcel::Welcome(Arc::new(welcome)));
        self.host.send_spectator_chat(&self.room, visitor.member);
    }
}
