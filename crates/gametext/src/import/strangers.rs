//! Words among the moves that say what a text is instead of a game of ours: moves of chess, and the share code of a
//! board.

use rules::mapello::notation::read_code;

use super::frame::{Fault, Section, number};
use crate::refusal::Why;

/// The word that tells what a text is that cannot be read.
pub(super) fn find(section: &Section) -> Option<Fault> {
    let first = section.words.first()?;
    if read_code(&first.text).is_ok() {
        return Some((first.at, Why::BoardAlone));
    }
    let chess = section.words.iter().find(|word| is_chess(&word.text))?;
    Some((chess.at, Why::Chess))
}

/// Whether a word can only be a move of chess, as `Nf3`, `exd5`, `O-O`, in the letters of any language.
fn is_chess(word: &str) -> bool {
    let length = number(word).map_or(0, |(_, length)| length);
    let word = word[length..].trim_end_matches(['+', '#', '!', '?']);
    let is_file = |sign: &u8| matches!(sign, b'a'..=b'h');
    match word.as_bytes() {
        b"O-O" | b"O-O-O" => true,
        [from, b'x', file, b'1'..=b'8'] => (is_file(from) || from.is_ascii_uppercase()) && is_file(file),
        [b'A'..=b'Z', file, b'1'..=b'8'] => is_file(file),
        [b'A'..=b'Z', from, file, b'1'..=b'8'] => is_file(from) && is_file(file),
        [b'A'..=b'Z', from, b'x', file, b'1'..=b'8'] => from.is_ascii_alphanumeric() && is_file(file),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_other_notation_writes_is_a_move_of_chess() {
        for word in ["Nf3", "2.Nf3", "Sf3", "Bb5+", "exd5", "Nxe4", "Qxf7#", "Nbd2", "Rad1!", "R1xe2", "O-O"]
        {
            assert!(is_chess(word), "{word}");
        }
        for word in ["f5", "F5D6", "B1c3", "Cx5", "e4", "Fx10", "C-F", "1-0", "0-0", "3x28", "f5d", "PA"] {
            assert!(!is_chess(word), "{word}");
        }
    }
}
