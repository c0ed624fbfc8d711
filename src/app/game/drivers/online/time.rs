//! Estimates the server's clock from its answers, each of which is late by an unknown transmission time.

use room::Millis;

/// An improvement of no more than this is not worth a new rendering, in milliseconds.
const STEP_MS: Millis = 20;
/// How much the estimate yields to each later answer, in milliseconds, for clocks that drift apart.
const DRIFT_MS: Millis = 2;
/// An answer later than this means that this device's clock was set.
const LATEST_MS: Millis = 10_000;

/// The offset of the server's clock from this device's, given the estimate `before` and an answer that
/// implies `said`. The answer with the least delay is right; if every later one were believed, clocks would
/// be put back and then jump.
pub(super) fn ahead(before: Millis, said: Millis) -> Millis {
    match said - before {
        late if late <= -LATEST_MS => said,
        late if late < -STEP_MS => before - DRIFT_MS,
        early if early > STEP_MS => said,
        _ => before,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use room::{
        Command, Event, Logged, MemberId, Room, RoomCode, Seat, Settings, TimeControl, decide, evolve, stamp,
    };
    use rules::Side;

    use super::*;

    /// Anna's page and the server, with a connection of varying delay between them.
    struct Line {
        seed: u64,
        least: Millis,
        most: Millis,
        server: Room,
        page: Room,
        /// The room as Anna sees it: with her own move, before the server has confirmed it.
        shown: Room,
        ahead: Option<Millis>,
        down: VecDeque<(Millis, Logged)>,
        pongs: VecDeque<(Millis, Millis)>,
    }

    const ANNA: MemberId = MemberId(1);
    const BERT: MemberId = MemberId(2);
    /// How far Anna's device is ahead of the server, in milliseconds.
    const WRONG: Millis = 1_234_567;

    impl Line {
        fn new(seed: u64, least: Millis, most: Millis) -> Self {
            let room = Room::new(RoomCode::from_seed(1));
            let (page, shown) = (room.clone(), room.clone());
            let mut line = Self {
                seed: seed * 2 + 1,
                least,
                most,
                server: room,
                page,
                shown,
                ahead: None,
                down: VecDeque::new(),
                pongs: VecDeque::new(),
            };
            let settings =
                Settings { clock: TimeControl::Increment { base: 180, increment: 2 }, ..Settings::default() };
            let seated = |seat, member| Event::Seated { seat, member, name: "Somebody".to_owned() };
            let lag = |side| Event::Lag { side, ms: 2 * most };
            line.happen(vec![Event::Opened(settings)], 0);
            line.happen(vec![seated(Seat::Bottom, ANNA), seated(Seat::Top, BERT)], 0);
            let setup = settings.game.setup(1).unwrap();
            line.happen(vec![Event::started(1, setup, Seat::Bottom)], 0);
            line.happen(vec![lag(Side::First), lag(Side::Second)], 0);
            line
        }

        fn chance(&mut self, of: Millis) -> Millis {
            self.seed =
                self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.seed >> 33) as Millis) % of.max(1)
        }

        fn way(&mut self) -> Millis {
            self.least + self.chance(self.most - self.least + 1)
        }

        fn happen(&mut self, events: Vec<Event>, now: Millis) {
            for logged in stamp(events, self.server.seq, now, None) {
                evolve(&mut self.server, &logged);
                let arrives = (now + self.way()).max(self.down.back().map_or(0, |(at, _)| *at));
                self.down.push_back((arrives, logged));
            }
        }

        /// Delivers the messages that arrive at the page until now.
        fn arrive(&mut self, now: Millis) {
            while let Some((_, logged)) = self.down.pop_front_if(|(at, _)| *at <= now) {
                evolve(&mut self.page, &logged);
                self.shown = self.page.clone();
            }
            while let Some((_, said)) = self.pongs.pop_front_if(|(at, _)| *at <= now) {
                let said = said - (now + WRONG);
                self.ahead = Some(self.ahead.map_or(said, |before| ahead(before, said)));
            }
        }

        fn page_now(&self, now: Millis) -> Millis {
            now + WRONG + self.ahead.unwrap_or(0)
        }

        /// The clock faces on Anna's page.
        fn faces(&self, now: Millis) -> [Millis; 2] {
            let now = self.page_now(now).max(self.shown.at);
            let Some(game) = &self.shown.game else { return [180_000; 2] };
            Side::BOTH.map(|side| game.clock.left(side, now).unwrap())
        }
    }

    fn a_move(room: &Room, by: MemberId, now: Millis) -> Option<Vec<Event>> {
        let game = room.running()?;
        let mv = *game.position.legal_moves().first()?;
        decide(room, by, &Command::Play { game: game.number, ply: game.ply(), mv }, now).ok()
    }

    /// The largest jump back of a clock on Anna's page, beyond the time that passes; and how many moves were
    /// made.
    fn worst(seed: u64, least: Millis, most: Millis) -> (Millis, u32) {
        const STEP: Millis = 10;
        let mut line = Line::new(seed, least, most);
        let mut worst = 0;
        let (mut anna_at, mut bert_at) = (None::<Millis>, None::<Millis>);
        let mut up: Option<(Millis, u32)> = None;
        let mut before: Option<[Millis; 2]> = None;
        for now in (0..60_000).step_by(STEP as usize) {
            if now % 2_500 == 0 {
                let arrives = now + line.way();
                line.pongs.push_back((arrives.max(line.pongs.back().map_or(0, |(at, _)| *at)), now));
            }
            line.arrive(now);
            if line.ahead.is_none() || line.shown.running().is_none() {
                continue;
            }
            let turn = |room: &Room| room.running().map(|game| (game.position.to_move(), game.ply()));
            // Anna plays after thinking for a while, and only on a confirmed position.
            let confirmed = turn(&line.page) == turn(&line.shown);
            if confirmed && up.is_none() && turn(&line.page).is_some_and(|(side, _)| side == Side::First) {
                let at = *anna_at.get_or_insert(now + 300 + line.chance(2_000));
                if now >= at {
                    anna_at = None;
                    let here = line.page_now(now).max(line.shown.at);
                    let events = a_move(&line.shown, ANNA, here).unwrap();
                    let ply = line.shown.game.as_ref().unwrap().ply();
                    stamp(events, line.shown.seq, here, None).iter().for_each(|e| evolve(&mut line.shown, e));
                    up = Some((now + line.way(), ply));
                }
            }
            if let Some((at, ply)) = up
                && now >= at
            {
                up = None;
                assert_eq!(turn(&line.server), Some((Side::First, ply)));
                let events = a_move(&line.server, ANNA, now).unwrap();
                line.happen(events, now);
            }
            if turn(&line.server).is_some_and(|(side, _)| side == Side::Second) {
                let at = *bert_at.get_or_insert(now + 200 + line.chance(2_000));
                if now >= at {
                    bert_at = None;
                    let events = a_move(&line.server, BERT, now).unwrap();
                    line.happen(events, now);
                }
            }
            let faces = line.faces(now);
            if let Some(before) = before {
                let drop = |side: usize| before[side] - faces[side] - STEP;
                worst = worst.max(drop(0)).max(drop(1));
            }
            before = Some(faces);
        }
        (worst, line.page.game.as_ref().map_or(0, room::Game::ply))
    }

    #[test]
    fn a_shown_clock_never_jumps_back_by_more_than_a_round_trip() {
        let mut moves = 0;
        for seed in 0..60 {
            for (least, most) in [(1, 8), (20, 60), (40, 200), (10, 900)] {
                let (jump, made) = worst(seed, least, most);
                assert!(jump <= 2 * most, "{jump} ms with ways of {least} to {most} ms each");
                moves += made;
            }
        }
        assert!(moves > 1_000, "{moves}");
    }

    #[test]
    fn the_clock_offset_comes_from_the_fastest_pong_or_a_set_clock() {
        assert_eq!(ahead(0, 15), 0, "nobody sees that");
        assert_eq!(ahead(0, 400), 400);
        assert_eq!(ahead(400, -3_000), 398, "late");
        assert_eq!(ahead(400, 395), 400);
        assert_eq!([ahead(400, -3_600_000), ahead(400, 3_600_000)], [-3_600_000, 3_600_000]);
    }
}
