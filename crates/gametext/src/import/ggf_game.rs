//! What the properties of a game in the Generic Game Format say together.

use room::{Reason, clean_line};
use rules::mapello::notation::{read_cell, read_position};
use rules::mapello::{Cell, Position, Step};
use rules::{Outcome, Side};

use super::FaultyMove;
use super::frame::Fault;
use super::ggf::GgfGame;
use super::ggf_property::Property;
use crate::date::{self, Date};
use crate::refusal::{Notice, Why};
use crate::text::{listed, quote};

/// Properties that are read.
const READ: [&str; 9] = ["GM", "PB", "PW", "PC", "DT", "RE", "BO", "B", "W"];
/// Properties that are understood, but say nothing that is kept with a game.
const NOT_KEPT: [&str; 9] = ["CO", "ID", "RB", "RW", "TI", "TB", "TW", "TY", "TC"];
/// The squares of a side of the board.
const SIDE: &str = "8";
/// The most points by which a game is won.
const LEAD: i32 = 64;

/// The result as the text gives it: Black's lead in thousandths, and how the game ended.
struct Told {
    lead: i32,
    how: Option<char>,
    at: usize,
}

/// Reads a game; `begin` is the byte at which it begins.
pub(super) fn read(properties: &[Property], begin: usize) -> Result<GgfGame, FaultyMove> {
    let fails = |fault: Fault| (fault, None);
    let mut notices = Vec::new();
    let one = |name: &str| single(properties, name).map_err(fails);
    match one("GM")? {
        Some(game) if game.value.trim().eq_ignore_ascii_case("Othello") => {}
        Some(game) => return Err(fails((game.at, Why::OtherGame(quote(&game.value))))),
        None => return Err(fails((begin, Why::GgfForm))),
    }
    check_type(one("TY")?).map_err(fails)?;
    let board = one("BO")?.ok_or(fails((begin, Why::GgfBoard)))?;
    let (start, passed) = read_board(&board.value).ok_or(fails((board.at, Why::GgfBoard)))?;
    let (moves, end) = read_moves(properties, start, passed)?;
    if moves.is_empty() {
        return Err(fails((board.at, Why::NoMoves)));
    }
    let told = one("RE")?.map(read_result).transpose().map_err(fails)?.flatten();
    let result = result_of(&end, told, &mut notices).map_err(fails)?;
    let text = |name: &str| -> Result<String, FaultyMove> {
        Ok(one(name)?.map_or(String::new(), |property| property.value.clone()))
    };
    let ended = match one("DT")? {
        Some(property) => read_date(property, &mut notices),
        None => 0,
    };
    let place = Some(clean_line(&text("PC")?)).filter(|place| !["", "?", "-"].contains(&place.as_str()));
    tell_rest(properties, &mut notices);
    let names = [text("PB")?, text("PW")?];
    Ok(GgfGame { start, moves, names, place, ended, result, notices, board_at: board.at })
}

/// The property of this name, which a game has once.
fn single<'p>(properties: &'p [Property], name: &str) -> Result<Option<&'p Property>, Fault> {
    let mut all = properties.iter().filter(|property| property.is(name));
    let first = all.next();
    match all.find(|other| Some(&other.value) != first.map(|first| &first.value)) {
        Some(other) => Err((other.at, Why::TagTwice(name.to_owned()))),
        None => Ok(first),
    }
}

/// Refuses another size, and rules by which the lesser score wins. `8`, `8r14` (fourteen discs drawn by chance) and `s8r20`
/// (a pair of games played at once) are types of Othello; `8a` is none.
fn check_type(property: Option<&Property>) -> Result<(), Fault> {
    let Some(property) = property else { return Ok(()) };
    let value = property.value.trim().to_ascii_lowercase();
    let value = value.strip_prefix('s').unwrap_or(&value);
    let (size, rest) = value.split_at(value.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(value.len()));
    if size == SIDE && !rest.contains(['a', 'k']) {
        Ok(())
    } else {
        Err((property.at, Why::TagSetup("TY".to_owned())))
    }
}

/// The position of a board such as `8 -------- … ---O*--- … *`, and the side that has to pass there.
fn read_board(value: &str) -> Option<(Position, Option<Side>)> {
    let rest = value.trim_start().strip_prefix(SIDE)?;
    let sign = |sign: char| {
        Some(match sign {
            '*' | 'x' | 'X' => 'X',
            'o' | 'O' => 'O',
            '-' | '.' => '.',
            _ => return None,
        })
    };
    let signs = rest.chars().filter(|sign| !sign.is_whitespace()).map(sign);
    let signs: Vec<char> = signs.take(66).collect::<Option<_>>()?;
    let (to_move, squares) =
        signs.split_last().filter(|(to_move, squares)| squares.len() == 64 && **to_move != '.')?;
    let rows: Vec<String> = squares.chunks(8).map(|row| format!("#{}#", String::from_iter(row))).collect();
    let border = "#".repeat(10);
    let start = read_position(&format!("{border}/{}/{border} {to_move} 0 0", rows.join("/"))).ok()?;
    let next = if *to_move == 'X' { Side::First } else { Side::Second };
    Some((start, Some(next).filter(|next| *next != start.to_move())))
}

/// Plays the moves; passes are those of the rules and may be left out.
fn read_moves(
    properties: &[Property],
    start: Position,
    passed: Option<Side>,
) -> Result<(Vec<Cell>, Position), FaultyMove> {
    let mut position = start;
    let mut moves: Vec<Cell> = Vec::new();
    // The side that has passed since the last move, if that has not been written.
    let mut pass_due = passed;
    for property in properties.iter().filter(|property| property.is("B") || property.is("W")) {
        let fails = |why| ((property.at, why), Some(moves.len() as u32 + 1));
        let side = if property.is("B") { Side::First } else { Side::Second };
        let word = property.value.split('/').next().unwrap_or_default().trim();
        if ["pa", "pass", "--"].iter().any(|pass| word.eq_ignore_ascii_case(pass)) {
            // Behind the end of a game both may be written to pass.
            if position.outcome().is_none() && pass_due.take() != Some(side) {
                return Err(fails(Why::Pass));
            }
            continue;
        }
        let cell = read_cell(word).ok_or_else(|| fails(Why::NoMove))?;
        if position.outcome().is_none() && position.to_move() != side {
            return Err(fails(Why::GgfSide));
        }
        let (after, steps) = position.play(cell).map_err(|why| fails(Why::Illegal(why)))?;
        pass_due = steps.iter().find_map(|step| if let Step::Pass(side) = step { Some(*side) } else { None });
        moves.push(cell);
        position = after;
    }
    Ok((moves, position))
}

/// Reads Black's lead, as `+10.000` or `-64.000:t`; `None` for a question mark.
fn read_result(property: &Property) -> Result<Option<Told>, Fault> {
    let wrong = || (property.at, Why::TagValue("RE".to_owned()));
    let value = property.value.trim();
    if ["", "?"].contains(&value) {
        return Ok(None);
    }
    let (number, how) = match value.split_once(':') {
        Some((number, how)) => (number, Some(how.trim().to_ascii_lowercase())),
        None => (value, None),
    };
    let how = match how.as_deref() {
        None => None,
        Some("r") => Some('r'),
        Some("t") => Some('t'),
        Some("s") => Some('s'),
        Some(_) => return Err(wrong()),
    };
    let (sign, digits) = match number.trim().split_at_checked(1) {
        Some(("-", digits)) => (-1, digits),
        Some(("+", digits)) => (1, digits),
        _ => (1, number.trim()),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.len() <= 3 && text.bytes().all(|sign| sign.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return Err(wrong());
    }
    let whole: i32 = whole.parse().map_err(|_| wrong())?;
    let part: i32 = format!("{part:0<3}").parse().map_err(|_| wrong())?;
    let lead = sign * (1_000 * whole + part);
    if lead.abs() > 1_000 * LEAD { Err(wrong()) } else { Ok(Some(Told { lead, how, at: property.at })) }
}

/// Who won and why, compared with the moves.
fn result_of(
    end: &Position,
    told: Option<Told>,
    notices: &mut Vec<Notice>,
) -> Result<Option<(Option<Side>, Reason)>, Fault> {
    let score = Side::BOTH.map(|side| end.score(side));
    if let Some(outcome) = end.outcome() {
        let winner = if let Outcome::Win(side) = outcome { Some(side) } else { None };
        match told {
            Some(Told { how: Some(_), at, .. }) => return Err((at, Why::EndingWrong)),
            Some(Told { lead, at, .. }) => {
                let lead_of = |[black, white]: [u16; 2]| 1_000 * (i32::from(black) - i32::from(white));
                if lead != lead_of(score) && Some(lead) != end.othello_score().map(lead_of) {
                    return Err((at, Why::ScoreWrong(score)));
                }
            }
            None => {}
        }
        return Ok(Some((winner, Reason::Played)));
    }
    let Some(Told { lead, how, at }) = told else { return Ok(None) };
    let winner = match lead {
        0 => None,
        lead => Some(if lead > 0 { Side::First } else { Side::Second }),
    };
    // Of points that the moves do not lead to, only the winner is kept.
    if winner.is_some() && lead.abs() < 1_000 * LEAD {
        notices.push(Notice::NotKept(format!("RE {:+}", f64::from(lead) / 1e3)));
    }
    Ok(Some(match (how, winner) {
        (Some('r'), Some(_)) => (winner, Reason::Resigned),
        (Some('t'), _) => (winner, Reason::TimeOut),
        (Some('s'), None) => (None, Reason::Agreed),
        (Some('r'), None) => return Err((at, Why::EndingWrong)),
        (_, winner) => {
            notices.push(Notice::ResultUnexplained);
            (winner, if winner.is_some() { Reason::Resigned } else { Reason::Agreed })
        }
    }))
}

/// The day of a moment such as `2003.12.15_13:24:03.MST`.
fn read_date(property: &Property, notices: &mut Vec<Notice>) -> room::Millis {
    let day = property.value.trim().split(['_', ' ']).next().unwrap_or_default();
    match date::read(day) {
        // 0 is a day that is not known, the first millisecond later is the same day.
        Date::Day(at) => {
            if at == 0 {
                1
            } else {
                at
            }
        }
        Date::Unknown => 0,
        Date::Partial | Date::Wrong | Date::Form => {
            notices.push(Notice::TagLeftOut("DT".to_owned()));
            0
        }
    }
}

/// Tells what is left out or not kept.
fn tell_rest(properties: &[Property], notices: &mut Vec<Notice>) {
    let is_one_of = |names: &[&str], property: &Property| names.iter().any(|name| property.is(name));
    let says = |property: &&Property| !["", "?"].contains(&property.value.trim());
    let mut not_kept: Vec<String> = Vec::new();
    for property in properties.iter().filter(says) {
        if is_one_of(&NOT_KEPT, property) {
            // The type is told by the board.
            let is_type = property.is("TY");
            let name = quote(&property.name);
            if !is_type && !not_kept.contains(&name) {
                not_kept.push(name);
            }
        } else if !is_one_of(&READ, property) {
            notices.push(Notice::TagLeftOut(quote(&property.name)));
        }
    }
    let is_move = |property: &&Property| property.is("B") || property.is("W");
    // Evaluations and times behind moves.
    let beside = properties.iter().filter(is_move).find(|property| {
        property.value.split_once('/').is_some_and(|(_, rest)| rest.contains(|sign| sign != '/'))
    });
    not_kept.extend(beside.map(|property| property.value.clone()));
    if !not_kept.is_empty() {
        notices.push(Notice::NotKept(listed(&not_kept)));
    }
}
