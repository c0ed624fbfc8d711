//! One room: a task that takes letters one at a time, so nothing here is locked. It decides, has the store append, and
//! only then changes its state and tells everybody. Time comes from the server, chance from nowhere.

mod absent;
mod attendance;
mod carry_out;
mod elsewhere;
mod history;
mod letter;
mod members;
mod news;
mod shown;
mod talk;

use std::sync::Arc;
use std::time::{Duration, Instant};

use room::message::{Fault, ServerMessage};
use room::{Command, Logged, Millis, Origin, Room, Seat};
use tokio::sync::mpsc;

use self::carry_out::Carried;
use self::history::History;
pub use self::letter::{HandOver, Letter, SocketId, Visitor};
use self::members::{Member, Members};
use self::news::Ears;
use self::talk::Asides;
pub use self::talk::{REPORTS, REPORTS_OF_ROOM};
use super::bus::What;
use super::outbox::Parcel;
use super::push::Kind;
use super::rooms::{KEEP_EVERY, Rooms};
use crate::app::pages::find::PublicGame;

/// A room without anybody whose clock has longer than this to go leaves the memory until then, in milliseconds.
const SOON: Millis = 10 * 60_000;
/// How long to wait when the store does not take what time has brought about.
const TRY_AGAIN: Duration = Duration::from_millis(250);

/// Runs a room until nobody has been there for a while.
pub fn run(
    rooms: Arc<Rooms>,
    room: Room,
    log: Vec<Logged>,
    letters: mpsc::Receiver<Box<Letter>>,
) -> impl Future<Output = ()> {
    let (ears, elsewhere) = Ears::new(&rooms, room.code);
    let (loaded, loaded_at) = (rooms.time.now(), Instant::now());
    let task = RoomTask {
        idle_since: loaded_at,
        members: Members::new(&room, rooms.patience, elsewhere, loaded),
        rooms,
        history: History::new(log),
        asides: Asides::default(),
        shown: None,
        put_off: Vec::new(),
        kept: loaded,
        try_again: loaded_at,
        room,
    };
    // In a box, as what a future is given has its place in it twice.
    look_after(Box::new(task), ears, letters)
}

async fn look_after(mut task: Box<RoomTask>, mut ears: Ears, mut letters: mpsc::Receiver<Box<Letter>>) {
    let code = task.room.code;
    let _counted = task.rooms.metrics.room();
    task.show();
    tracing::debug!(%code, seq = task.room.seq, "room loaded");
    // Not when somebody asks for something: what the server's absence means is told to those who wait.
    Box::pin(task.wake()).await;
    loop {
        let wake = task.wake_at();
        // In no order: whoever keeps the mailbox full holds up neither what falls due nor what other nodes say.
        // What is done is in boxes, so that a room in which nothing happens keeps no place for it.
        tokio::select! {
            letter = letters.recv() => match letter {
                Some(letter) => Box::pin(task.receive(*letter)).await,
                None => break,
            },
            voice = ears.next() => {
                Box::pin(task.hear(voice)).await;
                Box::pin(task.look_around()).await;
                task.members.announce(&task.room, task.rooms.time.now(), Instant::now());
            }
            () = tokio::time::sleep_until(wake.into()) => {
                Box::pin(task.wake()).await;
                // Whoever is on the way is let in first.
                if letters.is_empty() && task.is_idle() {
                    // Before it is forgotten: whoever comes then has it loaded anew, and shown.
                    task.hide();
                    task.tell(What::Bye);
                    if task.rooms.forget(code, task.room.due(), &letters) {
                        break;
                    }
                }
            }
        }
        task.tell_who_is_here();
        task.show();
    }
    tracing::debug!(%code, "room unloaded");
}

/// A room in memory.
struct RoomTask {
    rooms: Arc<Rooms>,
    room: Room,
    history: History,
    members: Members,
    asides: Asides,
    /// Since when nobody has been here, or when that was last looked at.
    idle_since: Instant,
    /// The running game, as the hall was told of it.
    shown: Option<Option<PublicGame>>,
    /// Who is to be told of something if no page of theirs turns out to be open at another node.
    put_off: Vec<(Seat, Kind)>,
    /// When it was known last that the room is not abandoned, besides what happens in it.
    kept: Millis,
    /// What is due is not tried before: the store did not take it.
    try_again: Instant,
}

impl RoomTask {
    async fn receive(&mut self, letter: Letter) {
        let now = self.rooms.time.now();
        match &letter {
            Letter::Ping { socket, .. } | Letter::Command { socket, .. } => {
                // The page that was being left has come back as it was.
                self.members.leaves(&self.room, *socket, false, now);
            }
            _ => {}
        }
        match letter {
            Letter::Join { socket, mut visitor, further, after, outbox, lag } => {
                // Before it is asked who sits where: somebody may have sat down at another server.
                if let Err(error) = self.go_along(after).await {
                    tracing::warn!(code = %self.room.code, %error, "a log could not be read");
                    let _ = outbox.try_send(Parcel::Close(Fault::Busy));
                    return;
                }
                let names = [visitor.member].into_iter().chain(further);
                let seated = names.into_iter().find(|name| self.room.seat_of(*name).is_some());
                visitor.member = seated.unwrap_or(visitor.member);
                self.join(Member { socket, visitor, outbox, lag, leaving: false }, after).await
            }
            // Who asks takes no answer for a no.
            Letter::Settle { done } => {
                if self.tick().await.is_ok() {
                    let _ = done.send(());
                }
            }
            Letter::Leaving { socket } => self.members.leaves(&self.room, socket, true, now),
            Letter::HandOver { from, to, reply } => {
                // Whoever asked may have gone; what has happened has happened.
                let _ = reply.send(self.hand_over(from, to).await);
            }
            Letter::Leave { socket, silent } => {
                let silent = Millis::try_from(silent.as_millis()).unwrap_or(Millis::MAX);
                self.members.remove(&self.room, socket, now.saturating_sub(silent), now);
            }
            Letter::Ping { socket, n, after } => {
                let Some(outbox) = self.members.outbox(socket) else { return };
                self.catch_up(&outbox, after).await;
                self.members.send(socket, &ServerMessage::Pong { n, now: self.rooms.time.now() });
            }
            Letter::GiveUp { visitor, done } => {
                // Whoever asked may have gone; what was given up stays given up.
                let _ = done.send(self.give_up(visitor).await);
            }
            Letter::Command { socket, id, after, command } => self.command(socket, id, after, &command).await,
        }
        self.members.announce(&self.room, self.rooms.time.now(), Instant::now());
        if self.members.is_empty() {
            self.idle_since = Instant::now();
        }
    }

    /// When there is something to do though no letter comes.
    fn wake_at(&self) -> Instant {
        let due = self.room.due().map(|at| self.rooms.time.instant(at).max(self.try_again));
        let idle = self.may_go().then(|| self.idle_since + self.rooms.idle);
        // A day is as good as never: an `Instant` has no end.
        let never = || Instant::now() + Duration::from_secs(24 * 3600);
        let news = self.members.elsewhere.due(!self.members.is_empty());
        let keep = (!self.members.is_empty()).then(|| self.rooms.time.instant(self.keep_at()));
        let all = [due, idle, news, keep, self.members.announce_at(), self.history.forgets_at()];
        all.into_iter().flatten().min().unwrap_or_else(never)
    }

    async fn wake(&mut self) {
        if let Err(error) = self.tick().await {
            // What is due stays due; asking again at once would only heat the machine.
            tracing::warn!(code = %self.room.code, %error, "time could not be written down");
            self.try_again = Instant::now() + TRY_AGAIN;
        }
        self.history.forget(Instant::now());
        self.look_around().await;
        self.keep().await;
        self.members.announce(&self.room, self.rooms.time.now(), Instant::now());
    }

    /// When the room would be taken for abandoned some time later, though somebody is in it.
    fn keep_at(&self) -> Millis {
        self.kept.max(self.room.at).saturating_add(KEEP_EVERY)
    }

    /// Notes that somebody is here, if for long nothing else has shown it.
    async fn keep(&mut self) {
        let now = self.rooms.time.now();
        if self.members.is_empty() || self.keep_at() > now {
            return;
        }
        self.kept = now;
        if let Err(error) = self.rooms.store.keep_room(self.room.code, now).await {
            // It stays for longer than until the next time.
            tracing::warn!(code = %self.room.code, %error, "that somebody is here could not be written down");
        }
    }

    /// Whether nobody is here, and nothing is due soon that no other node looks after.
    fn may_go(&self) -> bool {
        let soon = self.rooms.time.now().saturating_add(SOON);
        let looked_after = || self.members.elsewhere.has_somebody();
        self.members.is_empty() && (self.room.due().is_none_or(|due| due > soon) || looked_after())
    }

    /// Whether nobody is here, nobody was for a while, and nothing runs that has to be watched.
    fn is_idle(&mut self) -> bool {
        let idle = self.may_go() && self.idle_since.elapsed() >= self.rooms.idle;
        if idle {
            // If somebody turns out to be on the way, look again after the same time.
            self.idle_since = Instant::now();
        }
        idle
    }

    async fn join(&mut self, newcomer: Member, after: u64) {
        let Member { socket, visitor, .. } = newcomer;
        let outbox = newcomer.outbox.clone();
        if let Err(error) = self.sit_if_free(visitor).await {
            tracing::warn!(code = %self.room.code, %error, "a newcomer could not be seated");
            let _ = outbox.try_send(Parcel::Close(Fault::Busy));
            return;
        }
        if !self.room.admits(visitor.member) {
            let _ = outbox.try_send(Parcel::Close(Fault::Closed));
            return;
        }
        // Whoever is further even so was with another room that had its name: it starts anew.
        let after = if after > self.room.seq { 0 } else { after };
        let Some(log) = self.missing(after, u32::MAX).await else {
            let _ = outbox.try_send(Parcel::Close(Fault::Busy));
            return;
        };
        self.members.insert(&self.room, newcomer, self.rooms.time.now());
        let here = self.members.presence(&self.room);
        let welcome = ServerMessage::Welcome { you: visitor.member, now: self.rooms.time.now(), log, here };
        self.members.send(socket, &welcome);
        self.tell_asides(visitor.member);
    }

    async fn command(&mut self, socket: SocketId, id: u64, after: u64, command: &Command) {
        let Some((visitor, outbox)) = self.members.get(socket).map(|m| (m.visitor, m.outbox.clone())) else {
            return;
        };
        let origin = Origin { member: visitor.member, id };
        let since = Instant::now();
        let carried = self.carry_out(visitor, origin, after, command).await;
        self.rooms.metrics.command(carry_out::became(&carried), since);
        match carried {
            Ok(Carried::Happened) => {}
            Ok(Carried::Nothing) => {
                self.catch_up(&outbox, after).await;
                self.members.send(socket, &ServerMessage::Done(id));
            }
            Ok(Carried::Refused(reason)) => {
                let newest = self.history.since(after);
                let lacks_more = newest.is_none();
                let events = newest.unwrap_or_default();
                self.members.send(socket, &ServerMessage::Refused { id, reason, events });
                if lacks_more {
                    self.catch_up(&outbox, after).await;
                }
            }
            Err(error) => {
                tracing::warn!(code = %self.room.code, %error, "a command could not be written down");
                self.members.send(socket, &ServerMessage::Fault(Fault::Busy));
            }
        }
    }
}
