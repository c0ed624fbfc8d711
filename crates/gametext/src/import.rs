//! The notation parser for pasted text: game files, our JSON, games saved by a device, Kalah Game Protocol
//! logs, or bare moves. Pure.

mod device;

use room::{Finished, Reason, clean_name};
use rules::mancala::notation::write_kgp;
use rules::mancala::{Pit, Variant};
use rules::{Game, Move, Record, Setup, Side, mancala, mapello};

use crate::{Words, export};

/// Parses a game with at least one move; `None` if the text is no game, or its moves are not legal.
pub fn read(text: &str, words: &Words) -> Option<Finished> {
    let game = if text.trim_start().starts_with('{') {
        json(text, words).or_else(|| device::read(text, words))?
    } else if text.trim_start().starts_with("kgp") {
        kgp(text, words)?
    } else {
        mancala_file(text, words).or_else(|| mapello_file(text, words))?
    };
    (!game.moves.is_empty()).then_some(game)
}

fn json(text: &str, words: &Words) -> Option<Finished> {
    checked(serde_json::from_str(text).ok()?, words)
}

/// The game as the text claims it, if it can have been played so.
fn checked(told: Finished, words: &Words) -> Option<Finished> {
    told.setup.validate().ok()?;
    let own = side_names(told.setup.game(), words);
    let names = Side::BOTH.map(|side| told_or(clean_name(&told.names[side.index()]), &own, side));
    let record = Record { setup: told.setup, moves: told.moves };
    Finished::from_record(names, record).map(|game| ended(game, told.reason, told.winner))
}

/// Sets how a game ended that its moves do not end, if the text claims a possible ending.
fn ended(game: Finished, reason: Reason, winner: Option<Side>) -> Finished {
    let by_moves = game.room().game.is_some_and(|game| game.position.outcome().is_some());
    match reason {
        _ if by_moves => game,
        Reason::Played | Reason::CalledOff => game,
        Reason::Agreed => Finished { reason, winner: None, ..game },
        Reason::Resigned | Reason::TimeOut | Reason::Abandoned => Finished { reason, winner, ..game },
    }
}

/// Parses the Kalah Game Protocol: lines with `state <…>` and `move N`, each as the side to move sees it. The
/// first position has to be a start of the game, and every later one has to follow from the moves before it.
fn kgp(text: &str, words: &Words) -> Option<Finished> {
    let mut at: Option<mancala::Position> = None;
    let mut setup = None;
    let mut moves = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace().skip_while(|word| !matches!(*word, "state" | "move"));
        match (words.next(), words.next()) {
            (Some("state"), Some(state)) => {
                let position = match &at {
                    Some(position) => *position,
                    None => {
                        let mut numbers = state.trim_start_matches('<').split(',');
                        let pits = numbers.next()?.parse().ok()?;
                        let stones = numbers.nth(2)?.parse().ok()?;
                        let start = mancala::Setup::new(Variant { pits, stones, ..Variant::default() }, 1);
                        Setup::Mancala(start).validate().ok()?;
                        setup = Some(start);
                        mancala::Position::start(&start)
                    }
                };
                if write_kgp(&position) != state {
                    return None;
                }
                at = Some(position);
            }
            (Some("move"), Some(number)) => {
                let position = at?;
                let index = number.parse::<u8>().ok()?.checked_sub(1)?;
                let mv = mancala::Move::Sow(Pit { side: position.to_move(), index });
                at = Some(position.play(mv).ok()?.0);
                moves.push(Move::Mancala(mv));
            }
            _ => {}
        }
    }
    written(Setup::Mancala(setup?), moves, &[], ["South", "North"], words)
}

fn mancala_file(text: &str, words: &Words) -> Option<Finished> {
    let file = mancala::notation::GameFile::read(text).ok()?;
    let moves = file.moves.into_iter().map(Move::Mancala).collect();
    written(Setup::Mancala(file.setup), moves, &file.tags, ["South", "North"], words)
}

fn mapello_file(text: &str, words: &Words) -> Option<Finished> {
    let file = mapello::notation::GameFile::read(text).ok()?;
    let moves = file.moves.into_iter().map(Move::Mapello).collect();
    written(Setup::Mapello(file.board), moves, &file.tags, ["Black", "White"], words)
}

fn written(
    setup: Setup,
    moves: Vec<Move>,
    tags: &[(String, String)],
    sides: [&str; 2],
    words: &Words,
) -> Option<Finished> {
    let own = side_names(setup.game(), words);
    let names = Side::BOTH.map(|side| {
        let tag = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(sides[side.index()]));
        told_or(tag.and_then(|(_, name)| clean_name(name)), &own, side)
    });
    let game = Finished::from_record(names, Record { setup, moves })?;
    let told = |wanted: &str| tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    let reason = told("Termination").and_then(|(_, how)| how_told(how)).unwrap_or(Reason::Played);
    let winner = told("Result").and_then(|(_, result)| match result.as_str() {
        "1-0" => Some(Side::First),
        "0-1" => Some(Side::Second),
        _ => None,
    });
    Some(ended(game, reason, winner))
}

/// The ending for a word of our notation.
fn how_told(how: &str) -> Option<Reason> {
    let all = [Reason::Resigned, Reason::TimeOut, Reason::Agreed, Reason::Abandoned];
    all.into_iter().find(|reason| export::how(*reason) == how)
}

fn side_names(game: Game, words: &Words) -> [String; 2] {
    Side::BOTH.map(|side| (words.side)(game, side))
}

fn told_or(told: Option<String>, own: &[String; 2], side: Side) -> String {
    told.unwrap_or_else(|| own[side.index()].clone())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Parses with English names for nameless players.
    pub(crate) fn read(text: &str) -> Option<Finished> {
        let side = |game, side| {
            let [first, second] = match game {
                Game::Mancala => ["South", "North"],
                Game::Mapello => ["Black", "White"],
            };
            if side == Side::First { first } else { second }.to_owned()
        };
        super::read(text, &Words { side, level: |level| level.name().to_owned() })
    }

    #[test]
    fn a_bare_move_list_is_imported_for_both_games() {
        let mancala = read("1. C-F 2. a").unwrap();
        assert_eq!((mancala.setup.game(), mancala.moves.len()), (Game::Mancala, 3));
        let othello = read("f5d6c3").unwrap();
        assert_eq!((othello.setup.game(), othello.moves.len()), (Game::Mapello, 3));
        assert_eq!(othello.names, ["Black", "White"]);
    }

    #[test]
    fn imported_player_names_are_sanitized() {
        let text = "[Game \"Mancala\"]\n[South \"\u{202e}Anna\"]\n[North \" \"]\n\n1. C";
        assert_eq!(read(text).unwrap().names, ["Anna", "North"]);
    }

    #[test]
    fn text_without_a_game_imports_nothing_and_never_panics() {
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
            r#"{"duello":1,"games":[]}"#,
            r#"{"duello":1,"games":[{}]}"#,
            r#"{"duello":1,"games":[{"log":null}]}"#,
            r#"{"duello":1,"games":[{"log":[1,{},"x"]}]}"#,
            "kgp",
            "kgp 1 0 0\nmove 1",
            "kgp 1 0 0\nstate <200,0,0,4>\nmove 1",
            "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 0",
            "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 9",
            "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 999",
            "kgp 1 0 0\nstate <6,0,1,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 1",
            "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,3>\nmove 1",
        ] {
            assert_eq!(read(text), None, "{}", &text[..text.len().min(80)]);
        }
    }
}
