//! Takes bytes apart into lines, of which none can fill the memory, and knows since when one has been unfinished.

use crate::Millis;
use crate::limits::MAX_LINE;

/// A line that is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Its bytes, without its end.
    Line(Vec<u8>),
    /// It was longer than [`MAX_LINE`], and was thrown away.
    TooLong,
}

/// The bytes of a line that has not ended yet.
#[derive(Debug, Default)]
pub struct Lines {
    begun: Vec<u8>,
    /// Whether what has come of it is too much already.
    is_too_long: bool,
    since: Option<Millis>,
}

impl Lines {
    /// Takes what has arrived; the lines that it completes.
    pub fn push(&mut self, bytes: &[u8], now: Millis) -> Vec<Frame> {
        let mut frames = Vec::new();
        let mut parts = bytes.split(|byte| *byte == b'\n');
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.add(part);
            frames.push(self.end());
        }
        self.add(last);
        let is_begun = self.is_too_long || !self.begun.is_empty();
        self.since = is_begun.then(|| self.since.unwrap_or(now));
        frames
    }

    /// When the line that has not ended yet began; `None` between two lines.
    #[must_use]
    pub fn unfinished_since(&self) -> Option<Millis> {
        self.since
    }

    fn add(&mut self, part: &[u8]) {
        // The CR of the line's end does not count.
        self.is_too_long |= self.begun.len() + part.len() > MAX_LINE + 1;
        if self.is_too_long {
            self.begun.clear();
        } else {
            self.begun.extend_from_slice(part);
        }
    }

    fn end(&mut self) -> Frame {
        self.since = None;
        let is_too_long = std::mem::take(&mut self.is_too_long);
        let mut line = std::mem::take(&mut self.begun);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if is_too_long || line.len() > MAX_LINE { Frame::TooLong } else { Frame::Line(line) }
    }
}
