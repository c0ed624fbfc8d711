//! Self-play: samples for the regression, and matches between two sets of weights.

use super::rng::Rng;
use std::fmt::{Display, Formatter, Result};

use engine::mapello::eval::{Weights, features_of};
use engine::mapello::search_with;
use engine::{Limits, SearchResult};
use rules::mapello::{BONUS_POINTS, Board, Cell, Position};
use rules::{Move, Side};

use super::regression::Regression;

/// Command-line options.
#[derive(Debug)]
pub struct Options {
    /// Seed of all random numbers.
    pub seed: u64,
    pub rounds: u64,
    /// Games of a round.
    pub games: u64,
    /// Node limit for the value of a sample.
    pub nodes: u64,
    /// Node limit of a move.
    pub play: u64,
    /// Games of a match between the weights of two rounds.
    pub duel: u64,
}

/// With fewer empty cells a search solves the position, so weights no longer matter.
const MIN_EMPTY: u32 = 10;
/// One position in this many becomes a sample, because successive positions are similar.
const SAMPLE_INTERVAL: u64 = 4;

/// Plays the games of a round and adds their positions to the regression.
pub fn collect_samples(options: &Options, round: u64, weights: &Weights, regression: &mut Regression) {
    for game in 0..options.games {
        let number = (options.seed * 1_000 + round) * 1_000_000 + game;
        let board = match game % 16 {
            0 => Board::DEFAULT,
            1 => Board::EMPTY,
            _ => Board::random(number),
        };
        let mut rng = Rng(number);
        // Random openings of different lengths, and later a random move now and then, give positions of all kinds.
        let opening = 1 + game % 14;
        let mut position = Position::start(&board);
        for ply in 0.. {
            if position.outcome().is_some() {
                break;
            }
            if (game + ply) % SAMPLE_INTERVAL == 0 && empty_count(&position) >= MIN_EMPTY {
                let value = search(&position, weights, options.nodes).value - 100 * bonus_lead(&position);
                regression.add(empty_count(&position) as i32, &features_of(&position), value);
            }
            let is_random = ply < opening || rng.below(64) == 0;
            let cell = if is_random {
                random_move(&position, &mut rng)
            } else {
                best_move(&position, weights, options.play)
            };
            let Some(Ok((after, _))) = cell.map(|cell| position.play(cell)) else { break };
            position = after;
        }
    }
}

/// The result of a match.
pub struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Points won less points lost.
    lead: i32,
}

impl Display for Score {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let games = f64::from((self.won + self.drawn + self.lost).max(1));
        let share = 100.0 * (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games;
        let (Score { won, drawn, lost, .. }, lead) = (self, f64::from(self.lead) / games);
        write!(f, "{share:.1} % (+{won} ={drawn} -{lost}), {lead:+.2} points a game")
    }
}

/// A match on random boards. Each board is played from both sides after the same four random moves.
pub fn play_match(options: &Options, ours: &Weights, theirs: &Weights) -> Score {
    let mut score = Score { won: 0, drawn: 0, lost: 0, lead: 0 };
    for game in 0..options.duel {
        let mut rng = Rng(game / 2);
        let us = Side::BOTH[game as usize % 2];
        let mut position = Position::start(&Board::random(game / 2));
        for ply in 0.. {
            let weights = if position.to_move() == us { ours } else { theirs };
            let cell = if ply < 4 {
                random_move(&position, &mut rng)
            } else {
                best_move(&position, weights, options.play)
            };
            let Some(Ok((after, _))) = cell.map(|cell| position.play(cell)) else { break };
            position = after;
        }
        let lead = i32::from(position.score(us)) - i32::from(position.score(us.other()));
        score.won += u32::from(lead > 0);
        score.drawn += u32::from(lead == 0);
        score.lost += u32::from(lead < 0);
        score.lead += lead;
    }
    score
}

fn search(position: &Position, weights: &Weights, nodes: u64) -> SearchResult {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    search_with(position, &mut limits, weights)
}

fn best_move(position: &Position, weights: &Weights, nodes: u64) -> Option<Cell> {
    search(position, weights, nodes).mv.as_ref().and_then(Move::as_mapello)
}

fn random_move(position: &Position, rng: &mut Rng) -> Option<Cell> {
    let moves: Vec<Cell> = position.legal_moves().collect();
    moves.get(rng.below(moves.len())).copied()
}

fn empty_count(position: &Position) -> u32 {
    let [black, white] = Side::BOTH.map(|side| position.discs(side));
    (!(black | white | position.terrain().board().walls())).count_ones()
}

/// Points of the side to move by bonuses, less the opponent's. The evaluation does not count them.
fn bonus_lead(position: &Position) -> i32 {
    let side = position.to_move();
    let taken = i32::from(position.taken(side)) - i32::from(position.taken(side.other()));
    taken * i32::from(BONUS_POINTS)
}
