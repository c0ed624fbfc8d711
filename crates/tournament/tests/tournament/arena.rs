//! Tests of the pairing of an arena: who meets whom, who begins, who waits, and what two nodes make of one round.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use room::{MemberId, RoomCode};
use tournament::{
    BOT_AFTER_MS, Candidate, Command, EntrantId, Fact, PAIRING_INTERVAL_MS, Paired, PairingId, Plan, Present,
    Rejection, decide, evolve, fold, pair, stamp,
};

use crate::common::{MINUTE, Run, START, arena_plan, bot, entry};

#[test]
fn the_first_round_pairs_neighbours_by_rating() {
    let mut run = Run::arena(10);
    for paired in run.pair() {
        let [one, other] = paired.players.map(|player| player.0);
        assert_eq!(one.abs_diff(other), 1, "{paired:?}");
    }
}

#[test]
fn later_rounds_pair_neighbours_by_points() {
    let mut run = Run::arena(40);
    run.play_round();
    for paired in run.pair() {
        let [one, other] = paired.players.map(|player| run.tournament.entrant(player).unwrap().score.points);
        assert_eq!(one, other, "winners meet winners");
    }
}

#[test]
fn two_who_have_just_met_wait_for_somebody_else() {
    let mut run = Run::arena(2);
    run.play_round();
    run.now += 5 * MINUTE;
    let command = run.pair_all();
    assert_eq!(run.send(&command), Err(Rejection::NobodyToPair));
    run.must(&Command::Enter(entry(2)));
    let paired = run.pair();
    assert_eq!(paired.len(), 1);
    assert!(paired[0].players.contains(&EntrantId(2)));
}

#[test]
fn only_who_is_at_the_page_is_paired() {
    let mut run = Run::arena(6);
    run.now += MINUTE;
    let present = [1, 4, 5].map(|n| Present { entrant: EntrantId(n), since: START }).to_vec();
    let stranger = Present { entrant: EntrantId(77), since: START };
    run.must(&Command::Pair { seed: 1, present: [present, vec![stranger]].concat() });
    let players: BTreeSet<u32> =
        run.tournament.pairings.iter().flat_map(|pairing| pairing.paired.players.map(|p| p.0)).collect();
    assert_eq!(players.len(), 2);
    assert!(players.is_subset(&BTreeSet::from([1, 4, 5])));
    let command = Command::Pair { seed: 2, present: Vec::new() };
    run.now += MINUTE;
    assert_eq!(run.send(&command), Err(Rejection::NobodyToPair));
}

/// An entrant who has waited for so long, at time 0.
fn free(entrant: u32, waited: i64) -> Candidate {
    Candidate {
        entrant: EntrantId(entrant),
        rank: entrant,
        rating: 1500,
        free_since: -waited,
        last_opponent: None,
        first_moves: 0,
        began_last: false,
        is_house_bot: false,
    }
}

#[test]
fn who_has_begun_less_often_begins_and_else_who_did_not_last() {
    let [one, other] = [free(0, 0), free(1, 0)];
    for seed in 0..20 {
        let first = |one, other| pair(&[one, other], 2, 0, seed)[0][0].0;
        assert_eq!(first(Candidate { first_moves: 1, ..one }, Candidate { began_last: true, ..other }), 1);
        assert_eq!(first(Candidate { began_last: true, ..one }, other), 1);
        assert_eq!(first(one, Candidate { began_last: true, ..other }), 0);
    }
    let drawn: BTreeSet<u32> = (0..20).map(|seed| pair(&[one, other], 2, 0, seed)[0][0].0).collect();
    assert_eq!(drawn.len(), 2, "and else chance decides");
}

#[test]
fn who_became_free_before_the_clock_was_set_back_need_not_wait_for_it() {
    assert_eq!(pair(&[free(0, -3_600_000), free(99, -3_600_000)], 100, 0, 1).len(), 1);
}

#[test]
fn waiting_begins_with_the_end_of_the_last_pairing() {
    let mut run = Run::arena(2);
    let id = run.pair()[0].id;
    run.now += 5 * MINUTE;
    run.win(id, EntrantId(0));
    assert!(run.tournament.entrants.iter().all(|entrant| entrant.free_since == run.now));
}

#[test]
fn who_has_waited_longest_is_not_left_over() {
    for seed in 0..50 {
        let pairs = pair(&[free(0, 1_000), free(1, 1_000), free(2, 30_000)], 3, 0, seed);
        assert_eq!(pairs.len(), 1);
        assert!(pairs[0].contains(&EntrantId(2)), "{pairs:?}");
    }
    let far_apart = |waited| pair(&[free(0, waited), free(99, waited)], 100, 0, 1).len();
    assert_eq!(
        [far_apart(0), far_apart(5_000), far_apart(50_000)],
        [0, 0, 1],
        "far apart only after a while"
    );
}

#[test]
fn a_house_bot_plays_who_would_wait_and_no_other_bot() {
    let mut run = Run::open(Plan { house_bots: true, ..arena_plan() });
    (0..3).for_each(|n| run.must(&Command::Enter(entry(n))));
    [(10, 1000), (11, 1900), (12, 1400)]
        .iter()
        .for_each(|&(n, rating)| run.must(&Command::Enter(bot(n, rating))));
    run.now = START;
    run.tick();
    let since = |since| run.tournament.entrants.iter().map(|e| Present { entrant: e.id, since }).collect();
    let soon = Command::Pair { seed: 3, present: since(START) };
    let late = Command::Pair { seed: 3, present: since(START - BOT_AFTER_MS) };
    let count = |command| {
        let facts = decide(&run.tournament, command, START).unwrap();
        let mut tournament = run.tournament.clone();
        stamp(facts, tournament.seq, START).iter().for_each(|logged| evolve(&mut tournament, logged));
        tournament
            .pairings
            .iter()
            .map(|pairing| pairing.paired.players.map(|player| player.0))
            .collect::<Vec<_>>()
    };
    assert_eq!(count(&soon).len(), 1, "nobody has waited yet: two people play, one waits");
    let pairs = count(&late);
    assert_eq!(pairs.len(), 2);
    let with_bot = pairs.iter().find(|pair| pair.iter().any(|&player| player > 2)).unwrap();
    assert!(with_bot.contains(&4), "the bot whose rating is nearest: {pairs:?}");
}

#[test]
fn whoever_was_at_the_page_all_the_time_waits_from_the_end_of_the_game() {
    let mut run = Run::open(Plan { house_bots: true, ..arena_plan() });
    (0..2).for_each(|n| run.must(&Command::Enter(entry(n))));
    run.must(&Command::Enter(bot(2, 1500)));
    run.now = START;
    run.tick();
    run.play_round();
    run.now += BOT_AFTER_MS - 1;
    let command = run.pair_all();
    assert_eq!(run.send(&command), Err(Rejection::NobodyToPair));
    run.now += 1;
    run.must(&command);
    assert_eq!(run.tournament.pairings.len(), 2);
}

#[test]
fn everybody_begins_about_half_of_the_pairings() {
    let mut run = Run::arena(31);
    for _ in 0..30 {
        run.play_round();
    }
    for entrant in &run.tournament.entrants {
        assert!(entrant.first_moves.abs() <= 2, "{} {}", entrant.id.0, entrant.first_moves);
    }
    assert!(run.tournament.pairings.len() >= 30 * 14);
}

#[test]
fn a_second_pairing_of_the_same_entrants_is_rejected() {
    let mut run = Run::arena(4);
    let command = run.pair_all();
    run.must(&command);
    run.now += PAIRING_INTERVAL_MS - 1;
    assert_eq!(run.send(&command), Err(Rejection::Wait(1)));
    run.now += 1;
    assert_eq!(run.send(&command), Err(Rejection::NobodyToPair), "all are playing");
    run.now = START - MINUTE;
    assert_eq!(run.send(&command), Err(Rejection::NobodyToPair), "nor does a clock that was set back help");
}

/// The number of the fact is the lock: the node that comes second reads the other one's round and decides again.
#[test]
fn of_two_nodes_that_pair_the_same_round_one_does() {
    let run = Run::arena(7);
    let nodes = [5, 6].map(|seed| {
        let present =
            run.tournament.entrants.iter().map(|e| Present { entrant: e.id, since: START }).collect();
        Command::Pair { seed, present }
    });
    let [first, second] =
        nodes.each_ref().map(|command| decide(&run.tournament, command, START + MINUTE).unwrap());
    assert_ne!(first, second, "each has drawn rooms of its own");
    let [first, second] = [first, second].map(|facts| stamp(facts, run.tournament.seq, START + MINUTE));
    assert_eq!(first[0].seq, second[0].seq, "the store takes only one of them");
    let mut node = run.tournament.clone();
    first.iter().for_each(|logged| evolve(&mut node, logged));
    second.iter().for_each(|logged| evolve(&mut node, logged));
    let log: Vec<_> = run.log.iter().chain(&first).cloned().collect();
    assert_eq!(Some(&node), fold(&log).as_ref(), "the round of the second node has left no trace");
    for now in [START + MINUTE, START + 2 * MINUTE] {
        assert!(decide(&node, &nodes[1], now).is_err(), "nor does it pair anybody when it decides again");
    }
}

/// Even under a further number: evolve takes nobody who is playing.
#[test]
fn a_round_that_pairs_who_is_playing_changes_nothing() {
    let mut run = Run::arena(4);
    let command = run.pair_all();
    run.must(&command);
    let again = run.tournament.pairings.iter().zip(run.tournament.pairings.len() as u32 + 1..);
    let again = again.map(|(pairing, id)| Paired { id: PairingId(id), ..pairing.paired }).collect();
    let facts = vec![Fact::Paired { round: 2, pairings: again, bye: None }];
    let (pairings, entrants) = (run.tournament.pairings.clone(), run.tournament.entrants.clone());
    run.append(facts);
    assert_eq!((run.tournament.pairings, run.tournament.entrants), (pairings, entrants));
}

#[test]
fn every_pairing_has_a_room_and_a_start_of_its_own() {
    let mut run = Run::arena(500);
    run.play_round();
    run.play_round();
    let rooms: BTreeSet<RoomCode> =
        run.tournament.pairings.iter().map(|pairing| pairing.paired.room).collect();
    let starts: BTreeSet<u32> = run.tournament.pairings.iter().map(|pairing| pairing.paired.start).collect();
    assert_eq!((rooms.len(), starts.len()), (run.tournament.pairings.len(), run.tournament.pairings.len()));
}

#[test]
fn nobody_is_paired_before_the_start_or_after_the_end() {
    let mut run = Run::open(arena_plan());
    (0..4).for_each(|n| run.must(&Command::Enter(entry(n))));
    let command = run.pair_all();
    assert_eq!(run.send(&command), Err(Rejection::NotRunning));
    run.now = START;
    run.tick();
    run.now = START + 60 * MINUTE;
    assert_eq!(run.send(&command), Err(Rejection::NotRunning));
    run.now -= 1;
    run.must(&command);
}

#[test]
fn who_left_and_came_back_does_not_meet_the_last_opponent_first() {
    let mut run = Run::arena(2);
    run.play_round();
    run.must(&Command::Leave(MemberId(0)));
    run.must(&Command::Enter(entry(0)));
    run.now += MINUTE;
    let command = run.pair_all();
    assert_eq!(run.send(&command), Err(Rejection::NobodyToPair));
}

fn candidate() -> impl Strategy<Value = (u32, u16, i64, Option<u32>, i32, bool, bool)> {
    let last = prop::option::weighted(0.8, 0..40_u32);
    (0..40_u32, 0..4_000_u16, -700_000..90_000_i64, last, -3..3, any::<bool>(), prop::bool::weighted(0.1))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pairs_are_of_two_free_entrants_who_may_meet(
        rows in vec(candidate(), 0..40), field in 0..100_u32, now in -1_000_000..1_000_000_i64, seed: u64,
    ) {
        let free: Vec<Candidate> = (0..)
            .zip(rows)
            .map(|(id, (rank, rating, free_since, last, first_moves, began_last, is_house_bot))| Candidate {
                entrant: EntrantId(id),
                rank,
                rating,
                free_since,
                last_opponent: last.filter(|last| *last != id).map(EntrantId),
                first_moves,
                began_last,
                is_house_bot,
            })
            .collect();
        let pairs = pair(&free, field, now, seed);
        prop_assert_eq!(&pairs, &pair(&free, field, now, seed), "pure");
        let mut paired = BTreeSet::new();
        for [first, second] in pairs {
            prop_assert!(paired.insert(first) && paired.insert(second), "nobody twice");
            let [one, other] = [first, second].map(|id| free[id.0 as usize]);
            prop_assert!(one.last_opponent != Some(second) && other.last_opponent != Some(first));
            prop_assert!(!(one.is_house_bot && other.is_house_bot));
            prop_assert!(one.first_moves <= other.first_moves);
        }
    }
}
