//! A simulated arena, run by `decide`, `tick` and `evolve` as a server runs it, with players of known strength. Beside it
//! the same players in as many rounds of an ideal pairing, and of one by lot.

use room::{MemberId, RatingMode, RoomCode, Seat, TimeControl};
use tournament::{
    Command, EntrantId, EntrantKind, Entry, Fact, Format, Millis, Outcome, Paired, PairingId, PairingResult,
    Plan, Present, Terms, Tournament, TournamentGame, Visibility, decide, evolve, fold, opened_log, stamp,
    standings, tick,
};

use crate::chance::Chance;

const MINUTES: u16 = 60;
/// How long a match lasts: half of them longer than this, in milliseconds, spread by this factor of `e` (log-normal).
const MEDIAN_MS: f64 = 240_000.0;
const SPREAD: f64 = 0.35;
/// How strong players are, and by how much their ratings are wrong, in points of Elo.
const STRENGTH: (f64, f64) = (1500.0, 300.0);
const RATING_ERROR: f64 = 80.0;
const DRAWS: f64 = 0.08;

/// What is measured in one arena.
pub struct Measured {
    pub players: usize,
    pub pairings: usize,
    /// What came of the arena, of the ideal pairing of the same players, and of one by lot.
    pub quality: [Quality; 3],
    /// How long everybody has waited, from being back at the page to being paired, in milliseconds.
    pub waits: Vec<Millis>,
    /// How often somebody met the same opponent twice in a row.
    pub repeats: usize,
}

/// What came of a way of pairing.
pub struct Quality {
    /// How many of the strongest three are in the first ten per cent of the places.
    pub strongest_ahead: u32,
    /// How far apart opponents were, in points of Elo: the mean of all pairings.
    pub apart: f64,
}

/// Players by strength, the best first.
fn players(chance: &mut Chance) -> Vec<f64> {
    let count = 20 + (chance.word() % 181) as usize;
    let mut strengths: Vec<f64> = (0..count).map(|_| STRENGTH.0 + STRENGTH.1 * chance.normal()).collect();
    strengths.sort_by(|a, b| b.total_cmp(a));
    strengths
}

/// The outcome for the first of two players, by Elo.
fn outcome(first: f64, second: f64, chance: &mut Chance) -> Outcome {
    let expected = 1.0 / (1.0 + 10_f64.powf((second - first) / 400.0));
    let drawn = DRAWS.min(2.0 * expected).min(2.0 * (1.0 - expected));
    match chance.unit() {
        at if at < drawn => Outcome::Drawn,
        at if at < drawn / 2.0 + expected => Outcome::Won(Seat::Bottom),
        _ => Outcome::Won(Seat::Top),
    }
}

fn result(outcome: Outcome, ended: Millis) -> PairingResult {
    PairingResult { outcome, moves: [30; 2], berserk: [false; 2], ended }
}

/// An arena with these players, by strength, that has just begun at time 0.
fn begun(strengths: &[f64], chance: &mut Chance) -> Tournament {
    let plan = Plan {
        title: "Simulation".into(),
        format: Format::Arena { minutes: MINUTES, berserk: false },
        terms: Terms {
            game: TournamentGame::Mancala(rules::mancala::Preset::Kalah),
            clock: TimeControl::Increment { base: 120, increment: 1 },
            mode: RatingMode::Rated,
        },
        starts_at: 0,
        visibility: Visibility::Listed,
        house_bots: false,
        open_to_bots: false,
        maker: None,
    };
    let mut tournament = fold(&opened_log(plan, 0).expect("a valid plan")).expect("an opened event");
    for (number, strength) in (0..).zip(strengths) {
        let rating = (strength + RATING_ERROR * chance.normal()).clamp(0.0, 4000.0) as u16;
        let name = format!("Player {number}");
        let entry =
            Entry { member: MemberId(number), name, kind: EntrantKind::Account, rating: Some(rating) };
        run(&mut tournament, &Command::Enter(entry), 0);
    }
    let started = tick(&tournament, 0, 0);
    stamp(started, tournament.seq, 0).iter().for_each(|logged| evolve(&mut tournament, logged));
    tournament
}

fn run(tournament: &mut Tournament, command: &Command, now: Millis) {
    let facts = decide(tournament, command, now).unwrap_or_default();
    stamp(facts, tournament.seq, now).iter().for_each(|logged| evolve(tournament, logged));
}

fn quality(tournament: &Tournament, strengths: &[f64]) -> Quality {
    let places = tournament.entrants.len().div_ceil(10);
    let first = standings(tournament).into_iter().take(places).filter(|row| row.entrant.0 < 3);
    let apart = tournament.pairings.iter().map(|pairing| {
        let [first, second] = pairing.paired.players.map(|player| strengths[player.0 as usize]);
        (first - second).abs()
    });
    Quality {
        strongest_ahead: first.count() as u32,
        apart: apart.sum::<f64>() / tournament.pairings.len() as f64,
    }
}

/// Simulates one arena.
pub fn simulate(seed: u64) -> Measured {
    let mut chance = Chance::new(seed);
    let strengths = players(&mut chance);
    let strength = |id: EntrantId| strengths[id.0 as usize];
    let mut tournament = begun(&strengths, &mut chance);
    // Since when each player is at the page: between two games everybody looks at the result for 1 to 10 seconds.
    let mut back_at = vec![0; strengths.len()];
    let mut playing: Vec<(Millis, PairingId)> = Vec::new();
    let mut waits = Vec::new();
    let mut now = 0;
    while tournament.is_running() {
        playing.sort_unstable_by_key(|&(ends, id)| std::cmp::Reverse((ends, id)));
        while let Some(&(ends, id)) = playing.last().filter(|(ends, _)| *ends <= now) {
            playing.pop();
            let [first, second] = tournament.pairing(id).expect("a known pairing").paired.players;
            let outcome = outcome(strength(first), strength(second), &mut chance);
            run(&mut tournament, &Command::Report { pairing: id, result: result(outcome, ends) }, ends);
            for player in [first, second] {
                back_at[player.0 as usize] = ends + 1_000 + (chance.unit() * 9_000.0) as Millis;
            }
        }
        let at_page = (0..).zip(&back_at).filter(|(_, since)| **since <= now);
        let present = at_page.map(|(number, &since)| Present { entrant: EntrantId(number), since }).collect();
        let known = tournament.pairings.len();
        run(&mut tournament, &Command::Pair { seed: chance.word(), present }, now);
        for pairing in &tournament.pairings[known..] {
            let lasts = MEDIAN_MS * (SPREAD * chance.normal()).exp();
            playing.push((now + lasts as Millis, pairing.paired.id));
            let free = pairing.paired.players.iter().map(|player| back_at[player.0 as usize]);
            waits.extend(free.map(|since| now - since));
        }
        let due = tick(&tournament, 0, now);
        stamp(due, tournament.seq, now).iter().for_each(|logged| evolve(&mut tournament, logged));
        now += tournament::PAIRING_INTERVAL_MS;
    }
    let rounds = (2 * tournament.pairings.len()).div_ceil(strengths.len());
    let ideal = in_rounds(&strengths, rounds, &mut chance, pair_neighbours);
    let by_lot = in_rounds(&strengths, rounds, &mut chance, pair_by_lot);
    Measured {
        players: strengths.len(),
        pairings: tournament.pairings.len(),
        repeats: repeats(&tournament),
        quality: [tournament, ideal, by_lot].map(|tournament| quality(&tournament, &strengths)),
        waits,
    }
}

/// The same players in rounds in which all are free at once.
fn in_rounds(
    strengths: &[f64],
    rounds: usize,
    chance: &mut Chance,
    pair_round: impl Fn(&mut Tournament, &mut Chance, Millis),
) -> Tournament {
    let mut tournament = begun(strengths, chance);
    for round in 0..rounds {
        let now = round as Millis * tournament::PAIRING_INTERVAL_MS;
        let known = tournament.pairings.len();
        pair_round(&mut tournament, chance, now);
        let paired: Vec<Paired> = tournament.pairings[known..].iter().map(|pairing| pairing.paired).collect();
        for Paired { id, players, .. } in paired {
            let [first, second] = players.map(|player| strengths[player.0 as usize]);
            let result = result(outcome(first, second, chance), now);
            run(&mut tournament, &Command::Report { pairing: id, result }, now);
        }
    }
    tournament
}

/// The ideal pairing: everybody plays a neighbour in the standing, and nobody is made to wait, or to play somebody far away
/// because nobody else is there. No two meet twice in a row.
fn pair_neighbours(tournament: &mut Tournament, chance: &mut Chance, now: Millis) {
    let everybody = (0..tournament.entrants.len() as u32).map(EntrantId);
    // All have waited for long, so all are paired at once.
    let present = everybody.map(|entrant| Present { entrant, since: now - 600_000 }).collect();
    run(tournament, &Command::Pair { seed: chance.word(), present }, now);
}

/// What pairing is worth at all is seen beside one that looks at nothing.
fn pair_by_lot(tournament: &mut Tournament, chance: &mut Chance, now: Millis) {
    let mut order: Vec<EntrantId> = (0..tournament.entrants.len() as u32).map(EntrantId).collect();
    let lot = chance.word();
    order.sort_by_key(|entrant| rules::hash::fold([lot, u64::from(entrant.0)]));
    let ids = (tournament.pairings.len() as u32 + 1..).map(PairingId);
    let pairings = ids.zip(order.chunks_exact(2)).map(|(id, pair)| Paired {
        id,
        players: [pair[0], pair[1]],
        room: RoomCode::from_seed(id.0.into()),
        start: 0,
    });
    let round = Fact::Paired { round: 1, pairings: pairings.collect(), bye: None };
    stamp(vec![round], tournament.seq, now).iter().for_each(|logged| evolve(tournament, logged));
}

fn repeats(tournament: &Tournament) -> usize {
    let mut last = vec![None; tournament.entrants.len()];
    let mut repeats = 0;
    for pairing in &tournament.pairings {
        let [first, second] = pairing.paired.players;
        for (player, opponent) in [(first, second), (second, first)] {
            repeats += usize::from(last[player.0 as usize].replace(opponent) == Some(opponent));
        }
    }
    repeats
}
