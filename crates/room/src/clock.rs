//! The chess clock of one game: time control with increment, lag compensation, remaining time, deadlines. The
//! present moment comes in as an argument.

mod control;
mod speed;

use rules::{Position, Setup, Side};
use serde::{Deserialize, Serialize};

pub use self::control::{FIRST_MOVE_MS, TimeControl, TimeOut};
pub use self::speed::Speed;
use crate::Millis;
use crate::settings::{Company, Settings};

/// What both sides get when the server was down: about as long as a player needs to find back to the board.
pub const DOWNTIME_BONUS_MS: Millis = 20_000;

/// How much time one gift adds to the opponent's clock.
pub const GIVEN_MS: Millis = 15_000;

/// The lag compensation a side starts with and the most it can save up, both in moves' worth of
/// [`TimeControl::lag_ms`].
const LAG_MOVES: [Millis; 2] = [3, 7];

/// The edition of the rules of clocks that a game was begun by. A stored game keeps its edition, so that its
/// log folds to the clocks that its players had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockRules {
    /// Up to version 5 of the protocol: a takeback leaves what the moves earned, and restarts a time per move.
    #[default]
    V5,
    /// A takeback returns what the moves earned, increments and lag compensation alike (ADR 0063).
    V6,
}

impl ClockRules {
    /// The edition by which games begin now.
    pub const CURRENT: Self = Self::V6;

    pub(crate) fn is_v5(&self) -> bool {
        *self == Self::V5
    }
}

/// What a move earned its side: a takeback of the move returns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Earned {
    side: Side,
    /// The increment, or by how much the time for a move was filled up.
    time: Millis,
    /// By how much the quota of lag compensation grew.
    lag: Millis,
}

impl Earned {
    /// What a move of an opening earned, which nobody made.
    pub(crate) const NOTHING: Earned = Earned { side: Side::First, time: 0, lag: 0 };
}

/// Both sides' clocks during a game. What is left is ≥ 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    rules: ClockRules,
    left: [Millis; 2],
    /// What each side still has to return of increments that were taken back: it is withheld from the next ones.
    owed: [Millis; 2],
    /// Which sides have gone berserk, and get no increments.
    berserk: [bool; 2],
    /// Whether a late first turn aborts the game: not between friends, who wait for one another.
    first_turn_due: bool,
    /// Which sides have finished or passed their first turn; until then a side is in its grace period.
    opened: [bool; 2],
    /// Whose clock runs, and since when; `None` when the game is over.
    running: Option<(Side, Millis)>,
    /// The last measured round-trip time to each side.
    lag: [Millis; 2],
    /// The quota of lag compensation that each side still has; below 0 after a takeback of moves that earned it.
    quota: [Millis; 2],
    /// The lag compensation of the current turn, fixed when the turn begins.
    turn_lag: Millis,
}

impl Clock {
    /// The clock of a game that begins at `now`.
    pub(crate) fn start(settings: &Settings, rules: ClockRules, setup: &Setup, now: Millis) -> Self {
        let control = settings.clock;
        let to_move = setup.start().to_move();
        // Only Black can pass its first turn and play on: if White has to pass, Black's next disc flips every
        // white one.
        let passed = matches!(setup, Setup::Mapello(_)) && to_move == Side::Second;
        let left = [control.start_ms(); 2];
        Self {
            control,
            rules,
            left,
            owed: [0; 2],
            berserk: [false; 2],
            // The days of a correspondence game are long enough to end it between friends as well.
            first_turn_due: settings.company == Company::Strangers || !control.is_live(),
            opened: [passed, false],
            running: Some((to_move, now)),
            lag: [0; 2],
            quota: [control.lag_ms() * LAG_MOVES[0]; 2],
            turn_lag: 0,
        }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The edition of the rules of clocks that it follows.
    pub fn rules(&self) -> ClockRules {
        self.rules
    }

    /// The milliseconds `side` has left at `now`; `None` without a clock. During the grace period the clock
    /// stands still.
    pub fn left(&self, side: Side, now: Millis) -> Option<Millis> {
        if self.control == TimeControl::None {
            return None;
        }
        Some(self.remaining(side, now))
    }

    /// Whether `side` is in its free first turn, or still has it to come. A side that had to pass its first
    /// turn gets no other: otherwise a game that the opponent has begun would be called off.
    pub fn in_grace(&self, side: Side) -> bool {
        self.control != TimeControl::None && !self.opened[side.index()]
    }

    /// The lag compensation of `side`'s present turn, in milliseconds.
    pub fn free(&self, side: Side) -> Millis {
        match self.running {
            Some((running, _)) if running == side && !self.in_grace(side) => self.turn_lag,
            _ => 0,
        }
    }

    /// The last measured round-trip time to `side`, in milliseconds; 0 if none is known.
    pub fn lag(&self, side: Side) -> Millis {
        self.lag[side.index()]
    }

    /// When something falls due if nobody acts: the flag of the side to move, or the end of its grace period.
    /// [`crate::Game::deadline`] knows of open offers as well.
    pub fn deadline(&self) -> Option<Millis> {
        let (side, since) = self.running?;
        match self.control {
            TimeControl::None => None,
            _ if self.in_grace(side) => {
                self.first_turn_due.then(|| since.saturating_add(self.control.first_move_ms()))
            }
            _ => Some(since.saturating_add(self.turn_lag).saturating_add(self.left[side.index()])),
        }
    }

    /// Notes a measured round-trip time to `side`. It counts from that side's next turn on.
    pub(crate) fn set_lag(&mut self, side: Side, lag: Millis) {
        self.lag[side.index()] = lag.max(0);
    }

    /// Gives `side` [`GIVEN_MS`].
    pub(crate) fn give_time(&mut self, side: Side) {
        let left = &mut self.left[side.index()];
        *left = left.saturating_add(GIVEN_MS);
    }

    /// Halves what `side` has left, and takes its increments away: it goes berserk. In the free first turn no time is being
    /// charged.
    pub(crate) fn halve(&mut self, side: Side) {
        self.left[side.index()] /= 2;
        self.berserk[side.index()] = true;
    }

    /// Presses the clock for a move made at `now`, and says what the move earned. The turn is over unless an
    /// extra move continues it; the same side may also be to move in a new turn, when the opponent had to pass.
    pub(crate) fn press(&mut self, before: &Position, after: &Position, now: Millis) -> Earned {
        let side = before.to_move();
        self.charge(now);
        let (left, owed) = (&mut self.left[side.index()], &mut self.owed[side.index()]);
        let turn_over = before.turn() != after.turn();
        let time = match self.control {
            TimeControl::Increment { increment, .. } if turn_over && !self.berserk[side.index()] => {
                Millis::from(increment) * 1000
            }
            TimeControl::Increment { .. } => 0,
            _ => self.control.start_ms().saturating_sub(*left),
        };
        let withheld = time.clamp(0, *owed);
        *owed -= withheld;
        *left = left.saturating_add(time - withheld);
        let (quota, grows) = (&mut self.quota[side.index()], self.control.lag_ms());
        let lag = grows.min(grows * LAG_MOVES[1] - *quota);
        *quota += lag;
        self.opened[side.index()] |= turn_over;
        self.run(after.to_move(), now);
        if after.to_move() == side {
            // The same side moves on: it need not receive a move first, so there is no lag to compensate.
            self.turn_lag = 0;
        }
        Earned { side, time, lag }
    }

    /// Rewinds for a takeback at `now` of the moves that earned this, the earliest first: `to_move` is on the
    /// clock again. Used time stays used.
    pub(crate) fn rewind(&mut self, earned: &[Earned], to_move: Side, now: Millis) {
        self.charge(now);
        let is_per_move = self.control.is_per_move();
        if is_per_move {
            self.left = [self.control.start_ms(); 2];
        }
        if self.rules == ClockRules::V6 {
            earned.iter().for_each(|earned| self.quota[earned.side.index()] -= earned.lag);
            if is_per_move {
                // The first of these moves is thought about anew, with the time that was left then. What
                // follows are answers to another move.
                earned.first().into_iter().for_each(|first| self.give_back(first));
            } else {
                earned.iter().for_each(|earned| self.give_back(earned));
            }
        }
        self.run(to_move, now);
    }

    /// Takes back what a move earned. Nobody loses by a takeback: a side keeps a little, and owes the rest to
    /// its next increments.
    fn give_back(&mut self, earned: &Earned) {
        let left = &mut self.left[earned.side.index()];
        let rest = left.saturating_sub(earned.time);
        let kept = rest.max(self.control.least_after_takeback_ms().min(*left));
        if !self.control.is_per_move() {
            self.owed[earned.side.index()] += kept - rest;
        }
        *left = kept;
    }

    /// Begins the free first turn anew that is under way, if one is.
    pub(crate) fn restart_first_turn(&mut self, now: Millis) {
        if let Some((side, since)) = &mut self.running
            && !self.opened[side.index()]
        {
            *since = now;
        }
    }

    /// Excuses an outage: nobody could play from `from` to `until`. That time is not charged, a free first
    /// turn begins anew `now`, and both sides get [`DOWNTIME_BONUS_MS`].
    pub(crate) fn interrupt(&mut self, from: Millis, until: Millis, now: Millis) {
        let (Some((side, since)), true) = (self.running, self.control != TimeControl::None) else { return };
        let away = until.min(now).saturating_sub(from.max(since)).max(0);
        let since = if self.in_grace(side) { now } else { since.saturating_add(away) };
        self.running = Some((side, since));
        self.left = self.left.map(|left| left.saturating_add(DOWNTIME_BONUS_MS));
    }

    /// Stops the clocks, as the game is over.
    pub(crate) fn stop(&mut self, now: Millis) {
        self.charge(now);
        self.running = None;
    }

    /// Starts the clock of `side`.
    fn run(&mut self, side: Side, now: Millis) {
        self.turn_lag = self.lag[side.index()].min(self.quota[side.index()]).max(0);
        self.running = Some((side, now));
    }

    /// Charges the running side for the time it has used.
    fn charge(&mut self, now: Millis) {
        let Some((side, since)) = self.running else { return };
        self.left[side.index()] = self.remaining(side, now);
        if !self.in_grace(side) {
            let lag = now.saturating_sub(since).clamp(0, self.turn_lag);
            self.quota[side.index()] -= lag;
        }
    }

    /// The time `side` has left at `now`, whatever the time control. It saturates, because a room stored on a
    /// device may hold any number.
    fn remaining(&self, side: Side, now: Millis) -> Millis {
        self.left[side.index()].saturating_sub(self.charged(side, now)).max(0)
    }

    fn charged(&self, side: Side, now: Millis) -> Millis {
        match self.running {
            Some((running, since)) if running == side && !self.in_grace(side) => {
                now.saturating_sub(since).saturating_sub(self.turn_lag).max(0)
            }
            _ => 0,
        }
    }
}
