//! A tournament under test, which is run as a server runs it: decide, stamp, append, evolve.

use room::{MemberId, RatingMode, Seat, TimeControl};
use rules::mancala::Preset;
use tournament::{
    Command, EntrantId, EntrantKind, Entry, Fact, Format, Logged, Millis, Outcome, Paired, Pairing,
    PairingId, PairingResult, Plan, Present, Rejection, Standing, Terms, Tournament, TournamentGame,
    Visibility, decide, evolve, fold, opened_log, stamp, standings, tick,
};

/// When all tournaments start.
pub const START: Millis = 1_000_000_000;
/// Who makes them.
pub const MAKER: MemberId = MemberId(99_999);
pub const MINUTE: Millis = 60_000;
pub const HOUR: Millis = 60 * MINUTE;

pub fn arena_plan() -> Plan {
    Plan {
        title: "Daily arena".into(),
        format: Format::Arena { minutes: 60, berserk: true },
        terms: Terms {
            game: TournamentGame::Mancala(Preset::Kalah),
            clock: TimeControl::Increment { base: 180, increment: 2 },
            mode: RatingMode::Rated,
        },
        starts_at: START,
        visibility: Visibility::Listed,
        house_bots: false,
        open_to_bots: false,
        maker: Some(MAKER),
    }
}

pub fn round_robin_plan(double: bool) -> Plan {
    Plan {
        format: Format::RoundRobin { double },
        terms: Terms {
            game: TournamentGame::Mapello,
            clock: TimeControl::DaysPerMove { days: 2 },
            mode: RatingMode::Casual,
        },
        ..arena_plan()
    }
}

/// A Swiss tournament of so many rounds, with a pause of a minute.
pub fn swiss_plan(rounds: u8) -> Plan {
    Plan {
        format: Format::Swiss { rounds, pause: 60 },
        terms: Terms { game: TournamentGame::Mapello, ..arena_plan().terms },
        ..arena_plan()
    }
}

/// Entrant `n` as a member with an account; the higher the number, the lower the rating.
pub fn entry(n: u32) -> Entry {
    Entry {
        member: MemberId(u64::from(n)),
        name: format!("Player {n}"),
        kind: EntrantKind::Account,
        rating: Some(2000_u16.saturating_sub(n as u16)),
    }
}

pub fn bot(n: u32, rating: u16) -> Entry {
    let name = format!("BOT {n}");
    Entry { name, kind: EntrantKind::HouseBot, rating: Some(rating), ..entry(n) }
}

pub fn won(seat: Seat, ended: Millis) -> PairingResult {
    PairingResult { outcome: Outcome::Won(seat), moves: [20; 2], berserk: [false; 2], ended }
}

pub fn drawn(ended: Millis) -> PairingResult {
    PairingResult { outcome: Outcome::Drawn, ..won(Seat::Bottom, ended) }
}

/// A tournament with its log.
pub struct Run {
    pub log: Vec<Logged>,
    pub tournament: Tournament,
    pub now: Millis,
    pub seed: u64,
}

impl Run {
    pub fn open(plan: Plan) -> Self {
        let now = START - HOUR;
        let log = opened_log(plan, now).unwrap();
        Self { tournament: fold(&log).unwrap(), log, now, seed: 0 }
    }

    /// A tournament that has begun, with entrants numbered from 0.
    pub fn begun(plan: Plan, entrants: u32) -> Self {
        let mut run = Self::open(plan);
        (0..entrants).for_each(|n| run.must(&Command::Enter(entry(n))));
        run.now = START;
        run.tick();
        run
    }

    pub fn arena(entrants: u32) -> Self {
        Self::begun(arena_plan(), entrants)
    }

    pub fn append(&mut self, facts: Vec<Fact>) {
        for logged in stamp(facts, self.tournament.seq, self.now) {
            evolve(&mut self.tournament, &logged);
            self.log.push(logged);
        }
    }

    pub fn tick(&mut self) {
        self.seed += 1;
        self.append(tick(&self.tournament, self.seed, self.now));
    }

    pub fn send(&mut self, command: &Command) -> Result<usize, Rejection> {
        let facts = decide(&self.tournament, command, self.now)?;
        let count = facts.len();
        self.append(facts);
        Ok(count)
    }

    pub fn must(&mut self, command: &Command) {
        self.send(command).unwrap_or_else(|why| panic!("{command:?}: {why:?}"));
    }

    /// The command that pairs whoever is free, with everybody at the page since the start.
    pub fn pair_all(&mut self) -> Command {
        self.seed += 1;
        let present =
            self.tournament.entrants.iter().map(|e| Present { entrant: e.id, since: START }).collect();
        Command::Pair { seed: self.seed, present }
    }

    /// Pairs everybody who is free, a minute later; gives the new pairings.
    pub fn pair(&mut self) -> Vec<Paired> {
        self.now += MINUTE;
        let known = self.tournament.pairings.len();
        let command = self.pair_all();
        let _ = self.send(&command);
        self.tournament.pairings[known..].iter().map(|pairing| pairing.paired).collect()
    }

    pub fn report(&mut self, pairing: PairingId, result: PairingResult) {
        self.must(&Command::Report { pairing, result });
    }

    /// Reports that this entrant has won a pairing.
    pub fn win(&mut self, pairing: PairingId, winner: EntrantId) {
        let seat = self.pairing(pairing).seat_of(winner).unwrap();
        self.report(pairing, won(seat, self.now));
    }

    /// Pairs everybody and lets the entrant with the lower number win everywhere.
    pub fn play_round(&mut self) {
        for paired in self.pair() {
            let winner = paired.players.into_iter().min().unwrap();
            self.win(paired.id, winner);
        }
    }

    pub fn pairing(&self, id: PairingId) -> &Pairing {
        self.tournament.pairing(id).unwrap()
    }

    pub fn standings(&self) -> Vec<Standing> {
        standings(&self.tournament)
    }

    pub fn row(&self, entrant: u32) -> Standing {
        self.standings().into_iter().find(|row| row.entrant == EntrantId(entrant)).unwrap()
    }

    pub fn points(&self, entrant: u32) -> u32 {
        self.row(entrant).score.points
    }
}
