//! The animation timeline of a move: what moves and sounds when, at the usual speed. Pure; `public/stage.js`
//! plays it, and reads it as text.

pub use scene::heaps::Lying;

/// How long a fountain lasts, in milliseconds.
const FOUNTAIN_MS: u32 = 1_300;

/// The animation timeline of one move, in milliseconds from its beginning.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timeline {
    /// The end of the last act.
    pub end: u32,
    /// All acts, in no particular order.
    pub acts: Vec<Act>,
}

/// The four fields of a line that say how a stone lies.
fn fields(Lying { at: [x, y], diameter, layer }: &Lying) -> String {
    let [x, y, diameter] = [*x, *y, *diameter].map(decimals);
    format!("{x} {y} {diameter} {layer}")
}

/// One act of an animation. Elements are named by their ids.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// A stone moves from one place of the board to another.
    Fly {
        /// Its number among the stones.
        stone: u8,
        /// When it is lifted …
        lift: u32,
        /// … takes off …
        start: u32,
        /// … and lands, in milliseconds.
        land: u32,
        /// Whether it flies there. Otherwise it is pushed aside by one that lands, and stays on the board.
        flies: bool,
        /// The place it leaves.
        from: Lying,
        /// The place it comes to.
        to: Lying,
    },
    /// A hole, or the score of the plate `near` or `far`, shows this number until then.
    Count {
        /// The element.
        on: String,
        /// When the next number, or the final one, replaces it.
        until: u32,
        /// The number.
        shown: u16,
    },
    /// A cue for an element, at a time.
    Cue(Cue, String, u32),
    /// A sound.
    Sound {
        /// One of the sounds that `public/sound.js` knows.
        name: &'static str,
        /// When.
        at: u32,
        /// How many stones lie there already, or how far a wave has come.
        intensity: u8,
        /// Its position, in percent from the left.
        x: u8,
    },
}

/// The cues for an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cue {
    /// A store glows.
    Glow,
    /// Particles burst out of it.
    Burst,
    /// A disc drops there.
    Drop,
    /// Its disc flips, in so many milliseconds.
    Turn(u32),
    /// Its star bursts into sparks, which fly to the score of the near plate (`true`) or the far one.
    Star(bool),
    /// It lights up.
    Light,
    /// A fountain of particles rises from it.
    Fountain,
}

/// The id of the plate on this side of the table.
pub fn plate_id(near: bool) -> &'static str {
    if near { "near" } else { "far" }
}

/// A fraction of one, to four decimals: `.0125`. The style sheet and `public/stage.js` read this form. An `f32` is never
/// formatted itself: what the standard library needs for that is 9 kB of every table.
pub fn decimals(fraction: f32) -> String {
    format!(".{:04}", (fraction * 10_000.0).round().clamp(0.0, 9_999.0) as u32)
}

impl Timeline {
    /// Adds a cue for an element.
    pub fn cue(&mut self, cue: Cue, on: impl Into<String>, at: u32) {
        self.acts.push(Act::Cue(cue, on.into(), at));
    }

    /// Adds the fountain of the winner.
    pub fn fountain(&mut self, on: impl Into<String>, at: u32) {
        self.cue(Cue::Fountain, on, at);
        self.end = self.end.max(at + FOUNTAIN_MS);
    }

    /// Adds a sound in the middle of the table.
    pub fn sound(&mut self, name: &'static str, at: u32) {
        self.acts.push(Act::Sound { name, at, intensity: 0, x: 50 });
    }

    /// The timeline as text: a line for each act, its fields separated by spaces; the first line is the end.
    pub fn to_text(&self) -> String {
        let mut text = self.end.to_string();
        for act in &self.acts {
            text.push('\n');
            text.push_str(&match act {
                Act::Fly { stone, lift, start, land, flies, from, to } => {
                    let [from, to] = [from, to].map(fields);
                    format!("fly {stone} {lift} {start} {land} {} {from} {to}", u8::from(*flies))
                }
                Act::Count { on, until, shown } => format!("count {on} {until} {shown}"),
                Act::Cue(cue, on, at) => {
                    let (name, argument) = cue.name_and_argument();
                    format!("{name} {on} {at} {argument}")
                }
                Act::Sound { name, at, intensity, x } => format!("sound {name} {at} {intensity} {x}"),
            });
        }
        text
    }
}

impl Cue {
    fn name_and_argument(self) -> (&'static str, u32) {
        match self {
            Cue::Glow => ("glow", 0),
            Cue::Burst => ("burst", 0),
            Cue::Drop => ("drop", 0),
            Cue::Turn(millis) => ("turn", millis),
            Cue::Star(near) => ("star", near.into()),
            Cue::Light => ("light", 0),
            Cue::Fountain => ("fountain", 0),
        }
    }
}
