//! A drill as a line of text: state, value, loss, the move that was played, a best one, the moves before them side by
//! side (`CaBD`, `d3c5e1`), and the setup as JSON. The state is the number of times it was solved and the day from which
//! on it is due (`2:2026-11-30`), or a word.

use core::str::FromStr;

use puzzles::{Day, read_moves, write_move};
use rules::{Position, Record, Setup};

use crate::drill::{Drill, Mistake, PAUSES, State};

const LEARNED: &str = "learned";
const REMOVED: &str = "removed";
/// Longer than any setup: a buffer of this size has room for its strings.
const LONGEST_STRING: usize = 64;

pub fn write(drill: &Drill) -> Option<String> {
    let state = match drill.state {
        State::Waiting { solved, due } => format!("{solved}:{due}"),
        State::Learned => LEARNED.to_owned(),
        State::Removed => REMOVED.to_owned(),
    };
    let Mistake { value, played, loss, best } = *drill.mistake();
    let moves: String = drill.record().moves.iter().map(|mv| write_move(*mv)).collect();
    let setup = serde_json::to_string(&drill.record().setup).ok()?;
    Some(format!("{state} {value} {loss} {} {} {moves} {setup}", write_move(played), write_move(best)))
}

/// The drill of a line; `None` if it is damaged.
pub fn read(line: &str) -> Option<Drill> {
    let mut words = line.splitn(7, ' ');
    let mut next = || words.next();
    let (state, value, loss, played, best, moves) = (next()?, next()?, next()?, next()?, next()?, next()?);
    let mut strings = [0; LONGEST_STRING];
    let (setup, _) = serde_json_core::from_str_escaped::<Setup>(next()?, &mut strings).ok()?;
    setup.validate().ok()?;
    let (moves, position) = read_moves(&setup.start(), moves)?;
    let mv = |text| only_move(&position, text);
    let mistake =
        Mistake { value: points(value)?, played: mv(played)?, loss: points(loss)?, best: mv(best)? };
    let mut drill = Drill::new(Record { setup, moves }, mistake, Day(0))?;
    drill.state = read_state(state)?;
    Some(drill)
}

/// Points of a game, which are far from the largest number: sums of them never overflow.
fn points(text: &str) -> Option<i32> {
    i16::from_str(text).ok().map(i32::from)
}

fn only_move(position: &Position, text: &str) -> Option<rules::Move> {
    match *read_moves(position, text)?.0 {
        [mv] => Some(mv),
        _ => None,
    }
}

fn read_state(text: &str) -> Option<State> {
    match text {
        LEARNED => Some(State::Learned),
        REMOVED => Some(State::Removed),
        _ => {
            let (solved, due) = text.split_once(':')?;
            let solved = solved.parse().ok().filter(|solved| *solved <= PAUSES.len())?;
            Some(State::Waiting { solved, due: Day::parse(due)? })
        }
    }
}
