//! Tests of boards: random ones, drawings, share codes, and which of them can be played on.

#[path = "common/mapello_games.rs"]
#[allow(dead_code, reason = "only the boards are used here")]
mod games;

use games::boards;
use proptest::prelude::*;
use rules::mapello::notation::{
    ReadError, read_board, read_code, read_position, write_board, write_code, write_position,
};
use rules::mapello::{Board, Border, CENTRE, Cell, Position};
use rules::{Outcome, SetupError, Side};

const SIGNS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The default board as the rules draw it.
const DEFAULT: &str = "\
####J#####
##.*..*.##
#.....#..#
J*#.....*J
J...XO...#
#...OX..*#
#*.....#.J
J..#.....#
##.*...*##
###J###J##";

#[test]
fn boards_of_seeds_and_days_never_change() {
    let rows = include_str!("data/mapello_boards.txt").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [kind, number, drawing, code] = words[..] else { panic!("{row}") };
        let board = match kind {
            "seed" => Board::random(number.parse().unwrap()),
            "day" => Board::daily(number.parse().unwrap()),
            other => panic!("no kind: {other}"),
        };
        assert_eq!(write_board(&board).replace('\n', "/"), drawing, "{kind} {number}");
        assert_eq!(write_code(&board), code, "{kind} {number}");
        count += 1;
    }
    assert_eq!(count, 17);
}

#[test]
fn balanced_boards_are_random_ones_and_each_has_its_day() {
    let mut codes: Vec<String> = Vec::new();
    for number in 0..Board::BALANCED {
        let seed = Board::balanced_seed(number);
        assert_eq!(seed / 8, number, "one of eight seeds");
        let board = Board::balanced(number);
        assert_eq!(board, Board::random(seed.into()));
        assert_eq!(board, Board::daily(20_819 + number));
        assert_eq!(board, Board::balanced(number + Board::BALANCED));
        codes.push(write_code(&board));
    }
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), Board::BALANCED as usize);
    // Numbers name boards in stored games, so the list never changes.
    let places = (0..Board::BALANCED).map(|number| u64::from(Board::balanced_seed(number) % 8));
    let hash = places.fold(0_u64, |hash, place| hash.wrapping_mul(0x0100_0000_01b3).wrapping_add(place));
    assert_eq!(hash, 7_298_258_937_799_880_200);
    assert_ne!(Board::daily(20_818), Board::balanced(Board::BALANCED - 1));
    assert_ne!(Board::daily(20_819 + Board::BALANCED), Board::balanced(0));
}

#[test]
fn a_random_board_has_the_official_counts_and_a_first_move_for_black() {
    for seed in 0..20_000 {
        let board = Board::random(seed);
        let counts = [board.walls(), board.bonuses(), board.jokers()].map(u64::count_ones);
        assert_eq!((counts, board.validate(), board.opens_with_pass()), ([8; 3], Ok(()), false), "{seed}");
    }
}

#[test]
fn every_place_is_drawn_equally_often() {
    const BOARDS: u64 = 20_000;
    // Chi-squared is near the number of degrees of freedom, and hardly ever beyond the mean by six
    // deviations.
    let even = |counts: Vec<u64>| {
        let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
        let chi: f64 = counts.iter().map(|count| (*count as f64 - mean).powi(2) / mean).sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt(), "{chi}: {counts:?}");
    };
    let boards: Vec<Board> = (0..BOARDS).map(Board::random).collect();
    let count = |set: fn(&Board) -> u64, place: u8| {
        boards.iter().filter(|board| set(board) >> place & 1 == 1).count() as u64
    };
    let inner = || (0..64).filter(|place| CENTRE >> place & 1 == 0);
    even(inner().map(|place| count(Board::walls, place)).collect());
    even(inner().map(|place| count(Board::bonuses, place)).collect());
    even((0..36).map(|place| count(Board::jokers, place)).collect());
}

#[test]
fn neighbouring_days_have_different_boards() {
    let mut boards: Vec<String> = (20_000..24_000).map(|day| write_code(&Board::daily(day))).collect();
    boards.sort();
    boards.dedup();
    assert_eq!(boards.len(), 4_000);
}

#[test]
fn the_default_board_is_the_board_of_the_rules() {
    assert_eq!(write_board(&Board::DEFAULT), DEFAULT);
    assert_eq!(read_board(DEFAULT), Ok(Board::DEFAULT));
    assert_eq!(Board::DEFAULT.validate(), Ok(()));
    for drawing in [DEFAULT.replace('\n', "/"), DEFAULT.replace('\n', "\r\n  "), DEFAULT.to_lowercase()] {
        assert_eq!(read_board(&drawing), Ok(Board::DEFAULT), "{drawing}");
    }
    assert_eq!(read_board(&DEFAULT.replace(['X', 'O'], ".")), Ok(Board::DEFAULT));
}

#[test]
fn text_that_is_no_board_drawing_is_refused_with_the_reason() {
    let change = |from: &str, to: &str| DEFAULT.replacen(from, to, 1);
    let place = Err(ReadError::Setup(SetupError::Place));
    assert_eq!(read_board(""), Err(ReadError::Size));
    assert_eq!(read_board(&change("###J###J##", "")), Err(ReadError::Size));
    assert_eq!(read_board(&change("###J###J##", "###J###J##\n##########")), Err(ReadError::Size));
    assert_eq!(read_board(&change("XO", "XO.")), Err(ReadError::Size));
    assert_eq!(read_board(&change("XO", "XÖ")), Err(ReadError::Sign('Ö')));
    assert_eq!(read_board(&change("####J", "###?J")), Err(ReadError::Sign('?')));
    for (from, to) in [("XO", "#O"), ("XO", "*O"), ("..XO", ".JXO"), ("####J", ".###J"), ("####J", "###*J")] {
        assert_eq!(read_board(&change(from, to)), place, "{to}");
    }
    for (from, to) in [("XO", "OX"), ("XO", "XX"), ("..XO", ".XXO")] {
        assert!(matches!(read_board(&change(from, to)), Err(ReadError::Form(_))), "{to}");
    }
}

#[test]
fn a_board_with_misplaced_extras_is_refused() {
    for (walls, bonuses, jokers) in
        [(1 << 27, 0, 0), (0, 1 << 36, 0), (1, 1, 0), (0, 0, 1 << 36), (0, 0, u64::MAX)]
    {
        assert_eq!(Board::new(walls, bonuses, jokers), Err(SetupError::Place));
    }
}

#[test]
fn a_board_has_at_most_8_of_each_extra_and_needs_a_legal_move() {
    let validate = |walls, bonuses, jokers| Board::new(walls, bonuses, jokers).unwrap().validate();
    assert_eq!(validate(0xff, 0xff00, 0xff), Ok(()));
    assert_eq!(validate(0x1ff, 0, 0), Err(SetupError::Walls(9)));
    assert_eq!(validate(0, 0x1ff, 0), Err(SetupError::Bonuses(9)));
    assert_eq!(validate(0, 0, 0x1ff), Err(SetupError::Jokers(9)));
    let firsts = ["c4", "d3", "e6", "f5", "c5", "d6", "e3", "f4"]
        .map(|name| rules::mapello::notation::read_cell(name).map_or(0, Cell::bit));
    let blocked = Board::new(firsts.iter().sum(), 0, 0).unwrap();
    assert_eq!(blocked.validate(), Err(SetupError::NobodyCanMove));
    let start = Position::start(&blocked);
    assert_eq!(start.outcome(), Some(Outcome::Draw));
    assert_eq!(Side::BOTH.map(|side| start.score(side)), [2, 2]);
    assert_eq!(start.legal_moves().count(), 0);
}

#[test]
fn every_border_square_has_a_number_and_a_place() {
    let squares: Vec<Border> =
        (0..=9).flat_map(|row| (0..=9).filter_map(move |column| Border::at(row, column))).collect();
    assert_eq!(squares.len(), 36);
    for square in squares {
        assert_eq!(Border::new(square.index()), Some(square));
        assert_eq!(Border::at(square.row(), square.column()), Some(square));
    }
    assert_eq!((Border::new(36), Border::at(10, 0), Border::at(1, 1)), (None, None, None));
}

#[test]
fn a_board_code_is_parsed_in_any_case_and_spacing() {
    let code = write_code(&Board::DEFAULT);
    for written in [
        code.to_lowercase(),
        code.replace('-', ""),
        code.replace('-', " "),
        code.replace('0', "o").replace('1', "l"),
        format!("  {} ", code.replace('1', "I")),
    ] {
        assert_eq!(read_code(&written), Ok(Board::DEFAULT), "{written}");
    }
    for wrong in
        ["", "-", "000", "U", "é", &"0".repeat(35), &"0".repeat(1000), &code[1..], &format!("{code}0")]
    {
        assert_eq!(read_code(wrong), Err(ReadError::Code), "{wrong}");
    }
}

#[test]
fn a_board_code_with_excess_bits_or_digits_is_refused() {
    assert_eq!(read_code("00000000000000000000RMD"), Ok(Board::EMPTY));
    // Codes with a bit after the last joker, and with a digit too many, both with a correct checksum.
    for code in ["00000000000000000001V1J", "000000000000000000000VT8"] {
        assert_eq!(read_code(code), Err(ReadError::Code), "{code}");
    }
}

#[test]
fn a_board_code_with_one_typo_is_almost_always_refused() {
    let (mut substitutions, mut others, mut unseen) = (0, 0, 0);
    for seed in 0..400 {
        let code: Vec<char> = write_code(&Board::random(seed)).replace('-', "").chars().collect();
        for place in 0..code.len() {
            for sign in SIGNS.chars().filter(|sign| *sign != code[place]) {
                let mut wrong = code.clone();
                wrong[place] = sign;
                substitutions += 1;
                unseen += u32::from(read_code(&String::from_iter(wrong)).is_ok());
            }
            let mut lost = code.clone();
            lost.remove(place);
            let mut swapped = code.clone();
            swapped.swap(place, (place + 1) % code.len());
            for wrong in [lost, swapped] {
                others += 1;
                unseen += u32::from(wrong != code && read_code(&String::from_iter(wrong)).is_ok());
            }
        }
    }
    println!("{unseen} of {substitutions} substitutions and {others} losses and swaps go unseen");
    // The expected rate is one in 32768; three times as many would hardly happen by chance.
    assert!(unseen <= 3 * (substitutions + others) / 32_768, "{unseen} of {}", substitutions + others);
}

proptest! {
    #[test]
    fn every_board_round_trips_as_drawing_and_code(board in boards()) {
        prop_assert_eq!(read_board(&write_board(&board)), Ok(board));
        prop_assert_eq!(read_code(&write_code(&board)), Ok(board));
        let start = Position::start(&board);
        prop_assert_eq!(read_position(&write_position(&start)), Ok(start));
        prop_assert_eq!(start.discs(Side::First) | start.discs(Side::Second), CENTRE);
    }

    #[test]
    fn parsing_any_text_as_a_board_never_panics(
        text in prop_oneof![any::<String>(), "[#J.*XO/\n]{0,120}", "[0-9A-Za-z -]{0,50}"],
    ) {
        let _ = read_board(&text);
        if let Ok(board) = read_code(&text) {
            prop_assert_eq!(read_code(&write_code(&board)), Ok(board));
        }
    }
}
