//! Examples of Swiss tournaments: who is paired in a round, who enters, leaves and comes back, and when it is over.

use room::{MemberId, Seat};
use tournament::{
    Command, EntrantId, Fact, InRound, MAX_SWISS, Paired, PairingId, PairingResult, Phase, Plan, Rejection,
    Tournament, tick,
};

use crate::common::{MINUTE, Run, bot, entry, swiss_plan, won};

/// A Swiss tournament that has begun.
pub fn swiss(entrants: u32, rounds: u8) -> Run {
    Run::begun(swiss_plan(rounds), entrants)
}

/// Ends all games of the round: the entrant with the lower number wins.
pub fn end_round(run: &mut Run) {
    for paired in open(&run.tournament) {
        let winner = paired.players.into_iter().min().unwrap();
        run.win(paired.id, winner);
    }
}

/// Waits for the pause, and lets the next round be paired.
pub fn pair_next(run: &mut Run) -> Vec<Paired> {
    run.now = tournament::due(&run.tournament, run.now).unwrap();
    run.tick();
    open(&run.tournament)
}

pub fn open(tournament: &Tournament) -> Vec<Paired> {
    tournament.open_pairings().map(|pairing| pairing.paired).collect()
}

pub fn numbers(paired: &[Paired]) -> Vec<[u32; 2]> {
    let ordered = |paired: &Paired| {
        let mut numbers = paired.players.map(|player| player.0);
        numbers.sort_unstable();
        numbers
    };
    paired.iter().map(ordered).collect()
}

pub fn no_show(run: &mut Run, paired: Paired, absent: Seat) {
    let result = PairingResult { moves: [0; 2], ..won(absent.other(), run.now) };
    run.report(paired.id, result);
}

pub fn rounds(run: &Run, entrant: u32) -> &[InRound] {
    &run.tournament.entrants[entrant as usize].rounds
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower() {
    let run = swiss(8, 5);
    assert_eq!((run.tournament.phase, run.tournament.rounds_paired()), (Phase::Running(run.now), 1));
    assert_eq!(numbers(&open(&run.tournament)), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    let begins: Vec<bool> = open(&run.tournament).iter().map(|paired| paired.players[0].0 < 4).collect();
    assert!(begins.windows(2).all(|pair| pair[0] != pair[1]), "{begins:?}");
}

#[test]
fn who_begins_in_the_first_round_is_drawn_by_lot() {
    let first = |seed| {
        let mut run = Run::open(swiss_plan(5));
        (0..8).for_each(|n| run.must(&Command::Enter(entry(n))));
        tick(&run.tournament, seed, run.tournament.plan.starts_at)
    };
    let strongest_begins = |facts: Vec<Fact>| match &facts[..] {
        [Fact::Started, Fact::Paired { pairings, .. }] => pairings[0].players[0] == EntrantId(0),
        other => panic!("{other:?}"),
    };
    let count = (0..40).filter(|&seed| strongest_begins(first(seed))).count();
    assert!((8..33).contains(&count), "{count} of 40");
}

#[test]
fn winners_meet_winners_in_the_next_round() {
    let mut run = swiss(8, 5);
    end_round(&mut run);
    let pairs = numbers(&pair_next(&mut run));
    assert!(pairs.iter().all(|[one, other]| (*one < 4) == (*other < 4)), "{pairs:?}");
    end_round(&mut run);
    assert_eq!(numbers(&pair_next(&mut run))[0], [0, 1], "the two who have won twice");
}

#[test]
fn nobody_has_to_be_at_the_page_and_no_node_asks_for_pairings() {
    let mut run = swiss(4, 3);
    let command = Command::Pair { seed: 1, present: Vec::new() };
    assert_eq!(run.send(&command), Err(Rejection::PairedAtStart));
    end_round(&mut run);
    assert_eq!(run.send(&command), Err(Rejection::PairedAtStart));
    assert_eq!(pair_next(&mut run).len(), 2);
}

#[test]
fn one_can_enter_until_more_than_half_of_the_rounds_are_paired() {
    for (rounds, last) in [(3, 1), (4, 2), (5, 2), (6, 3)] {
        let mut run = swiss(12, rounds);
        for _ in 1..last {
            end_round(&mut run);
            pair_next(&mut run);
        }
        end_round(&mut run);
        run.must(&Command::Enter(entry(20)));
        pair_next(&mut run);
        assert_eq!(run.send(&Command::Enter(entry(21))), Err(Rejection::EntryClosed), "{rounds}");
    }
}

#[test]
fn who_leaves_is_not_paired_and_may_come_back_before_the_last_round() {
    let mut run = swiss(8, 4);
    run.must(&Command::Leave(MemberId(0)));
    end_round(&mut run);
    assert_eq!(run.points(0), 2, "the game that was being played counts");
    for _ in 0..2 {
        let paired = pair_next(&mut run);
        assert!(numbers(&paired).iter().all(|pair| pair[0] != 0));
        end_round(&mut run);
    }
    assert_eq!(rounds(&run, 0)[1..], [InRound::Absent; 2]);
    assert_eq!(run.points(0), 2);
    run.must(&Command::Enter(entry(0)));
    assert!(numbers(&pair_next(&mut run)).iter().any(|pair| pair[0] == 0));
    run.must(&Command::Leave(MemberId(0)));
    assert_eq!(run.send(&Command::Enter(entry(0))), Err(Rejection::EntryClosed), "no round is left");
}

/// Somebody who left before the start was never in it, and comes as late as others.
#[test]
fn who_was_never_paired_comes_back_as_a_newcomer() {
    let mut run = Run::open(swiss_plan(3));
    (0..9).for_each(|n| run.must(&Command::Enter(entry(n))));
    run.must(&Command::Leave(MemberId(8)));
    run.must(&Command::Leave(MemberId(7)));
    run.now = run.tournament.plan.starts_at;
    run.tick();
    assert!(run.standings().iter().all(|row| row.entrant.0 < 7));
    run.must(&Command::Enter(entry(8)));
    assert_eq!(run.points(8), 1);
    end_round(&mut run);
    pair_next(&mut run);
    assert_eq!(run.send(&Command::Enter(entry(7))), Err(Rejection::EntryClosed));
    assert_eq!(run.send(&Command::Enter(entry(8))), Ok(0), "who is in it is in it");
}

/// A pairing that was forfeited was no meeting, by FIDE's rules.
#[test]
fn two_may_meet_again_if_one_of_them_did_not_appear() {
    let mut run = swiss(2, 3);
    let first = open(&run.tournament)[0];
    no_show(&mut run, first, Seat::Bottom);
    run.must(&Command::Enter(entry(first.players[0].0)));
    let second = pair_next(&mut run);
    assert_eq!(second.len(), 1);
    end_round(&mut run);
    run.now += MINUTE;
    run.tick();
    assert_eq!(
        (run.tournament.phase, run.tournament.rounds_paired()),
        (Phase::Finished(run.now), 2),
        "now they have met"
    );
}

#[test]
fn a_tournament_ends_early_when_nobody_can_be_paired_any_more() {
    let mut run = swiss(3, 5);
    for _ in 0..3 {
        end_round(&mut run);
        pair_next(&mut run);
    }
    assert_eq!((run.tournament.phase, run.tournament.rounds_paired()), (Phase::Finished(run.now), 3));
    assert_eq!(run.tournament.pairings.len(), 3, "everybody has met everybody");

    let mut run = swiss(6, 5);
    (1..6).for_each(|n| run.must(&Command::Leave(MemberId(n))));
    end_round(&mut run);
    assert_eq!(pair_next(&mut run), []);
    assert_eq!(run.tournament.phase, Phase::Finished(run.now), "one is left");
    assert_eq!(run.points(0), 2, "and has no bye for it");
}

#[test]
fn with_fewer_than_two_it_does_not_take_place() {
    for entrants in [0, 1] {
        assert_eq!(swiss(entrants, 3).tournament.phase, Phase::Cancelled);
    }
}

#[test]
fn bots_of_the_server_do_not_enter_and_500_are_the_most() {
    let mut run = Run::open(Plan { house_bots: true, ..swiss_plan(3) });
    assert!(!run.tournament.plan.house_bots, "nobody is told that there are some");
    assert_eq!(run.send(&Command::Enter(bot(1, 1500))), Err(Rejection::NoBots));
    (0..MAX_SWISS as u32).for_each(|n| run.must(&Command::Enter(entry(n))));
    assert_eq!(run.send(&Command::Enter(entry(999))), Err(Rejection::Full));
    run.must(&Command::Leave(MemberId(7)));
    run.must(&Command::Enter(entry(7)));
    run.now = run.tournament.plan.starts_at;
    run.tick();
    assert_eq!(run.tournament.pairings.len(), MAX_SWISS / 2);
}

#[test]
fn a_round_that_is_in_the_log_twice_is_paired_once() {
    let mut run = swiss(6, 5);
    end_round(&mut run);
    let round = tick(&run.tournament, 1, run.now + MINUTE);
    let other = tick(&run.tournament, 2, run.now + MINUTE);
    assert_ne!(round, other, "rooms of its own");
    run.append(round);
    let once = run.tournament.clone();
    run.append(other);
    run.tournament.seq = once.seq;
    assert_eq!(run.tournament, once);
}

/// The fold trusts the log, and yet no fact brings it into a state that has no tournament.
#[test]
fn a_round_that_does_not_fit_changes_nothing() {
    let mut run = swiss(5, 5);
    let known = run.tournament.clone();
    let bye = run.tournament.byes[0].1;
    let next = |round, players: [u32; 2], bye| {
        let id = PairingId(3);
        let pairings = vec![Paired { id, players: players.map(EntrantId), ..known.pairings[0].paired }];
        vec![Fact::Paired { round, pairings, bye }]
    };
    run.must(&Command::Enter(entry(7)));
    run.append(next(2, [bye.0, 5], None));
    assert_eq!(run.tournament.pairings, known.pairings, "a round is played");
    end_round(&mut run);
    let pairings = run.tournament.pairings.clone();
    for round in [0, 1, 3, u32::MAX] {
        run.append(next(round, [0, 5], None));
    }
    assert_eq!(
        (run.tournament.rounds_paired(), &run.tournament.pairings),
        (1, &pairings),
        "it is not the next one"
    );
    run.append(next(2, [0, 5], Some(EntrantId(0))));
    assert_eq!((run.tournament.rounds_paired(), run.tournament.byes.len()), (2, 1), "who plays has no bye");
}
