//! Writes a game without extras in the Generic Game Format, as servers for Othello keep games.

use room::{Finished, Reason, day};
use rules::mapello::notation::cell_name;
use rules::mapello::{Board, Position, Step};
use rules::{Setup, Side};

use super::{Form, cells, says};

/// Writes the game from its own start; `None` if the format cannot say it: a game of Mancala, a board with extras, an ending
/// that the format does not know.
#[must_use]
pub fn write_ggf(game: &Finished) -> Option<String> {
    ggf_text(game, "Duello").filter(|text| says(text, game, Form::Ggf))
}

/// The text of a game that was played at this place; `None` as for [`write_ggf`]. It is not read back.
pub(crate) fn ggf_text(game: &Finished, place: &str) -> Option<String> {
    let Setup::Mapello(board) = game.setup else { return None };
    [Board::EMPTY, Board::OTHELLO].contains(&board).then_some(())?;
    let start = Position::start(&board);
    let mut position = start;
    let mut moves = String::new();
    for cell in cells(game) {
        moves += &format!("{}[{}]", letter(position.to_move()), cell_name(cell));
        let (after, steps) = position.play(cell).ok()?;
        for step in steps {
            if let Step::Pass(side) = step {
                moves += &format!("{}[PA]", letter(side));
            }
        }
        position = after;
    }
    let date = if game.ended == 0 { "?".to_owned() } else { day(game.ended).replace('-', ".") };
    let [black, white] = game.names.each_ref().map(|name| escaped(name));
    Some(format!(
        "(;GM[Othello]PC[{}]DT[{date}]PB[{black}]PW[{white}]RE[{}]TY[8]BO[{}]{moves};)\n",
        escaped(place),
        result(game, &position)?,
        board_text(&start),
    ))
}

fn letter(side: Side) -> char {
    if side == Side::First { 'B' } else { 'W' }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// The size, the squares row by row, and the side to move.
fn board_text(start: &Position) -> String {
    let sign = |place: u32| {
        let is_of = |side| start.discs(side) >> place & 1 == 1;
        if is_of(Side::First) {
            '*'
        } else if is_of(Side::Second) {
            'O'
        } else {
            '-'
        }
    };
    let rows = (0..8).map(|row| (0..8).map(|column| sign(8 * row + column)).collect::<String>());
    let to_move = if start.to_move() == Side::First { '*' } else { 'O' };
    format!("8 {} {to_move}", rows.collect::<Vec<_>>().join(" "))
}

/// Black's lead, the empty squares given to the winner, and how an unfinished game ended.
fn result(game: &Finished, end: &Position) -> Option<String> {
    if let Some([black, white]) = end.othello_score() {
        return Some(format!("{:+}.000", i32::from(black) - i32::from(white)));
    }
    let lead = match game.winner {
        Some(Side::First) => "+64.000",
        Some(Side::Second) => "-64.000",
        None => "+0.000",
    };
    Some(match game.reason {
        Reason::Played => "?".to_owned(),
        Reason::Resigned => format!("{lead}:r"),
        Reason::TimeOut => format!("{lead}:t"),
        Reason::Agreed => format!("{lead}:s"),
        Reason::CalledOff | Reason::Abandoned => return None,
    })
}
