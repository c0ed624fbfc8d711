//! The progress file of a sweep: a line that says what is swept, then a line for each proved start, such as
//! `444344-454444 +0.`. A line counts only with its full stop, so a line cut off by the end of a run is proved again,
//! and never read as another value.

use std::collections::HashMap;

use rules::mancala::notation::{read_start_code, write_start_code};
use rules::mancala::{Capture, Leftovers, Sowing, Start, Variant};

use super::prove::Values;

/// The values of the starts that were proved so far.
#[derive(Debug, Default)]
pub struct Known(HashMap<Start, i32>);

impl Known {
    /// Reads a progress file that begins with this header, or an empty one.
    ///
    /// # Errors
    /// The file is of another sweep.
    pub fn read(text: &str, header: &str) -> Result<Known, String> {
        let mut lines = text.lines();
        if let Some(first) = lines.next().filter(|first| *first != header) {
            return Err(format!("the progress file is of another sweep:\n  {first}\nnot\n  {header}"));
        }
        Ok(Known(lines.filter_map(read_line).collect()))
    }

    pub fn add(&mut self, start: Start, value: i32) {
        self.0.insert(start, value);
    }

    pub fn value(&self, start: &Start) -> Option<i32> {
        self.0.get(start).copied()
    }

    /// How many of these starts are proved.
    pub fn count(&self, starts: &[Start]) -> usize {
        starts.iter().filter(|start| self.value(start).is_some()).count()
    }

    /// Those of these starts that are proved draws, in their order.
    pub fn fair<'a>(&self, starts: &'a [Start]) -> impl Iterator<Item = &'a Start> {
        starts.iter().filter(|start| self.value(start) == Some(0))
    }
}

/// The first line of the progress file of a sweep.
pub fn header(variant: &Variant, values: Values) -> String {
    let capture = match variant.capture {
        Capture::Opposite => "opposite",
        Capture::OppositeOrSelf => "opposite_or_self",
        Capture::Never => "never",
    };
    let values = match values {
        Values::Outcome => "outcome",
        Values::Exact => "exact",
    };
    // What is as in Kalah is not said.
    let relay = if variant.sowing == Sowing::Relay { " relay" } else { "" };
    let turns = if variant.extra_turn { "" } else { " no_extra_turn" };
    let leftovers = match variant.leftovers {
        Leftovers::Owner => "",
        Leftovers::Emptier => " leftovers emptier",
        Leftovers::Nobody => " leftovers nobody",
    };
    let pie = if variant.pie_rule { " pie_rule" } else { "" };
    let (pits, stones) = (variant.pits, variant.stones);
    format!(
        "fair: pits {pits} stones {stones} capture {capture}{relay}{turns}{leftovers}{pie} values {values}"
    )
}

/// The line of a proved start.
pub fn line(start: &Start, value: i32) -> String {
    format!("{} {value:+}.\n", write_start_code(start))
}

fn read_line(line: &str) -> Option<(Start, i32)> {
    let (code, value) = line.strip_suffix('.')?.split_once(' ')?;
    Some((read_start_code(code).ok()?, value.parse().ok()?))
}
