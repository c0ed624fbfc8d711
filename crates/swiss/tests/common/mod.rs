//! Random tournaments: with forfeits, byes, absences, withdrawals and late entries, or without any of them.

use swiss::{Bye, Colour, GameResult, Outcome, Player, Round, Tournament, assign_numbers};

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

impl Chances {
    /// In three tournaments of ten everybody plays every round.
    fn new(random: &mut Random) -> Chances {
        let eventful = random.percent(70);
        let mut below = |end| if eventful { random.below(end) } else { 0 };
        let [forfeit, half_bye, absent, withdraw, late] = [8, 6, 6, 4, 15].map(&mut below);
        Chances { forfeit, half_bye, absent, withdraw, late, draw: 5 + random.below(50) }
    }
}

/// Plays a tournament of `size` players whose rounds `pair` makes, and returns it after its last round. It ends early if
/// there is no pairing.
pub fn play(seed: u64, size: usize, mut pair: impl FnMut(&Tournament) -> Option<Round>) -> Tournament {
    let random = &mut Random(seed);
    let chances = Chances::new(random);
    let rounds = (5 + random.below(7) as usize).min(size - 2);
    let player = |index| Player {
        number: 0,
        name: format!("Player {index:03}"),
        rating: 1000 + random.below(1500) as u32,
        outcomes: Vec::new(),
    };
    let mut players: Vec<Player> = (0..size).map(player).collect();
    assign_numbers(&mut players);
    let enters: Vec<usize> = (0..size)
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
        // In a report a round that everybody misses, as a few players may, looks like one that was not played.
        let found = pair(&tournament).filter(|round| !round.pairs.is_empty() || round.bye.is_some());
        let Some(found) = found else { break };
        record(&mut tournament, &found, random, &chances);
    }
    for player in &mut tournament.players {
        player.outcomes.truncate(tournament.played);
    }
    tournament.rounds = tournament.played;
    tournament
}

/// Plays the games of a round; the stronger player wins more often.
fn record(tournament: &mut Tournament, round: &Round, random: &mut Random, chances: &Chances) {
    for pair in &round.pairs {
        let sides = [(pair.white, pair.black, Colour::White), (pair.black, pair.white, Colour::Black)];
        let (forfeit, draw) = (random.percent(chances.forfeit), random.percent(chances.draw));
        let rating = |player: usize| i64::from(tournament.players[player].rating);
        let white_wins = (random.below(1000) as i64) < 500 + (rating(pair.white) - rating(pair.black)) / 2;
        let nobody = forfeit && random.percent(10);
        for (own, opponent, colour) in sides {
            let won = white_wins == (colour == Colour::White);
            let result = match (draw, won) {
                (true, _) => GameResult::Draw,
                (false, true) => GameResult::Win,
                (false, false) => GameResult::Loss,
            };
            tournament.players[own].outcomes.push(if forfeit {
                Outcome::Forfeit { opponent, colour, won: won && !nobody }
            } else {
                Outcome::Played { opponent, colour, result }
            });
        }
    }
    if let Some(bye) = round.bye {
        tournament.players[bye].outcomes.push(Outcome::Bye(Bye::Pairing));
    }
    tournament.played += 1;
}
