//! The connection of one agent: its lines go to the state machine of the crate `kgp`, its moves to its rooms.

mod find;
mod play;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kgp::limits::LINE_PATIENCE;
use kgp::{AgentOption, Connection, Frame, Lines, Millis, Output, RequestId};
use room::RoomCode;
use tokio::sync::oneshot;
use tokio::time::sleep_until;

use self::find::next_pairing;
use self::play::Asked;
use super::games::Games;
use super::guest_places::GuestPlace;
use super::link::{Gone, Link};
use super::offers::Offers;
use super::who::Who;
use super::{LINES_PER, Port};
use crate::server::AppState;
use crate::server::auth::barring::barring;
use crate::server::http::limits::{Bucket, ConnectionPermit, Rate};
use crate::server::http::listen::Address;
use crate::server::identity::Identity;
use crate::server::play::outbox::Parcel;
use crate::server::play::ws::RestartSignal;

/// What the server calls itself.
const SERVER: &str = concat!("Duello ", env!("CARGO_PKG_VERSION"));
/// Lines for each move that is asked for, which no limit counts: moves that get better, and `yield`.
const FREE_LINES: u32 = 8;
/// The most of them.
const MOST_FREE_LINES: u32 = 64;
/// How often an agent looks after its games besides what their rooms send.
const POLL: Duration = Duration::from_millis(2_500);

/// See the module.
pub struct Agent {
    app: AppState,
    port: Arc<Port>,
    link: Link,
    connection: Connection,
    lines: Lines,
    who: Who,
    restart: RestartSignal,
    bucket: Bucket,
    free_lines: u32,
    games: Games,
    offers: Offers,
    /// The moves that the agent was asked for.
    asked: HashMap<RequestId, Asked>,
    /// The place in the queue of those who wait for another agent.
    waiting: Option<oneshot::Receiver<RoomCode>>,
    /// The room of a game with another agent.
    paired: Option<RoomCode>,
    /// Since when it has waited there.
    waits_since: Instant,
    /// Before this time the agent does not wait again.
    wait_from: Instant,
    poll_at: Instant,
    /// Lines that have not been sent yet.
    out: Vec<String>,
    /// The connection's place under the cap of its address.
    _place: Arc<ConnectionPermit>,
    /// Its place among those without a token.
    _guest_place: Option<GuestPlace>,
}

/// What happens next on a connection.
enum Event {
    Restart,
    Room(RoomCode, Option<Parcel>),
    Paired(Option<RoomCode>),
    Asked(Option<RoomCode>),
    Bytes(Option<Vec<u8>>),
    Time,
}

impl Agent {
    /// Serves an agent until one side ends the connection.
    pub async fn run(
        app: AppState,
        port: Arc<Port>,
        link: Link,
        address: Option<IpAddr>,
        place: Arc<ConnectionPermit>,
    ) {
        let Ok(identity) = Identity::random() else { return };
        let guest_place = address.and_then(|address| port.guests.take(address));
        let who = Who::guest(identity, address, guest_place.as_ref().map(|place| place.slot));
        let (connection, out) = Connection::open(SERVER, app.time.now());
        let now = Instant::now();
        let mut agent = Box::new(Self {
            restart: RestartSignal::new(&app, Some(who.session.clone()), address.map(Address)),
            port,
            link,
            connection,
            lines: Lines::default(),
            who,
            bucket: Bucket::full(now),
            free_lines: 0,
            games: Games::default(),
            offers: Offers::default(),
            asked: HashMap::new(),
            waiting: None,
            paired: None,
            waits_since: now,
            wait_from: now,
            poll_at: now,
            out: Vec::new(),
            _place: place,
            _guest_place: guest_place,
            app,
        });
        agent.carry_out(out).await;
        let ended = agent.serve().await;
        agent.offers.go(&agent.app);
        for code in agent.games.codes() {
            if let Some(table) = agent.games.remove(code) {
                table.leave().await;
            }
        }
        if ended.is_ok() {
            agent.link.close().await;
        }
    }

    async fn serve(&mut self) -> Result<(), Gone> {
        if let Some((fault, _)) = barring(&self.app, Some(&self.who.session), self.who.address) {
            self.app.metrics.count_refusal(if fault == room::message::Fault::Blocked {
                "blocked"
            } else {
                "suspended"
            });
            self.end("whoever runs this server does not let you in").await;
        }
        if *self.app.isolated.borrow() {
            self.end("the server is cut off: try again").await;
        }
        loop {
            self.ask_for_moves().await;
            self.find_games().await;
            let lines = std::mem::take(&mut self.out);
            if !lines.is_empty() {
                self.link.send(lines).await?;
            }
            if self.connection.is_over() {
                return Ok(());
            }
            let wake = self.wake();
            let event = tokio::select! {
                biased;
                () = self.restart.wait() => Event::Restart,
                (code, parcel) = self.games.next() => Event::Room(code, parcel),
                room = next_pairing(&mut self.waiting) => Event::Paired(room),
                room = self.offers.next() => Event::Asked(room),
                bytes = self.link.receive() => Event::Bytes(bytes),
                () = sleep_until(wake.into()) => Event::Time,
            };
            match event {
                Event::Restart => self.end("the server ends the connection: connect again").await,
                Event::Room(code, parcel) => self.hear_room(code, parcel).await,
                Event::Paired(room) => self.enter_paired(room).await,
                Event::Asked(room) => self.enter_asked(room).await,
                Event::Bytes(Some(bytes)) => self.hear_agent(&bytes).await,
                Event::Bytes(None) => return Err(Gone),
                Event::Time => {}
            }
            self.let_time_pass().await;
        }
    }

    /// When something is due that nobody sends.
    fn wake(&self) -> Instant {
        let time = self.app.time;
        let due = self.connection.due().map(|due| time.instant(due));
        let line = self.lines.unfinished_since().map(|since| time.instant(since + LINE_PATIENCE));
        let queue = self.may_wait().then_some(self.wait_from);
        let house = self.waiting.is_some().then_some(self.house_at());
        let poll = (self.games.len() > 0).then_some(self.poll_at);
        let all = [due, line, queue, house, poll];
        all.into_iter().flatten().min().unwrap_or_else(|| Instant::now() + POLL)
    }

    async fn let_time_pass(&mut self) {
        let now = self.now();
        let out = self.connection.tick(now);
        self.carry_out(out).await;
        if self.lines.unfinished_since().is_some_and(|since| now >= since + LINE_PATIENCE) {
            self.end("a line has no end").await;
        }
        if Instant::now() >= self.poll_at {
            self.poll_at = Instant::now() + POLL;
            for code in self.games.codes() {
                if let Some(table) = self.games.get_mut(code) {
                    table.poll(now).await;
                }
            }
        }
    }

    async fn hear_agent(&mut self, bytes: &[u8]) {
        let now = self.now();
        for frame in self.lines.push(bytes, now) {
            if !self.may_say() {
                self.app.metrics.count_refusal("kgp_lines");
                return self.end("too many lines").await;
            }
            self.hear_line(&frame, now).await;
            if self.connection.is_over() {
                return;
            }
        }
    }

    async fn hear_line(&mut self, frame: &Frame, now: Millis) {
        self.app.metrics.message();
        let out = self.connection.receive(frame, now);
        self.carry_out(out).await;
    }

    /// Takes a line from the limits.
    fn may_say(&mut self) -> bool {
        if self.free_lines > 0 {
            self.free_lines -= 1;
            return true;
        }
        let now = Instant::now();
        let rate = Rate { burst: self.port.flags.kgp_lines, per: LINES_PER };
        let is_of_address = |address| self.port.lines.take(address, now).is_ok();
        self.bucket.take(rate, now) && self.who.address.is_none_or(is_of_address)
    }

    /// Queues what a question to the agent consists of: lines alone.
    fn send_lines(&mut self, outputs: Vec<Output>) {
        self.out.extend(outputs.into_iter().filter_map(|output| match output {
            Output::Send(command) => Some(command.line()),
            _ => None,
        }));
    }

    async fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send(command) => self.out.push(command.line()),
                Output::Option(option) => self.hear_option(option).await,
                Output::Decided(id, pit) => self.play(id, pit).await,
                Output::Ready(_) => self.come_online().await,
                // The end is seen in a moment.
                Output::Close => {}
            }
        }
    }

    async fn hear_option(&mut self, option: AgentOption) {
        match option {
            AgentOption::Name(name) => self.who.rename(&name),
            AgentOption::Token(token) => self.come_as(&token).await,
            // Nothing is kept of these.
            AgentOption::Authors(_)
            | AgentOption::Description(_)
            | AgentOption::Comment(_)
            | AgentOption::Forget(_) => {}
        }
    }

    async fn end(&mut self, why: &str) {
        let out = self.connection.close(why);
        self.carry_out(out).await;
    }

    fn now(&self) -> Millis {
        self.app.time.now()
    }
}
