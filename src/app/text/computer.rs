//! Texts about the computer: its levels, the value of a move, and the reasons for it.

use engine_protocol::{Level, ScoredMove};
use rules::mancala::Move as Sowing;
use rules::mapello::notation::cell_name;
use rules::{Move, Position, Trace};

use super::mancala::pit_letter;
use super::{PlayerName, listed, mancala, mapello, words};

/// The description of a level, for players who choose one.
pub fn level_description(level: Level) -> String {
    match level {
        Level::Random => words::about_random(),
        Level::Greedy => words::about_greedy(),
        Level::Beginner => words::about_beginner(),
        Level::Easy => words::about_easy(),
        Level::Medium => words::about_medium(),
        Level::Hard => words::about_hard(),
        Level::Expert => words::about_expert(),
        Level::Master => words::about_master(),
        Level::Perfect => words::about_perfect(),
    }
}

/// The value of a move: "+3", "−2", "0".
pub fn score_text(value: i32) -> String {
    let rounded = (value.abs() + 50) / 100;
    match (rounded, value > 0) {
        (0, _) => "0".to_owned(),
        (more, true) => format!("+{more}"),
        (less, false) => format!("\u{2212}{less}"),
    }
}

/// An amount in hundredths of a point in words: "3 stones".
pub fn points_text(position: &Position, hundredths: i32) -> String {
    let rounded = (hundredths.unsigned_abs() + 50) / 100;
    match position {
        Position::Mancala(_) => words::stones(rounded),
        Position::Mapello(_) => words::points(rounded),
    }
}

/// A move, as the boards call it.
pub fn move_name(mv: Move) -> String {
    match mv {
        Move::Mancala(Sowing::Sow(pit)) => pit_letter(pit).to_string(),
        Move::Mancala(Sowing::Swap) => words::swap_sides_move(),
        Move::Mapello(cell) => cell_name(cell),
    }
}

/// A hint: the best move and its reasons, in a few words.
pub fn hint_sentence(position: &Position, best: &ScoredMove) -> String {
    let value = score_text(best.value);
    if best.mv == Move::Mancala(Sowing::Swap) {
        return words::advise_swap(&value);
    }
    let why = position.play(best.mv).map(|played| reasons(best.mv, &played.trace)).unwrap_or_default();
    let why = if why.is_empty() { words::why_best() } else { listed(why) };
    words::advise(&move_name(best.mv), &why, &value)
}

/// The expected result of the position with the best move, as far as is known.
pub fn forecast(position: &Position, best: &ScoredMove) -> String {
    let many = points_text(position, best.value);
    match (best.proved, score_text(best.value).chars().next()) {
        (true, Some('+')) => words::sure_win(&many),
        (true, Some('\u{2212}')) => words::sure_loss(&many),
        (true, _) => words::sure_draw(),
        (false, Some('+')) => words::likely_win(&many),
        (false, Some('\u{2212}')) => words::likely_loss(&many),
        (false, _) => words::likely_draw(),
    }
}

/// A sentence comparing a played move with the best one: its number in the game, and whose it was.
pub fn comparison(number: u32, mover: &PlayerName, best: &ScoredMove, played: &ScoredMove) -> String {
    let (most, value) = (score_text(best.value), score_text(played.value));
    let name = mover.name().unwrap_or_else(words::you);
    if most == value {
        return words::was_as_good(number, &name, &move_name(played.mv), &value);
    }
    words::was_better(number, &name, &move_name(best.mv), &most, &move_name(played.mv), &value)
}

/// The sentence about the move that decided a game.
pub fn turning_point(position: &Position, number: u32, mover: &PlayerName, mv: Move, loss: i32) -> String {
    let name = mover.name().unwrap_or_else(words::you);
    let played = match mv {
        Move::Mancala(Sowing::Sow(pit)) => words::pit_named(&pit_letter(pit).to_string()),
        mv => move_name(mv),
    };
    words::turning_point(number, &name, &played, &points_text(position, loss))
}

/// The immediate effects of a move that speak for it.
fn reasons(mv: Move, trace: &Trace) -> Vec<String> {
    let mut reasons = Vec::new();
    match (mv, trace) {
        (Move::Mancala(_), Trace::Mancala(trace)) => {
            let effect = mancala::Effect::of(trace);
            if effect.captured > 0 {
                reasons.push(words::captures(effect.captured.into()));
            }
            if effect.again {
                reasons.push(words::why_again());
            }
            if effect.outcome.is_some() {
                reasons.push(words::ends_game());
            }
        }
        (Move::Mapello(cell), Trace::Mapello(trace)) => {
            let effect = mapello::Effect::of(trace);
            if [0, 7].contains(&cell.row()) && [0, 7].contains(&cell.column()) {
                reasons.push(words::why_corner());
            }
            if effect.bonus {
                reasons.push(words::why_bonus());
            }
            if effect.pass.is_some() {
                reasons.push(words::why_pass());
            }
            if effect.outcome.is_some() {
                reasons.push(words::ends_game());
            }
        }
        (Move::Mancala(_), Trace::Mapello(_)) | (Move::Mapello(_), Trace::Mancala(_)) => {}
    }
    reasons
}
