//! Back-off of push notes that say the same again: an opponent who takes moves back and plays them anew cannot
//! have somebody's device ring every minute. Pure: the time is an argument.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::{RoomCode, Seat};

/// The pauses before the first, second and every further repetition.
const PAUSES: [Duration; 3] =
    [Duration::from_secs(60), Duration::from_secs(10 * 60), Duration::from_secs(3_600)];
/// A seat without notes for so long is forgotten.
const FORGET: Duration = Duration::from_secs(24 * 3_600);

/// How far a game is: its number in the room, and the moves in it.
pub type Progress = (u32, u32);

/// The last note of each seat.
#[derive(Default)]
pub struct Repeats(HashMap<(RoomCode, Seat), Last>);

struct Last {
    progress: Progress,
    sent: Instant,
    repeated: usize,
}

impl Repeats {
    /// Whether a note may be sent now. One of a game that has gone on always may: the player has moved since.
    pub fn admits(&mut self, seat: (RoomCode, Seat), progress: Progress, now: Instant) -> bool {
        self.0.retain(|_, last| now < last.sent + FORGET);
        let Some(last) = self.0.get_mut(&seat) else {
            self.0.insert(seat, Last { progress, sent: now, repeated: 0 });
            return true;
        };
        if progress > last.progress {
            *last = Last { progress, sent: now, repeated: 0 };
            return true;
        }
        let pause = PAUSES[last.repeated.min(PAUSES.len() - 1)];
        let admitted = now >= last.sent + pause;
        if admitted {
            (last.sent, last.repeated) = (now, last.repeated + 1);
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_that_repeat_come_with_growing_pauses_until_the_game_goes_on() {
        let (mut repeats, start) = (Repeats::default(), Instant::now());
        let seat = (RoomCode::from_seed(1), Seat::Top);
        let mut admitted = Vec::new();
        // Somebody takes a move back and plays it again every ten seconds, for four hours.
        for second in (0..4 * 3_600).step_by(10) {
            if repeats.admits(seat, (1, 7), start + Duration::from_secs(second)) {
                admitted.push(second);
            }
        }
        assert_eq!(admitted, [0, 60, 660, 4_260, 7_860, 11_460]);
        let later = start + Duration::from_secs(4 * 3_600);
        assert!(!repeats.admits(seat, (1, 5), later), "nor may fewer moves be new");
        assert!(repeats.admits(seat, (1, 9), later), "the player has moved meanwhile");
        assert!(!repeats.admits(seat, (1, 9), later + Duration::from_secs(59)));
        assert!(repeats.admits((RoomCode::from_seed(2), Seat::Top), (1, 1), later), "another room");
        assert!(repeats.admits(seat, (2, 0), later), "another game");
    }
}
