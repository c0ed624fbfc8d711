//! Simulates Swiss tournaments: `cargo run --release -p tournament --example swiss_rounds -- --tournaments 1000`. It prints
//! how many of a hundred end before their last round because nobody can be paired any more, and how long it takes to pair a
//! round.

#![allow(clippy::expect_used, reason = "a simulation that has got into a wrong state has nothing to print")]

#[path = "arenas/chance.rs"]
mod chance;

use std::time::Instant;

use room::{MemberId, RatingMode, Seat, TimeControl};
use tournament::{
    Command, EntrantKind, Entry, Fact, Format, Millis, Outcome, Pairing, PairingResult, Plan, Terms,
    Tournament, TournamentGame, Visibility, decide, due, evolve, fold, opened_log, stamp, standings, tick,
};

use crate::chance::Chance;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let tournaments = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(200),
        ["--tournaments", count] => count.parse().ok(),
        _ => None,
    };
    let Some(tournaments) = tournaments.filter(|&tournaments| tournaments > 0_u64) else {
        eprintln!("swiss_rounds [--tournaments COUNT]");
        std::process::exit(2);
    };
    for rounds in [3, 5, 7, 9] {
        for entrants in u32::from(rounds)..u32::from(rounds) + 5 {
            let early = (0..tournaments)
                .filter(|&seed| play(entrants, rounds, seed).0.rounds_paired() < u32::from(rounds))
                .count();
            let share = 100.0 * early as f64 / tournaments as f64;
            println!("{rounds} rounds, {entrants} entrants: {share:.1} % end early");
        }
    }
    for entrants in [100, 500] {
        let mut times: Vec<f64> = (0..10).flat_map(|seed| play(entrants, 15, seed).1).collect();
        times.sort_by(f64::total_cmp);
        let time = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!("a round of {entrants}: median {:.1} ms, longest {:.1} ms", time(0.5), time(1.0));
        let tournament = play(entrants, 15, 0).0;
        let start = Instant::now();
        (0..20).for_each(|_| drop(standings(&tournament)));
        println!("a table of {entrants}: {:.1} ms", start.elapsed().as_secs_f64() * 50.0);
    }
}

/// Plays a tournament to its end; gives it, and the milliseconds that pairing each round took.
fn play(entrants: u32, rounds: u8, seed: u64) -> (Tournament, Vec<f64>) {
    let mut chance = Chance::new(seed);
    let log = opened_log(plan(rounds), 0).expect("a plan that can be opened");
    let mut tournament = fold(&log).expect("a log that begins with its plan");
    for number in 0..entrants {
        let entry = Entry {
            member: MemberId(number.into()),
            name: format!("Player {number}"),
            kind: EntrantKind::Account,
            rating: Some((1_500.0 + 300.0 * chance.normal()).clamp(0.0, 4_000.0) as u16),
        };
        send(&mut tournament, &Command::Enter(entry), 0);
    }
    let mut times = Vec::new();
    while let Some(now) = due(&tournament, 0) {
        let seed = chance.word();
        let start = Instant::now();
        let facts = tick(&tournament, seed, now);
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        append(&mut tournament, facts);
        let open: Vec<Pairing> = tournament.open_pairings().copied().collect();
        for pairing in open {
            let result = result(&tournament, &pairing, &mut chance);
            send(&mut tournament, &Command::Report { pairing: pairing.paired.id, result }, now);
        }
    }
    (tournament, times)
}

fn send(tournament: &mut Tournament, command: &Command, now: Millis) {
    let facts = decide(tournament, command, now).expect("a command that is possible");
    append(tournament, facts);
}

fn append(tournament: &mut Tournament, facts: Vec<Fact>) {
    for logged in stamp(facts, tournament.seq, 0) {
        evolve(tournament, &logged);
    }
}

/// One in ten is drawn; who wins follows the ratings.
fn result(tournament: &Tournament, pairing: &Pairing, chance: &mut Chance) -> PairingResult {
    let [first, second] = pairing
        .paired
        .players
        .map(|player| tournament.entrant(player).map_or(0.0, |e| f64::from(e.rating())));
    let expected = 1.0 / (1.0 + 10_f64.powf((second - first) / 400.0));
    let outcome = if chance.unit() < 0.1 {
        Outcome::Drawn
    } else {
        Outcome::Won(if chance.unit() < expected { Seat::Bottom } else { Seat::Top })
    };
    PairingResult { outcome, moves: [20; 2], berserk: [false; 2], ended: 0 }
}

fn plan(rounds: u8) -> Plan {
    Plan {
        title: "Simulated".into(),
        format: Format::Swiss { rounds, pause: 60 },
        terms: Terms {
            game: TournamentGame::Mapello,
            clock: TimeControl::Increment { base: 180, increment: 2 },
            mode: RatingMode::Casual,
        },
        starts_at: 0,
        visibility: Visibility::Private,
        house_bots: false,
        open_to_bots: false,
        maker: None,
    }
}
