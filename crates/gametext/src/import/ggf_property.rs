//! The properties of a game in the Generic Game Format as they stand in the text.
//!
//! ```text
//! game     = "(" *( ";" / property ) ")"
//! property = 1*letter "[" *( character / "\" character ) "]"
//! ```

use super::frame::Fault;
use crate::refusal::Why;
use crate::text::plain;

/// The most properties of a game: 60 moves, as many passes, and what stands beside them.
const MAX_PROPERTIES: usize = 250;
/// The longest value. One that is never closed is not looked for to the end of a long text, again in every game.
const VALUE: usize = 4_000;
/// The longest name: those of the format have two letters.
const NAME: usize = 8;

/// A property, and the byte of the text at which it begins.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) at: usize,
}

impl Property {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// What begins at this byte once blanks and marks that are not seen are passed over.
pub(super) fn skip_blanks(source: &str, at: usize) -> usize {
    let rest = source[at..].char_indices();
    let seen =
        rest.filter(|(_, sign)| !matches!(plain(*sign), None | Some(' ' | '\n'))).map(|(offset, _)| offset);
    seen.map(|offset| at + offset).next().unwrap_or(source.len())
}

/// Reads the properties of the game that begins with the parenthesis at this byte; returns them and the byte behind it.
pub(super) fn read(source: &str, begin: usize) -> Result<(Vec<Property>, usize), Fault> {
    let mut properties = Vec::new();
    let mut at = begin + 1;
    loop {
        at = skip_blanks(source, at);
        match source[at..].chars().next() {
            Some(')') => return Ok((properties, at + 1)),
            Some(';') => at += 1,
            Some(sign) if sign.is_ascii_alphabetic() => {
                if properties.len() == MAX_PROPERTIES {
                    return Err((at, Why::TooManyTags));
                }
                let (property, end) = property(source, at)?;
                properties.push(property);
                at = end;
            }
            _ => return Err((at, Why::GgfForm)),
        }
    }
}

fn property(source: &str, at: usize) -> Result<(Property, usize), Fault> {
    let name: String = source[at..].chars().take_while(char::is_ascii_alphabetic).take(NAME).collect();
    let open = skip_blanks(source, at + name.len());
    let rest = source[open..].strip_prefix('[').ok_or((at, Why::GgfForm))?;
    let mut value = String::new();
    let mut signs = rest.char_indices().take(VALUE);
    while let Some((offset, sign)) = signs.next() {
        match sign {
            ']' => return Ok((Property { name, value, at }, open + 1 + offset + 1)),
            '\\' => value.extend(signs.next().map(|(_, sign)| sign)),
            sign => value.push(sign),
        }
    }
    // Never closed, or too long.
    Err((at, Why::GgfForm))
}
