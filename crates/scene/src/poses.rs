//! Animations of moves: the pose of every piece at every time.
//!
//! An [`Animation`] is the timeline of a move, the same text that `public/stage.js` plays. Set on the [`Table`] that the move
//! leads to it becomes a [`Film`], which has a picture for each time. What moves when, and in which order, is that of the flat
//! board; what happens in the third dimension is added here: arcs, bounces, stones that roll aside in their bowl, discs that
//! tumble.
//!
//! **The laws** (`tests/poses.rs`), for every move of random games of both boards:
//!
//! 1. From its end on, the picture is that of the table on which nothing moves, bit for bit.
//! 2. Between two pictures 4 ms apart no piece moves further than its movement's length and time allow.
//! 3. Every text is either read or refused, and every table gets a picture.
//!
//! The particles of the flat board (bursts, sparks, fountains) are no pieces: in their place the stones or discs that they are
//! about glow.

mod clear;
mod discs;
mod easing;
mod motion;
mod stones;
mod text;

use glam::Vec3;

use crate::picture::{Kind, LabelText, Picture, Piece};
use crate::plan::Hole;
use crate::still::{Built, build};
use crate::table::{Content, Mancala, Table, hole_of_id};
use discs::Effect;
use easing::part;
use stones::Track;
use text::{Count, Cue, CueKind, Script};

pub use text::{AnimationError, MOST_ACTS, MOST_MILLIS};

/// How long a store takes to light up, how long stones glow that are captured, and how long those of the winner do.
const GLOW_UP_MS: u32 = 200;
const BURST_MS: u32 = 600;
const FOUNTAIN_MS: u32 = 1_300;

/// The timeline of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Animation {
    script: Script,
}

impl Animation {
    /// Reads the text of a timeline.
    ///
    /// # Errors
    /// The first line that is none of a timeline, or whose numbers are out of range.
    pub fn read(text: &str) -> Result<Animation, AnimationError> {
        Ok(Animation { script: Script::read(text)? })
    }

    /// How long it takes, in milliseconds: no piece moves after that.
    pub fn duration(&self) -> u32 {
        self.script.end
    }

    /// The picture at a time, in milliseconds from the beginning, of a move that leads to this table. Whoever draws many
    /// pictures of one move makes a [`Film`] once: that is most of the work.
    pub fn picture(&self, table: &Table, millis: f32) -> Picture {
        self.film(table).picture(millis)
    }

    /// The film of a move that leads to this table. Acts about what is not on the table are left out.
    pub fn film(&self, table: &Table) -> Film {
        let built = build(table);
        let Script { end, legs, counts, cues } = &self.script;
        let (tracks, effects, glows) = match table.content() {
            Content::Mancala(board) => {
                let tracks = stones::tracks(board, &built, legs, *end);
                let glows = glows(board, &tracks, cues, *end);
                (tracks, Vec::new(), glows)
            }
            Content::Mapello(board) => (Vec::new(), discs::effects(board, &built, cues), Vec::new()),
        };
        let plan = table.as_mancala().map(Mancala::plan);
        let last = effects.iter().map(Effect::end).max().unwrap_or(0);
        let end = (*end).max(last);
        Film { counts: shown_counts(&built, counts), end, built, tracks, effects, glows, plan }
    }
}

/// A move that leads to a table, with all that does not depend on time already computed.
#[derive(Clone, Debug)]
pub struct Film {
    end: u32,
    built: Built,
    plan: Option<crate::plan::Plan>,
    tracks: Vec<Track>,
    effects: Vec<Effect>,
    glows: Vec<Glow>,
    /// A label's place, the time until which it shows another number, and the number; in the order of time.
    counts: Vec<(usize, u32, u16)>,
}

impl Film {
    /// How long it takes, in milliseconds.
    pub fn duration(&self) -> u32 {
        self.end
    }

    /// The picture at a time, in milliseconds from the beginning. A time that is no number counts as one after the end.
    pub fn picture(&self, millis: f32) -> Picture {
        let mut picture = self.built.picture.clone();
        if millis.is_nan() || millis >= self.end as f32 {
            return picture;
        }
        let millis = millis.max(0.0);
        if let Some(plan) = self.plan {
            for track in self.tracks.iter().filter(|track| track.moves()) {
                if let (Some(pose), Some(piece)) =
                    (track.pose(plan, millis), picture.pieces.get_mut(track.piece))
                {
                    piece.pose = pose;
                }
            }
        }
        for glow in &self.glows {
            if let Some(piece) = picture.pieces.get_mut(glow.piece) {
                piece.glow = piece.glow.max(glow.at(millis));
            }
        }
        for effect in &self.effects {
            effect.apply(&mut picture, millis);
        }
        // The earliest number that is not over yet is shown.
        for (label, until, shown) in self.counts.iter().rev() {
            if millis < *until as f32
                && let Some(label) = picture.labels.get_mut(*label)
            {
                label.text = LabelText::Count(*shown);
            }
        }
        picture
    }
}

/// A piece that glows for a while.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Glow {
    piece: usize,
    begin: u32,
    /// When it is brightest, and when it is over.
    peak: u32,
    over: u32,
}

impl Glow {
    /// How much it glows at a time.
    fn at(&self, millis: f32) -> f32 {
        part(millis, self.begin, self.peak) * (1.0 - part(millis, self.peak, self.over))
    }
}

/// The stones that glow: those of a store that glows or whose owner has won, and those that are captured.
fn glows(board: &Mancala, tracks: &[Track], cues: &[Cue], end: u32) -> Vec<Glow> {
    let mut glows = Vec::new();
    for Cue { kind, on, at, .. } in cues {
        let Some(hole) = hole_of_id(board, on) else { continue };
        let at = *at;
        match kind {
            CueKind::Glow => glows.extend(resting_in(tracks, hole).map(|piece| {
                let peak = (at + GLOW_UP_MS).min(end);
                Glow { piece, begin: at, peak, over: end }
            })),
            CueKind::Fountain => glows.extend(resting_in(tracks, hole).map(|piece| {
                let over = (at + FOUNTAIN_MS).min(end);
                Glow { piece, begin: at, peak: at + (over - at.min(over)) / 2, over }
            })),
            CueKind::Burst => glows.extend(tracks.iter().filter_map(|track| {
                let leaves = track.leaves(board.plan(), hole).any(|start| start == at);
                let over = (at + BURST_MS).min(end);
                leaves.then_some(Glow {
                    piece: track.piece,
                    begin: at,
                    peak: at + (over - at.min(over)) / 4,
                    over,
                })
            })),
            CueKind::Drop | CueKind::Turn | CueKind::Star | CueKind::Light => {}
        }
    }
    glows
}

/// The pieces of the stones that rest in a hole in the end.
fn resting_in(tracks: &[Track], hole: Hole) -> impl Iterator<Item = usize> {
    tracks.iter().filter(move |track| track.hole == hole).map(|track| track.piece)
}

/// The numbers beside holes that are shown for a while. Those of plates, which are not on the table, are left out.
fn shown_counts(built: &Built, counts: &[Count]) -> Vec<(usize, u32, u16)> {
    let is_hole = |on: &str| on != "near" && on != "far";
    let known = |count: &Count| {
        let (_, label) = built.labels.iter().find(|(id, _)| *id == count.on && is_hole(id))?;
        Some((*label, count.until, count.shown))
    };
    let mut shown: Vec<_> = counts.iter().filter_map(known).collect();
    shown.sort_by_key(|(_, until, _)| *until);
    shown
}

/// A piece that is there only during the film.
fn passing(kind: Kind, position: Vec3, scale: f32, glow: f32) -> Piece {
    let pose = crate::picture::Pose { scale: Vec3::splat(scale), ..crate::picture::Pose::at(position) };
    Piece { kind, colour: 0, pose, glow }
}
