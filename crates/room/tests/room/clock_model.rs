//! The clock against a plain reference, which counts down millisecond by millisecond as a clock on a table does: over
//! thousands of random schedules of moves, undo, gifts, lag, disconnections, absences of the server and fallen flags.

use room::{
    AWAY_MS, Command, Event, FIRST_MOVE_MS, GIVEN_MS, GameSettings, Logged, MemberId, Millis, Reason,
    Settings, TimeControl, fold, interruption, tick,
};
use rules::{Game, Side};

use crate::acts::numbers;
use crate::common::{ANNA, BERT, Table};

const SCHEDULES: u64 = 3_000;
const ACTS: usize = 40;

/// Two faces, and a hand that moves one of them on by a millisecond at a time.
struct Reference {
    control: TimeControl,
    /// What the faces show, and how much lag they may still give.
    face: [Millis; 2],
    quota: [Millis; 2],
    lag: [Millis; 2],
    /// Whose first turn, which is free, is still to be finished; how long that may still take.
    first_turn: [bool; 2],
    grace: Millis,
    thinks: usize,
    /// Milliseconds of this turn that are still the line's.
    free: Millis,
    /// All that a side ever got, and every millisecond that has passed: charged by side, or for what else.
    got: [Millis; 2],
    charged: [Millis; 2],
    for_lag: Millis,
    for_first_turns: Millis,
    for_absence: Millis,
}

impl Reference {
    fn new(control: TimeControl, to_move: Side) -> Self {
        let start = each(control);
        let mut reference = Self {
            control,
            face: [start; 2],
            quota: [3 * gain(control); 2],
            lag: [0; 2],
            first_turn: [true; 2],
            grace: 0,
            thinks: 0,
            free: 0,
            got: [start; 2],
            charged: [0; 2],
            for_lag: 0,
            for_first_turns: 0,
            for_absence: 0,
        };
        reference.turn_to(to_move);
        reference
    }

    fn turn_to(&mut self, side: Side) {
        self.thinks = side.index();
        self.free = self.lag[self.thinks].min(self.quota[self.thinks]);
        self.grace = match self.control {
            TimeControl::PerMove { .. } => each(self.control).max(FIRST_MOVE_MS),
            _ => FIRST_MOVE_MS,
        };
    }

    /// One millisecond passes; whether that was the last one there was.
    fn pass(&mut self) -> bool {
        let side = self.thinks;
        if self.first_turn[side] {
            self.for_first_turns += 1;
            self.grace -= 1;
            return self.grace == 0;
        }
        if self.free > 0 {
            self.for_lag += 1;
            self.free -= 1;
            self.quota[side] -= 1;
        } else {
            self.charged[side] += 1;
            self.face[side] -= 1;
        }
        self.free + self.face[side] == 0
    }

    fn get(&mut self, side: usize, ms: Millis) {
        self.face[side] += ms;
        self.got[side] += ms;
    }

    /// The face is set anew to the time of a move; what it showed is thrown away.
    fn reset(&mut self, side: usize) {
        self.got[side] += each(self.control) - self.face[side];
        self.face[side] = each(self.control);
    }

    fn moved(&mut self, turn_over: bool, next: Side) {
        let side = self.thinks;
        match self.control {
            TimeControl::Increment { increment, .. } if turn_over => {
                self.get(side, Millis::from(increment) * 1000)
            }
            TimeControl::Increment { .. } => {}
            _ => self.reset(side),
        }
        self.quota[side] = (self.quota[side] + gain(self.control)).min(7 * gain(self.control));
        self.first_turn[side] &= !turn_over;
        self.turn_to(next);
        if next.index() == side {
            self.free = 0;
        }
    }

    fn undone(&mut self, next: Side) {
        if let TimeControl::PerMove { .. } = self.control {
            self.reset(0);
            self.reset(1);
        }
        self.turn_to(next);
    }

    fn was_away(&mut self) {
        self.get(0, AWAY_MS);
        self.get(1, AWAY_MS);
        if self.first_turn[self.thinks] {
            self.turn_to(Side::BOTH[self.thinks]);
        }
    }
}

fn each(control: TimeControl) -> Millis {
    match control {
        TimeControl::PerMove { seconds } => Millis::from(seconds) * 1000,
        TimeControl::Increment { base, .. } => Millis::from(base) * 1000,
        other => panic!("{other:?} is not in this model"),
    }
}

/// Written down as it was given: in hundredths of a second.
fn gain(control: TimeControl) -> Millis {
    let (base, inc) = match control {
        TimeControl::PerMove { seconds } => (0.0, f64::from(seconds)),
        TimeControl::Increment { base, increment } => (f64::from(base), f64::from(increment)),
        other => panic!("{other:?} is not in this model"),
    };
    let hundredths = (base + 40.0 * inc) * 2.0 / 5.0 + 15.0;
    (hundredths.min(100.0) * 10.0).round() as Millis
}

/// A room and the reference beside it.
struct Model {
    table: Table,
    reference: Reference,
    began: Millis,
}

impl Model {
    fn begin(game: Game, control: TimeControl) -> Self {
        let table = Table::playing(Settings { clock: control, ..Settings::for_game(game) });
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

    /// No server for so long; the next one writes that down a little later, before it does anything else.
    fn absence(&mut self, ms: Millis, later: Millis) -> bool {
        let from = self.table.now;
        self.table.now += ms;
        self.reference.for_absence += ms;
        let until = self.table.now;
        let noted = interruption(&self.table.room, from, until);
        if ms == 0 {
            assert!(noted.is_empty() || from > self.table.room.at);
        }
        if noted.is_empty() {
            return self.wait(later);
        }
        // What passes until it is written down is charged, and may not end the game.
        for _ in 0..later {
            if self.reference.pass() {
                // Nothing falls before both have got their time; this run goes no further.
                return false;
            }
        }
        self.table.now += later;
        self.table.commit(noted, None);
        self.reference.was_away();
        assert!(interruption(&self.table.room, from, until).is_empty(), "once is enough");
        true
    }

    fn member(&self, side: Side) -> MemberId {
        self.table.room.occupant(self.table.game().seat_of(side)).unwrap().member
    }

    fn play(&mut self, pick: u64) {
        let before = self.table.game().position.clone();
        let moves = before.legal_moves();
        let wish = self.table.playing_move(moves[pick as usize % moves.len()]);
        let member = self.member(before.to_move());
        self.table.must(member, wish);
        let after = &self.table.game().position;
        self.reference.moved(before.turn() != after.turn(), after.to_move());
    }

    /// What must hold at every moment.
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

/// Does something by chance; `false` when the game is over.
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
            if model.table.ask(asks, Command::AskUndo).is_ok() {
                model.table.must(other, Command::AnswerUndo(true));
                model.reference.undone(model.table.game().position.to_move());
            }
        }
        3..6 => {
            // Measured anew; or gone, and then there is nothing that could be measured.
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
fn the_clock_goes_as_a_clock_on_a_table_goes_over_thousands_of_schedules() {
    let controls = [
        TimeControl::Increment { base: 15, increment: 0 },
        TimeControl::Increment { base: 20, increment: 3 },
        TimeControl::Increment { base: 180, increment: 2 },
        TimeControl::PerMove { seconds: 5 },
        TimeControl::PerMove { seconds: 60 },
    ];
    let (mut moves, mut flags, mut called_off, mut absences, mut lag, mut gifts, mut undone) =
        (0, 0, 0, 0, 0, 0, 0);
    for schedule in 0..SCHEDULES {
        let mut next = numbers(schedule);
        let control = controls[schedule as usize % controls.len()];
        let game = [Game::Mancala, Game::Mapello][next() as usize % 2];
        let mut model = Model::begin(game, control);
        assert!(
            matches!(model.table.room.settings.game, GameSettings::Mancala(_)) == (game == Game::Mancala)
        );
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
                _ => {}
            }
        }
        lag += model.reference.for_lag;
        // The log is all there is: sent and read again it gives the same clock.
        let sent: Vec<Logged> =
            serde_json::from_str(&serde_json::to_string(&model.table.log).unwrap()).unwrap();
        let again = fold(model.table.room.code, &sent);
        assert_eq!(again, model.table.room);
        assert_eq!(again.fingerprint(), model.table.room.fingerprint());
    }
    let reached =
        [moves > 20_000, flags > 200, called_off > 3, absences > 2_000, gifts > 1_000, undone > 1_000];
    assert_eq!(reached, [true; 6], "{moves} {flags} {called_off} {absences} {gifts} {undone}");
    assert!(lag > 1_000_000, "{lag} ms were the lines'");
}
