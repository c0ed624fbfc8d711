//! Fuzzes the reader of WTHOR files: what can be read is written again to the byte, and each of its games can be stored.

use gametext::wthor::{Names, WthorGame, read, read_names, write};
use rules::Record;

/// Reads the bytes as a file of games, and as the names beside one.
pub fn read_file(bytes: &[u8]) {
    for names in [Names::Players, Names::Tournaments] {
        let _ = read_names(bytes, names);
    }
    match read(bytes) {
        Ok(file) => {
            assert_eq!(write(&file), bytes, "a file comes back byte for byte");
            file.games.iter().for_each(keep);
        }
        Err(fault) => {
            let games = bytes.len().saturating_sub(16) / 68;
            assert!(fault.game.is_none_or(|game| (1..=games).contains(&(game as usize))), "{fault}");
        }
    }
}

/// Checks that a game of a file can be stored, and becomes the same moves and the same winner again.
fn keep(game: &WthorGame) {
    let stored = game.finished(["Anna", "Bert"].map(str::to_owned)).expect("legal moves");
    let record = Record { setup: stored.setup, moves: stored.moves.clone() };
    let end = record.replay().expect("legal moves");
    let again = WthorGame::of(&stored).expect("a game from Othello's start");
    assert_eq!(again.moves(), game.moves());
    if end.outcome().is_some() {
        assert_eq!(again.black_score, game.black_score);
    }
    assert_eq!(again.black_score.cmp(&32), game.black_score.cmp(&32));
    assert!(stored.room().game.is_some_and(|game| game.position == end && game.ending.is_some()));
}
