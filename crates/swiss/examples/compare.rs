//! Plays random tournaments with our pairings and writes, for each round, the report that the pairing was made from and the
//! pairing; and after the last round the report and the table: what `scripts/swiss-compare.py` gives to other programs.
//!
//!     cargo run --release -p swiss --example compare -- FOLDER COUNT FIRST_SEED PLAYERS
//!
//! PLAYERS is left out for 8 to 60 of them. Says at the end how long the slowest pairing took.

#[path = "../tests/common/mod.rs"]
mod common;

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use swiss::{PairingError, Round, TieBreak, Tournament, TournamentError, pair, standings, trf};

const TIE_BREAKS: [TieBreak; 5] = [
    TieBreak::DirectEncounter,
    TieBreak::Buchholz,
    TieBreak::BuchholzCut1,
    TieBreak::SonnebornBerger,
    TieBreak::Wins,
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let count: u64 = arguments.next().as_deref().unwrap_or("10").parse()?;
    let first: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let players: Option<usize> = arguments.next().map(|players| players.parse()).transpose()?;
    fs::create_dir_all(&folder)?;
    let mut slowest = Duration::ZERO;
    for seed in first..first + count {
        let size = players.unwrap_or(8 + (seed.wrapping_mul(0x9e37_79b9) >> 8) as usize % 53);
        slowest = slowest.max(play(Path::new(&folder), seed, size)?);
    }
    println!("{count} tournaments, slowest pairing {slowest:?}");
    Ok(())
}

/// Plays a tournament; returns how long its slowest pairing took.
fn play(folder: &Path, seed: u64, size: usize) -> Result<Duration, Box<dyn Error>> {
    let mut slowest = Duration::ZERO;
    let mut written = Ok(());
    let tournament = common::play(seed, size, |tournament| {
        let begin = Instant::now();
        let found = pair(tournament);
        slowest = slowest.max(begin.elapsed());
        let file = format!("{seed:06}-{:02}", tournament.played + 1);
        written = fs::write(folder.join(file.clone() + ".trf"), report(seed, tournament))
            .and_then(|()| fs::write(folder.join(file + ".pairs"), listed(tournament, &found)));
        if written.is_ok() { found.ok() } else { None }
    });
    written?;
    fs::write(folder.join(format!("{seed:06}.end")), report(seed, &tournament))?;
    fs::write(folder.join(format!("{seed:06}.table")), table(&tournament)?)?;
    Ok(slowest)
}

fn report(seed: u64, tournament: &Tournament) -> String {
    trf::write(&trf::Report { name: format!("Random {seed}"), ..trf::Report::new(tournament.clone()) })
}

/// For each player its number, its points and its tie-breaks, in points as decimal fractions.
fn table(tournament: &Tournament) -> Result<String, TournamentError> {
    let mut text = String::new();
    for standing in standings(tournament, &TIE_BREAKS)? {
        let units = [1.0, 2.0, 2.0, 4.0, 1.0];
        let values = standing.values.iter().zip(units).map(|(&value, unit)| f64::from(value) / unit);
        let number = tournament.players[standing.player].number;
        _ = write!(text, "{number} {:.2}", f64::from(standing.half_points) / 2.0);
        for value in values {
            _ = write!(text, " {value:.2}");
        }
        text.push('\n');
    }
    Ok(text)
}

/// Numbers of White and Black of each board, 0 for the bye; `none` if there is no legal pairing.
fn listed(tournament: &Tournament, found: &Result<Round, PairingError>) -> String {
    let Ok(round) = found else { return "none\n".into() };
    let number = |player: usize| tournament.players[player].number;
    let mut text = String::new();
    for pair in &round.pairs {
        _ = writeln!(text, "{} {}", number(pair.white), number(pair.black));
    }
    if let Some(bye) = round.bye {
        _ = writeln!(text, "{} 0", number(bye));
    }
    text
}
