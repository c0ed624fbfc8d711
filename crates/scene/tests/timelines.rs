//! Reading timelines: what is read, what is refused, and that nothing panics.

mod common;

use common::moves::{animation, mancala_moves, moves};
use common::{Chance, app};
use rules::Side;
use rules::mancala::{Preset, Variant};
use scene::glam::Vec3;
use scene::heaps::Lying;
use scene::poses::{Animation, AnimationError, MOST_ACTS};
use scene::still::still;
use scene::table::{Content, MOST_STONES, Mancala, Stone, Table};

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
    let long = format!("500{}", "\nglow south-store 1 0".repeat(MOST_ACTS + 1));
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

/// Whatever a text says: it is read or refused, and what is read has pictures.
#[test]
fn spoilt_timelines_are_read_or_refused_and_never_a_panic() {
    let moves = moves();
    let mut chance = Chance(77);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..6_000 {
        let of = &moves[chance.below(moves.len())];
        let mut fields: Vec<String> = of.text.split_inclusive([' ', '\n']).map(str::to_owned).collect();
        for _ in 0..=chance.below(3) {
            let at = chance.below(fields.len());
            let end = fields[at]
                .pop()
                .filter(|end| [' ', '\n'].contains(end))
                .map(String::from)
                .unwrap_or_default();
            let odd = [
                "",
                "0",
                "1",
                "255",
                "60000",
                "-1",
                ".5",
                "1",
                "0",
                ".0001",
                "south-a",
                "north-store",
                "sq-44",
                "near",
                "NaN",
                "é",
            ];
            fields[at] = odd[chance.below(odd.len())].to_owned() + &end;
        }
        let text = fields.concat();
        match Animation::read(&text) {
            Ok(animation) => {
                read += 1;
                let film = animation.film(&of.after);
                for part in 0..=8_u16 {
                    let picture = film.picture(film.duration() as f32 * f32::from(part) / 8.0);
                    assert!(
                        picture
                            .pieces
                            .iter()
                            .all(|piece| piece.pose.position.is_finite() && piece.pose.rotation.is_finite()),
                        "{text}"
                    );
                }
                assert_eq!(film.picture(film.duration() as f32), still(&of.after), "{text}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > 500 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn a_mountain_of_stones_that_no_game_makes_is_cut_off_and_comes_to_rest() {
    let lying = Lying { at: [0.4405, 0.685], diameter: 0.36, layer: 0 };
    let stones = vec![Some(Stone { lying, colour: 0 }); MOST_STONES];
    let table = Table::new(Content::Mancala(Mancala { pits: 6, stones, ..Mancala::default() })).unwrap();
    let mut text = "6000".to_owned();
    for at in 0..MOST_ACTS - 1 {
        let stone = at % MOST_STONES;
        text += &format!("\nfly {stone} {at} {at} {} 1 .3000 .2500 .3600 0 .4405 .6850 .3600 0", at + 1);
    }
    let film = animation(&text).film(&table);
    for millis in [0, 10, 3_000, 5_990, 6_000_u16] {
        let picture = film.picture(millis.into());
        assert!(picture.pieces.iter().all(|piece| piece.pose.position.y < 4.0), "at {millis} ms");
    }
    assert_eq!(film.picture(film.duration() as f32), still(&table));
}

#[test]
fn the_longest_timelines_have_far_fewer_acts_than_are_read() {
    let relay = Preset::Avalanche.variant();
    let large = Variant { pits: 9, stones: 12, ..relay };
    let moves = [relay, large].into_iter().flat_map(|variant| mancala_moves(variant, Side::First, 1, 150));
    let acts = moves.map(|of| of.text.lines().count()).max().unwrap();
    println!("at most {acts} acts");
    assert!(acts * 2 < MOST_ACTS, "{acts}");
}
