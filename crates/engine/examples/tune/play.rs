//! Games of the program against itself: positions to learn from, and matches between two sets of weights.

use super::chance::Chance;
use std::fmt::{Display, Formatter, Result};

use engine::mapello::eval::{Weights, features_of};
use engine::mapello::search_with;
use engine::{Limits, SearchResult};
use rules::mapello::{BONUS_POINTS, Board, Cell, Position};
use rules::{Move, Side};

use super::fit::Fit;

/// How much is played and looked at.
#[derive(Debug)]
pub struct Plan {
    /// Everything follows from it.
    pub seed: u64,
    pub rounds: u64,
    /// Games a round.
    pub games: u64,
    /// Positions looked at to find what one is worth.
    pub nodes: u64,
    /// Positions looked at for a move.
    pub play: u64,
    /// Games of a match between the weights of two rounds.
    pub duel: u64,
}

/// With so few empty cells a search sees the end, and weights no longer matter.
const FEWEST: u32 = 10;
/// One position in so many is learned from: neighbours are much alike.
const EVERY: u64 = 4;

/// Plays the games of a round, and adds what their positions are worth.
pub fn gather(plan: &Plan, round: u64, weights: &Weights, fit: &mut Fit) {
    for game in 0..plan.games {
        let number = (plan.seed * 1_000 + round) * 1_000_000 + game;
        let board = match game % 16 {
            0 => Board::DEFAULT,
            1 => Board::EMPTY,
            _ => Board::random(number),
        };
        let mut chance = Chance(number);
        // The beginning by chance, longer or shorter, and later a slip now and then: positions of all kinds.
        let opening = 1 + game % 14;
        let mut position = Position::start(&board);
        for ply in 0.. {
            if position.outcome().is_some() {
                break;
            }
            if (game + ply) % EVERY == 0 && empty(&position) >= FEWEST {
                let value = searched(&position, weights, plan.nodes).value - 100 * bonuses(&position);
                fit.add(empty(&position) as i32, &features_of(&position), value);
            }
            let slip = ply < opening || chance.below(64) == 0;
            let cell =
                if slip { by_chance(&position, &mut chance) } else { best(&position, weights, plan.play) };
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

/// A match on random boards, each played from both sides after the same four moves by chance.
pub fn duel(plan: &Plan, ours: &Weights, theirs: &Weights) -> Score {
    let mut score = Score { won: 0, drawn: 0, lost: 0, lead: 0 };
    for game in 0..plan.duel {
        let mut chance = Chance(game / 2);
        let us = Side::BOTH[game as usize % 2];
        let mut position = Position::start(&Board::random(game / 2));
        for ply in 0.. {
            let weights = if position.to_move() == us { ours } else { theirs };
            let cell =
                if ply < 4 { by_chance(&position, &mut chance) } else { best(&position, weights, plan.play) };
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

fn searched(position: &Position, weights: &Weights, nodes: u64) -> SearchResult {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    search_with(position, &mut limits, weights)
}

fn best(position: &Position, weights: &Weights, nodes: u64) -> Option<Cell> {
    searched(position, weights, nodes).mv.as_ref().and_then(Move::as_mapello)
}

fn by_chance(position: &Position, chance: &mut Chance) -> Option<Cell> {
    let moves: Vec<Cell> = position.legal_moves().collect();
    moves.get(chance.below(moves.len())).copied()
}

fn empty(position: &Position) -> u32 {
    let [black, white] = Side::BOTH.map(|side| position.discs(side));
    (!(black | white | position.terrain().board().walls())).count_ones()
}

/// Points the side to move has by bonuses, less the other side's: no part of what a position is worth from here on.
fn bonuses(position: &Position) -> i32 {
    let side = position.to_move();
    let taken = i32::from(position.taken(side)) - i32::from(position.taken(side.other()));
    taken * i32::from(BONUS_POINTS)
}
