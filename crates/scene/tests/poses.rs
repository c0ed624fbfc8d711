//! The laws of animations, over the moves of random games, whose timelines the page's own code makes.

mod common;

use std::collections::HashMap;

use common::mancala::{Game, motion};
use common::{Chance, app, mapello};
use rules::Side;
use rules::mancala::{Direction, Preset, Variant};
use rules::mapello::{Board, Position};
use scene::glam::Vec3;
use scene::picture::{Kind, LabelText, Picture};
use scene::poses::{Animation, AnimationError, Film};
use scene::still::still;
use scene::table::{Content, Mancala, Table};

/// The time between two pictures, in milliseconds.
const FRAME: f32 = 4.0;

/// A move: the text of its timeline, the tables before and after.
struct Move {
    text: String,
    before: Table,
    after: Table,
}

fn mancala_moves(variant: Variant, near: Side, seed: u64, count: usize) -> Vec<Move> {
    let mut chance = Chance(seed);
    let mut game = Game::new(variant, near, seed);
    let mut moves = Vec::new();
    while moves.len() < count {
        let is_over = game.position.legal_moves().next().is_none();
        let before = game.table();
        let (trace, heaps) = game.play(&mut chance);
        if !is_over {
            let text = motion::timeline(&trace, &heaps, game.shape(), game.seed).to_text();
            moves.push(Move { text, before, after: game.table() });
        }
    }
    moves
}

fn mapello_moves(board: &Board, turned: bool, near: Side, seed: u64) -> Vec<Move> {
    let mut chance = Chance(seed);
    let mut position = Position::start(board);
    let mut moves = Vec::new();
    loop {
        let cells: Vec<_> = position.legal_moves().collect();
        if cells.is_empty() {
            return moves;
        }
        let cell = cells[chance.below(cells.len())];
        let Ok((next, trace)) = position.play(cell) else { panic!("{cell:?} is legal") };
        let text = mapello::motion::timeline(&trace, &position, turned, near).to_text();
        let [before, after] = [&position, &next].map(|position| mapello::table(position, turned, near));
        moves.push(Move { text, before, after });
        position = next;
    }
}

/// Moves of every variant and of many boards, seen from both sides.
fn moves() -> Vec<Move> {
    let mut moves = Vec::new();
    for (at, preset) in Preset::ALL.into_iter().enumerate() {
        moves.extend(mancala_moves(preset.variant(), Side::BOTH[at % 2], at as u64 * 100, 60));
    }
    let clockwise = Variant { direction: Direction::Clockwise, pie_rule: true, ..Variant::default() };
    moves.extend(mancala_moves(clockwise, Side::Second, 900, 60));
    moves.extend(mancala_moves(Variant { pits: 9, stones: 12, ..clockwise }, Side::First, 950, 20));
    for seed in 0..6 {
        moves.extend(mapello_moves(
            &Board::random(seed),
            seed % 2 == 1,
            Side::BOTH[seed as usize % 3 % 2],
            seed,
        ));
    }
    moves
}

fn film(of: &Move) -> Film {
    animation(&of.text).film(&of.after)
}

fn animation(text: &str) -> Animation {
    Animation::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

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
        let high = 4.0 * (0.75 + 0.06 * way) + 0.8;
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
fn a_store_glows_after_an_extra_turn() {
    let of_glow = mancala_moves(Preset::Kalah.variant(), Side::First, 5, 60);
    let of = of_glow.iter().find(|of| of.text.contains("\nglow ")).unwrap();
    let film = film(of);
    let bright = film.picture(film.duration() as f32 - 600.0);
    assert!(bright.pieces.iter().filter(|piece| piece.glow > 0.2).count() > 0);
    assert!(bright.pieces.iter().all(|piece| piece.glow == 0.0 || piece.kind == Kind::Stone));
}

#[test]
fn texts_that_are_no_timeline_are_refused_with_their_line() {
    let read = |text: &str| Animation::read(text).err();
    assert_eq!(read("500"), None);
    assert_eq!(read("500\nsound stone 10 0 50"), None);
    assert_eq!(read("500\nfly 3 0 100 300 1 .5000 .2500 .3600 0 .1000 .7500 .3600 1"), None);
    for line in [
        "",
        "fly",
        "fly 3 0 100 300 1 .5 .2 .36 0 .1 .7 .36",
        "fly 3 0 100 300 1 .5 .2 .36 0 .1 .7 .36 0 0",
        "fly 300 0 100 300 1 .5 .2 .36 0 .1 .7 .36 0",
        "fly 3 200 100 300 1 .5 .2 .36 0 .1 .7 .36 0",
        "fly 3 0 100 99 1 .5 .2 .36 0 .1 .7 .36 0",
        "fly 3 0 100 300 2 .5 .2 .36 0 .1 .7 .36 0",
        "fly 3 0 100 300 1 NaN .2 .36 0 .1 .7 .36 0",
        "fly 3 0 100 300 1 .5 1.2 .36 0 .1 .7 .36 0",
        "fly 3 0 100 300 1 .5 .2 inf 0 .1 .7 .36 0",
        "fly 3 0 100 300 1 .5 .2 9 0 .1 .7 .36 0",
        "count south-a 10",
        "count south-a 10 -1",
        "count a-very-long-id-of-an-element 10 1",
        "glow south-store 99999999 0",
        "glow south-store -1 0",
        "jump sq-4 0 0",
        "500",
    ] {
        assert_eq!(
            read(&format!("500\nsound stone 10 0 50\n{line}")),
            Some(AnimationError::Line(3)),
            "{line}"
        );
    }
    assert_eq!(read(""), Some(AnimationError::Line(1)));
    assert_eq!(read("soon"), Some(AnimationError::Line(1)));
    let long = format!("500{}", "\nglow south-store 1 0".repeat(scene::poses::MOST_ACTS + 1));
    assert_eq!(read(&long), Some(AnimationError::TooMany));
}

#[test]
fn a_timeline_of_another_move_or_another_game_still_ends_at_rest() {
    let moves = moves();
    let empty = Table::new(Content::Mancala(Mancala { pits: 1, ..Mancala::default() })).unwrap();
    let tables = moves.iter().step_by(23).map(|of| &of.after).chain([&empty]);
    for (table, of) in tables.zip(moves.iter().rev().step_by(17)) {
        let film = animation(&of.text).film(table);
        assert_eq!(film.picture(film.duration() as f32), still(table));
        for millis in (0..film.duration()).step_by(50) {
            let picture = film.picture(millis as f32);
            let finite = |at: Vec3| at.is_finite() && at.length() < 50.0;
            assert!(
                picture
                    .pieces
                    .iter()
                    .all(|piece| finite(piece.pose.position) && piece.pose.rotation.is_finite())
            );
        }
    }
}

#[test]
fn the_longest_timelines_have_far_fewer_acts_than_are_read() {
    let relay = Preset::Avalanche.variant();
    let large = Variant { pits: 9, stones: 12, ..relay };
    let moves = [relay, large].into_iter().flat_map(|variant| mancala_moves(variant, Side::First, 1, 150));
    let acts = moves.map(|of| of.text.lines().count()).max().unwrap();
    println!("at most {acts} acts");
    assert!(acts * 2 < scene::poses::MOST_ACTS, "{acts}");
}
