//! The reference chess clock of the tests: two faces like those of a clock on a table, counted down one
//! millisecond at a time.

use room::{DOWNTIME_BONUS_MS, FIRST_MOVE_MS, Millis, TimeControl};
use rules::Side;

/// Two clock faces, one of which is counted down.
pub struct Reference {
    pub control: TimeControl,
    /// The remaining time on each face, and the quota of lag compensation.
    pub face: [Millis; 2],
    pub quota: [Millis; 2],
    pub lag: [Millis; 2],
    /// Whose free first turn is not over yet, and how long it may still take.
    pub first_turn: [bool; 2],
    pub grace: Millis,
    pub thinks: usize,
    /// The milliseconds of this turn that lag compensation still covers.
    pub free: Millis,
    /// Bookkeeping: all time that a side ever got, and every millisecond that has passed, charged to a side
    /// or to neither.
    pub got: [Millis; 2],
    pub charged: [Millis; 2],
    pub for_lag: Millis,
    pub for_first_turns: Millis,
    pub for_absence: Millis,
    /// What is still withheld from each side's increments after takebacks.
    pub debt: [Millis; 2],
    /// Who has gone berserk.
    pub berserk: [bool; 2],
    /// Of each move that stands: its side, what it added to the face, and what to the quota.
    pub moves: Vec<(usize, Millis, Millis)>,
}

impl Reference {
    pub fn new(control: TimeControl, to_move: Side) -> Self {
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
            debt: [0; 2],
            berserk: [false; 2],
            moves: Vec::new(),
        };
        reference.turn_to(to_move);
        reference
    }

    pub fn turn_to(&mut self, side: Side) {
        self.thinks = side.index();
        self.free = self.lag[self.thinks].min(self.quota[self.thinks].max(0));
        self.grace = match self.control {
            TimeControl::PerMove { .. } => each(self.control).max(FIRST_MOVE_MS),
            _ => FIRST_MOVE_MS,
        };
    }

    /// Lets one millisecond pass; returns whether the flag falls with it.
    pub fn pass(&mut self) -> bool {
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

    pub fn get(&mut self, side: usize, ms: Millis) {
        self.face[side] += ms;
        self.got[side] += ms;
    }

    /// Takes half of what a face shows, and the increments.
    pub fn halve(&mut self, side: usize) {
        self.get(side, -((self.face[side] + 1) / 2));
        self.berserk[side] = true;
    }

    /// Sets a face to the time for a move, as with a clock per move; the rest is discarded.
    pub fn reset(&mut self, side: usize) {
        self.got[side] += each(self.control) - self.face[side];
        self.face[side] = each(self.control);
    }

    pub fn moved(&mut self, turn_over: bool, next: Side) {
        let side = self.thinks;
        let (face, quota) = (self.face[side], self.quota[side]);
        let added = match self.control {
            TimeControl::Increment { increment, .. } if turn_over && !self.berserk[side] => {
                let increment = Millis::from(increment) * 1000;
                let paid = increment - self.debt[side].min(increment);
                self.debt[side] -= increment - paid;
                self.get(side, paid);
                increment
            }
            TimeControl::Increment { .. } => 0,
            _ => {
                self.reset(side);
                self.face[side] - face
            }
        };
        self.quota[side] = (quota + gain(self.control)).min(7 * gain(self.control));
        self.moves.push((side, added, self.quota[side] - quota));
        self.first_turn[side] &= !turn_over;
        self.turn_to(next);
        if next.index() == side {
            self.free = 0;
        }
    }

    pub fn undone(&mut self, keep: usize, next: Side) {
        let dropped = self.moves.split_off(keep);
        dropped.iter().for_each(|(side, _, quota)| self.quota[*side] -= quota);
        if let TimeControl::PerMove { .. } = self.control {
            self.reset(0);
            self.reset(1);
            self.loses(dropped[0].0, dropped[0].1);
        } else {
            for (side, added, _) in dropped {
                self.debt[side] += added - self.loses(side, added);
            }
        }
        self.turn_to(next);
    }

    /// Takes time from a face, of which ten seconds stay, or all if it is less; returns how much it was.
    fn loses(&mut self, side: usize, ms: Millis) -> Millis {
        let taken =
            if self.face[side] - ms >= 10_000 { ms } else { (self.face[side] - 10_000).max(0).min(ms) };
        self.get(side, -taken);
        taken
    }

    pub fn was_away(&mut self) {
        self.get(0, DOWNTIME_BONUS_MS);
        self.get(1, DOWNTIME_BONUS_MS);
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

/// The growth of the quota per move, in milliseconds, by its formula in hundredths of a second.
fn gain(control: TimeControl) -> Millis {
    let (base, inc) = match control {
        TimeControl::PerMove { seconds } => (0.0, f64::from(seconds)),
        TimeControl::Increment { base, increment } => (f64::from(base), f64::from(increment)),
        other => panic!("{other:?} is not in this model"),
    };
    let hundredths = (base + 40.0 * inc) * 2.0 / 5.0 + 15.0;
    (hundredths.min(100.0) * 10.0).round() as Millis
}
