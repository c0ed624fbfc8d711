//! The laws of animations, over the moves of random games, whose timelines the page's own code makes.

mod common;

use std::collections::HashMap;

use common::app;
use common::moves::{animation, film, mancala_moves, mapello_moves, moves};
use rules::Side;
use rules::mancala::Preset;
use rules::mapello::Board;
use scene::glam::Vec3;
use scene::picture::{Kind, LabelText, Picture};
use scene::still::still;
use scene::table::Table;

/// The time between two pictures, in milliseconds.
const FRAME: f32 = 4.0;

#[test]
fn every_film_ends_in_the_picture_of_the_table_at_rest() {
    for of in moves() {
        let animation = animation(&of.text);
        let (film, rest) = (animation.film(&of.after), still(&of.after));
        let end = film.duration() as f32;
        for millis in [end, end + 0.5, 1e9, f32::INFINITY, f32::NAN] {
            assert_eq!(film.picture(millis), rest, "{}", of.text);
        }
        assert_eq!(animation.picture(&of.after, end), rest);
        // Nothing jumps into its place in the last moment.
        let last = film.picture(end - 0.01);
        for (piece, at_rest) in last.pieces.iter().zip(&rest.pieces) {
            let gap = piece.pose.position.distance(at_rest.pose.position);
            assert!(
                gap < 0.002 && (piece.glow - at_rest.glow).abs() < 0.01,
                "{piece:?} {at_rest:?} {}",
                of.text
            );
        }
        assert!(film.duration() >= animation.duration() && film.duration() <= animation.duration() + 300);
    }
}

/// The longest way of a disc in a frame, in squares: from a tray to the far edge of the board in 160 ms.
const FASTEST_DISC: f32 = 0.75;
/// The longest way of a stone in a frame that others push aside, in columns, and how far it turns at rest, in radians.
const ROLLS: f32 = 0.08;
const ROLLS_ROUND: f32 = 0.02;

#[test]
fn no_piece_jumps_between_two_frames_of_four_milliseconds() {
    let (mut fastest, mut frames) = (0.0_f32, 0);
    for of in moves() {
        let film = film(&of);
        let limits = limits(&of.text);
        let mut before = film.picture(0.0);
        let mut millis = 0.0;
        while millis < film.duration() as f32 + 10.0 {
            millis += FRAME;
            let now = film.picture(millis);
            frames += 1;
            for (at, (was, is)) in before.pieces.iter().zip(&now.pieces).enumerate() {
                let way = was.pose.position.distance(is.pose.position);
                fastest = fastest.max(way);
                let stone = stone_number(&of.after, at);
                // What rolls turns by its way, in radii.
                let rolled = if is.kind == Kind::Stone { 3.0 * way / is.pose.scale.x } else { 0.0 };
                let (most, most_turned) = match (is.kind, stone.and_then(|stone| limits.get(&stone))) {
                    // A stone that flies goes at most so fast; one that others push rolls a fraction of a column.
                    (Kind::Stone, Some((way, turned))) => (way.max(ROLLS), turned.max(ROLLS_ROUND)),
                    (Kind::Stone, None) => (ROLLS, ROLLS_ROUND),
                    (Kind::Disc, _) => (FASTEST_DISC, 0.2),
                    (Kind::Star, _) => (0.05, 0.2),
                    _ => (0.0, 0.2),
                };
                assert!(way <= most, "{way} of {most} at {millis} ms: {was:?} {is:?} {}", of.text);
                let turned = was.pose.rotation.angle_between(is.pose.rotation);
                assert!(
                    turned <= most_turned + rolled,
                    "turned by {turned} of {most_turned} at {millis} ms: {was:?} {is:?}"
                );
                let grown = (was.pose.scale - is.pose.scale).abs().max_element();
                assert!(grown < 0.05, "grown by {grown} at {millis} ms: {was:?} {is:?}");
                assert!((was.glow - is.glow).abs() < 0.2, "{was:?} {is:?}");
            }
            before = now;
        }
    }
    println!("{frames} frames, at most {fastest} a frame");
}

/// The number of the stone that this piece is.
fn stone_number(table: &Table, piece: usize) -> Option<usize> {
    let stones = &table.as_mancala()?.stones;
    let mut there = stones.iter().enumerate().filter(|(_, stone)| stone.is_some()).map(|(number, _)| number);
    there.nth(piece.checked_sub(2)?)
}

/// For each stone that flies the longest way it can go in a frame: on a curve that begins and ends slowly the highest speed is
/// one and a half times the mean one; up and down it is that of the beginning of a parabola. And how far it turns at most: once
/// around if there is time, and half a turn.
fn limits(text: &str) -> HashMap<usize, (f32, f32)> {
    let mut limits = HashMap::new();
    for line in text.lines().filter(|line| line.starts_with("fly ")) {
        let fields: Vec<f32> =
            line.split(' ').skip(1).map(|field| field.parse().unwrap_or(f32::NAN)).collect();
        let lasts = (fields[3] - fields[2]).max(1.0);
        // No board is longer than 12 columns. The height of the arc grows with the way.
        let way = ((fields[9] - fields[5]) * 12.0).hypot((fields[10] - fields[6]) * 4.0) + 0.1;
        // What flies together spreads by up to 0.8 of a column more.
        let high = 4.0 * (0.75 + 0.06 * way + 0.8) + 0.8;
        let most = FRAME * (1.5 * way).hypot(high) / lasts;
        let turned = if lasts < 150.0 { 0.5 } else { 1.5 } * std::f32::consts::TAU;
        let known: &mut (f32, f32) = limits.entry(fields[0] as usize).or_default();
        *known = (known.0.max(most), known.1.max(1.5 * FRAME * turned / lasts));
    }
    limits
}

#[test]
fn a_film_begins_with_the_pieces_of_the_table_before_the_move() {
    let mut compared = 0;
    for of in moves() {
        let (first, rest) = (film(&of).picture(0.0), still(&of.before));
        let places = |picture: &Picture, kind: Kind| {
            let of_kind = picture.pieces.iter().filter(|piece| piece.kind == kind);
            let mut places: Vec<[i32; 3]> = of_kind
                .map(|piece| piece.pose.position.to_array().map(|part| (part * 50.0).round() as i32))
                .collect();
            places.sort_unstable();
            places
        };
        for kind in [Kind::Stone, Kind::Disc, Kind::Star] {
            let (begins, lay) = (places(&first, kind), places(&rest, kind));
            // A pass takes a disc out of the other tray.
            let near =
                |one: &[i32; 3], other: &[i32; 3]| one.iter().zip(other).all(|(a, b)| a.abs_diff(*b) <= 1);
            let passes = of.before.as_mapello().is_some_and(|before| {
                let after = of.after.as_mapello().and_then(|after| after.turn);
                before.turn == after
            });
            let missing = lay.iter().filter(|place| !begins.iter().any(|other| near(place, other))).count();
            assert!(
                missing == 0 || kind == Kind::Disc && passes,
                "{kind:?}: {missing} are elsewhere\n{}",
                of.text
            );
            compared += lay.len();
        }
        if of.after.as_mancala().is_some() {
            // A pit that is lifted at once shows no stones from the beginning.
            for (shown, was) in first.labels.iter().zip(&rest.labels) {
                let LabelText::Count(count) = was.text else { continue };
                let lifted = shown.text == LabelText::Count(0) && of.text.contains(&format!(" 0 {count}\n"));
                assert!(shown.text == was.text || lifted, "{shown:?} and not {was:?}");
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn stones_fly_over_the_rim_and_never_through_the_wood() {
    for of in mancala_moves(Preset::Kalah.variant(), Side::First, 5, 60) {
        let film = film(&of);
        let plan = of.after.as_mancala().unwrap().plan();
        let mut millis = 0.0;
        while millis < film.duration() as f32 {
            for piece in film.picture(millis).pieces.iter().filter(|piece| piece.kind == Kind::Stone) {
                let Vec3 { x, y, z } = piece.pose.position;
                let bowl = plan.bowl(plan.hole_at(scene::glam::Vec2::new(x, z)));
                let (away, _) = bowl.outwards(scene::glam::Vec2::new(x, z));
                let radius = 0.5 * piece.pose.scale.x;
                let lowest = scene::bowl::Profile::new(bowl.half_width).rest(away, radius);
                assert!(
                    y > lowest - 0.01,
                    "{} within the wood at {millis} ms: {piece:?}\n{}",
                    lowest - y,
                    of.text
                );
            }
            millis += FRAME;
        }
    }
}

/// By how much of a diameter two stones of a picture overlap at most.
fn overlap(picture: &Picture) -> f32 {
    let stones: Vec<_> = picture.pieces.iter().filter(|piece| piece.kind == Kind::Stone).collect();
    let mut most = 0.0_f32;
    for (at, one) in stones.iter().enumerate() {
        for other in stones.iter().skip(at + 1) {
            let touch = 0.5 * (one.pose.scale.x + other.pose.scale.x);
            most = most.max(1.0 - one.pose.position.distance(other.pose.position) / touch);
        }
    }
    most
}

/// At rest they never overlap (`heaps.rs`). On their way those do that roll past one that lands, or leave the same hand: in few
/// frames, for a moment. Without detours it would be one frame of fifteen.
#[test]
fn stones_that_move_pass_through_each_other_in_one_frame_of_25() {
    let (mut frames, mut through) = (0, 0);
    for preset in [Preset::Kalah, Preset::Kalah6, Preset::Avalanche] {
        for of in mancala_moves(preset.variant(), Side::First, 3, 60) {
            let film = film(&of);
            for millis in (0..film.duration()).step_by(8) {
                frames += 1;
                through += u32::from(overlap(&film.picture(millis as f32)) > 0.1);
            }
        }
    }
    println!("{through} of {frames} frames");
    assert!(through * 25 < frames, "{through} of {frames} frames");
}

#[test]
fn each_flip_turns_a_disc_over_and_each_star_goes() {
    let (mut flips, mut stars, mut lights) = (0, 0, 0);
    for of in (0..4).flat_map(|seed| mapello_moves(&Board::random(seed), false, Side::First, seed)) {
        let film = film(&of);
        let (first, rest) = (film.picture(0.0), still(&of.after));
        let up = |picture: &Picture, at: usize| (picture.pieces[at].pose.rotation * Vec3::Y).y;
        let turned = (0..rest.pieces.len()).filter(|at| rest.pieces[*at].kind == Kind::Disc);
        let turned = turned.filter(|at| up(&first, *at) * up(&rest, *at) < 0.0).count();
        assert_eq!(turned, of.text.matches("\nturn ").count(), "{}", of.text);
        flips += turned;
        let count =
            |picture: &Picture| picture.pieces.iter().filter(|piece| piece.kind == Kind::Star).count();
        let gone = count(&first) - count(&rest);
        assert_eq!(gone, of.text.matches("\nstar ").count());
        stars += gone;
        let glows = |millis: u16| {
            film.picture(millis.into())
                .pieces
                .iter()
                .any(|piece| piece.kind == Kind::Joker && piece.glow > 0.9)
        };
        let lit = (0..film.duration() as u16).step_by(8).any(glows);
        assert_eq!(lit, of.text.contains("\nlight "));
        lights += usize::from(lit);
    }
    assert!(flips > 300 && stars > 5 && lights > 10, "{flips} {stars} {lights}");
}

#[test]
fn discs_that_flip_do_not_dip_into_the_felt_or_touch_each_other() {
    for of in mapello_moves(&Board::random(3), false, Side::First, 3) {
        let film = film(&of);
        let mut millis = 0.0;
        while millis < film.duration() as f32 {
            for disc in film.picture(millis).pieces.iter().filter(|piece| piece.kind == Kind::Disc) {
                let up = disc.pose.rotation * Vec3::Y;
                let reach = 0.42 * (1.0 - up.y * up.y).max(0.0).sqrt() + 0.065 * up.y.abs();
                let on_board = disc.pose.position.x.abs().max(disc.pose.position.z.abs()) < 4.0;
                assert!(!on_board || disc.pose.position.y - reach > -1e-3, "{disc:?} at {millis} ms");
            }
            millis += FRAME;
        }
    }
}

#[test]
fn a_store_glows_after_an_extra_turn() {
    let of_glow = mancala_moves(Preset::Kalah.variant(), Side::First, 5, 60);
    let of = of_glow.iter().find(|of| of.text.contains("\nglow ")).unwrap();
    let film = film(of);
    let bright = film.picture(film.duration() as f32 - 600.0);
    assert!(bright.pieces.iter().filter(|piece| piece.glow > 0.2).count() > 0);
    assert!(bright.pieces.iter().all(|piece| piece.glow == 0.0 || piece.kind == Kind::Stone));
}
