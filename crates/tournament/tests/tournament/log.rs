//! Tests of the stored format, to the letter, and of redaction. A line of `data/facts.jsonl` never changes: logs of it are
//! kept for ever. New facts and fields are added behind.

use room::{MemberId, REMOVED_NAME, RatingMode, Redaction, Redactions, RoomCode, Seat, TimeControl};
use rules::mancala::Preset;
use tournament::{
    Canceller, Departure, EntrantId, EntrantKind, Entry, Fact, Format, Logged, Outcome, Paired, PairingId,
    PairingResult, Plan, REMOVED_TITLE, Rejection, Terms, TournamentGame, Visibility, fold, redact, stamp,
    standings,
};

use crate::common::{Run, arena_plan, drawn, entry, round_robin_plan, swiss_plan, won};

const EXAMPLES: &str = include_str!("data/facts.jsonl");

fn facts() -> Vec<Fact> {
    let reversi = Terms {
        game: TournamentGame::Reversi,
        clock: TimeControl::PerMove { seconds: 30 },
        mode: RatingMode::Casual,
    };
    let paired = |id, players: [u32; 2]| Paired {
        id: PairingId(id),
        players: players.map(EntrantId),
        room: RoomCode::from_seed(u64::from(id)),
        start: 7 * id,
    };
    let quick = Plan {
        title: "Every day 20:00".into(),
        format: Format::Arena { minutes: 45, berserk: false },
        terms: reversi,
        visibility: Visibility::Private,
        house_bots: true,
        open_to_bots: true,
        maker: None,
        ..arena_plan()
    };
    let mancala = Terms { game: TournamentGame::Mancala(Preset::EmptyCapture), ..arena_plan().terms };
    let half_time = PairingResult { berserk: [true, false], ..won(Seat::Bottom, 1_000_100) };
    vec![
        Fact::Opened(arena_plan()),
        Fact::Opened(Plan { terms: mancala, ..arena_plan() }),
        Fact::Opened(quick),
        Fact::Opened(round_robin_plan(false)),
        Fact::Opened(round_robin_plan(true)),
        Fact::Entered(entry(3)),
        Fact::Entered(Entry { kind: EntrantKind::Guest, rating: None, ..entry(4) }),
        Fact::Entered(Entry { kind: EntrantKind::Bot, name: "BOT Ada".into(), ..entry(5) }),
        Fact::Entered(Entry { kind: EntrantKind::HouseBot, name: "BOT Hard".into(), ..entry(6) }),
        Fact::Left { entrant: EntrantId(1), why: Departure::Asked },
        Fact::Left { entrant: EntrantId(2), why: Departure::Absent },
        Fact::Returned(EntrantId(1)),
        Fact::Started,
        Fact::Paired { round: 1, pairings: vec![paired(1, [0, 1]), paired(2, [3, 2])], bye: None },
        Fact::Paired { round: 2, pairings: vec![paired(3, [1, 2])], bye: Some(EntrantId(0)) },
        Fact::ResultReported { pairing: PairingId(1), result: won(Seat::Top, 1_000_000) },
        Fact::ResultReported { pairing: PairingId(2), result: half_time },
        Fact::ResultCorrected { pairing: PairingId(1), result: drawn(1_000_000) },
        Fact::ResultCorrected { pairing: PairingId(1), result: PairingResult::void(1_000_200) },
        Fact::Interrupted { from: 1_000_000, until: 1_060_000 },
        Fact::Finished,
        Fact::Cancelled(Canceller::Maker(MemberId(255))),
        Fact::Cancelled(Canceller::Operator),
        Fact::Cancelled(Canceller::Time),
        Fact::Opened(Plan { format: Format::Swiss { rounds: 7, pause: 90 }, ..swiss_plan(3) }),
        Fact::Paired { round: 3, pairings: vec![paired(9, [4, 2])], bye: Some(EntrantId(5)) },
    ]
}

#[test]
fn every_fact_round_trips_as_in_the_examples() {
    let written: Vec<String> =
        stamp(facts(), 0, 1_000_000).iter().map(|logged| serde_json::to_string(logged).unwrap()).collect();
    let lines: Vec<&str> = EXAMPLES.lines().collect();
    for (n, line) in written.iter().enumerate() {
        assert_eq!(Some(&&**line), lines.get(n), "line {} of data/facts.jsonl", n + 1);
    }
    assert_eq!(lines.len(), written.len());
    let read: Vec<Logged> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, stamp(facts(), 0, 1_000_000));
}

/// A refusal is sent to its sender: its words are a format as well.
#[test]
fn a_refusal_has_a_word_and_a_sentence() {
    assert_eq!(serde_json::to_string(&Rejection::Wait(2_001)).unwrap(), r#"{"wait":2001}"#);
    assert_eq!(Rejection::Wait(2_001).to_string(), "Please wait 3 seconds.");
    assert_eq!(serde_json::to_string(&Rejection::EntryClosed).unwrap(), r#""entry_closed""#);
    assert_eq!(Outcome::Void, serde_json::from_str("\"void\"").unwrap());
}

#[test]
fn a_log_that_does_not_begin_with_its_plan_is_no_tournament() {
    let log = stamp(facts(), 0, 0);
    assert!(fold(&log[..0]).is_none() && fold(&log[5..]).is_none());
    assert!(fold(&log[..1]).is_some());
}

#[test]
fn a_removed_name_and_title_leave_the_standing_as_it_is() {
    let mut run = Run::arena(6);
    for _ in 0..3 {
        run.play_round();
    }
    let hidden: Redactions = [Redaction::Member(entry(2).member), Redaction::Event(1)].into_iter().collect();
    let mut log = run.log.clone();
    assert_eq!(log.iter_mut().map(|logged| redact(logged, &hidden)).filter(|changes| *changes).count(), 2);
    assert!(!log.iter_mut().any(|logged| redact(logged, &hidden)), "nothing is left to be hidden");
    let tournament = fold(&log).unwrap();
    assert_eq!(tournament.plan.title, REMOVED_TITLE);
    let names: Vec<&str> = tournament.entrants.iter().map(|entrant| &*entrant.entry.name).collect();
    assert_eq!(names, ["Player 0", "Player 1", REMOVED_NAME, "Player 3", "Player 4", "Player 5"]);
    assert_eq!(standings(&tournament), run.standings());
    assert!(!run.log.clone().iter_mut().any(|logged| redact(logged, &Redactions::default())));
}

#[test]
fn with_everything_of_its_maker_a_tournament_loses_its_title() {
    let mut log = Run::open(arena_plan()).log;
    let hidden: Redactions = [Redaction::Member(crate::common::MAKER)].into_iter().collect();
    assert!(redact(&mut log[0], &hidden));
    let Fact::Opened(plan) = &log[0].fact else { panic!("a plan") };
    assert_eq!(plan.title, REMOVED_TITLE);
}
