//! Reports of Swiss tournaments in TRF-16: what they say, and that another program reads the same swiss.

use proptest::prelude::*;
use room::Seat;
use tournament::{Command, Entry, Format, PairingResult, TrfHead, trf};

use crate::common::{Run, drawn, entry, round_robin_plan, won};
use crate::swiss_history::History;
use crate::swiss_laws::play;
use crate::swiss_rounds::{end_round, open, pair_next, swiss};

fn head() -> TrfHead {
    TrfHead {
        start: "2026/11/28".into(),
        end: "2026/11/29".into(),
        place: "duello.example".into(),
        time_control: "180+2".into(),
    }
}

#[test]
fn a_report_has_byes_forfeits_voids_and_late_entries() {
    let mut run = swiss(5, 3);
    let [first, second] = open(&run.tournament)[..] else { panic!("two pairings") };
    let seat = run.pairing(first.id).seat_of(tournament::EntrantId(0)).unwrap();
    run.report(first.id, PairingResult { moves: [0; 2], ..won(seat, run.now) });
    run.report(second.id, PairingResult::void(run.now));
    run.must(&Command::Enter(Entry { rating: None, name: "Zoë".into(), ..entry(9) }));
    run.must(&Command::Enter(entry(8)));
    run.must(&Command::Leave(entry(8).member));
    pair_next(&mut run);
    assert!(
        trf(&run.tournament, &head())
            .unwrap()
            .lines()
            .all(|line| !line.starts_with("001") || line.len() < 103)
    );
    end_round(&mut run);
    let colour = if seat == Seat::Bottom { "white1" } else { "black1" };
    let report = trf(&run.tournament, &head()).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(
        lines[..10],
        [
            "012 Daily arena",
            "022 duello.example",
            "042 2026/11/28",
            "052 2026/11/29",
            "062 6",
            "072 5",
            "092 Individual: Swiss-System",
            "122 180+2",
            "XXR 3",
            &format!("XXC {colour}"),
        ]
    );
    let players: Vec<(&str, &str)> =
        lines[10..].iter().map(|line| (line[14..48].trim(), &line[80..84])).collect();
    assert_eq!(players.len(), 6);
    assert_eq!(players[0], ("Player 0", " 2.0"));
    assert!(players.contains(&("Player 2", " 0.0")), "who did not appear is not paired");
    let first_round: Vec<&str> = lines[10..].iter().map(|line| line[91..101].trim()).collect();
    assert!(first_round[0].ends_with('+') && first_round[2].ends_with('-'), "{first_round:?}");
    assert!(first_round[1].ends_with('=') && first_round[3].ends_with('='), "{first_round:?}");
    assert_eq!(first_round[4..], ["0000 - U", "0000 - H"]);
}

#[test]
fn only_a_swiss_tournament_that_has_a_round_behind_it_has_a_report() {
    let mut run = swiss(4, 3);
    assert_eq!(trf(&run.tournament, &head()), None);
    end_round(&mut run);
    assert!(trf(&run.tournament, &TrfHead::default()).is_some());
    for mut run in [Run::arena(4), Run::begun(round_robin_plan(false), 4)] {
        run.pair();
        let id = open(&run.tournament)[0].id;
        run.report(id, drawn(run.now));
        assert_eq!(trf(&run.tournament, &head()), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_report_is_read_back_as_the_same_tournament(seed: u64) {
        let run = play(seed);
        let mut history = History::default();
        run.log.iter().for_each(|logged| history.read(&logged.fact));
        let Some(round) = history.rounds.first() else {
            prop_assert_eq!(trf(&run.tournament, &head()), None);
            return Ok(());
        };
        let Format::Swiss { rounds, .. } = run.tournament.plan.format else { panic!("Swiss") };
        let mut swiss = history.swiss(rounds, history.rounds.len(), history.first_colour(round));
        for (player, id) in swiss.players.iter_mut().zip(history.field()) {
            let entry = &history.entries[id as usize];
            player.name.clone_from(&entry.name);
            player.rating = entry.rating.unwrap_or(0).into();
        }
        let read = swiss::trf::read(&trf(&run.tournament, &head()).unwrap()).unwrap();
        prop_assert_eq!(&read.name, &run.tournament.plan.title);
        // A report lists players by number, so opponents stand at other places.
        let number = |index: usize| swiss.players[index].number as usize - 1;
        let mut players = swiss.players.clone();
        for outcome in players.iter_mut().flat_map(|player| &mut player.outcomes) {
            match outcome {
                swiss::Outcome::Played { opponent, .. } | swiss::Outcome::Forfeit { opponent, .. } => {
                    *opponent = number(*opponent);
                }
                swiss::Outcome::Bye(_) => {}
            }
        }
        players.sort_by_key(|player| player.number);
        prop_assert_eq!(read.tournament, swiss::Tournament { players, ..swiss.clone() });
    }
}
