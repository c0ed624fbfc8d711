//! The first moves of paired games: who makes theirs, and who left the opponent waiting.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::{RoomCode, Seat};

use super::conduct::{Conduct, Party};

/// How long first moves are awaited: longer than any game waits for them.
const AWAITED_FOR: Duration = Duration::from_secs(3600);

/// The pairs whose first moves are awaited.
#[derive(Default)]
pub(super) struct FirstMoves {
    awaited: HashMap<RoomCode, Awaited>,
    /// When the oldest of them were last forgotten.
    cleared: Option<Instant>,
}

struct Awaited {
    /// By seat.
    parties: [Party; 2],
    made: [bool; 2],
    since: Instant,
}

impl FirstMoves {
    /// From now on the first moves of this room are awaited.
    pub fn awaited(&mut self, code: RoomCode, parties: [Party; 2], now: Instant) {
        if self.cleared.is_none_or(|cleared| now >= cleared + AWAITED_FOR) {
            self.awaited.retain(|_, pair| now < pair.since + AWAITED_FOR);
            self.cleared = Some(now);
        }
        self.awaited.insert(code, Awaited { parties, made: [false; 2], since: now });
    }

    /// Hears which seats of a room have made their first move, and which one will not.
    pub fn hear(
        &mut self,
        conduct: &mut Conduct,
        code: RoomCode,
        (made, late): ([bool; 2], Option<Seat>),
        now: Instant,
    ) {
        let Some(pair) = self.awaited.get_mut(&code) else { return };
        for seat in Seat::BOTH.map(Seat::index) {
            if made[seat] && !pair.made[seat] {
                pair.made[seat] = true;
                conduct.first_move(pair.parties[seat], now);
            }
        }
        if let Some(late) = late {
            conduct.no_show(pair.parties[late.index()], pair.parties[late.other().index()], now);
        }
        if late.is_some() || made == [true; 2] {
            self.awaited.remove(&code);
        }
    }
}
