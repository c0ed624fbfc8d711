//! Simulates arenas: `cargo run --release -p tournament --example arenas -- --arenas 5000`. It prints how often the strongest
//! players end up ahead, in turn with an ideal pairing, and how long one waits. Then it measures how long it takes to pair
//! 500 entrants who are free at once.

#![allow(clippy::expect_used, reason = "a simulation that has got into a wrong state has nothing to print")]

mod chance;
mod simulation;

use std::time::Instant;

use tournament::{Candidate, EntrantId, pair};

use crate::chance::Chance;
use crate::simulation::{Measured, Quality, simulate};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arenas = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(500),
        ["--arenas", count] => count.parse().ok(),
        _ => None,
    };
    let Some(arenas) = arenas.filter(|&arenas| arenas > 0) else {
        eprintln!("arenas [--arenas COUNT]");
        std::process::exit(2);
    };
    let measured: Vec<Measured> = (0..arenas).map(simulate).collect();
    print_arenas(&measured);
    print_speed(500);
}

fn print_arenas(measured: &[Measured]) {
    let sum = |of: &dyn Fn(&Measured) -> f64| measured.iter().map(of).sum::<f64>();
    let mut waits: Vec<i64> = measured.iter().flat_map(|arena| arena.waits.iter().copied()).collect();
    waits.sort_unstable();
    let wait = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize] as f64 / 1000.0;
    let players = sum(&|arena| arena.players as f64);
    let pairings = sum(&|arena| arena.pairings as f64);
    println!(
        "{} arenas, {players} players, {:.1} pairings a player",
        measured.len(),
        2.0 * pairings / players
    );
    let arenas = measured.len() as f64;
    for (index, name) in ["arena", "ideally", "by lot"].into_iter().enumerate() {
        let mean = |of: &dyn Fn(&Quality) -> f64| sum(&|arena| of(&arena.quality[index])) / arenas;
        let ahead = mean(&|quality| f64::from(quality.strongest_ahead)) * 100.0 / 3.0;
        let apart = mean(&|quality| quality.apart);
        println!(
            "{name}: {ahead:.1} % of the strongest three in the first ten per cent, opponents {apart:.0} Elo apart"
        );
    }
    println!("wait: median {:.1} s, p99 {:.1} s, longest {:.1} s", wait(0.5), wait(0.99), wait(1.0));
    println!("the same opponent twice in a row: {}", sum(&|arena| arena.repeats as f64));
}

fn print_speed(free: u32) {
    let mut chance = Chance::new(1);
    let candidates: Vec<Candidate> = (0..free)
        .map(|number| Candidate {
            entrant: EntrantId(number),
            rank: number,
            rating: 1500,
            free_since: (chance.unit() * 30_000.0) as i64,
            last_opponent: Some(EntrantId(number ^ 1)),
            first_moves: 0,
            began_last: number % 2 == 0,
            is_house_bot: false,
        })
        .collect();
    let mut times: Vec<f64> = (0..100)
        .map(|seed| {
            let start = Instant::now();
            let pairs = pair(&candidates, free, 30_000, seed);
            assert!(pairs.len() > 200, "nearly all are paired");
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "pairing of {free} who are free: median {:.2} ms, 90 of 100 within {:.2} ms",
        times[50], times[90]
    );
}
