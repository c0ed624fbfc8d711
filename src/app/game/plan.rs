//! A film as a plan: what moves when, at the usual speed. Pure; `public/stage.js` carries it out, and reads it as text.

use super::mancala_board::decimals;

/// How long a fountain lasts.
const FOUNTAIN_MS: u32 = 1_300;

/// What is to be seen and heard of one move, in milliseconds from its beginning.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// When the last of it is over.
    pub end: u32,
    /// All that happens, in no particular order.
    pub acts: Vec<Act>,
}

/// Something that happens in a film. Elements are named by their ids.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// A stone goes from one place of the board to the next.
    Fly {
        /// Its number among the stones.
        stone: u8,
        /// Held up from then on …
        lift: u32,
        /// … it takes off …
        start: u32,
        /// … and lands.
        land: u32,
        /// The place that it leaves, as fractions of the board's length and width.
        from: [f32; 2],
        /// The place that it comes to.
        to: [f32; 2],
    },
    /// A hole shows this number, until then; or the score of the plate `near` or `far`.
    Count {
        /// Which one.
        on: String,
        /// When the next number, or the one that stays, takes its place.
        until: u32,
        /// The number.
        shown: u16,
    },
    /// Something happens to an element, from then on.
    Cue(Cue, String, u32),
    /// Something is heard.
    Sound {
        /// One of the sounds that `public/sound.js` knows.
        what: &'static str,
        /// When.
        at: u32,
        /// How much lies there already, or how far it has come.
        much: u8,
        /// Where, in percent from the left.
        x: u8,
    },
}

/// What can happen to an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cue {
    /// A store glows.
    Glow,
    /// Particles burst out of it.
    Burst,
    /// A disc is put down there.
    Drop,
    /// Its disc turns over, for as long as the number says, in milliseconds.
    Turn(u32),
    /// Its star bursts into sparks, which fly to the score of the near plate, or else the far one.
    Star(bool),
    /// It lights up.
    Light,
    /// A fountain of particles rises from it.
    Fountain,
}

/// What the plate on this side of the table is called.
pub fn seat(near: bool) -> &'static str {
    if near { "near" } else { "far" }
}

impl Plan {
    /// Adds what happens to an element.
    pub fn cue(&mut self, cue: Cue, on: impl Into<String>, at: u32) {
        self.acts.push(Act::Cue(cue, on.into(), at));
    }

    /// Adds the fountain of whoever has won.
    pub fn fountain(&mut self, on: impl Into<String>, at: u32) {
        self.cue(Cue::Fountain, on, at);
        self.end = self.end.max(at + FOUNTAIN_MS);
    }

    /// Adds something that is heard from the middle of the table.
    pub fn sound(&mut self, what: &'static str, at: u32) {
        self.acts.push(Act::Sound { what, at, much: 0, x: 50 });
    }

    /// The plan as it is carried out: a line for each act, its parts set off by spaces; the end stands in the first.
    pub fn text(&self) -> String {
        let mut text = self.end.to_string();
        for act in &self.acts {
            text.push('\n');
            text.push_str(&match act {
                Act::Fly { stone, lift, start, land, from, to } => {
                    let [x, y, to_x, to_y] = [from[0], from[1], to[0], to[1]].map(decimals);
                    format!("fly {stone} {lift} {start} {land} {x} {y} {to_x} {to_y}")
                }
                Act::Count { on, until, shown } => format!("count {on} {until} {shown}"),
                Act::Cue(cue, on, at) => {
                    let (what, more) = cue.words();
                    format!("{what} {on} {at} {more}")
                }
                Act::Sound { what, at, much, x } => format!("sound {what} {at} {much} {x}"),
            });
        }
        text
    }
}

impl Cue {
    fn words(self) -> (&'static str, u32) {
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
