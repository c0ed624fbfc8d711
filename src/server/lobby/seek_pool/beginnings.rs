//! How the games of pairs begin: who makes the first move, who leaves at once, who leaves the opponent waiting.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::{RoomCode, Seat};

use super::conduct::{Conduct, Party};
use crate::server::play::services::{Beginning, NoGame};

/// How long a beginning is awaited: longer than any game of strangers waits for its first moves.
const AWAITED_FOR: Duration = Duration::from_secs(3600);

/// The pairs whose games have not begun yet.
#[derive(Default)]
pub(super) struct Beginnings {
    /// By room, the parties by seat.
    awaited: HashMap<RoomCode, ([Party; 2], Instant)>,
    /// When old ones were last forgotten.
    cleared: Option<Instant>,
}

impl Beginnings {
    /// From now on the beginning of this room's game is awaited.
    pub fn await_game(&mut self, code: RoomCode, parties: [Party; 2], now: Instant) {
        if self.cleared.is_none_or(|cleared| now >= cleared + AWAITED_FOR) {
            self.awaited.retain(|_, (_, since)| now < *since + AWAITED_FOR);
            self.cleared = Some(now);
        }
        self.awaited.insert(code, (parties, now));
    }

    /// Hears how the game of this room has begun; gives the party that made no first move, if one did not.
    pub fn hear(
        &mut self,
        conduct: &mut Conduct,
        code: RoomCode,
        beginning: Beginning,
        now: Instant,
    ) -> Option<Party> {
        let (parties, _) = self.awaited.remove(&code)?;
        let both = |seat: Seat| (parties[seat.index()], parties[seat.other().index()]);
        match beginning {
            Beginning::Played => parties.iter().for_each(|party| conduct.has_played(*party, now)),
            Beginning::NoGame(NoGame::FirstMoveMissing(seat)) => {
                let (late, other) = both(seat);
                conduct.no_show(late, other, now);
                return Some(late);
            }
            Beginning::NoGame(NoGame::Left(seat)) => {
                let (left, other) = both(seat);
                conduct.left_early(left, other, now);
            }
            Beginning::NoGame(NoGame::GaveUpWaiting(seat)) => conduct.excuse(both(seat).0, now),
        }
        None
    }
}
