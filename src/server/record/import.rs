//! A game out of text that somebody has pasted: a game file, JSON as we write it, or the moves alone. Pure.

use room::{Finished, clean_name};
use rules::{Game, Move, Record, Setup, Side, mancala, mapello};

use crate::app::text::names::side_name;

/// The game that a text tells, with at least one move; `None` if it is none, or one that could not be played.
pub fn read(text: &str) -> Option<Finished> {
    let game = if text.trim_start().starts_with('{') {
        json(text)?
    } else {
        mancala_file(text).or_else(|| mapello_file(text))?
    };
    (!game.moves.is_empty()).then_some(game)
}

fn json(text: &str) -> Option<Finished> {
    let told: Finished = serde_json::from_str(text).ok()?;
    told.setup.validate().ok()?;
    let own = side_names(told.setup.game());
    let names = Side::BOTH.map(|side| told_or(clean_name(&told.names[side.index()]), &own, side));
    let record = Record { setup: told.setup, moves: told.moves };
    Finished::written(names, record)
}

fn mancala_file(text: &str) -> Option<Finished> {
    let file = mancala::notation::GameFile::read(text).ok()?;
    let moves = file.moves.into_iter().map(Move::Mancala).collect();
    written(Setup::Mancala(file.setup), moves, &file.tags, ["South", "North"])
}

fn mapello_file(text: &str) -> Option<Finished> {
    let file = mapello::notation::GameFile::read(text).ok()?;
    let moves = file.moves.into_iter().map(Move::Mapello).collect();
    written(Setup::Mapello(file.board), moves, &file.tags, ["Black", "White"])
}

fn written(setup: Setup, moves: Vec<Move>, tags: &[(String, String)], sides: [&str; 2]) -> Option<Finished> {
    let own = side_names(setup.game());
    let names = Side::BOTH.map(|side| {
        let tag = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(sides[side.index()]));
        told_or(tag.and_then(|(_, name)| clean_name(name)), &own, side)
    });
    Finished::written(names, Record { setup, moves })
}

fn side_names(game: Game) -> [String; 2] {
    Side::BOTH.map(|side| side_name(game, side))
}

fn told_or(told: Option<String>, own: &[String; 2], side: Side) -> String {
    told.unwrap_or_else(|| own[side.index()].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_alone_are_a_game_of_either_kind() {
        let mancala = read("1. C-F 2. a").unwrap();
        assert_eq!((mancala.setup.game(), mancala.moves.len()), (Game::Mancala, 3));
        let othello = read("f5d6c3").unwrap();
        assert_eq!((othello.setup.game(), othello.moves.len()), (Game::Mapello, 3));
        assert_eq!(othello.names, ["Black", "White"]);
    }

    #[test]
    fn names_are_cleaned_as_anybodys() {
        let text = "[Game \"Mancala\"]\n[South \"\u{202e}Anna\"]\n[North \" \"]\n\n1. C";
        assert_eq!(read(text).unwrap().names, ["Anna", "North"]);
    }

    #[test]
    fn what_is_no_game_is_none_and_nothing_panics() {
        for text in [
            "",
            "{",
            "{}",
            "hello",
            "1. Z",
            "1. C-C-C-C",
            "a1",
            "[Game \"Chess\"]\n\n1. e4",
            "[Game \"Mancala\"]\n[Pits \"200\"]\n\n1. A",
            r#"{"names":["a","b"],"setup":{"mancala":{"variant":{"pits":255,"stones":255,"capture":"opposite","sowing":"relay","extra_turn":true,"leftovers":"owner","direction":"clockwise","pie_rule":false,"first_move":"south"},"starts":"first"}},"moves":[{"mancala":"swap"}],"reason":"played","ended":0}"#,
            &"[".repeat(10_000),
            &"{".repeat(10_000),
            &"C-F ".repeat(4_000),
        ] {
            assert_eq!(read(text), None, "{}", &text[..text.len().min(80)]);
        }
    }
}
