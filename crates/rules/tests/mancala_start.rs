//! Tests of starts: which there are, their written forms, and what a game from one has in common with a game from
//! its mirror image. The laws of games hold from starts as well (`mancala_laws.rs`).

#[path = "common/games.rs"]
#[allow(dead_code, reason = "games are played elsewhere")]
mod games;

use std::collections::HashSet;

use games::{moved, seed_moves, setups, variants};
use proptest::prelude::*;
use rules::mancala::notation::{
    GameFile, ReadError, START_TAG, read_setup, read_start, read_start_code, write_position, write_start,
    write_start_code,
};
use rules::mancala::{Direction, Move, Pit, Position, Setup, Start, StartError, Variant};
use rules::{SetupError, Side};

/// One seed has gone from the third pit of North to the second of South.
const ONE_SEED: &str = "444344-454444";

/// The hash of its position.
const HASH: u64 = 5_318_952_365_195_873_375;

fn code(text: &str) -> Start {
    read_start_code(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn setup(start: Start) -> Setup {
    Setup { start: Some(start), ..Setup::new(Variant::default(), 1) }
}

#[test]
fn there_are_6396_starts_of_kalah_with_one_or_two_seeds_moved() {
    let of = |seeds| Start::all_with_seeds_moved(&Variant::default(), seeds);
    assert_eq!([0, 1, 2].map(|seeds| of(seeds).len()), [0, 156, 6_240]);
    let all: HashSet<Start> = of(1).into_iter().chain(of(2)).collect();
    assert_eq!(all.len(), 6_396, "each of them once");
}

#[test]
fn the_starts_of_a_small_board_are_all_there_are() {
    for (pits, stones) in [(3, 1), (3, 2)] {
        let variant = Variant { pits, stones, ..Variant::default() };
        let width = 2 * usize::from(pits) + 2;
        let total = 2 * pits * stones;
        let mut laid = vec![Vec::new()];
        for _ in 0..width {
            let more = |holes: &Vec<u8>| {
                let left = total - holes.iter().sum::<u8>();
                (0..=left).map(|stones| [holes.as_slice(), &[stones]].concat()).collect::<Vec<_>>()
            };
            laid = laid.iter().flat_map(more).collect();
        }
        let mut expected = vec![HashSet::new(); usize::from(total) + 1];
        for holes in laid.iter().filter(|holes| holes.iter().sum::<u8>() == total) {
            let (pits, stores) = holes.split_at(width - 2);
            let (south, north) = pits.split_at(width / 2 - 1);
            let away: u8 = pits.iter().map(|here| stones.abs_diff(*here)).chain(stores.iter().copied()).sum();
            let start = Start::new([south, north], [stores[0], stores[1]]);
            let is_over = [south, north].iter().any(|row| row.iter().all(|stones| *stones == 0));
            let why = start.err();
            assert_eq!(why == Some(StartError::Over), is_over, "{holes:?}");
            assert_eq!(why == Some(StartError::Plain), away == 0, "{holes:?}");
            expected[usize::from(away / 2)].extend(start);
        }
        for (seeds, expected) in (0..).zip(&expected) {
            let starts = Start::all_with_seeds_moved(&variant, seeds);
            assert!(starts.iter().all(|start| start.seeds_moved() == seeds && start.fits(&variant)));
            assert_eq!(starts.len(), expected.len(), "{seeds} of {pits}, {stones}");
            assert_eq!(&starts.into_iter().collect::<HashSet<_>>(), expected);
        }
    }
}

#[test]
fn a_start_is_written_with_the_northern_row_as_south_sees_it() {
    let start = Start::new([&[4, 5, 4, 4, 4, 4], &[4, 4, 3, 4, 4, 4]], [0, 0]).unwrap();
    assert_eq!((write_start_code(&start).as_str(), start), (ONE_SEED, code(ONE_SEED)));
    assert_eq!(write_start(&start), "4,4,4,3,4,4/4,5,4,4,4,4");
    assert_eq!(write_position(&Position::start(&setup(start))), "4,4,4,3,4,4/4,5,4,4,4,4 0 0 S 1");
    assert_eq!((start.pits(), start.stones_each(), start.seeds_moved()), (6, 4, 1));
    let stored = Start::new([&[12, 0, 2], &[3, 3, 3]], [0, 1]).unwrap();
    assert_eq!((write_start_code(&stored).as_str(), stored.seeds_moved()), ("333-C02-01", 9));
    assert_eq!(read_start(" 3, 3,3/12,0,2 0 1"), Err(ReadError::Form("4,4,4,3,4,4/4,5,4,4,4,4 0 0")));
    assert_eq!(read_start(" 3,3,3/12,0,2  0 1 "), Ok(stored));
}

#[test]
fn a_code_that_is_no_start_is_refused_with_the_reason() {
    let over = |text: &str| read_start_code(text).err();
    for text in [
        "",
        "444344",
        "444344-454444-",
        "444344-454444-00",
        "444344-454444-0",
        "443344-454444-100",
        "443344-454444-10-",
        "444344–454444",
        " 444344-454444",
        "44L344-454444",
        "333-c02-01",
        "4443444444444444444444-454444",
    ] {
        assert_eq!(over(text), Some(ReadError::StartCode), "{text}");
    }
    for (text, why) in [
        ("-", StartError::Rows),
        ("444344-45444", StartError::Rows),
        ("44-53", StartError::Rows),
        ("4444444444-4444444444", StartError::Rows),
        ("444344-444444", StartError::Total(47)),
        ("444-444-ZZ", StartError::Total(86)),
        ("DDD-DDD", StartError::Total(78)),
        ("000-000", StartError::Total(0)),
        ("000-444-66", StartError::Over),
        ("444-000-66", StartError::Over),
        ("000-000-66", StartError::Over),
        ("444444-444444", StartError::Plain),
    ] {
        assert_eq!(over(text), Some(ReadError::Start(why)), "{text}");
    }
    let many = Start::new([&[32, 1, 1], &[1, 1, 0]], [0, 0]);
    assert_eq!(many, Err(StartError::Hole(32)));
}

#[test]
fn a_setup_with_the_start_of_another_board_is_refused() {
    let start = code(ONE_SEED);
    assert_eq!(setup(start).validate(), Ok(()));
    let kalah = Variant::default();
    for variant in [
        Variant { stones: 3, ..kalah },
        Variant { pits: 5, ..kalah },
        Variant { pits: 8, stones: 3, ..kalah },
    ] {
        let setup = Setup { start: Some(start), ..Setup::new(variant, 1) };
        assert_eq!(setup.validate(), Err(SetupError::Start));
        assert_eq!(rules::Setup::Mancala(setup).validate(), Err(SetupError::Start));
        assert_eq!(Position::start(&setup), Position::start(&Setup::new(variant, 1)), "it is left out");
    }
    let pits = Setup { start: Some(start), ..Setup::new(Variant { pits: 2, ..kalah }, 1) };
    assert_eq!(pits.validate(), Err(SetupError::Pits(2)));
}

#[test]
fn the_hash_of_a_start_stays_the_same_in_every_build() {
    let position = Position::start(&setup(code(ONE_SEED)));
    assert_eq!(position.hash(), HASH);
    let laid = Position::from_parts(&position.to_parts()).unwrap();
    assert_eq!((laid, laid.hash()), (position, HASH), "the way to a position does not count");
    assert_ne!(HASH, Position::start(&Setup::new(Variant::default(), 1)).hash());
}

#[test]
fn a_game_file_names_the_start_and_is_without_that_tag_otherwise() {
    let file = |setup| GameFile { tags: vec![], setup, moves: vec![] }.write().unwrap();
    let (plain, fair) = (file(Setup::new(Variant::default(), 1)), file(setup(code(ONE_SEED))));
    let tag = "[Start \"4,4,4,3,4,4/4,5,4,4,4,4\"]\n";
    assert_eq!(fair.replacen(tag, "", 1), plain);
    assert_ne!(fair, plain);
}

#[test]
fn a_start_tag_alone_says_pits_and_stones_and_contradicts_no_other_tag() {
    let read = |tags: &[(&str, &str)]| {
        let tags: Vec<_> =
            tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        read_setup(&tags)
    };
    let quick = "3,3,3,3/3,4,3,2";
    let alone = read(&[(START_TAG, quick)]).unwrap();
    assert_eq!((alone.variant.pits, alone.variant.stones), (4, 3));
    assert_eq!(alone.start.map(|start| write_start(&start)).as_deref(), Some(quick));
    assert_eq!(read(&[("Variant", "Quick"), ("start", quick)]), Ok(alone));
    assert_eq!(read(&[("Variant", "Custom"), ("Capture", "opposite"), ("Start", quick)]), Ok(alone));
    assert_eq!(read(&[("Variant", "Kalah"), ("Start", quick)]), Err(ReadError::Setup(SetupError::Start)));
    assert_eq!(read(&[("Pits", "5"), ("Start", quick)]), Err(ReadError::Setup(SetupError::Start)));
    assert!(matches!(read(&[("Start", "3,3/3,3")]), Err(ReadError::Start(StartError::Rows))));
}

proptest! {
    #[test]
    fn every_start_round_trips_through_its_code_and_its_text(variant in variants(), moves in seed_moves()) {
        let Some(start) = moved(&variant, &moves) else { return Ok(()) };
        let code = write_start_code(&start);
        prop_assert_eq!(read_start_code(&code), Ok(start));
        prop_assert!(code.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'-'), "{}", code);
        prop_assert_eq!(read_start(&write_start(&start)), Ok(start));
        prop_assert!(start.fits(&variant));
        let away = Side::BOTH.into_iter().flat_map(|side| start.row(side)).map(|here| variant.stones.abs_diff(*here));
        let stores = Side::BOTH.map(|side| start.store(side));
        let away: u16 = away.chain(stores).map(u16::from).sum();
        prop_assert_eq!(u16::from(start.seeds_moved()) * 2, away);
    }

    #[test]
    fn a_code_is_read_only_as_it_is_written(text in "[0-9A-Z]{3,9}-[0-9A-Z]{3,9}(-[0-9A-Z]{2})?|[0-5]{6}-[0-5]{6}(-[0-9]{2})?") {
        if let Ok(start) = read_start_code(&text) {
            prop_assert_eq!(write_start_code(&start), text);
        }
    }

    #[test]
    fn parsing_any_text_as_a_start_never_panics(text in prop_oneof![any::<String>(), "[0-9,/ -]{0,40}"]) {
        let _ = (read_start_code(&text), read_start(&text));
    }

    #[test]
    fn every_setup_round_trips_through_the_tags_of_its_file(setup in setups()) {
        let text = GameFile { tags: vec![], setup, moves: vec![] }.write().unwrap();
        let tags = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \""));
        let tags: Vec<_> = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        prop_assert_eq!(read_setup(&tags), Ok(setup));
    }

    #[test]
    fn a_game_from_a_swapped_start_is_the_same_with_sides_exchanged(
        setup in setups(), choices in proptest::collection::vec(any::<u8>(), 1..60),
    ) {
        let swapped = Setup {
            start: setup.start.map(|start| start.swapped()),
            starts: setup.starts.other(),
            ..setup
        };
        let other = |pit: Pit| Pit { side: pit.side.other(), ..pit };
        same_games((setup, swapped), choices, other)?;
        prop_assert_eq!(swapped.start.map(|start| start.swapped()), setup.start);
    }

    #[test]
    fn a_game_from_a_mirrored_start_is_the_same_sown_the_other_way(
        setup in setups(), choices in proptest::collection::vec(any::<u8>(), 1..60),
    ) {
        let direction = match setup.variant.direction {
            Direction::Clockwise => Direction::CounterClockwise,
            Direction::CounterClockwise => Direction::Clockwise,
        };
        let start = setup.start.map(|start| start.mirrored());
        let mirrored = Setup { start, variant: Variant { direction, ..setup.variant }, ..setup };
        let pits = setup.variant.pits;
        same_games((setup, mirrored), choices, |pit| Pit { index: pits - 1 - pit.index, ..pit })?;
        prop_assert_eq!(mirrored.start.map(|start| start.mirrored()), setup.start);
    }
}

/// Plays two games with the same moves, of which `image` gives the pits of the second one.
fn same_games(
    (one, two): (Setup, Setup),
    choices: Vec<u8>,
    image: impl Fn(Pit) -> Pit,
) -> Result<(), TestCaseError> {
    let (mut here, mut there) = (Position::start(&one), Position::start(&two));
    for choice in choices {
        for pit in Side::BOTH.into_iter().flat_map(|side| here.pits(side)) {
            prop_assert_eq!(here.stones(pit), there.stones(image(pit)));
        }
        let turned = |side: Side| image(Pit { side, index: 0 }).side;
        prop_assert!(Side::BOTH.iter().all(|&side| here.store(side) == there.store(turned(side))));
        prop_assert_eq!(here.outcome().is_some(), there.outcome().is_some());
        let moves: Vec<Move> = here.legal_moves().collect();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        let imaged = match mv {
            Move::Sow(pit) => Move::Sow(image(pit)),
            Move::Swap => Move::Swap,
        };
        let (Ok((next, _)), Ok((next_there, _))) = (here.play(mv), there.play(imaged)) else {
            return Err(TestCaseError::fail(format!("{mv:?} is legal here, {imaged:?} is not there")));
        };
        (here, there) = (next, next_there);
    }
    Ok(())
}
