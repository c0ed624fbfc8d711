//! Premoves: what a player who waits has planned for the coming turn. A plan stays on this device until that turn, and
//! then each of its moves goes out by itself, if it is legal. Pure: it sees the game as the server has confirmed it.

#[cfg(test)]
mod tests;

use room::Game;
use rules::mancala::{Move as Sowing, Pit, Step};
use rules::mapello::Cell;
use rules::{Move, Position, Side, mancala};

/// The moves that a side has planned for its next turn: one in Mapello; in Mancala as many as extra moves allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Premove {
    /// The number of the game.
    game: u32,
    side: Side,
    /// The opponent's turn in which it was planned: it is meant for the turn after it, and for no other.
    turn: u16,
    /// The moves of the game when it was planned, or up to its own last move: if one of them is taken back, the plan
    /// is void.
    played: Vec<Move>,
    /// Whether its first move has been played.
    begun: bool,
    steps: Vec<Planned>,
}

/// A planned move, and the stones in the player's own row that it was planned on; nothing in Mapello.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Planned {
    mv: Move,
    row: Vec<u8>,
}

/// What becomes of a plan now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextStep {
    /// It is not its turn yet.
    Wait,
    /// This move is played; what remains waits for its confirmation.
    Play(Move, Option<Premove>),
    /// It is void.
    Drop,
}

impl Premove {
    /// The plan after `side` has chosen a move while the opponent is to move. A planned move that is chosen again is
    /// given up, with all that would follow it; another one is added if the moves before it win an extra move, and
    /// replaces them otherwise.
    ///
    /// # Errors
    /// The move can never be legal in the coming turn, or it is not the opponent's turn.
    pub fn choose(
        before: Option<&Premove>,
        game: &Game,
        side: Side,
        mv: Move,
    ) -> Result<Option<Premove>, NeverLegal> {
        let position = &game.position;
        if !is_going_on(game) || position.to_move() == side || !may_become_legal(position, side, mv) {
            return Err(NeverLegal);
        }
        let before = before.filter(|plan| plan.next(game) == NextStep::Wait && plan.side == side);
        let steps = before.map(|plan| plan.steps.clone()).unwrap_or_default();
        let steps = match steps.iter().position(|step| step.mv == mv) {
            Some(at) => steps[..at].to_vec(),
            None => added(position, side, steps, mv),
        };
        let plan = Premove {
            game: game.number,
            side,
            turn: position.turn(),
            played: game.moves.clone(),
            begun: false,
            steps,
        };
        Ok(Some(plan).filter(|plan| !plan.steps.is_empty()))
    }

    /// The planned moves, in their order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.steps.iter().map(|step| step.mv)
    }

    /// What becomes of it in this state of the game, which the server has confirmed.
    pub fn next(&self, game: &Game) -> NextStep {
        let position = &game.position;
        if game.number != self.game || !is_going_on(game) || !game.moves.starts_with(&self.played) {
            return NextStep::Drop;
        }
        if position.turn() == self.turn && position.to_move() != self.side {
            return NextStep::Wait;
        }
        let is_meant = position.turn() == self.turn + 1 && position.to_move() == self.side;
        let since = game.moves.get(self.played.len()..).unwrap_or_default();
        // Between its own moves there is nobody else's, and after a swap the stones are others.
        let is_next =
            if self.begun { since.is_empty() } else { !since.contains(&Move::Mancala(Sowing::Swap)) };
        let Some((step, rest)) = self.steps.split_first().filter(|_| is_meant && is_next) else {
            return NextStep::Drop;
        };
        // What follows the first move was planned on a board that the opponent may have changed.
        let is_as_planned = !self.begun || row(position, self.side) == step.row;
        if !is_as_planned || position.check(step.mv).is_err() {
            return NextStep::Drop;
        }
        let played = game.moves.iter().copied().chain([step.mv]).collect();
        let rest = Premove { played, begun: true, steps: rest.to_vec(), ..*self };
        NextStep::Play(step.mv, Some(rest).filter(|rest| !rest.steps.is_empty()))
    }
}

/// A move that cannot be planned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeverLegal;

fn is_going_on(game: &Game) -> bool {
    game.is_running() && game.put_away.is_none()
}

/// Whether the move may be legal after the opponent's turn: an own pit, or a cell that is neither a wall nor taken.
fn may_become_legal(position: &Position, side: Side, mv: Move) -> bool {
    match (position, mv) {
        (Position::Mancala(position), Move::Mancala(Sowing::Sow(pit))) => {
            pit.side == side && pit.index < position.variant().pits
        }
        (Position::Mapello(position), Move::Mapello(cell)) => is_free(position, cell),
        _ => false,
    }
}

fn is_free(position: &rules::mapello::Position, cell: Cell) -> bool {
    !position.terrain().board().is_wall(cell) && position.disc(cell).is_none()
}

/// The plan with one more move, or with this move alone if the moves before it win no extra move.
fn added(position: &Position, side: Side, mut steps: Vec<Planned>, mv: Move) -> Vec<Planned> {
    let first = Planned { mv, row: row(position, side) };
    let Position::Mancala(now) = position else { return vec![first] };
    match after(now, side, &steps).filter(|_| !steps.is_empty()) {
        Some(then) if Position::Mancala(then).check(mv).is_ok() => {
            steps.push(Planned { mv, row: row(&Position::Mancala(then), side) });
            steps
        }
        _ => vec![first],
    }
}

/// The position in which `side` would move once more after these moves, if the opponent passed now.
fn after(now: &mancala::Position, side: Side, steps: &[Planned]) -> Option<mancala::Position> {
    let start = now.apply(&Step::NextTurn(side));
    steps.iter().try_fold(start, |position, step| {
        let (next, _) = position.play(step.mv.as_mancala()?).ok()?;
        (next.turn() == start.turn() && next.to_move() == side && next.outcome().is_none()).then_some(next)
    })
}

/// The stones in the pits of a side; nothing in Mapello.
fn row(position: &Position, side: Side) -> Vec<u8> {
    let stones = |position: &mancala::Position, index| position.stones(Pit { side, index });
    position.as_mancala().map_or_else(Vec::new, |position| {
        (0..position.variant().pits).map(|index| stones(position, index)).collect()
    })
}
