//! Tests of the words by which the command line tools know a setup of Mancala.

use rules::mancala::notation::write_start_code;
use rules::mancala::{Capture, Leftovers, Setup, Sowing, Start, Variant};

#[path = "../examples/common/setup.rs"]
mod setup;

fn read(line: &str) -> Result<Setup, String> {
    let mut words = line.split_whitespace().map(str::to_owned);
    let mut options = setup::SetupOptions::default();
    while let Some(word) = words.next() {
        if !options.take(&word, &mut words)? {
            return Err(format!("unknown: {word}"));
        }
    }
    options.setup()
}

#[test]
fn every_option_of_a_variant_has_a_word() {
    let kalah = Variant::default();
    for (line, variant) in [
        ("", kalah),
        ("--pits 2 --stones 3", Variant { pits: 2, stones: 3, ..kalah }),
        ("--capture opposite", Variant { capture: Capture::Opposite, ..kalah }),
        ("--capture opposite_or_self", Variant { capture: Capture::OppositeOrSelf, ..kalah }),
        ("--capture self", Variant { capture: Capture::OppositeOrSelf, ..kalah }),
        ("--capture never", Variant { capture: Capture::Never, ..kalah }),
        ("--relay --no-extra-turn", Variant { sowing: Sowing::Relay, extra_turn: false, ..kalah }),
        ("--leftovers emptier", Variant { leftovers: Leftovers::Emptier, ..kalah }),
        ("--leftovers nobody --pie-rule", Variant { leftovers: Leftovers::Nobody, pie_rule: true, ..kalah }),
    ] {
        assert_eq!(read(line), Ok(Setup::new(variant, 1)), "{line}");
    }
    for option in setup::SETUP_USAGE.split(['[', ' ']).filter(|word| word.starts_with("--")) {
        let option = option.trim_end_matches([']', '\n']);
        assert!(!read(option).is_err_and(|wrong| wrong.starts_with("unknown")), "{option}");
    }
}

#[test]
fn a_start_is_read_and_must_belong_to_the_board() {
    let start = Start::new([&[4, 5, 4, 4, 4, 4], &[4, 4, 3, 4, 4, 4]], [0, 0]).unwrap();
    let line = format!("--start {}", write_start_code(&start));
    assert_eq!(read(&line), Ok(Setup { start: Some(start), ..Setup::new(Variant::default(), 1) }));
    let wrong = read(&format!("{line} --stones 3")).unwrap_err();
    assert!(wrong.contains("another number of pits or stones"), "{wrong}");
}

#[test]
fn what_is_wrong_with_an_option_is_said_by_its_name() {
    for (line, said) in [
        ("--pits", "--pits needs a number"),
        ("--pits 10", "--pits is a number from 1 to 9, not 10"),
        ("--stones -1", "--stones is a number from 1 to 12, not -1"),
        ("--capture all", "--capture is opposite, opposite_or_self or never"),
        ("--leftovers", "--leftovers is owner, emptier or nobody"),
        ("--start", "--start needs a code"),
        ("--start 444444-444444", "--start 444444-444444: "),
    ] {
        let wrong = read(line).unwrap_err();
        assert!(wrong.starts_with(said), "{wrong}");
    }
}
