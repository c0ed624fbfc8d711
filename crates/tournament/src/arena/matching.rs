//! The cheapest matching of a row, by dynamic programming: everybody is matched with somebody at most [`REACH`] places
//! away, or with nobody.

/// How far apart in the row two may be who are matched. The time doubles with every place.
const REACH: usize = 8;
/// Which of the places from the one looked at on are taken: one bit for each.
const MASKS: usize = 1 << REACH;
/// The choice for a place whose partner lies before it.
const TAKEN: u8 = u8::MAX;

/// For each in the row the place of the other one with whom it is matched. `single` is the cost of being matched with
/// nobody, `pair` that of being matched, or `None` if the two must not be.
pub(super) fn cheapest<T>(
    row: &[T],
    single: impl Fn(&T) -> u64,
    pair: impl Fn(&T, &T) -> Option<u64>,
) -> Vec<Option<usize>> {
    // The least cost of what lies before a place, for each set of taken places from there on.
    let mut costs = [u64::MAX; MASKS];
    costs[0] = 0;
    // For each place and each set behind it: how far away the partner is, 0 for nobody.
    let mut choices: Vec<[u8; MASKS]> = Vec::with_capacity(row.len());
    let mut steps = Vec::with_capacity(REACH + 1);
    for (place, item) in row.iter().enumerate() {
        steps.clear();
        steps.push((0, single(item)));
        let others = row.iter().skip(place + 1).take(REACH).zip(1_u8..);
        steps.extend(others.filter_map(|(other, away)| Some((away, pair(item, other)?))));
        let mut next = [u64::MAX; MASKS];
        let mut choice = [0; MASKS];
        let mut reach = |mask: usize, cost: u64, chosen: u8| {
            if cost < next[mask >> 1] {
                (next[mask >> 1], choice[mask >> 1]) = (cost, chosen);
            }
        };
        for (mask, &cost) in costs.iter().enumerate().filter(|(_, cost)| **cost != u64::MAX) {
            if mask & 1 == 1 {
                reach(mask, cost, TAKEN);
                continue;
            }
            for &(away, more) in &steps {
                let bit = 1 << away;
                if mask & bit == 0 {
                    reach(mask | if away == 0 { 0 } else { bit }, cost.saturating_add(more), away);
                }
            }
        }
        costs = next;
        choices.push(choice);
    }
    let mut partners = vec![None; row.len()];
    // Nobody behind the end of the row can be taken.
    let mut mask = 0;
    for (place, choice) in choices.iter().enumerate().rev() {
        let chosen = choice[mask];
        mask = mask << 1 | usize::from(chosen == TAKEN);
        if (1..TAKEN).contains(&chosen) {
            let other = place + usize::from(chosen);
            (partners[place], partners[other]) = (Some(other), Some(place));
            mask &= !(1 << chosen);
        }
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost by trying all matchings.
    fn least(row: &[(u64, u64)], forbidden: &[(usize, usize)], taken: &mut Vec<bool>) -> u64 {
        let Some(place) = taken.iter().position(|taken| !taken) else { return 0 };
        taken[place] = true;
        let mut best = row[place].0 + least(row, forbidden, taken);
        for other in place + 1..row.len() {
            if !taken[other] && !forbidden.contains(&(place, other)) {
                taken[other] = true;
                best = best.min(row[other].1.abs_diff(row[place].1) + least(row, forbidden, taken));
                taken[other] = false;
            }
        }
        taken[place] = false;
        best
    }

    #[test]
    fn the_matching_costs_as_little_as_the_best_of_all() {
        for seed in 0..400_u64 {
            let number = |of| rules::hash::fold([seed, of]);
            let length = 1 + (number(0) % 9) as usize;
            let mut row: Vec<(u64, u64)> =
                (0..length as u64).map(|n| (number(2 * n + 1) % 30, number(2 * n + 2) % 60)).collect();
            row.sort_by_key(|(_, place)| *place);
            let forbidden: Vec<(usize, usize)> = (0..length)
                .flat_map(|one| (one + 1..length).map(move |other| (one, other)))
                .filter(|(one, other)| number(1_000 + (one * 16 + other) as u64).is_multiple_of(4))
                .collect();
            let items: Vec<(usize, (u64, u64))> = row.iter().copied().enumerate().collect();
            let partners = cheapest(
                &items,
                |(_, item)| item.0,
                |(one, a), (other, b)| (!forbidden.contains(&(*one, *other))).then(|| b.1.abs_diff(a.1)),
            );
            let mut cost = 0;
            for (place, partner) in partners.iter().enumerate() {
                match partner {
                    None => cost += row[place].0,
                    Some(other) => {
                        assert_eq!(partners[*other], Some(place), "both say the same");
                        assert!(!forbidden.contains(&(place.min(*other), place.max(*other))));
                        cost += if place < *other { row[*other].1 - row[place].1 } else { 0 };
                    }
                }
            }
            assert_eq!(cost, least(&row, &forbidden, &mut vec![false; length]), "seed {seed}: {row:?}");
        }
    }
}
