//! Proves what every move of a position is worth, and from that the line of a puzzle.

use engine::mancala::Solver;
use engine::{Limits, score_moves};
use puzzles::{Goal, OwnTurn};
use rules::mancala::Variant;
use rules::{Game, Move, Position};

/// Nodes for all moves of a position. A position that takes more is left out, so that a plain search can prove the
/// puzzle again.
const NODES: u64 = 3_000_000;
/// The most own moves of a puzzle.
const OWN_MOVES: usize = 4;

/// The most that a puzzle is worth that is about points: a side that wins by more has no need of them.
const fn most_points(game: Game) -> i16 {
    match game {
        Game::Mancala => 12,
        Game::Mapello => 20,
    }
}

/// Proves values of moves. What was proved of Mancala serves the positions that follow.
pub struct Prover {
    solver: Solver,
}

/// What was proved of a position that makes a puzzle.
pub struct Proof {
    pub goal: Goal,
    pub value: i16,
    pub turns: Vec<OwnTurn>,
}

impl Prover {
    pub fn new() -> Prover {
        Prover { solver: Solver::new(Variant::default(), 256 << 20, 18) }
    }

    /// The final lead of the side to move after each legal move, best first; `None` if that takes too many nodes.
    fn values(&mut self, position: &Position) -> Option<Vec<(Move, i16)>> {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.nodes = NODES;
        let mut values = match position {
            Position::Mancala(position) => {
                // The endgame data is made once, and its positions are no nodes of a search.
                let mut nor = || false;
                self.solver.make_endgame_data(&mut Limits::new(&mut nor));
                let values = self.solver.move_values(position, &mut limits)?;
                values.into_iter().map(|(mv, value)| (Move::Mancala(mv), value as i16)).collect()
            }
            Position::Mapello(_) => {
                let scored = score_moves(position, u32::MAX, &mut limits);
                if !scored.iter().all(|scored| scored.proved) {
                    return None;
                }
                scored.iter().map(|scored| (scored.mv, (scored.value / 100) as i16)).collect::<Vec<_>>()
            }
        };
        values.sort_by_key(|(_, value)| -value);
        Some(values)
    }

    /// The puzzle that begins with this position, if one does: at least two own moves, of which each is the only right
    /// one among two or more.
    pub fn prove(&mut self, start: &Position) -> Option<Proof> {
        let game = start.game();
        let mut proof: Option<Proof> = None;
        let mut position = start.clone();
        loop {
            let values = self.values(&position)?;
            let [(mv, best), (_, second), ..] = values.as_slice() else { break };
            let goal = match &proof {
                Some(proof) => proof.goal,
                None => Goal::of_values(game, *best, *second)?,
            };
            if goal == Goal::Points && *best > most_points(game) {
                return None;
            }
            if *second > goal.most_of_others(game, *best) {
                break;
            }
            let draws =
                values.iter().filter(|(_, value)| goal == Goal::Win && *value == 0).map(|(mv, _)| *mv);
            let turn = OwnTurn { mv: *mv, draws: draws.collect(), replies: Vec::new() };
            let proof = proof.get_or_insert(Proof { goal, value: *best, turns: Vec::new() });
            proof.turns.push(turn);
            if proof.turns.len() == OWN_MOVES {
                break;
            }
            position = position.play(*mv).ok()?.position;
            let replies = self.replies(start, &mut position)?;
            if position.outcome().is_some() {
                break;
            }
            if let Some(last) = proof.turns.last_mut() {
                last.replies = replies;
            }
        }
        let mut proof = proof.filter(|proof| proof.turns.len() > 1)?;
        // What the opponent would do after the last own move is no part of the puzzle.
        proof.turns.last_mut()?.replies.clear();
        Some(proof)
    }

    /// Best replies until it is the solver's turn again, or the game is over.
    fn replies(&mut self, start: &Position, position: &mut Position) -> Option<Vec<Move>> {
        let mut replies = Vec::new();
        while position.outcome().is_none() && position.to_move() != start.to_move() {
            let values = self.values(position)?;
            let (mv, _) = *values.first()?;
            replies.push(mv);
            *position = position.play(mv).ok()?.position;
        }
        Some(replies)
    }
}

/// Whether a puzzle may begin with this position: not too much of the game is left to be proved again by a plain search.
pub fn is_late(position: &Position) -> bool {
    match position {
        Position::Mancala(position) => {
            let stones: u8 = rules::Side::BOTH.iter().map(|side| position.row_total(*side)).sum();
            (8..=38).contains(&stones)
        }
        Position::Mapello(position) => {
            let full = position.discs(rules::Side::First) | position.discs(rules::Side::Second);
            let empty = (!(full | position.terrain().board().walls())).count_ones();
            (5..=16).contains(&empty)
        }
    }
}

/// Whether the position has enough moves to choose from.
pub fn has_choice(position: &Position) -> bool {
    position.legal_moves().len() > 2
}
