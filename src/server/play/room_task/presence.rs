//! Presence of the two players over time: since when each is connected or gone, as derived from all sockets
//! of the member. What an absence allows to claim is decided by `room::claim_at`.

use room::{Gone, MemberId, Millis, Patience, RECONNECT_MS, Room, Seat, claim_at};

/// What the sockets of a member say at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// At least one is open.
    Here,
    /// None is open. The last one was heard at this time; `left` tells whether its page announced that it was
    /// being left.
    Gone { heard: Millis, left: bool },
}

/// Presence at both seats.
#[derive(Debug)]
pub struct BothPresence {
    seats: [SeatPresence; 2],
}

/// Presence of the player of one seat.
#[derive(Clone, Copy, Debug)]
struct SeatPresence {
    member: Option<MemberId>,
    /// Since when the player has been gone, and whether that was announced.
    gone: Option<(Millis, bool)>,
    /// When the player last came back after more than a short interruption.
    here_since: Millis,
}

impl BothPresence {
    /// Presence in a room that was just loaded: its players count as gone from now on, as nobody could be
    /// connected before.
    pub fn new(room: &Room, now: Millis) -> Self {
        let at_seat = |seat| SeatPresence {
            member: room.occupant(seat).map(|occupant| occupant.member),
            gone: Some((now, false)),
            here_since: now,
        };
        Self { seats: Seat::BOTH.map(at_seat) }
    }

    /// Updates the presence from the sockets.
    pub fn update(&mut self, room: &Room, now: Millis, seen: impl Fn(MemberId) -> Seen) {
        for seat in Seat::BOTH {
            let member = room.occupant(seat).map(|occupant| occupant.member);
            let at_seat = &mut self.seats[seat.index()];
            if at_seat.member != member {
                *at_seat = SeatPresence { member, gone: Some((now, false)), here_since: now };
            }
            match (member.map(&seen), at_seat.gone) {
                (None, _) => {}
                (Some(Seen::Here), Some((since, _))) => {
                    if now.saturating_sub(since) >= RECONNECT_MS {
                        at_seat.here_since = now;
                    }
                    at_seat.gone = None;
                }
                (Some(Seen::Gone { heard, left }), None) => at_seat.gone = Some((heard.min(now), left)),
                (Some(Seen::Here), None) | (Some(Seen::Gone { .. }), Some(_)) => {}
            }
        }
    }

    /// An event shows that a member was present at this time, though this node did not see it.
    pub fn note_activity(&mut self, member: MemberId, at: Millis) {
        for at_seat in self.seats.iter_mut().filter(|at_seat| at_seat.member == Some(member)) {
            if let Some((since, left)) = &mut at_seat.gone
                && *since < at
            {
                (*since, *left) = (at, false);
            }
        }
    }

    /// Absent players, and from when on the opponent, if present, may claim the game. Time during which the
    /// opponent was gone as well does not count.
    pub fn gone(&self, room: &Room, patience: Patience) -> [Option<Gone>; 2] {
        Seat::BOTH.map(|seat| {
            let [at_seat, other] = [seat, seat.other()].map(|seat| &self.seats[seat.index()]);
            let (since, left) = at_seat.gone.filter(|_| at_seat.member.is_some())?;
            let stays = other.member.is_some() && other.gone.is_none();
            let from = since.max(other.here_since);
            let claim = stays.then(|| claim_at(room, seat, from, left, patience)).flatten();
            Some(Gone { since, left, claim })
        })
    }
}

#[cfg(test)]
mod tests {
    use room::{Event, RoomCode, Settings, TimeControl, evolve, stamp};

    use super::*;

    const ANNA: MemberId = MemberId(1);
    const BERT: MemberId = MemberId(2);
    const SECOND: Millis = 1_000;
    const PATIENCE: Patience = Patience { timed: 40 * SECOND, untimed: 300 * SECOND };
    const HERE: Seen = Seen::Here;

    /// An untimed game of Anna and Bert that began at 0.
    fn room() -> Room {
        let settings = Settings { clock: TimeControl::None, ..Settings::default() };
        let seated = |seat, member| Event::Seated { seat, member, name: "Somebody".to_owned() };
        let setup = settings.game.setup(1).unwrap();
        let events = vec![
            Event::Opened(settings),
            seated(Seat::Bottom, ANNA),
            seated(Seat::Top, BERT),
            Event::started(1, setup, Seat::Bottom),
        ];
        let mut room = Room::new(RoomCode::from_seed(1));
        stamp(events, 0, 0, None).iter().for_each(|logged| evolve(&mut room, logged));
        room
    }

    fn lost(heard: Millis) -> Seen {
        Seen::Gone { heard, left: false }
    }

    /// Bert's absence after these moments, each with what is seen of Anna and Bert.
    fn bert(moments: &[(Millis, Seen, Seen)]) -> Option<Gone> {
        let room = room();
        let mut presence = BothPresence::new(&room, 0);
        for &(now, anna, bert) in moments {
            presence.update(&room, now, |member| if member == ANNA { anna } else { bert });
        }
        presence.gone(&room, PATIENCE)[1]
    }

    #[test]
    fn an_absence_counts_from_the_last_message_until_the_return() {
        let claim = |from: Millis| Some(from + 300 * SECOND);
        assert_eq!(bert(&[(1, HERE, HERE)]), None);
        let gone = bert(&[(1, HERE, HERE), (60 * SECOND, HERE, lost(50 * SECOND))]);
        assert_eq!(gone, Some(Gone { since: 50 * SECOND, left: false, claim: claim(50 * SECOND) }));
        let left = Seen::Gone { heard: 9, left: true };
        let gone = bert(&[(1, HERE, HERE), (9, HERE, left), (10, HERE, lost(10))]);
        assert_eq!(gone, Some(Gone { since: 9, left: true, claim: claim(9) }), "the first that was known");
        assert_eq!(bert(&[(1, HERE, HERE), (9, HERE, left), (10, HERE, HERE)]), None);
    }

    #[test]
    fn after_a_server_start_an_absence_counts_from_the_start() {
        let gone = Gone { since: 0, left: false, claim: Some(300 * SECOND) };
        assert_eq!(bert(&[(2 * SECOND, HERE, lost(0))]), Some(gone));
    }

    #[test]
    fn time_in_which_both_are_absent_does_not_count_towards_a_claim() {
        let [nobody, anna] = [(100 * SECOND, lost(9), lost(9)), (200 * SECOND, HERE, lost(9))];
        let gone = bert(&[(1, HERE, HERE), nobody]).unwrap();
        assert_eq!((gone.since, gone.claim), (9, None));
        let gone = bert(&[(1, HERE, HERE), nobody, anna]).unwrap();
        assert_eq!((gone.since, gone.claim), (9, Some(500 * SECOND)));
    }

    #[test]
    fn a_short_break_of_the_claimant_does_not_restart_the_wait() {
        let broke = (50 * SECOND, lost(50 * SECOND), lost(10 * SECOND));
        let back = |after: Millis| {
            bert(&[
                (1, HERE, HERE),
                (10 * SECOND, HERE, lost(10 * SECOND)),
                broke,
                (50 * SECOND + after, HERE, lost(10 * SECOND)),
            ])
        };
        assert_eq!(back(RECONNECT_MS - 1).unwrap().claim, Some(310 * SECOND));
        assert_eq!(back(RECONNECT_MS).unwrap().claim, Some(355 * SECOND));
    }

    #[test]
    fn a_free_seat_is_not_absent_and_a_new_occupant_counts_from_then() {
        let mut room = room();
        let mut presence = BothPresence::new(&room, 0);
        let seen = |member| if member == ANNA { HERE } else { lost(5) };
        presence.update(&room, 5, seen);
        let carl =
            stamp(vec![Event::SeatTransferred { seat: Seat::Top, member: MemberId(3) }], 4, 7 * SECOND, None);
        evolve(&mut room, &carl[0]);
        presence.update(&room, 7 * SECOND, seen);
        let gone = presence.gone(&room, PATIENCE)[1].unwrap();
        assert_eq!((gone.since, gone.claim), (7 * SECOND, Some(307 * SECOND)));
        evolve(&mut room, &stamp(vec![Event::Left(Seat::Top)], 5, 8 * SECOND, None)[0]);
        presence.update(&room, 8 * SECOND, seen);
        assert_eq!(presence.gone(&room, PATIENCE), [None, None]);
    }

    #[test]
    fn random_presence_allows_a_claim_only_after_a_long_enough_wait() {
        let room = room();
        let mut seed = 7_u64;
        let mut chance = move |of: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % of
        };
        let mut claims = 0;
        for _ in 0..300 {
            let mut presence = BothPresence::new(&room, 0);
            // For each second, whether each player was there.
            let mut history: Vec<[bool; 2]> = Vec::new();
            let mut here = [true; 2];
            let mut heard = [0; 2];
            for step in 0..900 {
                let now = step * SECOND;
                for player in 0..2 {
                    if chance(if here[player] { 250 } else { 120 }) == 0 {
                        here[player] = !here[player];
                    }
                    if here[player] {
                        heard[player] = now;
                    }
                }
                history.push(here);
                let seen = |member: MemberId| {
                    let player = usize::from(member == BERT);
                    if here[player] { HERE } else { lost(heard[player]) }
                };
                presence.update(&room, now, seen);
                let gone = presence.gone(&room, PATIENCE);
                for player in 0..2 {
                    assert_eq!(gone[player].is_none(), here[player]);
                    if gone[player].and_then(|gone| gone.claim).is_some_and(|claim| claim <= now) {
                        claims += 1;
                        let last = &history[history.len() - 300..];
                        assert!(last.iter().all(|here| !here[player]), "gone for five minutes");
                        let breaks = last.split(|here| here[1 - player]);
                        assert!(
                            here[1 - player] && breaks.map(<[_]>::len).max() < Some(6),
                            "and the other stayed"
                        );
                    }
                }
            }
        }
        assert!(claims > 500, "{claims}");
    }
}
