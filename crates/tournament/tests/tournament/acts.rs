//! Random acts in a random tournament: most make sense, some do not, and the clock is set back and forth.

use room::{MemberId, Seat};
use tournament::{
    Canceller, Command, EntrantId, EntrantKind, Entry, Format, Outcome, PairingId, PairingResult, Plan,
    Present, Rejection, Tournament, interruption,
};

use crate::common::{HOUR, MAKER, MINUTE, Run, START, arena_plan, bot, entry, round_robin_plan, swiss_plan};

/// What is done, by whom, with which details, and how much later.
pub type Act = (u8, u8, u64, u64);

/// The plan of a random tournament.
pub fn plan(number: u64) -> Plan {
    let arena = |berserk, house_bots| Plan {
        format: Format::Arena { minutes: 60, berserk },
        house_bots,
        ..arena_plan()
    };
    match number % 10 {
        0 => round_robin_plan(false),
        1 => round_robin_plan(true),
        2 => arena(false, false),
        8 => swiss_plan(3 + (number / 10 % 13) as u8),
        9 => Plan {
            terms: round_robin_plan(false).terms,
            house_bots: true,
            open_to_bots: true,
            ..swiss_plan(3 + (number / 10 % 7) as u8)
        },
        n => arena(true, n % 2 == 0),
    }
}

/// Runs a random tournament; gives the refusals too.
pub fn run(number: u64, acts: &[Act]) -> (Run, Vec<Rejection>) {
    let mut run = Run::open(plan(number));
    let refused = acts.iter().filter_map(|act| perform(&mut run, *act).err()).collect();
    (run, refused)
}

fn perform(run: &mut Run, (what, who, detail, later): Act) -> Result<usize, Rejection> {
    run.now = match later % 64 {
        0 if later % 3 == 0 => tournament::due(&run.tournament, run.now).unwrap_or(run.now),
        1 => run.now - 20 * MINUTE,
        2 => START + (later >> 6) as i64 % (40 * MINUTE),
        3 if later % 5 == 0 => run.now.saturating_add(100 * HOUR),
        4..12 => run.now.saturating_add((later >> 6) as i64 % (5 * MINUTE)),
        _ => run.now.saturating_add((later >> 6) as i64 % (20 * 1_000)),
    };
    run.tick();
    let member = MemberId(u64::from(who % 24));
    let pairing = some_pairing(&run.tournament, detail);
    match what % 32 {
        0..6 => run.send(&Command::Enter(entrant(who % 24, detail))),
        6..8 => run.send(&Command::Leave(member)),
        8 if detail % 16 == 0 => {
            let canceller = if who % 2 == 0 { Canceller::Maker(member) } else { Canceller::Maker(MAKER) };
            run.send(&Command::Cancel(canceller))
        }
        9 => {
            let until = run.now + (detail % 900_000) as i64 - 100_000;
            let facts = interruption(&run.tournament, run.now, until);
            run.append(facts);
            Ok(0)
        }
        8..18 => {
            let here = |e: &tournament::Entrant| {
                detail.is_multiple_of(7) || !(detail + u64::from(e.id.0)).is_multiple_of(5)
            };
            let since = run.now - (detail % 60_000) as i64;
            let present = run.tournament.entrants.iter().filter(|e| here(e));
            let present = present.map(|e| Present { entrant: e.id, since }).collect();
            run.send(&Command::Pair { seed: detail, present })
        }
        18..30 => run.send(&Command::Report { pairing, result: result(detail, run.now) }),
        _ => run.send(&Command::Correct { pairing, result: result(detail, run.now) }),
    }
}

fn entrant(n: u8, detail: u64) -> Entry {
    let n = u32::from(n);
    match detail % 16 {
        0 => Entry { name: " ".into(), ..entry(n) },
        1 => Entry { rating: Some(9_000), ..entry(n) },
        2..5 => Entry { rating: None, kind: EntrantKind::Guest, ..entry(n) },
        5..7 if n >= 20 => bot(n, 1_600),
        _ => entry(n),
    }
}

/// Mostly one that is being played, now and then any.
fn some_pairing(tournament: &Tournament, detail: u64) -> PairingId {
    let open: Vec<PairingId> = tournament.open_pairings().map(|pairing| pairing.paired.id).collect();
    let any = PairingId((detail >> 20) as u32 % (tournament.pairings.len() as u32 + 2));
    if detail.is_multiple_of(8) || open.is_empty() { any } else { open[(detail >> 20) as usize % open.len()] }
}

fn result(detail: u64, now: i64) -> PairingResult {
    let bits = detail >> 8;
    let outcome = match bits % 16 {
        0 => Outcome::Void,
        1..5 => Outcome::Drawn,
        5..11 => Outcome::Won(Seat::Bottom),
        _ => Outcome::Won(Seat::Top),
    };
    let moves =
        |bits: u64| if bits.is_multiple_of(8) { (bits >> 3) as u16 % 8 } else { 5 + (bits >> 3) as u16 % 25 };
    let late = if bits.is_multiple_of(9) { 2 * HOUR } else { 0 };
    PairingResult {
        outcome,
        moves: [moves(bits >> 4), moves(bits >> 12)],
        berserk: [(bits >> 20).is_multiple_of(4), (bits >> 22).is_multiple_of(4)],
        ended: now - (detail % 100) as i64 + late,
    }
}

/// Every entrant's opponents in the order of pairing.
pub fn opponents(tournament: &Tournament) -> Vec<Vec<EntrantId>> {
    let mut opponents = vec![Vec::new(); tournament.entrants.len()];
    for pairing in &tournament.pairings {
        let [first, second] = pairing.paired.players;
        opponents[first.0 as usize].push(second);
        opponents[second.0 as usize].push(first);
    }
    opponents
}
