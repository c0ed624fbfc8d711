//! Two servers run one tournament on one log: each decides on what it has read, and the number of a fact lets only one of them
//! append it. Whatever they do at the same time, nobody is paired twice and no result is lost or counted twice.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use room::{MemberId, Seat};
use tournament::{
    Command, EntrantId, Fact, Logged, PAIRING_INTERVAL_MS, PairingId, PairingResult, Phase, Plan, Present,
    Rejection, Tournament, decide, evolve, fold, stamp, tick,
};

use crate::common::{Run, START, arena_plan, entry, swiss_plan, won};

/// A server, whose clock differs from the other one's.
struct Node {
    tournament: Tournament,
    ahead: i64,
}

impl Node {
    fn read(&mut self, log: &[Logged]) {
        log[self.tournament.seq as usize..].iter().for_each(|logged| evolve(&mut self.tournament, logged));
    }

    /// Appends what it decides on what it knows; on a conflict it reads the log and decides again. Gives how often.
    fn append(
        &mut self,
        log: &mut Vec<Logged>,
        now: i64,
        decide: impl Fn(&Tournament, i64) -> Vec<Fact>,
    ) -> u32 {
        let now = now + self.ahead;
        let mut conflicts = 0;
        loop {
            let facts = stamp(decide(&self.tournament, now), self.tournament.seq, now);
            if facts.is_empty() {
                return conflicts;
            }
            if self.tournament.seq as usize == log.len() {
                log.extend(facts);
                self.read(log);
                return conflicts;
            }
            conflicts += 1;
            self.read(log);
        }
    }

    fn send(&mut self, log: &mut Vec<Logged>, now: i64, command: &Command) -> u32 {
        self.append(log, now, |tournament, now| decide(tournament, command, now).unwrap_or_default())
    }
}

/// The result of a pairing, which both nodes read from its room.
fn result_of(id: PairingId, now: i64) -> PairingResult {
    won(if id.0.is_multiple_of(3) { Seat::Top } else { Seat::Bottom }, now)
}

/// Runs both nodes by random acts; gives the log and how many conflicts there were.
fn run(plan: Plan, acts: &[(bool, u8, u64)]) -> (Vec<Logged>, u32) {
    let mut run = Run::open(plan);
    (0..3).for_each(|n| run.must(&Command::Enter(entry(n))));
    let mut log = run.log;
    let node = |ahead| Node { tournament: fold(&log).unwrap(), ahead };
    let mut nodes = [node(0), node(700)];
    let mut now = START;
    let mut conflicts = 0;
    for &(which, what, detail) in acts {
        now += (detail % 4_000) as i64;
        let node = &mut nodes[usize::from(which)];
        // A node does not always hear of the other one's facts in time.
        if detail % 3 == 0 {
            node.read(&log);
        }
        conflicts += node.append(&mut log, now, |tournament, now| tick(tournament, detail, now));
        let present = |tournament: &Tournament| {
            tournament.entrants.iter().map(|entrant| Present { entrant: entrant.id, since: START }).collect()
        };
        conflicts += match what % 8 {
            0..3 => node.send(&mut log, now, &Command::Enter(entry((detail % 12) as u32))),
            3 => node.send(&mut log, now, &Command::Leave(MemberId(detail % 12))),
            4..6 => {
                let command = Command::Pair { seed: detail, present: present(&node.tournament) };
                node.send(&mut log, now, &command)
            }
            _ => {
                let open: Vec<PairingId> =
                    node.tournament.open_pairings().map(|pairing| pairing.paired.id).collect();
                let reports = open.iter().filter(|id| (detail >> (id.0 % 32)) & 1 == 0);
                let command = |id: &PairingId| Command::Report { pairing: *id, result: result_of(*id, now) };
                reports.map(|id| node.send(&mut log, now, &command(id))).sum()
            }
        };
    }
    (log, conflicts)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_nodes_pair_nobody_twice_and_count_each_result_once(
        acts in vec(any::<(bool, u8, u64)>(), 1..300), is_swiss: bool,
    ) {
        let (log, _) = run(if is_swiss { swiss_plan(9) } else { arena_plan() }, &acts);
        prop_assert!(log.iter().zip(1..).all(|(logged, seq)| logged.seq == seq), "no gap");
        let (mut playing, mut entered, mut reported) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut tournament = fold(&log[..1]).unwrap();
        for logged in &log[1..] {
            match &logged.fact {
                Fact::Entered(entry) => prop_assert!(entered.insert(entry.member.0), "one entrant"),
                Fact::Paired { round, pairings, bye } => {
                    prop_assert_eq!(*round, tournament.rounds_paired() + 1, "one round after the other");
                    prop_assert!(bye.is_none_or(|bye| pairings.iter().all(|p| !p.players.contains(&bye))));
                    prop_assert!(!is_swiss || playing.is_empty(), "the round before is over");
                    for player in pairings.iter().flat_map(|paired| paired.players) {
                        prop_assert!(playing.insert(player), "one pairing at a time");
                    }
                }
                Fact::ResultReported { pairing, .. } => {
                    prop_assert!(reported.insert(*pairing), "one result");
                    for player in tournament.pairing(*pairing).unwrap().paired.players {
                        playing.remove(&player);
                    }
                }
                _ => {}
            }
            evolve(&mut tournament, logged);
        }
        prop_assert_eq!(tournament.open_pairings().count() * 2, playing.len());
        let again = decide(&tournament, &Command::Cancel(tournament::Canceller::Operator), START);
        prop_assert!(matches!(tournament.phase, Phase::Announced) || again == Err(Rejection::Started));
    }
}

#[test]
fn the_two_nodes_do_get_into_each_others_way() {
    let word = |of| rules::hash::fold([9, of]);
    let acts: Vec<_> =
        (0..2_000).map(|n| (word(3 * n) % 2 == 0, word(3 * n + 1) as u8, word(3 * n + 2) >> 8)).collect();
    for (plan, most, rounds) in [(arena_plan(), 100, 50), (swiss_plan(9), 15, 8)] {
        let (log, conflicts) = run(plan, &acts);
        let paired = log.iter().filter(|logged| matches!(logged.fact, Fact::Paired { .. })).count();
        assert!(conflicts > most && paired > rounds, "{conflicts} conflicts, {paired} rounds");
    }
}

/// Why presence is gathered: of two nodes that pair those at their own pages alone, the one that always comes a little
/// later never pairs anybody, as long as the other one does in every round.
#[test]
fn who_is_at_the_pages_of_a_later_node_is_paired_with_those_of_all() {
    for is_gathered in [false, true] {
        let mut run = Run::arena(2);
        let at_later_node = [EntrantId(0), EntrantId(1)];
        for round in 0..20 {
            // Two more come to the pages of the node that is earlier.
            (0..2).for_each(|n| run.must(&Command::Enter(entry(2 + 2 * round + n))));
            let here = |is_later: bool| {
                let ids = run.tournament.entrants.iter().map(|entrant| entrant.id);
                let seen = ids.filter(|id| is_gathered || at_later_node.contains(id) == is_later);
                seen.map(|entrant| Present { entrant, since: START }).collect()
            };
            let [earlier, later] =
                [false, true].map(|which| Command::Pair { seed: round.into(), present: here(which) });
            run.must(&earlier);
            run.now += PAIRING_INTERVAL_MS / 2;
            assert_eq!(run.send(&later), Err(Rejection::Wait(PAIRING_INTERVAL_MS / 2)));
            run.now += PAIRING_INTERVAL_MS / 2;
        }
        let plays =
            |id: EntrantId| run.tournament.entrant(id).is_some_and(|entrant| entrant.playing.is_some());
        assert_eq!(at_later_node.map(plays), [is_gathered; 2]);
    }
}
