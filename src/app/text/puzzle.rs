//! Sentences about puzzles: what is to be done, what a move came to, and what is shared of the puzzle of a day.

use puzzles::{Attempt, Day, Goal, Mark, Puzzle, Theme, Verdict};
use rules::{Game, Side};

use super::names::{date_text, side_name};
use super::{listed, words};

/// The task: "South to move and win. Only one move does it."
pub fn task(puzzle: &Puzzle) -> String {
    let name = side_name(puzzle.game(), puzzle.side());
    let least = Goal::margin(puzzle.game()).unsigned_abs().into();
    match (puzzle.goal, puzzle.game()) {
        (Goal::Win, _) => words::puzzle_win(&name),
        (Goal::Draw, _) => words::puzzle_draw(&name),
        (Goal::Points, Game::Mancala) => words::puzzle_stones(&name, least),
        (Goal::Points, Game::Mapello) => words::puzzle_points(&name, least),
    }
}

/// What is known of a puzzle beforehand: how hard it is, and how many moves are to be found.
pub fn facts(puzzle: &Puzzle) -> String {
    let difficulty = words::puzzle_difficulty(puzzle.difficulty.into(), puzzles::DIFFICULTIES.into());
    format!("{difficulty} · {}", words::puzzle_moves(puzzle.turns.len() as u32))
}

/// Why a move is wrong.
pub fn why_wrong(verdict: &Verdict) -> String {
    match verdict {
        Verdict::OnlyDraws => words::puzzle_only_draws(),
        Verdict::Loses => words::puzzle_loses(),
        Verdict::Right(_) | Verdict::Solved | Verdict::TooFew => words::puzzle_too_little(),
    }
}

/// How a puzzle ended: whether it was solved, what it was about, and what it is worth.
pub fn ending(attempt: &Attempt) -> String {
    let puzzle = attempt.puzzle();
    let marks = attempt.marks();
    let solved = if marks.contains(&Mark::Shown) {
        words::puzzle_shown()
    } else if marks.contains(&Mark::Late) {
        words::puzzle_late()
    } else {
        words::puzzle_solved()
    };
    let themes: Vec<String> = puzzle.themes.iter().map(|theme| theme_name(puzzle.game(), theme)).collect();
    let about = (!themes.is_empty()).then(|| words::puzzle_about(&listed(themes)));
    let result = best_play(puzzle.game(), puzzle.side(), puzzle.value.into());
    // A theme has no full stop, so that the list of them may end with anything.
    let about = about.map(|about| format!("{about}."));
    [Some(solved), result, about].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What a position is worth for a side with best play; `None` if that is a draw.
pub fn best_play(game: Game, side: Side, value: i32) -> Option<String> {
    let name = side_name(game, if value > 0 { side } else { side.other() });
    let lead = value.unsigned_abs();
    let result = match game {
        _ if lead == 0 => return None,
        Game::Mancala => words::name_wins_by_stones(&name, lead),
        Game::Mapello => words::name_wins_by_points(&name, lead),
    };
    Some(words::puzzle_best_play(&result))
}

/// The name of a theme.
pub fn theme_name(game: Game, theme: Theme) -> String {
    match (theme, game) {
        (Theme::Again, Game::Mancala) => words::theme_again(),
        (Theme::Again, Game::Mapello) => words::theme_pass(),
        (Theme::Capture, _) => words::theme_capture(),
        (Theme::Endgame, _) => words::theme_endgame(),
        (Theme::Corner, _) => words::theme_corner(),
        (Theme::Parity, _) => words::theme_parity(),
        (Theme::Bonus, _) => words::theme_bonus(),
    }
}

/// A day in short: "27 Nov".
pub fn short_day(day: Day) -> String {
    let (_, month, date) = day.date();
    let names = words::month_names();
    let month = names.split(' ').nth(month.saturating_sub(1) as usize).unwrap_or_default();
    words::puzzle_day(&date.to_string(), month)
}

/// The heading of the puzzle of a day.
pub fn day_title(day: Day, today: Day) -> String {
    if day == today { words::puzzle_of_day() } else { words::puzzle_of(&date_text(&day.to_string())) }
}

/// What is shared: a sign for each own move, which gives no move away, and the streak.
pub fn share_line(day: Day, marks: &[Mark], streak: u32) -> String {
    let signs: String = marks.iter().map(|mark| sign(*mark)).collect();
    let streak = if streak > 1 { format!(" · 🔥 {streak}") } else { String::new() };
    format!("{} {signs}{streak}", words::puzzle_shared(&short_day(day)))
}

fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Found => "🟩",
        Mark::Late => "🟥",
        Mark::Shown => "⬛",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_of_a_puzzle_has_signs_and_no_move() {
        let marks = [Mark::Found, Mark::Late, Mark::Shown];
        assert_eq!(share_line(Day(20_784), &marks, 5), "Duello puzzle 27 Nov 🟩🟥⬛ · 🔥 5");
        assert_eq!(share_line(Day::FIRST, &marks[..1], 1), "Duello puzzle 2 Nov 🟩");
    }
}
