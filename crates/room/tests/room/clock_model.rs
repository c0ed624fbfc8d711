//! Tests the chess clock against a plain reference that counts down millisecond by millisecond, over
//! thousands of random schedules of moves, takebacks, gifts, lag, disconnections, server outages and fallen
//! flags.

mod reference;

use room::{
    Command, Event, GIVEN_MS, GameSettings, Logged, MemberId, Millis, Reason, Settings, TimeControl,
    downtime_event, fold, tick,
};
use rules::{Game, Side};

use crate::acts::numbers;
use crate::common::{ANNA, BERT, Table, strangers};
use reference::Reference;

const SCHEDULES: u64 = 3_000;
const ACTS: usize = 40;

/// A room and the reference beside it.
struct Model {
    table: Table,
    reference: Reference,
    began: Millis,
}

impl Model {
    fn begin(game: Game, control: TimeControl) -> Self {
        let table =
            Table::playing(strangers(Settings { clock: control, berserk: true, ..Settings::for_game(game) }));
        let reference = Reference::new(control, table.game().position.to_move());
        let began = table.now;
        Self { table, reference, began }
    }

    /// Time passes in both; `false` when it ends the game.
    fn wait(&mut self, ms: Millis) -> bool {
        let due = self.table.room.due().unwrap();
        for passed in 1..=ms {
            if self.reference.pass() {
                self.table.now += passed;
                assert_eq!(due, self.table.now, "the deadline is the very millisecond");
                assert_eq!(tick(&self.table.room, due - 1), [], "and nothing falls before it");
                let ended = tick(&self.table.room, due);
                let grace = self.reference.first_turn[self.reference.thinks];
                let expected = if grace { Reason::CalledOff } else { Reason::TimeOut };
                assert!(
                    matches!(ended[..], [Event::Ended { reason, .. }] if reason == expected),
                    "{ended:?}"
                );
                self.table.commit(ended, None);
                return false;
            }
        }
        self.table.now += ms;
        assert!(due > self.table.now, "nothing is due yet");
        true
    }

    /// A server outage; the next server logs it a little later, before it does anything else.
    fn absence(&mut self, ms: Millis, later: Millis) -> bool {
        let from = self.table.now;
        self.table.now += ms;
        self.reference.for_absence += ms;
        let until = self.table.now;
        let noted = downtime_event(&self.table.room, from, until);
        if ms == 0 {
            assert!(noted.is_empty() || from > self.table.room.at);
        }
        if noted.is_empty() {
            return self.wait(later);
        }
        // The time until it is logged is charged, and must not end the game.
        for _ in 0..later {
            if self.reference.pass() {
                // No flag may fall before both have got their time; this run ends here.
                return false;
            }
        }
        self.table.now += later;
        self.table.commit(noted, None);
        self.reference.was_away();
        assert!(downtime_event(&self.table.room, from, until).is_empty(), "once is enough");
        true
    }

    /// A player tries to go berserk.
    fn go_berserk(&mut self, member: MemberId) {
        if self.table.ask(member, Command::GoBerserk).is_ok() {
            let seat = self.table.room.seat_of(member).unwrap();
            self.reference.halve(self.table.game().side_of(seat).index());
        }
    }

    fn member(&self, side: Side) -> MemberId {
        self.table.room.occupant(self.table.game().seat_of(side)).unwrap().member
    }

    fn play(&mut self, pick: u64) {
        let before = self.table.game().position.clone();
        let moves = before.legal_moves();
        let command = self.table.playing_move(moves[pick as usize % moves.len()]);
        let member = self.member(before.to_move());
        self.table.must(member, command);
        let after = &self.table.game().position;
        self.reference.moved(before.turn() != after.turn(), after.to_move());
    }

    /// The invariants at every moment.
    fn check(&self) {
        let Self { table, reference, began } = self;
        let clock = &table.game().clock;
        for side in Side::BOTH {
            let face = reference.face[side.index()];
            assert_eq!(clock.left(side, table.now), Some(face), "{side:?} at {}", table.now);
            assert!(face >= 0, "no time is below zero");
            assert_eq!(face, reference.got[side.index()] - reference.charged[side.index()]);
        }
        let passed = reference.charged[0]
            + reference.charged[1]
            + reference.for_lag
            + reference.for_first_turns
            + reference.for_absence;
        assert_eq!(passed, table.now - began, "every millisecond went somewhere, and once");
    }
}

/// A random act; `false` when the game is over.
fn act(model: &mut Model, next: &mut impl FnMut() -> u64) -> bool {
    let think = match next() % 12 {
        0 => next() % 20_000,
        1 => 0,
        _ => next() % 1_200,
    };
    if !model.wait(think as Millis) {
        return false;
    }
    model.check();
    match next() % 16 {
        0 => {
            let giver = [ANNA, BERT][next() as usize % 2];
            if model.table.ask(giver, Command::GiveTime).is_ok() {
                let seat = model.table.room.seat_of(giver).unwrap().other();
                model.reference.get(model.table.game().side_of(seat).index(), GIVEN_MS);
            }
        }
        1 => return model.absence((next() % 60_000) as Millis, (next() % 500) as Millis),
        2 => {
            let asks = [ANNA, BERT][next() as usize % 2];
            let other = if asks == ANNA { BERT } else { ANNA };
            if model.table.ask(asks, Command::RequestUndo).is_ok() {
                model.table.must(other, Command::AnswerUndo(true));
                let game = model.table.game();
                model.reference.undone(game.ply() as usize, game.position.to_move());
            }
        }
        3 => model.go_berserk([ANNA, BERT][next() as usize % 2]),
        4..7 => {
            // Measures the lag anew, unless the player is gone and there is nothing to measure.
            let side = Side::BOTH[next() as usize % 2];
            let ms = [0, 35, 200, 900, 5_000, Millis::from(next() as u32)][next() as usize % 6];
            model.table.commit(vec![Event::Lag { side, ms }], None);
            model.reference.lag[side.index()] = ms;
        }
        _ => model.play(next()),
    }
    model.table.room.running().is_some()
}

#[test]
fn the_clock_matches_the_reference_clock_over_random_schedules() {
    let controls = [
        TimeControl::Increment { base: 15, increment: 0 },
        TimeControl::Increment { base: 20, increment: 3 },
        TimeControl::Increment { base: 180, increment: 2 },
        TimeControl::PerMove { seconds: 5 },
        TimeControl::PerMove { seconds: 60 },
    ];
    let (mut moves, mut flags, mut called_off, mut absences, mut lag, mut gifts, mut undone) =
        (0, 0, 0, 0, 0, 0, 0);
    let mut berserk = 0;
    for schedule in 0..SCHEDULES {
        let mut next = numbers(schedule);
        let control = controls[schedule as usize % controls.len()];
        let game = Game::ALL[next() as usize % 2];
        let mut model = Model::begin(game, control);
        assert!(
            matches!(model.table.room.settings.game, GameSettings::Mancala(_)) == (game == Game::Mancala)
        );
        for member in [ANNA, BERT].into_iter().filter(|_| next().is_multiple_of(4)) {
            model.go_berserk(member);
            model.check();
        }
        for _ in 0..ACTS {
            if !act(&mut model, &mut next) {
                break;
            }
            model.check();
        }
        if model.table.game().ending.is_some() {
            model.check();
        }
        for logged in &model.table.log {
            match &logged.event {
                Event::Moved { .. } => moves += 1,
                Event::Ended { reason: Reason::TimeOut, .. } => flags += 1,
                Event::Ended { reason: Reason::CalledOff, .. } => called_off += 1,
                Event::Interrupted { .. } => absences += 1,
                Event::TimeGiven(_) => gifts += 1,
                Event::Undone(_) => undone += 1,
                Event::WentBerserk(_) => berserk += 1,
                _ => {}
            }
        }
        lag += model.reference.for_lag;
        // The log determines the clock: sent and read again it gives the same one.
        let sent: Vec<Logged> =
            serde_json::from_str(&serde_json::to_string(&model.table.log).unwrap()).unwrap();
        let again = fold(model.table.room.code, &sent);
        assert_eq!(again, model.table.room);
        assert_eq!(again.fingerprint(), model.table.room.fingerprint());
    }
    let reached =
        [moves > 20_000, flags > 200, called_off > 3, absences > 2_000, gifts > 1_000, undone > 1_000];
    assert_eq!(reached, [true; 6], "{moves} {flags} {called_off} {absences} {gifts} {undone}");
    assert!(berserk > 800, "{berserk}");
    assert!(lag > 1_000_000, "{lag} ms were the lines'");
}
