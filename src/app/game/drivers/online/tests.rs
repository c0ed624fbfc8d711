//! Simulates two pages of a timed game, whose network is cut at random moments: no page ever shows a clock that is not the server's,
//! give or take the way there and back, without saying that it does not know (ADR 0063).

use std::collections::VecDeque;

use room::message::{ClientMessage, ServerMessage};
use room::sync::client::{Client, Effect, Surroundings};
use room::{
    Command, Event, IncomingCommand, Logged, MemberId, Millis, Origin, Room, RoomCode, Seat, Settings,
    TimeControl, Verdict, evolve, judge, stamp, tick,
};
use rules::Side;

use crate::app::game::view::contact::{Contact, HEARTBEAT_MS, clock_shown, is_up_to_date};

const CUTS: u64 = 200;
const STEP: Millis = 10;
/// How often the page looks after its commands and its heartbeat.
const POLL: Millis = 250;
/// What a clock may be wrong by, and how old it may be beyond the way there and back.
const TOLERANCE: Millis = 250;
/// How much older it may be while a cut is silent: the time until a heartbeat is missed.
const SILENCE: Millis = HEARTBEAT_MS + 500 + POLL;
const MEMBERS: [MemberId; 2] = [MemberId(1), MemberId(2)];

struct Chance(u64);

impl Chance {
    fn below(&mut self, most: Millis) -> Millis {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as Millis) % most.max(1)
    }
}

/// A page and its line to the server.
struct Page {
    client: Client,
    contact: Contact,
    pinged: Option<Millis>,
    way: Millis,
    up: VecDeque<(Millis, ClientMessage)>,
    down: VecDeque<(Millis, ServerMessage)>,
    /// Until when nothing goes through.
    cut: Option<Millis>,
    thinks_until: Millis,
}

impl Page {
    fn new(n: usize, way: Millis, now: Millis) -> Self {
        let contact = Contact { is_open: true, heard_at: now, round_trip: 2 * way, waits_since: None };
        let mut page = Self {
            client: Client::new(RoomCode::from_seed(1), (n as u64 + 1) << 32),
            contact,
            pinged: None,
            way,
            up: VecDeque::new(),
            down: VecDeque::new(),
            cut: None,
            thinks_until: now + 500,
        };
        page.send(page.client.hello(), now);
        page
    }

    fn send(&mut self, message: ClientMessage, now: Millis) {
        if self.contact.is_open && self.cut.is_none() {
            self.up.push_back((now + self.way, message));
        }
    }

    fn say(&mut self, message: ServerMessage, now: Millis) {
        if self.cut.is_none() {
            self.down.push_back((now + self.way, message));
        }
    }

    fn is_cut(&mut self, until: Millis, noticed: bool) {
        self.cut = Some(until);
        self.up.clear();
        self.down.clear();
        self.contact.is_open &= !noticed;
    }

    /// The end of a cut, what arrives, and what is sent by itself.
    fn step(&mut self, now: Millis) {
        if self.cut.is_some_and(|until| now >= until) {
            self.cut = None;
            self.contact.is_open = true;
            // The connection is known to be there when the server has welcomed the page.
            self.contact.heard_at = self.contact.heard_at.min(now - 60_000);
            self.send(self.client.hello(), now);
        }
        while let Some((_, message)) = self.down.pop_front_if(|(at, _)| *at <= now) {
            if let ServerMessage::Pong { .. } = message {
                self.contact.round_trip = now - self.pinged.take().unwrap_or(now);
            }
            let effects = self.client.receive(&message, now);
            if is_up_to_date(&effects) {
                self.contact.heard_at = now;
            }
            for effect in effects {
                match effect {
                    Effect::Send(message) => self.send(message, now),
                    Effect::Gap => self.send(self.client.ping(0), now),
                    _ => {}
                }
            }
        }
        if now % POLL == 0 {
            let due = self.client.resend(now, 2_500);
            due.into_iter().for_each(|message| self.send(message, now));
            if self.pinged.is_none_or(|at| at <= self.contact.heard_at)
                && now - self.contact.heard_at >= HEARTBEAT_MS
            {
                self.pinged = Some(now);
                self.send(self.client.ping(1), now);
            }
        }
        self.contact.waits_since = self.client.pending().first().map(|pending| pending.made_at);
    }

    /// Plays or gives time, when the person has thought for long enough, also without a connection.
    fn act(&mut self, me: MemberId, chance: &mut Chance, now: Millis) {
        let with = Surroundings::default();
        if now < self.thinks_until {
            return;
        }
        let Some(room) = self.client.optimistic(&with) else { return };
        let Some(game) = room.running() else { return };
        self.thinks_until = now + 200 + chance.below(4_000);
        let mine = Some(game.seat_of(game.position.to_move())) == room.seat_of(me);
        let command = match game.position.legal_moves().first() {
            Some(&mv) if mine => Command::Play { game: game.number, ply: game.ply(), mv },
            _ if chance.below(6) == 0 => Command::GiveTime,
            _ => return,
        };
        if let Ok(message) = self.client.submit(command, now, &with) {
            self.send(message, now);
        }
    }

    /// What the clock of a side shows; none while the page says that it does not know.
    fn face(&self, side: Side, now: Millis) -> Option<Millis> {
        match self.contact.clocks_as_of(now) {
            None => clock_shown(self.client.confirmed()?, side, None, now),
            Some(_) => None,
        }
    }
}

struct Server {
    log: Vec<Logged>,
    room: Room,
}

impl Server {
    fn append(&mut self, events: Vec<Event>, now: Millis, by: Option<Origin>) -> Vec<Logged> {
        let new = stamp(events, self.room.seq, now, by);
        new.iter().for_each(|logged| evolve(&mut self.room, logged));
        self.log.extend(new.clone());
        new
    }

    /// Answers a message of a page; returns what is new for all.
    fn answer(
        &mut self,
        page: &mut Page,
        member: MemberId,
        message: ClientMessage,
        now: Millis,
    ) -> Vec<Logged> {
        match message {
            ClientMessage::Hello { after, .. } => {
                let log = self.log[after as usize..].to_vec();
                page.say(ServerMessage::Welcome { you: member, now, log, here: Default::default() }, now);
            }
            ClientMessage::Ping { n, after } => {
                let events = self.log[after.min(self.room.seq) as usize..].to_vec();
                if !events.is_empty() {
                    page.say(ServerMessage::Events { events }, now);
                }
                page.say(ServerMessage::Pong { n, now }, now);
            }
            ClientMessage::Cmd { id, after, cmd } => {
                let origin = Origin { member, id };
                let incoming = IncomingCommand { origin, after, command: &cmd };
                match judge(&self.room, incoming, &Default::default(), now) {
                    Verdict::Append(events) => return self.append(events, now, Some(origin)),
                    Verdict::Refused(reason) => {
                        let events = self.log[after.min(self.room.seq) as usize..].to_vec();
                        page.say(ServerMessage::Refused { id, reason, events }, now);
                    }
                    Verdict::AlreadyDone | Verdict::Nothing => page.say(ServerMessage::Done(id), now),
                }
            }
            ClientMessage::Leaving => {}
        }
        Vec::new()
    }

    fn truth(&self, now: Millis) -> [Millis; 2] {
        let clock = &self.room.game.as_ref().unwrap().clock;
        Side::BOTH.map(|side| clock.left(side, now).unwrap())
    }
}

/// Plays for half a minute with one cut; returns for how many moments a page said a clock, and for how many it did not know.
fn play_with_a_cut(seed: u64) -> [u32; 2] {
    let mut chance = Chance(seed * 2 + 1);
    let begins = 1_000_000;
    let clock = TimeControl::Increment { base: 300, increment: 5 };
    let settings = Settings { clock, ..Settings::for_game(rules::Game::ALL[seed as usize % 2]) };
    let mut server = Server { log: Vec::new(), room: Room::new(RoomCode::from_seed(1)) };
    let seats = [(Seat::Bottom, MEMBERS[0]), (Seat::Top, MEMBERS[1])];
    let mut events = vec![Event::Opened(settings)];
    events.extend(seats.map(|(seat, member)| Event::Seated { seat, member, name: "Somebody".to_owned() }));
    events.push(Event::started(1, settings.game.setup(1).unwrap(), Seat::Bottom));
    server.append(events, begins, None);
    let mut pages = [0, 1].map(|n| Page::new(n, 5 + chance.below(20) * STEP, begins));
    let (cut_at, lasts) = (begins + 4_000 + chance.below(12_000), 300 + chance.below(12_000));
    let (victim, noticed) = (chance.below(2) as usize, chance.below(2) == 0);
    let mut truths: VecDeque<[Millis; 2]> = VecDeque::new();
    let mut moments = [0, 0];
    for now in (begins..begins + 32_000).step_by(STEP as usize) {
        if now - STEP < cut_at && cut_at <= now {
            pages[victim].is_cut(now + lasts, noticed);
        }
        let mut new = server.append(tick(&server.room, now), now, None);
        for (page, member) in pages.iter_mut().zip(MEMBERS) {
            page.step(now);
            page.act(member, &mut chance, now);
            while let Some((_, message)) = page.up.pop_front_if(|(at, _)| *at <= now) {
                new.extend(server.answer(page, member, message, now));
            }
        }
        if !new.is_empty() {
            pages.iter_mut().for_each(|page| page.say(ServerMessage::Events { events: new.clone() }, now));
        }
        truths.push_front(server.truth(now));
        truths.truncate(((SILENCE + 2_000) / STEP) as usize);
        for page in &pages {
            let is_silent = page.cut.is_some() && !noticed;
            let allowed = TOLERANCE + page.contact.round_trip + if is_silent { SILENCE } else { 0 };
            for side in Side::BOTH {
                let Some(face) = page.face(side, now) else {
                    moments[1] += 1;
                    continue;
                };
                moments[0] += 1;
                let recent = truths.iter().take((allowed / STEP) as usize + 1);
                let nearest = recent.map(|truth| (truth[side.index()] - face).abs()).min().unwrap_or(0);
                assert!(
                    nearest <= allowed,
                    "seed {seed}, {side:?} at {}: {face} is wrong by {nearest}",
                    now - begins
                );
            }
        }
    }
    moments
}

#[test]
fn no_clock_is_shown_that_is_not_the_servers_over_random_cuts() {
    let mut moments = [0, 0];
    for seed in 0..CUTS {
        let [known, unknown] = play_with_a_cut(seed);
        moments = [moments[0] + known, moments[1] + unknown];
    }
    assert!(moments[0] > 5 * moments[1] / 2, "a page knows the clocks nearly always: {moments:?}");
    assert!(moments[1] > 100_000, "and says so when it does not: {moments:?}");
}
