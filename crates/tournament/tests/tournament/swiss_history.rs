//! The facts of a Swiss tournament, read by a second program: the tournament that they are.

use std::collections::BTreeMap;

use room::Seat;
use swiss::{Bye, Colour, GameResult, Player};
use tournament::{EntrantId, Entry, Fact, Outcome, Paired, PairingId, PairingResult};

/// What the facts say, read by a second program.
#[derive(Default)]
pub struct History {
    pub entries: Vec<Entry>,
    pub is_away: Vec<bool>,
    pub rounds: Vec<(Vec<Paired>, Option<EntrantId>)>,
    pub results: BTreeMap<PairingId, PairingResult>,
}

impl History {
    pub fn read(&mut self, fact: &Fact) {
        match fact {
            Fact::Entered(entry) => {
                self.entries.push(entry.clone());
                self.is_away.push(false);
            }
            Fact::Left { entrant, .. } => self.is_away[entrant.0 as usize] = true,
            Fact::Returned(entrant) => self.is_away[entrant.0 as usize] = false,
            Fact::Paired { pairings, bye, .. } => self.rounds.push((pairings.clone(), *bye)),
            Fact::ResultReported { pairing, result } | Fact::ResultCorrected { pairing, result } => {
                _ = self.results.insert(*pairing, *result)
            }
            _ => {}
        }
    }

    /// Those who have left and never played are not in it.
    pub fn field(&self) -> Vec<u32> {
        let has_played = |id: &u32| {
            self.rounds.iter().any(|(pairings, bye)| {
                pairings.iter().flat_map(|paired| paired.players).chain(*bye).any(|player| player.0 == *id)
            })
        };
        (0..self.entries.len() as u32).filter(|id| !self.is_away[*id as usize] || has_played(id)).collect()
    }

    /// The swiss after so many rounds.
    pub fn swiss(&self, rounds: u8, played: usize, first_colour: Colour) -> swiss::Tournament {
        let field = self.field();
        let rating = |id: u32| self.entries[id as usize].rating.unwrap_or(1_500);
        let player = |&id: &u32| Player {
            number: 1 + field
                .iter()
                .filter(|&&other| rating(other) > rating(id) || rating(other) == rating(id) && other < id)
                .count() as u32,
            name: String::new(),
            rating: rating(id).into(),
            outcomes: (0..played).map(|round| self.outcome(id, round, &field)).collect(),
        };
        let players = field.iter().map(player).collect();
        swiss::Tournament { rounds: rounds.into(), played, first_colour, players }
    }

    fn outcome(&self, id: u32, round: usize, field: &[u32]) -> swiss::Outcome {
        let (pairings, bye) = &self.rounds[round];
        if *bye == Some(EntrantId(id)) {
            return swiss::Outcome::Bye(Bye::Pairing);
        }
        let Some(paired) = pairings.iter().find(|paired| paired.players.iter().any(|p| p.0 == id)) else {
            return swiss::Outcome::Bye(if round == 0 { Bye::Half } else { Bye::Zero });
        };
        let [white, black] = paired.players.map(|player| player.0);
        let (colour, other) = if white == id { (Colour::White, black) } else { (Colour::Black, white) };
        let opponent = field.iter().position(|&player| player == other).unwrap();
        let result = self.results[&paired.id];
        let won = match result.outcome {
            Outcome::Void | Outcome::Drawn => {
                return swiss::Outcome::Played { opponent, colour, result: GameResult::Draw };
            }
            Outcome::Won(winner) => (winner == Seat::Bottom) == (white == id),
        };
        let loser_moves = if (colour == Colour::White) == won { result.moves[1] } else { result.moves[0] };
        if loser_moves == 0 {
            return swiss::Outcome::Forfeit { opponent, colour, won };
        }
        swiss::Outcome::Played {
            opponent,
            colour,
            result: if won { GameResult::Win } else { GameResult::Loss },
        }
    }

    /// Who began in the first round, the strongest one of it or not.
    pub fn first_colour(&self, (pairings, bye): &(Vec<Paired>, Option<EntrantId>)) -> Colour {
        let strength = |id: &u32| (self.entries[*id as usize].rating.unwrap_or(1_500), u32::MAX - id);
        let all = pairings.iter().flat_map(|paired| paired.players).chain(*bye).map(|player| player.0);
        let strongest = all.max_by_key(strength).unwrap();
        if pairings.iter().any(|paired| paired.players[0].0 == strongest) {
            Colour::White
        } else {
            Colour::Black
        }
    }
}
