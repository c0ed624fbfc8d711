//! The lessons of both games: steps with a real position, a task, and texts. Pure; the steps are played by
//! `game/drivers/lesson.rs` and shown by `game/lesson_table.rs`.

mod steps;
mod task;
#[cfg(test)]
mod tests;

use room::Room;
use rules::mapello::notation::{read_cell, read_code};
use rules::{Game, Move, Setup, Side, mancala};

pub use self::task::{Goal, Verdict};
use super::practice::practice_room;
pub use steps::steps;

/// One step of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The position, in the format of [`parse_game`]. The learner is to move.
    pub start: &'static str,
    /// The task.
    pub goal: Goal,
    /// The texts.
    pub texts: StepTexts,
}

/// The texts of a step.
#[derive(Clone, Copy, Debug)]
pub struct StepTexts {
    /// The topic, in a word or two.
    pub title: fn() -> String,
    /// The rule and the task.
    pub task: fn() -> String,
    /// After a wrong move: why it is wrong.
    pub hint: fn() -> String,
    /// After the right move: what has happened.
    pub praise: fn() -> String,
}

fn digit(sign: u8) -> u8 {
    sign.wrapping_sub(b'0')
}

/// Parses a game in progress: its start, a blank, its moves. A game of Mancala starts with pits and stones
/// (`6x4`) and has a letter for each sowing; one of Mapello starts with a share code and has two characters
/// for each disc. `None` if the text is invalid, or a move is illegal.
pub fn parse_game(game: Game, text: &str) -> Option<(Setup, Vec<Move>)> {
    let (start, mut rest) = text.split_once(' ').unwrap_or((text, ""));
    let setup = match (game, start.as_bytes()) {
        (Game::Mancala, &[pits, b'x', stones]) => {
            let variant =
                mancala::Variant { pits: digit(pits), stones: digit(stones), ..mancala::Variant::default() };
            Setup::Mancala(mancala::Setup::new(variant, 1))
        }
        (Game::Mancala, _) => return None,
        (Game::Mapello, _) => Setup::Mapello(read_code(start).ok()?),
    };
    let mut position = setup.start();
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let length = if game == Game::Mancala { 1 } else { 2 };
        let (name, behind) = rest.split_at_checked(length)?;
        let mv = match game {
            Game::Mancala => {
                let index = name.bytes().next()?.checked_sub(b'a')?;
                Move::Mancala(mancala::Move::Sow(mancala::Pit { side: position.to_move(), index }))
            }
            Game::Mapello => Move::Mapello(read_cell(name)?),
        };
        position = position.play(mv).ok()?.position;
        moves.push(mv);
        rest = behind;
    }
    Some((setup, moves))
}

/// The room of a step, by its number from 0: the learner sits at the bottom with the first side, opposite an
/// opponent, with these names.
pub fn step_room(game: Game, number: usize, names: [String; 2]) -> Option<Room> {
    let (setup, moves) = parse_game(game, steps(game).get(number)?.start)?;
    practice_room(number as u32 + 1, setup, &moves, Side::First, names)
}
