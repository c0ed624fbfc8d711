//! How discs drop and flip, jokers light up, and stars go.

use glam::{Quat, Vec2, Vec3};

use super::easing::{bump, lerp, part, smooth};
use super::text::{Cue, CueKind};
use super::{FOUNTAIN_MS, passing};
use crate::picture::{Kind, LabelText, Picture, Pose};
use crate::plan::{Row, square_centre};
use crate::still::{Built, tray_of, tray_place};
use crate::table::{Mapello, Side, SquarePiece, square_of_id};

/// How long a disc drops, and how long it bounces then; how high it bounces, and from where it drops if there are no trays.
const DROP_MS: u32 = 160;
const BOUNCE_MS: u32 = 110;
const BOUNCE: f32 = 0.06;
const DROP_HEIGHT: f32 = 1.4;
/// The height of the arc from the tray to a square, for each unit of its length.
const ARC: f32 = 0.16;
/// How high a disc rises that flips: on edge it stands free of the felt.
const FLIP_HEIGHT: f32 = 0.62;
/// How long a joker takes to light up, and when it is dark again; how much it grows.
const LIGHT_UP_MS: u32 = 180;
const LIGHT_MS: u32 = 600;
const LIGHT_GROWS: f32 = 0.3;
/// How long a star takes to go, how high it rises, how large it becomes before it is gone, and how often it turns.
const STAR_MS: u32 = 420;
const STAR_RISES: f32 = 1.5;
const STAR_GROWS: f32 = 0.6;
const STAR_TURNS: f32 = 1.5;

/// What a cue does to a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Effect {
    /// A disc comes to its square from the tray, or from above.
    Drop { piece: usize, at: u32, to: Vec3, from: Source },
    /// A disc flips around an axis.
    Turn { piece: usize, at: u32, lasts: u32, rest: Pose, axis: Vec3 },
    /// A joker lights up.
    Light { piece: usize, at: u32 },
    /// A star that lies there goes.
    Star { on: Vec3, at: u32 },
    /// The tray glows.
    Glow { piece: usize, at: u32 },
}

/// Where a disc comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Source {
    /// From the stack on which it was the uppermost; the label there counts it as long as it lies there.
    Tray { top: Vec3, label: Option<usize>, count: u16 },
    /// From nowhere: it appears above its square.
    Above,
}

/// The effects of the cues of a timeline.
pub(super) fn effects(board: &Mapello, built: &Built, cues: &[Cue]) -> Vec<Effect> {
    let dropped = cues.iter().find(|cue| cue.kind == CueKind::Drop).and_then(|cue| square_of_id(&cue.on));
    let mut known: Vec<(CueKind, u8)> = Vec::new();
    let mut effects = Vec::new();
    for cue in cues {
        if cue.kind == CueKind::Fountain {
            effects.extend(winner(board, built, cue));
            continue;
        }
        let Some(place) = square_of_id(&cue.on).filter(|place| !known.contains(&(cue.kind, *place))) else {
            continue;
        };
        known.push((cue.kind, place));
        effects.extend(effect(board, built, cue, place, dropped));
    }
    effects
}

fn effect(board: &Mapello, built: &Built, cue: &Cue, place: u8, dropped: Option<u8>) -> Option<Effect> {
    let piece = built.squares.get(usize::from(place)).copied().flatten();
    let lies = board.squares.iter().find(|square| square.place == place).and_then(|square| square.piece);
    let pose = piece.and_then(|piece| built.picture.pieces.get(piece)).map(|piece| piece.pose);
    let at = cue.at;
    match (cue.kind, lies) {
        (CueKind::Drop, Some(SquarePiece::Disc(side))) => {
            Some(Effect::Drop { piece: piece?, at, to: pose?.position, from: source(board, built, side) })
        }
        (CueKind::Turn, Some(SquarePiece::Disc(_))) => Some(Effect::Turn {
            piece: piece?,
            at,
            lasts: cue.lasts,
            rest: pose?,
            axis: axis(place, dropped),
        }),
        (CueKind::Light, Some(SquarePiece::Joker)) => Some(Effect::Light { piece: piece?, at }),
        // The star is not there any more when the move is over.
        (CueKind::Star, lies) if lies != Some(SquarePiece::Star) => {
            Some(Effect::Star { on: square_centre(place)?, at })
        }
        _ => None,
    }
}

/// From where a disc of this side comes.
fn source(board: &Mapello, built: &Built, side: Side) -> Source {
    let row = tray_of(board, side);
    let Some([near, far]) = board.trays else { return Source::Above };
    let left = if row == Row::Near { near } else { far };
    let id = if row == Row::Near { "near" } else { "far" };
    let label = built.labels.iter().find(|(known, _)| known == id).map(|(_, label)| *label);
    Source::Tray { top: tray_place(row, left), label, count: u16::from(left) + 1 }
}

/// The axis around which a disc flips: it tumbles away from the disc that was placed.
fn axis(place: u8, dropped: Option<u8>) -> Vec3 {
    let at = |place: u8| square_centre(place).map(|at| Vec2::new(at.x, at.z));
    let away = at(place).zip(dropped.and_then(at)).map_or(Vec2::ZERO, |(to, from)| to - from);
    Vec3::new(away.y, 0.0, -away.x).normalize_or(Vec3::NEG_Z)
}

/// The tray of the winner glows.
fn winner(board: &Mapello, built: &Built, cue: &Cue) -> Option<Effect> {
    let tray = match cue.on.as_str() {
        "near" => 0,
        "far" => 1,
        _ => return None,
    };
    board.trays?;
    let trays = built.picture.pieces.iter().enumerate().filter(|(_, piece)| piece.kind == Kind::Tray);
    trays.map(|(piece, _)| Effect::Glow { piece, at: cue.at }).nth(tray)
}

impl Effect {
    /// When it is over.
    pub fn end(&self) -> u32 {
        match *self {
            Effect::Drop { at, .. } => at + DROP_MS + BOUNCE_MS,
            Effect::Turn { at, lasts, .. } => at + lasts,
            Effect::Light { at, .. } => at + LIGHT_MS,
            Effect::Star { at, .. } => at + STAR_MS,
            Effect::Glow { at, .. } => at + FOUNTAIN_MS,
        }
    }

    /// Changes the picture to what it is at a time.
    pub fn apply(&self, picture: &mut Picture, millis: f32) {
        match *self {
            Effect::Drop { piece, at, to, from } => drop_disc(picture, piece, to, from, millis, at),
            Effect::Turn { piece, at, lasts, rest, axis } => {
                let turned = part(millis, at, at + lasts);
                if let Some(piece) = picture.pieces.get_mut(piece).filter(|_| turned < 1.0) {
                    let back = Quat::from_axis_angle(axis, std::f32::consts::PI * (smooth(turned) - 1.0));
                    let height = FLIP_HEIGHT * bump(turned);
                    piece.pose.rotation = back * rest.rotation;
                    piece.pose.position = rest.position + Vec3::new(0.0, height, 0.0);
                }
            }
            Effect::Light { piece, at } => {
                let glow = part(millis, at, at + LIGHT_UP_MS)
                    * (1.0 - part(millis, at + LIGHT_UP_MS, at + LIGHT_MS));
                if let Some(piece) = picture.pieces.get_mut(piece) {
                    piece.glow = glow;
                    piece.pose.scale = Vec3::splat(1.0 + LIGHT_GROWS * smooth(glow));
                }
            }
            Effect::Star { on, at } => {
                let gone = part(millis, at, at + STAR_MS);
                if gone < 1.0 {
                    let rise = 1.0 - (1.0 - gone) * (1.0 - gone);
                    let scale = (1.0 + STAR_GROWS * bump(gone)) * (1.0 - gone * gone * gone);
                    let mut star =
                        passing(Kind::Star, on + Vec3::new(0.0, STAR_RISES * rise, 0.0), scale, bump(gone));
                    star.pose.rotation = Quat::from_rotation_y(std::f32::consts::TAU * STAR_TURNS * gone);
                    picture.pieces.push(star);
                }
            }
            Effect::Glow { piece, at } => {
                if let Some(piece) = picture.pieces.get_mut(piece) {
                    piece.glow = bump(part(millis, at, at + FOUNTAIN_MS));
                }
            }
        }
    }
}

/// A disc that drops: it lies on its stack, flies to its square, and bounces there.
fn drop_disc(picture: &mut Picture, piece: usize, to: Vec3, from: Source, millis: f32, at: u32) {
    let fallen = part(millis, at, at + DROP_MS);
    let position = if fallen >= 1.0 {
        to + Vec3::new(0.0, BOUNCE * bump(part(millis, at + DROP_MS, at + DROP_MS + BOUNCE_MS)), 0.0)
    } else {
        match from {
            Source::Tray { top, label, count } => {
                if let Some(label) =
                    label.and_then(|label| picture.labels.get_mut(label)).filter(|_| fallen <= 0.0)
                {
                    label.text = LabelText::Count(count);
                }
                let mut position = top.lerp(to, smooth(fallen));
                let arc = 0.6 + ARC * top.distance(to);
                position.y = lerp(top.y, to.y, fallen) + arc * bump(fallen);
                position
            }
            Source::Above if fallen <= 0.0 && millis < at as f32 => {
                // It is not there yet.
                if let Some(piece) = picture.pieces.get_mut(piece) {
                    piece.pose.scale = Vec3::ZERO;
                }
                return;
            }
            Source::Above => to + Vec3::new(0.0, DROP_HEIGHT * (1.0 - fallen * fallen), 0.0),
        }
    };
    if let Some(piece) = picture.pieces.get_mut(piece) {
        piece.pose.position = position;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_tumbles_away_from_the_one_that_was_placed() {
        // To the right: the upper face turns to the right.
        let axis = axis(45, Some(44));
        let quarter = Quat::from_axis_angle(axis, std::f32::consts::FRAC_PI_2);
        assert!((quarter * Vec3::Y).distance(Vec3::X) < 1e-5, "{}", quarter * Vec3::Y);
    }
}
