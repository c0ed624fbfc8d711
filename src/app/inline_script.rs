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

/// Writes a script without indentation, empty lines and lines that begin as a comment, as far as there is room; returns its length
/// in bytes.
///
/// # Panics
/// Which stops the build: a comment ends with code behind it on its line, or a template goes over several lines. No line of code may
/// begin with `* `, as those within a comment do.
pub const fn compact<const ROOM: usize>(source: &str, written: &mut [u8; ROOM]) -> usize {
    let source = source.as_bytes();
    let (mut at, mut length) = (0, 0);
    while at < source.len() {
        while at < source.len() && source[at].is_ascii_whitespace() {
            at += 1;
        }
        let is_comment = is_comment(source, at);
        let start = at;
        // It ends with its line, whatever it says.
        let is_line_comment = is_comment && source[start] == b'/' && source[start + 1] == b'/';
        let (mut has_ended, mut quotes) = (false, 0);
        while at < source.len() && source[at] != b'\n' {
            if is_comment {
                assert!(!has_ended || source[at].is_ascii_whitespace());
                has_ended |= at > start && source[at - 1] == b'*' && source[at] == b'/' && !is_line_comment;
            } else {
                quotes += (source[at] == b'`') as usize;
                put(source[at], written, &mut length);
            }
            at += 1;
        }
        assert!(quotes % 2 == 0);
        if !is_comment && at < source.len() {
            put(b'\n', written, &mut length);
        }
    }
    length
}

const fn put<const ROOM: usize>(byte: u8, written: &mut [u8; ROOM], length: &mut usize) {
    if *length < ROOM {
        written[*length] = byte;
    }
    *length += 1;
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
    #[should_panic]
    fn code_behind_the_end_of_a_comment_stops_the_build() {
        compact("/* What\n*/ a();\n", &mut []);
    }

    #[test]
    #[should_panic]
    fn a_template_over_several_lines_stops_the_build() {
        compact("a = `\n  b`;\n", &mut []);
    }
}
