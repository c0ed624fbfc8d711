//! Reports are written in the columns of TRF-16, and what was written is read as the same.

mod common;

use proptest::prelude::*;
use swiss::{
    Bye, Colour, GameResult, Outcome, Player, Round, Tournament, pair,
    trf::{self, Report, TrfError},
};

fn player(number: u32, name: &str, outcomes: Vec<Outcome>) -> Player {
    Player { number, name: name.into(), rating: 1500 + number, outcomes }
}

/// Two players who met once, and one with a bye, who has asked for another in the coming round.
fn small() -> Report {
    let game = |opponent, colour, result| Outcome::Played { opponent, colour, result };
    let players = vec![
        player(1, "Ada Lovelace", vec![game(1, Colour::White, GameResult::Win)]),
        player(2, "Łukasz Żółć", vec![game(0, Colour::Black, GameResult::Loss)]),
        player(
            3,
            "A name that is longer than thirty-three characters",
            vec![Outcome::Bye(Bye::Pairing), Outcome::Bye(Bye::Half)],
        ),
    ];
    let tournament = Tournament { rounds: 5, played: 1, first_colour: Colour::White, players };
    Report { name: "Friday night".into(), city: "Köln".into(), ..Report::new(tournament) }
}

#[test]
fn every_field_stands_in_its_columns() {
    let expected = "\
012 Friday night
022 Köln
062 3
072 3
XXR 5
XXC white1
001    1      Ada Lovelace                      1501                             1.0    2     2 w 1
001    2      Łukasz Żółć                       1502                             0.0    3     1 b 0
001    3      A name that is longer than thirty 1503                             1.5    1  0000 - U  0000 - H
";
    assert_eq!(trf::write(&small()), expected);
}

#[test]
fn a_name_is_cut_and_everything_else_comes_back() {
    let report = small();
    let again = trf::read(&trf::write(&report)).expect("a report");
    let mut expected = report;
    expected.tournament.players[2].name = "A name that is longer than thirty".into();
    assert_eq!(again, expected);
}

#[test]
fn other_ends_of_lines_unknown_codes_and_missing_rounds_are_read() {
    let text = "\u{feff}012 Other program\r\n999 what is this\r\n\r\nXXR 3\r\n\
        001    1      A                                 1500                             1.0    1     2 w 1\r\n\
        001    2      B                                 1400                             0.0    2     1 b 0\r\n\
        001    3      C                                                                  0.0    3\r\n";
    let report = trf::read(text).expect("a report");
    let tournament = &report.tournament;
    assert_eq!((report.name.as_str(), tournament.rounds, tournament.played), ("Other program", 3, 1));
    assert_eq!(tournament.first_colour, Colour::White, "inferred from number 1");
    assert_eq!(tournament.players[2].rating, 0);
    assert_eq!(tournament.players[2].outcomes, [Outcome::Bye(Bye::Zero)]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let text = trf::write(&small());
    let with = |from: &str, to: &str| trf::read(&text.replace(from, to)).expect_err("an error");
    assert_eq!(with("XXR 5", "XXR five"), TrfError::Field { line: 5, field: "number of rounds" });
    assert_eq!(with("001    1 ", "001      "), TrfError::Field { line: 7, field: "starting rank" });
    assert_eq!(with("001    2 ", "001    1 "), TrfError::SameNumber { line: 8, number: 1 });
    assert_eq!(with("1501", "15x1"), TrfError::Field { line: 7, field: "rating" });
    assert_eq!(with(" 1.0 ", " 1.3 "), TrfError::Field { line: 7, field: "points" });
    assert_eq!(with(" 1.0 ", " 2.0 "), TrfError::Points { line: 7 });
    assert_eq!(with("2 w 1", "2 w ?"), TrfError::Field { line: 7, field: "round" });
    assert_eq!(with("2 w 1", "2 x 1"), TrfError::Field { line: 7, field: "round" });
    assert_eq!(with("2 w 1", "9 w 1"), TrfError::Opponent { line: 7, round: 1 });
    assert_eq!(with("1 b 0", "1 w 0"), TrfError::Opponent { line: 7, round: 1 });
    assert_eq!(with("1 b 0", "3 b 0"), TrfError::Opponent { line: 7, round: 1 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_report_comes_back_as_it_was_written(
        seed in any::<u64>(),
        size in 4usize..20,
        names in prop::collection::vec("\\PC{0,50}", 4),
        heads in prop::collection::vec(any::<String>(), 8),
    ) {
        common::play(seed, size, |tournament| {
            let mut named = tournament.clone();
            for (player, name) in named.players.iter_mut().zip(names.iter().cycle()) {
                player.name.clone_from(name);
            }
            let [name, city, federation, start, end, kind, arbiter, time_control] = heads.clone().try_into().unwrap();
            let tournament_of = named.clone();
            let report = Report { name, city, federation, start, end, kind, arbiter, time_control, tournament: named };
            let text = trf::write(&report);
            let again = trf::read(&text).expect("a report");
            assert_eq!(trf::write(&again), text, "what is read is written as it was");
            let mut expected = tournament_of.players;
            expected.sort_by_key(|player| player.number);
            for (one, other) in expected.iter().zip(&again.tournament.players) {
                assert_eq!((one.number, one.rating, one.outcomes.len()), (other.number, other.rating, other.outcomes.len()));
                let plain: String = one.name.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
                let cut: String = plain.trim().chars().take(33).collect();
                assert_eq!(cut.trim(), other.name);
            }
            // The same round follows, whatever the order of the players is.
            let found = pair(tournament).ok();
            let numbers = |tournament: &Tournament, round: Option<&Round>| {
                let number = |player: usize| tournament.players[player].number;
                let pairs = round?.pairs.iter().map(|pair| (number(pair.white), number(pair.black)));
                Some((pairs.collect::<Vec<_>>(), round?.bye.map(number)))
            };
            let later = pair(&again.tournament).ok();
            assert_eq!(numbers(tournament, found.as_ref()), numbers(&again.tournament, later.as_ref()));
            found
        });
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        lines in prop::collection::vec((0usize..10, any::<prop::sample::Index>(), any::<char>()), 0..12),
        noise in any::<String>(),
    ) {
        let _ = trf::read(&noise);
        let mut text: Vec<Vec<char>> = trf::write(&small()).lines().map(|line| line.chars().collect()).collect();
        for (line, column, letter) in lines {
            if let Some(line) = text.get_mut(line) {
                let at = column.index(line.len());
                line[at] = letter;
            }
        }
        let text: Vec<String> = text.into_iter().map(|line| line.into_iter().collect()).collect();
        if let Ok(report) = trf::read(&text.join("\n")) {
            let _ = pair(&report.tournament);
        }
    }
}
