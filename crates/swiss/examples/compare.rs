//! Plays random tournaments with our pairings and writes, for each round, the report that the pairing was made from and the
//! pairing; and after the last round the report and the table: what `scripts/swiss-compare.py` gives to other programs.
//!
//!     cargo run --release -p swiss --example compare -- FOLDER COUNT FIRST_SEED PLAYERS
//!
//! PLAYERS is left out for 8 to 60 of them. Says at the end how long the slowest pairing took.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use swiss::{
    Bye, Colour, GameResult, Outcome, Player, Round, TieBreak, Tournament, assign_numbers, pair, standings,
    trf,
};

const TIE_BREAKS: [TieBreak; 5] = [
    TieBreak::DirectEncounter,
    TieBreak::Buchholz,
    TieBreak::BuchholzCut1,
    TieBreak::SonnebornBerger,
    TieBreak::Wins,
];

/// A small generator of random numbers (splitmix64): the same seed plays the same tournament everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}

/// How often things happen in a tournament, in percent.
struct Chances {
    forfeit: u64,
    half_bye: u64,
    absent: u64,
    withdraw: u64,
    late: u64,
    draw: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let count: u64 = arguments.next().as_deref().unwrap_or("10").parse()?;
    let first: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let players: Option<usize> = arguments.next().map(|players| players.parse()).transpose()?;
    fs::create_dir_all(&folder)?;
    let mut slowest = Duration::ZERO;
    for seed in first..first + count {
        slowest = slowest.max(play(Path::new(&folder), seed, players)?);
    }
    println!("{count} tournaments, slowest pairing {slowest:?}");
    Ok(())
}

/// Plays a tournament; returns how long its slowest pairing took.
fn play(folder: &Path, seed: u64, players: Option<usize>) -> Result<Duration, Box<dyn Error>> {
    let mut random = Random(seed);
    let quiet = random.percent(30);
    let chances = Chances {
        forfeit: if quiet { 0 } else { random.below(8) },
        half_bye: if quiet { 0 } else { random.below(6) },
        absent: if quiet { 0 } else { random.below(6) },
        withdraw: if quiet { 0 } else { random.below(4) },
        late: if quiet { 0 } else { random.below(15) },
        draw: 5 + random.below(50),
    };
    let size = players.unwrap_or(8 + random.below(53) as usize);
    let rounds = (5 + random.below(7) as usize).min(size - 2);
    let mut slowest = Duration::ZERO;
    let mut players: Vec<Player> = (0..size)
        .map(|index| Player {
            number: 0,
            name: format!("Player {index:03}"),
            rating: 1000 + random.below(1500) as u32,
            outcomes: Vec::new(),
        })
        .collect();
    assign_numbers(&mut players);
    players.sort_by_key(|player| player.number);
    let enters: Vec<usize> = players
        .iter()
        .map(|_| if random.percent(chances.late) { 1 + random.below(3) as usize } else { 0 })
        .collect();
    let mut gone = vec![false; size];
    let first_colour = if random.percent(50) { Colour::White } else { Colour::Black };
    let mut tournament = Tournament { rounds, played: 0, first_colour, players };
    for round in 0..rounds {
        for (index, player) in tournament.players.iter_mut().enumerate() {
            gone[index] |= round > 0 && random.percent(chances.withdraw);
            if gone[index] || round < enters[index] || random.percent(chances.absent) {
                player.outcomes.push(Outcome::Bye(Bye::Zero));
            } else if random.percent(chances.half_bye) {
                let bye = if random.percent(80) { Bye::Half } else { Bye::Full };
                player.outcomes.push(Outcome::Bye(bye));
            }
        }
        let report = trf::Report { name: format!("Random {seed}"), ..trf::Report::new(tournament.clone()) };
        fs::write(folder.join(format!("{seed:06}-{:02}.trf", round + 1)), trf::write(&report))?;
        let begin = Instant::now();
        let found = pair(&tournament);
        slowest = slowest.max(begin.elapsed());
        fs::write(
            folder.join(format!("{seed:06}-{:02}.pairs", round + 1)),
            listed(&tournament, found.as_ref().ok()),
        )?;
        let Ok(found) = found else { break };
        record(&mut tournament, &found, &mut random, &chances);
    }
    for player in &mut tournament.players {
        player.outcomes.truncate(tournament.played);
    }
    tournament.rounds = tournament.played;
    let report = trf::Report { name: format!("Random {seed}"), ..trf::Report::new(tournament.clone()) };
    fs::write(folder.join(format!("{seed:06}.end")), trf::write(&report))?;
    fs::write(folder.join(format!("{seed:06}.table")), table(&tournament))?;
    Ok(slowest)
}

/// For each player its number, its points and its tie-breaks, in points as decimal fractions.
fn table(tournament: &Tournament) -> String {
    let mut text = String::new();
    for standing in standings(tournament, &TIE_BREAKS) {
        let units = [1.0, 2.0, 2.0, 4.0, 1.0];
        let values = standing.values.iter().zip(units).map(|(&value, unit)| f64::from(value) / unit);
        _ = write!(
            text,
            "{} {:.2}",
            tournament.players[standing.player].number,
            f64::from(standing.half_points) / 2.0
        );
        for value in values {
            _ = write!(text, " {value:.2}");
        }
        text.push('\n');
    }
    text
}

/// Numbers of White and Black of each board, 0 for the bye; `none` if there is no legal pairing.
fn listed(tournament: &Tournament, round: Option<&Round>) -> String {
    let Some(round) = round else { return "none\n".into() };
    let mut text = String::new();
    for pair in &round.pairs {
        _ = writeln!(
            text,
            "{} {}",
            tournament.players[pair.white].number, tournament.players[pair.black].number
        );
    }
    if let Some(bye) = round.bye {
        _ = writeln!(text, "{} 0", tournament.players[bye].number);
    }
    text
}

fn record(tournament: &mut Tournament, round: &Round, random: &mut Random, chances: &Chances) {
    for pair in &round.pairs {
        let sides = [(pair.white, pair.black, Colour::White), (pair.black, pair.white, Colour::Black)];
        let forfeit = random.percent(chances.forfeit);
        let draw = random.percent(chances.draw);
        let edge = i64::from(tournament.players[pair.white].rating)
            - i64::from(tournament.players[pair.black].rating);
        let white_wins = (random.below(1000) as i64) < 500 + edge / 2;
        let nobody = forfeit && random.percent(10);
        for (own, opponent, colour) in sides {
            let won = white_wins == (colour == Colour::White);
            let outcome = if forfeit {
                Outcome::Forfeit { opponent, colour, won: won && !nobody }
            } else {
                let result = match (draw, won) {
                    (true, _) => GameResult::Draw,
                    (false, true) => GameResult::Win,
                    (false, false) => GameResult::Loss,
                };
                Outcome::Played { opponent, colour, result }
            };
            tournament.players[own].outcomes.push(outcome);
        }
    }
    if let Some(bye) = round.bye {
        tournament.players[bye].outcomes.push(Outcome::Bye(Bye::Pairing));
    }
    tournament.played += 1;
}
