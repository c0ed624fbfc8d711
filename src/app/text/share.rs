//! What is shared of a finished game: a line of text, and a row of signs that shows who was ahead in its course and
//! gives away no move.

use room::{Game, Reason};
use rules::Side;

use super::words;

/// The most signs of the course. Each stands for an equal part of the game.
const SIGNS: u32 = 10;
/// The side was ahead. Blue and orange differ also for those who do not see red and green alike.
const AHEAD: &str = "🟦";
const LEVEL: &str = "⬜";
const BEHIND: &str = "🟧";

/// "Duello · Mancala · Kalah · 25–23 · 18 moves", and the signs below it, as `side` has seen the game. `title` says what
/// was played, `against` which computer, and `is_own` whether it was the sharer who played `side`.
pub fn share_text(game: &Game, title: String, against: Option<String>, side: Side, is_own: bool) -> String {
    let points = game.final_points();
    let score = format!("{}–{}", points[side.index()], points[side.other().index()]);
    let facts =
        [Some("Duello".to_owned()), Some(title), against, Some(score), Some(words::count_moves(game.ply()))];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    format!("{facts}\n{}", signs(game, side, is_own))
}

/// The course of the game and how it ended.
fn signs(game: &Game, side: Side, is_own: bool) -> String {
    let count = game.ply().min(SIGNS);
    let mut signs: String = (1..=count)
        .map(|part| {
            let points = game.at(game.ply() * part / count).position.score();
            match points[side.index()].cmp(&points[side.other().index()]) {
                std::cmp::Ordering::Greater => AHEAD,
                std::cmp::Ordering::Equal => LEVEL,
                std::cmp::Ordering::Less => BEHIND,
            }
        })
        .collect();
    let Some(ending) = game.ending else { return signs };
    signs.push_str(match ending.reason {
        Reason::Resigned => " 🏳️",
        Reason::TimeOut => " ⏱️",
        _ => "",
    });
    signs.push_str(match ending.winner {
        None => " 🤝",
        Some(winner) if is_own && winner == side => " 🏆",
        Some(_) => "",
    });
    signs
}

#[cfg(test)]
mod tests {
    use room::{Finished, GameSettings};
    use rules::Record;

    use super::*;
    use crate::app::text::language::Language;

    fn game(moves: usize) -> Finished {
        let mut record = Record::new(GameSettings::default().setup(1).unwrap());
        let mut position = record.setup.start();
        while let Some(&mv) = position.legal_moves().first().filter(|_| record.moves.len() < moves) {
            record.moves.push(mv);
            position = position.play(mv).unwrap().position;
        }
        Finished::from_record(["Anna".to_owned(), "Bert".to_owned()], record).unwrap()
    }

    fn text(game: &Finished, side: Side, is_own: bool) -> String {
        let room = game.room();
        Language::English.during(|| {
            share_text(room.game.as_ref().unwrap(), "Mancala · Kalah".to_owned(), None, side, is_own)
        })
    }

    #[test]
    fn the_shared_text_has_score_moves_and_course_and_names_nobody() {
        let whole = game(500);
        let winner = whole.winner.unwrap();
        let won = text(&whole, winner, true);
        let (line, signs) = won.split_once('\n').unwrap();
        let points = whole.room().game.unwrap().position.score();
        let score = format!("{}–{}", points[winner.index()], points[winner.other().index()]);
        assert_eq!(line, format!("Duello · Mancala · Kalah · {score} · {} moves", whole.moves.len()));
        assert!(signs.ends_with("🟦 🏆") && signs.chars().count() == 12, "{signs}");
        let lost = text(&whole, winner.other(), true);
        assert!(lost.ends_with(BEHIND), "{lost}");
        assert!(!text(&whole, winner, false).contains('🏆'), "a spectator has won nothing");
        assert!(!won.contains("Anna") && !won.contains("Bert"));
    }

    #[test]
    fn a_short_game_has_as_many_signs_as_moves_and_says_how_it_ended() {
        let resigned = Finished { reason: Reason::Resigned, winner: Some(Side::First), ..game(3) };
        let signs = text(&resigned, Side::First, true);
        let signs = signs.split_once('\n').unwrap().1;
        assert_eq!(signs.chars().take_while(|sign| *sign != ' ').count(), 3, "{signs}");
        assert!(signs.ends_with(" 🏳️ 🏆"), "{signs}");
        let drawn = Finished { reason: Reason::Agreed, winner: None, ..game(1) };
        assert!(text(&drawn, Side::First, true).ends_with(" 🤝"));
        assert!(text(&drawn, Side::First, true).contains(" · 1 move\n"));
    }
}
