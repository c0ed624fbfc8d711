//! Scripts within the document, as they are sent: without comments and indentation. A connection begins with some 14 kB; a document
//! that is longer takes one more round trip before its first paint.

/// The script of one or several files, named as for `include_str!`.
macro_rules! inline_script {
    ($($path:literal),+ $(,)?) => {{
        const SOURCE: &str = concat!($(include_str!($path)),+);
        const LENGTH: usize = $crate::app::inline_script::compact(SOURCE, &mut []);
        const COMPACT: [u8; LENGTH] = {
            let mut bytes = [0; LENGTH];
            $crate::app::inline_script::compact(SOURCE, &mut bytes);
            bytes
        };
        const SCRIPT: &str = match str::from_utf8(&COMPACT) {
            Ok(script) => script,
            Err(_) => panic!(),
        };
        SCRIPT
    }};
}
pub(crate) use inline_script;

/// Writes a script without indentation, empty lines and lines that are a comment, as far as there is room; returns its length in
/// bytes. It takes no notice of what a line is part of: a template or a comment that goes over several lines must not have code at
/// the beginning of its last one.
pub const fn compact<const ROOM: usize>(source: &str, written: &mut [u8; ROOM]) -> usize {
    let source = source.as_bytes();
    let (mut at, mut length) = (0, 0);
    while at < source.len() {
        while at < source.len() && source[at].is_ascii_whitespace() {
            at += 1;
        }
        let is_dropped = is_comment(source, at);
        while at < source.len() {
            if !is_dropped {
                if length < ROOM {
                    written[length] = source[at];
                }
                length += 1;
            }
            at += 1;
            if source[at - 1] == b'\n' {
                break;
            }
        }
    }
    length
}

/// Whether a line that begins there is a comment, or within one.
const fn is_comment(source: &[u8], at: usize) -> bool {
    if at + 1 >= source.len() {
        return false;
    }
    matches!((source[at], source[at + 1]), (b'/', b'/' | b'*') | (b'*', b' ' | b'/' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out_of_a_script() {
        const SOURCE: &str =
            "// Why.\n{\n  /** What\n   * it is. */\n  let a = \"//\"; // kept\n\n  a * 2;\n}\n";
        let mut bytes = [0; 100];
        let length = compact(SOURCE, &mut bytes);
        assert_eq!(str::from_utf8(&bytes[..length]), Ok("{\nlet a = \"//\"; // kept\na * 2;\n}\n"));
        assert_eq!(compact(SOURCE, &mut []), length, "the length does not depend on the room");
    }

    #[test]
    fn no_inline_script_has_a_template_over_several_lines() {
        let scripts = crate::app::page::PAGES.iter().flat_map(|page| page.scripts);
        for script in scripts {
            let crate::app::Script::Inline(text) = script else { continue };
            let open = text.lines().find(|line| line.matches('`').count() % 2 == 1);
            assert_eq!(open, None, "its indentation would be lost");
            assert!(!text.lines().any(|line| line.starts_with("//") || line.starts_with("* ")));
        }
    }
}
