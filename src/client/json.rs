//! JSON as the page reads it: what the server sends and what this device has kept. The usual reader can say in words what it
//! finds wrong with a text, which nobody here would see; without those words the page is a tenth smaller.

use serde::de::DeserializeOwned;

/// The value that a text stands for; `None` if it is not of this kind.
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    // Room for the longest string that an escape may stand in.
    let mut escaped = vec![0; text.len()];
    serde_json_core::from_str_escaped(text, &mut escaped).ok().map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::message::ServerMessage;
    use room::{Command, Event, Logged, Seat};

    /// One of every message there is.
    const WIRE: &str = include_str!("../../crates/room/tests/room/data/wire.jsonl");

    #[test]
    fn it_reads_what_the_usual_reader_reads() {
        let mut messages = 0;
        for line in WIRE.lines() {
            if let Ok(message) = serde_json::from_str::<ServerMessage>(line) {
                assert_eq!(read(line), Some(message), "{line}");
                messages += 1;
            }
        }
        assert!(messages >= 20, "{messages} messages of the server");
        // Escapes come as the server writes them; of others it reads all but pairs of `\u`.
        let text = "\"Grüß dich\" \\ 😀\n\u{1}\t/".to_owned();
        let said =
            Logged { seq: 1, at: 1_700_000_000_123, by: None, event: Event::Said { seat: Seat::Top, text } };
        assert_eq!(read(&serde_json::to_string(&said).unwrap()), Some(said));
    }

    #[test]
    fn what_is_none_of_it_is_refused() {
        for text in ["", "{", "null", "[{}]", "{\"events\":{\"events\":[1]}}", "\u{feff}", "{\"done\":-1}"] {
            assert_eq!(read::<ServerMessage>(text), None, "{text}");
        }
        assert_eq!(read::<Command>("\"no_such_thing\""), None);
    }
}
