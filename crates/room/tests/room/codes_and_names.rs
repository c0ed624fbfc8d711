//! Tests of room codes as people type them, names as people abuse them, and member ids as text.

use std::collections::BTreeSet;

use proptest::prelude::*;
use room::{BadCode, MemberId, RoomCode, clean_line, clean_name};

#[test]
fn a_room_code_is_parsed_in_either_case_with_spaces_and_hyphens() {
    let code: RoomCode = "BQHRKM".parse().unwrap();
    for text in
        ["bqhrkm", "BQH-RKM", " bqh rkm ", "b-q-h-r-k-m", "BqHrKm", "BQH\u{2013}RKM\n", "\u{A0}BQHRKM"]
    {
        assert_eq!(text.parse(), Ok(code));
    }
    assert_eq!(code.to_string(), "BQHRKM");
    let code: RoomCode = "bqhr kmtw".parse().unwrap();
    for text in ["BQHRKMTW", "BQHR-KMTW", "bqhr\u{2011}kmtw", " b q h r, k m t w".replace(',', "").as_str()] {
        assert_eq!(text.parse(), Ok(code));
    }
}

#[test]
fn a_room_code_is_read_and_spoken_in_two_halves() {
    let [new, old]: [RoomCode; 2] = ["BQHRKMTW", "BQHRKM"].map(|code| code.parse().unwrap());
    assert_eq!([new.to_string(), old.to_string()], ["BQHRKMTW", "BQHRKM"], "links have the plain code");
    assert_eq!([new.grouped(), old.grouped()], ["BQHR-KMTW", "BQH-RKM"]);
    assert_eq!([new.spoken(), old.spoken()], ["B Q H R, K M T W", "B Q H, R K M"]);
    for code in [new, old] {
        assert_eq!(code.grouped().parse(), Ok(code), "what is shown can be typed");
        assert_eq!(serde_json::from_str::<RoomCode>(&serde_json::to_string(&code).unwrap()).unwrap(), code);
    }
}

#[test]
fn text_that_is_no_room_code_is_refused() {
    let wrong = [
        "",
        "BQHRK",
        "BQHRKMA",
        "BQHRKI",
        "BQHRKL",
        "BQHRKO",
        "BQHRK0",
        "BQHRK1",
        "BQHRKÄ",
        "BQHRKİ",
        "bqhrk\n",
        "BQHRKMTWA",
        "BQHRKMT",
        "BQHRKMTI",
        "BQHRKM00",
        "BQHRKM\0\0",
    ];
    for text in wrong {
        assert_eq!(text.parse::<RoomCode>(), Err(BadCode), "{text:?}");
    }
    assert_eq!("B".repeat(100_000).parse::<RoomCode>(), Err(BadCode));
    assert!(serde_json::from_str::<RoomCode>("\"BQHRKO\"").is_err());
}

#[test]
fn seeds_give_unique_codes_with_every_letter_in_every_place() {
    let all = 23_u64.pow(8);
    assert_eq!(RoomCode::from_seed(0).to_string(), "AAAAAAAA");
    assert_eq!(RoomCode::from_seed(all - 1).to_string(), "ZZZZZZZZ");
    assert_eq!(RoomCode::from_seed(all), RoomCode::from_seed(0));
    for place in 0..8 {
        let letters: BTreeSet<char> = (0..23)
            .filter_map(|n| {
                RoomCode::from_seed(n * 23_u64.pow(place)).to_string().chars().nth(place as usize)
            })
            .collect();
        assert!(letters.iter().copied().eq(RoomCode::ALPHABET.iter().map(|&b| char::from(b))));
    }
    let codes: BTreeSet<RoomCode> = (0..10_000).map(RoomCode::from_seed).collect();
    assert_eq!(codes.len(), 10_000);
}

#[test]
fn a_name_is_sanitized_to_one_line_of_at_most_20_characters() {
    let cases = [
        ("Anna", "Anna"),
        ("  Anna \t Lena\n", "Anna Lena"),
        ("Zoë 🦊", "Zoë 🦊"),
        ("An\u{0}na\u{202E}", "Anna"),
        ("\u{FEFF}李明\u{200B}", "李明"),
        ("นั่ง", "นั่ง"),
        ("e\u{301}\u{323}x", "e\u{301}\u{323}x"),
        ("nineteen characters x", "nineteen characters"),
    ];
    for (raw, clean) in cases {
        assert_eq!(clean_name(raw).as_deref(), Some(clean), "{raw:?}");
    }
    assert_eq!(clean_name(&"n".repeat(500)), Some("n".repeat(20)));
}

#[test]
fn joined_emoji_and_scripts_are_left_unchanged_in_names() {
    let unchanged = [
        "family \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "heart \u{2764}\u{FE0F}\u{200D}\u{1F525}",
        "hand \u{1F44B}\u{1F3FD}",
        "key 1\u{FE0F}\u{20E3}",
        "می\u{200C}خواهم",
        "क्\u{200D}ष",
        "ශ්\u{200D}රී",
    ];
    for text in unchanged {
        assert_eq!(clean_line(text), text, "{text:?}");
        assert_eq!(clean_name(text).as_deref(), Some(text));
    }
    let taken_out = [
        ("a\u{200D}b", "ab"),
        ("1\u{FE0F}2\u{200D}3", "123"),
        ("\u{1F44B}\u{200D} x", "\u{1F44B} x"),
        ("\u{1F44B}\u{200D}\u{200D}\u{200D}\u{1F525}", "\u{1F44B}\u{200D}\u{1F525}"),
        ("ab \u{FE0F}\u{20E3}c", "ab c"),
        ("م\u{200C}\u{200C}a", "مa"),
        ("\u{1F44B}\u{200D}\u{3164}!", "\u{1F44B}!"),
    ];
    for (text, clean) in taken_out {
        assert_eq!(clean_line(text), clean, "{text:?}");
    }
    let long = format!("{}\u{1F468}\u{200D}\u{1F469}", "n".repeat(18));
    assert_eq!(
        clean_name(&long).as_deref(),
        Some(&*format!("{}\u{1F468}", "n".repeat(18))),
        "cut between two"
    );
}

/// The characters that sanitising treats specially, and some that it does not.
const SIGNS: [char; 20] = [
    ' ',
    'a',
    '1',
    '*',
    '\u{301}',
    '\u{200B}',
    '\u{200C}',
    '\u{200D}',
    '\u{FE0F}',
    '\u{20E3}',
    '\u{202E}',
    '\u{1F468}',
    '\u{2764}',
    '\u{645}',
    '\u{64B}',
    '\u{94D}',
    '\u{915}',
    '\u{2800}',
    '\u{3164}',
    '\n',
];

#[test]
fn a_name_without_visible_characters_is_refused() {
    for raw in [
        "",
        "A",
        " A ",
        "\u{0}\u{1}\u{2}\u{3}",
        "\u{200B}\u{200D}\u{2060}",
        "\u{3164}\u{3164}",
        "\u{301}\u{302}",
    ] {
        assert_eq!(clean_name(raw), None, "{raw:?}");
    }
}

#[test]
fn stacked_combining_marks_are_limited() {
    let piles = [
        format!("Z{}algo", "\u{300}".repeat(100)),
        format!("Z{}algo", "\u{300}\u{200B}".repeat(100)),
        format!("Z{}algo", "\u{300}\u{300}\u{1}".repeat(50)),
        format!("Z{}algo", "\u{E49}".repeat(100)),
    ];
    for raw in piles {
        let name = clean_name(&raw).unwrap();
        assert!(name.ends_with("algo") && name.chars().count() == 8, "{name:?}");
    }
}

#[test]
fn a_member_id_is_sixteen_hexadecimal_digits() {
    let id = MemberId(0x00AB_CDEF);
    assert_eq!(id.to_string(), "0000000000abcdef");
    assert_eq!("0000000000abcdef".parse(), Ok(id));
    for text in ["", "xyz", "-1", "1ffffffffffffffff"] {
        assert!(text.parse::<MemberId>().is_err(), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sanitizing_a_clean_name_changes_nothing(raw in prop::collection::vec(prop::sample::select(SIGNS.as_slice()), 0..60)) {
        let raw: String = raw.into_iter().collect();
        let line = clean_line(&raw);
        prop_assert_eq!(&clean_line(&line), &line, "{:?}", raw);
        if let Some(name) = clean_name(&raw) {
            prop_assert_eq!(clean_name(&name), Some(name));
        }
        for pile in line.split(|c| !matches!(c, '\u{301}' | '\u{64B}')) {
            prop_assert!(pile.chars().count() <= 3);
        }
    }

    #[test]
    fn every_room_code_round_trips(seed: u64) {
        let code = RoomCode::from_seed(seed);
        prop_assert_eq!(code.to_string().parse(), Ok(code));
        prop_assert_eq!(serde_json::from_str::<RoomCode>(&serde_json::to_string(&code).unwrap()).unwrap(), code);
    }

    #[test]
    fn parsing_any_text_as_a_code_or_id_never_panics(text: String) {
        let _ = text.parse::<RoomCode>();
        let _ = text.parse::<MemberId>();
    }

    #[test]
    fn a_sanitized_name_is_short_visible_and_stable(raw in any::<Vec<char>>()) {
        if let Some(name) = clean_name(&raw.iter().collect::<String>()) {
            prop_assert!((2..=20).contains(&name.chars().count()));
            prop_assert!(!name.chars().any(char::is_control));
            prop_assert_eq!(name.trim(), &name);
            prop_assert_eq!(clean_name(&name), Some(name));
        }
    }
}
