//! Tests of the texts of the rules: the same structure in every language, and boards that can be played.

use leptos::prelude::{Owner, provide_context};
use rules::Game;
use rules::mancala::{PITS, Preset, STONES};
use rules::mapello::{BONUS_POINTS, BONUSES, JOKERS, WALLS};

use super::figure::pictures;
use super::text_of;
use crate::app::FAIR_STARTS_PATH;
use crate::app::text::language::Language;
use crate::app::text::names::preset_name;
use crate::app::text::words;

const GAMES: [Game; 2] = Game::ALL;

/// The text of a game in each language.
fn texts(game: Game) -> Vec<&'static str> {
    let text = |language| {
        Owner::new().with(|| {
            provide_context(language);
            text_of(game)
        })
    };
    Language::ALL.into_iter().map(text).collect()
}

/// The kinds of a text's blocks, in order, with the boards and keys, which are the same in every language.
fn shape(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.is_empty());
    let kind = |line: &str| match line.split_once(' ') {
        Some(("!", rest)) => format!("! {}", rest.split(" | ").next().unwrap_or_default()),
        Some((kind @ ("##" | "="), _)) => kind.to_owned(),
        _ => "text".to_owned(),
    };
    lines.map(kind).collect()
}

#[test]
fn the_rules_have_the_same_parts_in_every_language() {
    for game in GAMES {
        let [english, others @ ..] = &texts(game)[..] else { panic!("languages") };
        assert!(shape(english).len() > 20);
        for other in others {
            assert_eq!(shape(other), shape(english));
            assert_ne!(other, english);
        }
    }
}

#[test]
fn every_board_on_the_rules_pages_is_playable_as_shown() {
    for game in GAMES {
        for text in texts(game) {
            let boards = text.lines().filter_map(|line| line.strip_prefix("! "));
            let mut count = 0;
            for board in boards {
                let (board, caption) = board.split_once(" | ").expect(board);
                assert!(caption.ends_with('.'), "{caption}");
                let shown = pictures(game, board).expect(board);
                assert_eq!(shown.len(), if board.split(' ').count() == 3 { 2 } else { 1 }, "{board}");
                count += 1;
            }
            assert!(count >= 6, "{count} boards");
        }
    }
}

#[test]
fn the_numbers_on_the_rules_pages_match_the_code() {
    let range = |range: std::ops::RangeInclusive<u8>| (range.start().to_string(), range.end().to_string());
    for text in texts(Game::Mancala) {
        let terms: Vec<_> =
            text.lines().filter_map(|line| line.strip_prefix("= ")?.split_once(" | ")).collect();
        for (low, high) in [range(PITS), range(STONES)] {
            let told = |meaning: &str| {
                let numbers: Vec<_> = meaning
                    .split(|sign: char| !sign.is_ascii_digit())
                    .filter(|word| !word.is_empty())
                    .collect();
                numbers == [&*low, &*high]
            };
            assert!(terms.iter().any(|(_, meaning)| told(meaning)), "{low} to {high}");
        }
    }
    for text in texts(Game::Mapello) {
        assert_eq!([WALLS, BONUSES, JOKERS], [8; 3]);
        assert!(text.contains(&format!(": {BONUS_POINTS} ")));
    }
}

#[test]
fn the_part_about_fair_starts_has_true_numbers_and_its_link_leads_there() {
    let number = FAIR_STARTS_PATH.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or(0);
    for (language, text) in Language::ALL.into_iter().zip(texts(Game::Mancala)) {
        let part = text.split("\n## ").nth(number + 1).expect(FAIR_STARTS_PATH);
        let told: Vec<usize> =
            part.split(|sign: char| !sign.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
        for preset in [Preset::Kalah, Preset::EmptyCapture, Preset::Kalah3, Preset::Quick] {
            assert!(told.contains(&preset.variant().fair_starts().len()), "{preset:?}: {part}");
        }
        Owner::new().with(|| {
            provide_context(language);
            assert!(part.contains(&words::fair_start(&preset_name(Preset::Kalah))), "{part}");
        });
    }
}

#[test]
fn the_rules_pages_name_options_and_boards_as_the_settings_do() {
    let [mancala, mapello] = GAMES.map(texts);
    for (place, language) in Language::ALL.into_iter().enumerate() {
        Owner::new().with(|| {
            provide_context(language);
            let options = [
                words::pits_per_side(),
                words::stones_per_pit(),
                words::option_capture(),
                words::option_sowing(),
                words::option_extra_turn(),
                words::option_leftovers(),
                words::option_direction(),
                words::option_pie(),
                words::option_first_move(),
            ];
            for name in Preset::ALL.map(preset_name).into_iter().chain(options) {
                assert!(mancala[place].contains(&format!("\n= {name} | ")), "{name}");
            }
            let boards = [
                words::board_default(),
                words::board_empty(),
                words::board_othello(),
                words::board_random(),
                words::board_of_day(),
                words::board_own(),
                words::board_draft(),
            ];
            let options = [words::clock(), words::runs_out(), words::same_board()];
            for name in boards.into_iter().chain(options) {
                assert!(mapello[place].contains(&format!("\n= {name} | ")), "{name}");
            }
        });
    }
}
