//! The rounds of a round robin by Berger tables, as FIDE has them (Handbook C.05, annex 1).

/// The rounds for so many players, numbered from 0: in each the pairs, of which the first one begins. With an odd number
/// of players, whoever is paired with the number behind the last one does not play. In a double round robin all rounds
/// follow once more, with sides swapped. Empty for fewer than two players.
pub fn berger_rounds(players: u32, double: bool) -> Vec<Vec<[u32; 2]>> {
    if players < 2 {
        return Vec::new();
    }
    let last = players.next_multiple_of(2) - 1;
    let mut rounds: Vec<Vec<[u32; 2]>> = (0..last).map(|round| berger_round(last, round)).collect();
    if double {
        let swapped = |round: &Vec<[u32; 2]>| round.iter().map(|&[first, second]| [second, first]).collect();
        rounds.extend(rounds.iter().map(swapped).collect::<Vec<_>>());
    }
    rounds
}

/// One round. The last player stays in place, the others turn round a circle: two of them meet if their numbers add up to
/// the same, modulo how many they are.
fn berger_round(last: u32, round: u32) -> Vec<[u32; 2]> {
    // Who meets the last player: half of the round, in the arithmetic of the circle. Half of 1 is half of `last + 1`.
    let pivot = round * last.div_ceil(2) % last;
    let with_last = if round.is_multiple_of(2) { [pivot, last] } else { [last, pivot] };
    let others = (1..=last / 2).map(|step| [(pivot + step) % last, (pivot + last - step) % last]);
    core::iter::once(with_last).chain(others).collect()
}
