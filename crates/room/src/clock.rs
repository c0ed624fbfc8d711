//! The chess clock of one game: time control with increment, lag compensation, remaining time, deadlines. The
//! present moment comes in as an argument.

use rules::{Position, Setup, Side};
use serde::{Deserialize, Serialize};

use crate::Millis;

/// The least time each side has for its first turn, which is not on the clock; when it is over, the game is
/// called off.
pub const FIRST_MOVE_MS: Millis = 30_000;

/// What both sides get when the server was down: about as long as a player needs to find back to the board.
pub const DOWNTIME_BONUS_MS: Millis = 20_000;

/// How much time one gift adds to the opponent's clock.
pub const GIVEN_MS: Millis = 15_000;

/// How many moves a game is assumed to have when its length is estimated.
const ESTIMATED_MOVES: Millis = 40;
/// The lag compensation a side starts with and the most it can save up, both in moves' worth of
/// [`TimeControl::lag_ms`].
const LAG_MOVES: [Millis; 2] = [3, 7];
const DAY_MS: Millis = 24 * 3_600_000;
/// A game with at least this estimate counts as long, in seconds: 25 minutes.
const LONG_GAME: Millis = 25 * 60;

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// A fixed time for every move (every sowing, every disc).
    PerMove {
        /// Seconds a move, 5–3600.
        seconds: u32,
    },
    /// A budget for the game, topped up after every turn (not after every sowing of it).
    Increment {
        /// Seconds at the start, 15–10 800 (¼–180 min).
        base: u32,
        /// Seconds added a turn, 0–180.
        increment: u32,
    },
    /// Days for every move: play by correspondence.
    DaysPerMove {
        /// Days a move, 1–14.
        days: u32,
    },
}

impl TimeControl {
    /// Whether the numbers lie in the ranges given above.
    pub fn is_valid(self) -> bool {
        match self {
            TimeControl::None => true,
            TimeControl::PerMove { seconds } => (5..=3600).contains(&seconds),
            TimeControl::Increment { base, increment } => (15..=10_800).contains(&base) && increment <= 180,
            TimeControl::DaysPerMove { days } => (1..=14).contains(&days),
        }
    }

    /// How long each side has for its first turn: at least [`FIRST_MOVE_MS`], and never less than for any
    /// other move.
    pub fn first_move_ms(self) -> Millis {
        match self {
            _ if self.is_per_move() => self.start_ms().max(FIRST_MOVE_MS),
            _ => FIRST_MOVE_MS,
        }
    }

    /// Whether the game is live: its clock counts seconds, and the players stay at the board.
    pub fn is_live(self) -> bool {
        matches!(self, TimeControl::PerMove { .. } | TimeControl::Increment { .. })
    }

    /// Whether each move has its own time.
    pub fn is_per_move(self) -> bool {
        matches!(self, TimeControl::PerMove { .. } | TimeControl::DaysPerMove { .. })
    }

    /// By how much the quota of lag compensation grows per move: two fifths of the seconds that the game is
    /// estimated to take and 15 on top, in hundredths of a second; a second at most.
    pub fn lag_ms(self) -> Millis {
        self.estimate().map_or(0, |estimated| (estimated * 4 + 150).min(1_000))
    }

    /// Whether a game with this clock of seconds is estimated to take 25 minutes a side or more.
    pub fn is_long(self) -> bool {
        self.estimate().is_some_and(|estimated| estimated >= LONG_GAME)
    }

    /// How many seconds a side is estimated to take; `None` where players do not wait at the board.
    fn estimate(self) -> Option<Millis> {
        match self {
            TimeControl::None | TimeControl::DaysPerMove { .. } => None,
            TimeControl::PerMove { seconds } => Some(ESTIMATED_MOVES * Millis::from(seconds)),
            TimeControl::Increment { base, increment } => {
                Some(Millis::from(base) + ESTIMATED_MOVES * Millis::from(increment))
            }
        }
    }

    fn start_ms(self) -> Millis {
        match self {
            TimeControl::None => 0,
            TimeControl::PerMove { seconds } => Millis::from(seconds) * 1000,
            TimeControl::Increment { base, .. } => Millis::from(base) * 1000,
            TimeControl::DaysPerMove { days } => Millis::from(days) * DAY_MS,
        }
    }
}

/// What happens when a side's time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeOut {
    /// It loses.
    #[default]
    Loses,
    /// The game ends and is decided by the score at that moment: the way of the original Mapello.
    Score,
}

/// Both sides' clocks during a game. All times are ≥ 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: [Millis; 2],
    /// Which sides have finished or passed their first turn; until then a side is in its grace period.
    opened: [bool; 2],
    /// Whose clock runs, and since when; `None` when the game is over.
    running: Option<(Side, Millis)>,
    /// The last measured round-trip time to each side.
    lag: [Millis; 2],
    /// The quota of lag compensation that each side still has.
    quota: [Millis; 2],
    /// The lag compensation of the current turn, fixed when the turn begins.
    turn_lag: Millis,
}

impl Clock {
    /// The clock of a game that begins at `now`.
    pub fn start(control: TimeControl, setup: &Setup, now: Millis) -> Self {
        let to_move = setup.start().to_move();
        // Only Black can pass its first turn and play on: if White has to pass, Black's next disc flips every
        // white one.
        let passed = matches!(setup, Setup::Mapello(_)) && to_move == Side::Second;
        let left = [control.start_ms(); 2];
        Self {
            control,
            left,
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
    pub fn deadline(&self) -> Option<Millis> {
        let (side, since) = self.running?;
        match self.control {
            TimeControl::None => None,
            _ if self.in_grace(side) => Some(since.saturating_add(self.control.first_move_ms())),
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

    /// Presses the clock for a move made at `now`. The turn is over unless an extra move continues it; the
    /// same side may also be to move in a new turn, when the opponent had to pass.
    pub(crate) fn press(&mut self, before: &Position, after: &Position, now: Millis) {
        let mover = before.to_move();
        self.charge(now);
        let left = &mut self.left[mover.index()];
        let turn_over = before.turn() != after.turn();
        match self.control {
            TimeControl::Increment { increment, .. } if turn_over => {
                *left = left.saturating_add(Millis::from(increment) * 1000);
            }
            TimeControl::Increment { .. } => {}
            _ => *left = self.control.start_ms(),
        }
        let (quota, grows) = (&mut self.quota[mover.index()], self.control.lag_ms());
        *quota = quota.saturating_add(grows).min(grows * LAG_MOVES[1]);
        self.opened[mover.index()] |= turn_over;
        self.run(after.to_move(), now);
        if after.to_move() == mover {
            // The same side moves on: it need not receive a move first, so there is no lag to compensate.
            self.turn_lag = 0;
        }
    }

    /// Rewinds for a takeback at `now`: `to_move` is on the clock again. Used time stays used.
    pub(crate) fn rewind(&mut self, to_move: Side, now: Millis) {
        self.charge(now);
        if self.control.is_per_move() {
            self.left = [self.control.start_ms(); 2];
        }
        self.run(to_move, now);
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
        self.turn_lag = self.lag[side.index()].min(self.quota[side.index()]);
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
