//! Tests of rooms with large logs: nobody can have the server encode or hold many copies of one.

use room::message::Fault;
use room::{Event, MemberId, Redaction, RoomCode, Seat, Settings, stamp};
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::app::text::language::Language;
use crate::server::Running;
use crate::server::config::Config;
use crate::server::play::lag::Lag;
use crate::server::play::outbox::Parcel;
use crate::server::play::room_task::{Letter, Visitor};
use crate::server::play::rooms::Mailbox;
use crate::server::store::Projections;

/// Two megabytes of chat.
const LINES: usize = 200;
const LINE: usize = 10_000;

struct LargeRoom {
    running: Running,
    code: RoomCode,
    room: Mailbox,
    seq: u64,
    _folder: TempDir,
}

impl LargeRoom {
    async fn open(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let flags = [&["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()], flags].concat();
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let code = running.app.rooms.create(Settings::default(), None).await.unwrap();
        let room = running.app.rooms.get_or_load(code).await.unwrap().unwrap();
        Self { running, code, room, seq: 1, _folder: folder }
    }

    async fn append(&mut self, lines: usize) {
        let lines = (0..lines).map(|_| Event::ChatSent { seat: Seat::Top, text: "x".repeat(LINE) });
        let lines = stamp(lines.collect(), self.seq, 1, None);
        self.running.app.rooms.store.append(self.code, &lines, &Projections::default()).await.unwrap();
        self.seq += lines.len() as u64;
    }

    /// A spectator joins, who has the log up to `after`.
    async fn join(&self, n: u64, after: u64, address: Option<&str>) -> mpsc::Receiver<Parcel> {
        let (outbox, parcels) = mpsc::channel(64);
        let address = address.map(|address| address.parse().unwrap());
        let visitor =
            Visitor { member: MemberId(n), guest: None, address, language: Language::default(), bot: None };
        let (further, lag) = (Vec::new(), Lag::default());
        let letter = Letter::Join { socket: n, visitor, further, after, outbox, lag };
        self.room.send(Box::new(letter)).await.unwrap();
        self.settle().await;
        parcels
    }

    /// Until the room has handled what it was sent.
    async fn settle(&self) {
        let (done, settled) = tokio::sync::oneshot::channel();
        self.room.send(Box::new(Letter::Settle { done })).await.unwrap();
        settled.await.unwrap();
    }
}

/// The lengths of the welcomes that wait, and whether the socket is closed with this reason.
fn waiting(parcels: &mut mpsc::Receiver<Parcel>, reason: Fault) -> (Vec<usize>, bool) {
    let (mut welcomes, mut closed) = (Vec::new(), false);
    while let Ok(parcel) = parcels.try_recv() {
        match parcel {
            Parcel::Welcome(welcome) => welcomes.push(welcome.len()),
            Parcel::Close(fault) => closed |= fault == reason,
            Parcel::Text(_) | Parcel::Role(_) => {}
        }
    }
    (welcomes, closed)
}

#[tokio::test]
async fn a_redaction_sends_all_pages_together_some_megabytes_at_most() {
    let mut large = LargeRoom::open(&[]).await;
    let mut watchers = Vec::new();
    for n in 10..30 {
        // Each arrives at another event, so each would get another log.
        large.append(1).await;
        watchers.push(large.join(n, large.seq, None).await);
    }
    large.append(LINES).await;
    watchers.push(large.join(30, large.seq, None).await);
    watchers.iter_mut().for_each(|parcels| drop(waiting(parcels, Fault::Busy)));
    let hidden = [Redaction::Member(MemberId(77))];
    large.running.app.rooms.store.hide(large.code, &hidden, 1).await.unwrap();
    large.room.send(Box::new(Letter::Redacted)).await.unwrap();
    large.settle().await;
    let told: Vec<_> = watchers.iter_mut().map(|parcels| waiting(parcels, Fault::Busy)).collect();
    let sent: usize = told.iter().flat_map(|(welcomes, _)| welcomes).sum();
    assert!((10_000_000..20_000_000).contains(&sent), "{sent} bytes");
    assert!(told.iter().all(|(welcomes, closed)| welcomes.is_empty() == *closed), "{told:?}");
    large.running.stop().await;
}

#[tokio::test]
async fn a_log_that_an_address_cannot_pay_is_not_even_encoded() {
    let mut large = LargeRoom::open(&["--request-points=1000"]).await;
    large.append(LINES).await;
    // The room learns of them, and a newcomer who watches gets no chat from before, but pays for the log.
    let mut knows = large.join(1, large.seq, None).await;
    let mut told = Vec::new();
    for n in 2..5 {
        told.push(waiting(&mut large.join(n, 0, Some("203.0.113.7")).await, Fault::TooFast));
    }
    let so: Vec<_> = told.iter().map(|(welcomes, refused)| (welcomes.len(), *refused)).collect();
    assert_eq!(so, [(1, false), (1, false), (0, true)]);
    let other = waiting(&mut large.join(5, 0, Some("203.0.113.8")).await, Fault::TooFast);
    assert_eq!((other.0.len(), other.1), (1, false));
    assert!(!waiting(&mut knows, Fault::TooFast).1);
    large.running.stop().await;
}
