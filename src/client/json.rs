//! The page's JSON reader, for messages of the server and data stored on this device. `serde_json` can also
//! describe errors in words, which nobody here would see; without it the page is a tenth smaller.

use serde::de::DeserializeOwned;

/// Parses a value; `None` if the text is no such value.
pub fn parse<T: DeserializeOwned>(text: &str) -> Option<T> {
    // Space to unescape the longest string.
    let mut escaped = vec![0; text.len()];
    serde_json_core::from_str_escaped(text, &mut escaped).ok().map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::message::ServerMessage;
    use room::{Command, Event, Logged, Seat};

    /// One example of every message of the wire protocol.
    const WIRE: &str = include_str!("../../crates/room/tests/room/data/wire.jsonl");

    #[test]
    fn json_parses_every_message_as_serde_json_does() {
        let mut messages = 0;
        for line in WIRE.lines() {
            if let Ok(message) = serde_json::from_str::<ServerMessage>(line) {
                assert_eq!(parse(line), Some(message), "{line}");
                messages += 1;
            }
        }
        assert!(messages >= 20, "{messages} messages of the server");
        // Escapes as the server writes them. Of others, this reader understands all but surrogate pairs of
        // `\u`.
        let text = "\"Grüß dich\" \\ 😀\n\u{1}\t/".to_owned();
        let logged = Logged {
            seq: 1,
            at: 1_700_000_000_123,
            by: None,
            event: Event::ChatSent { seat: Seat::Top, text },
        };
        assert_eq!(parse(&serde_json::to_string(&logged).unwrap()), Some(logged));
    }

    #[test]
    fn malformed_json_is_refused() {
        for text in ["", "{", "null", "[{}]", "{\"events\":{\"events\":[1]}}", "\u{feff}", "{\"done\":-1}"] {
            assert_eq!(parse::<ServerMessage>(text), None, "{text}");
        }
        assert_eq!(parse::<Command>("\"no_such_thing\""), None);
    }
}
