//! Against all perfect matchings of small random graphs, with changes of the graph between one solution and the next.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{Matcher, NoPerfectMatching, Weight};

/// Weights of edges, by their ends, the smaller one first.
type Edges = BTreeMap<(usize, usize), [i64; 2]>;

fn key(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// The greatest weight of a perfect matching of the vertices that are left.
fn best(edges: &Edges, left: &[usize]) -> Option<Weight<2>> {
    let Some((&first, others)) = left.split_first() else { return Some(Weight::ZERO) };
    let with = |&mate: &usize| {
        let weight = *edges.get(&key(first, mate))?;
        let rest: Vec<_> = others.iter().copied().filter(|&vertex| vertex != mate).collect();
        Some(best(edges, &rest)? + Weight(weight))
    };
    others.iter().filter_map(with).max()
}

fn expected(edges: &Edges, size: usize) -> Result<Weight<2>, NoPerfectMatching> {
    best(edges, &Vec::from_iter(0..size)).ok_or(NoPerfectMatching)
}

fn solved(matcher: &mut Matcher<2>) -> Result<Weight<2>, NoPerfectMatching> {
    matcher.solve()?;
    for vertex in 0..matcher.size() {
        let mate = matcher.mate(vertex);
        assert!(matcher.mate(mate) == vertex && matcher.is_tight(vertex, mate), "the matching is proved");
    }
    Ok(matcher.total())
}

fn graph(size: usize) -> impl Strategy<Value = (usize, Edges)> {
    let weight = prop_oneof![2 => Just(None), 5 => (-2i64..4, -3i64..6).prop_map(Some)];
    prop::collection::vec(weight, size * size).prop_map(move |weights| {
        let ends = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
        let edges = ends.zip(weights).filter(|((from, to), _)| from < to);
        (size, edges.filter_map(|(ends, weight)| Some((ends, weight?.into()))).collect())
    })
}

fn matcher(size: usize, edges: &Edges) -> Matcher<2> {
    let mut matcher = Matcher::new(size);
    for (&(from, to), &weight) in edges {
        matcher.set(from, to, Weight(weight));
    }
    matcher.start(&vec![None; size]);
    matcher
}

/// A change of a graph: whether to forbid an edge or to raise those of a vertex, its ends, by how much.
type Change = (bool, usize, usize, i64);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((any::<bool>(), 0usize..12, 0usize..12, 0i64..5), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_matching_is_as_heavy_as_the_heaviest(
        (size, mut edges) in (1usize..6).prop_flat_map(|half| graph(2 * half)),
        changes in changes(),
    ) {
        let mut matcher = matcher(size, &edges);
        prop_assert_eq!(solved(&mut matcher), expected(&edges, size));
        for (forbids, one, other, amount) in changes {
            let (one, other) = (one % size, other % size);
            if forbids {
                matcher.forbid(one, other);
                edges.remove(&key(one, other));
            } else {
                let more = |to: usize| (to as i64 * amount) % 5;
                matcher.raise(one, |to| Weight([0, more(to)]));
                for (&(from, to), weight) in edges.iter_mut().filter(|((from, to), _)| *from == one || *to == one) {
                    weight[1] += more(from + to - one);
                }
            }
            let found = solved(&mut matcher);
            prop_assert_eq!(found, expected(&edges, size));
            if found.is_err() {
                break;
            }
        }
    }

    #[test]
    fn an_edge_that_is_not_tight_is_in_no_best_matching((size, edges) in graph(8)) {
        let mut matcher = matcher(size, &edges);
        if let Ok(total) = solved(&mut matcher) {
            for (&(from, to), &weight) in &edges {
                let left: Vec<_> = (0..size).filter(|&vertex| vertex != from && vertex != to).collect();
                let with = best(&edges, &left).map(|rest| rest + Weight(weight));
                prop_assert!(matcher.is_tight(from, to) || with != Some(total));
            }
        }
    }

    #[test]
    fn lighter_edges_are_solved_again(
        (size, mut edges) in graph(8),
        chosen in prop::collection::btree_set(0usize..8, 2..6),
    ) {
        let mut matcher = matcher(size, &edges);
        if solved(&mut matcher).is_ok() {
            let less = |from: usize, to: usize| ((from * 3 + to * 5) % 4) as i64;
            matcher.lower(&Vec::from_iter(chosen.iter().copied()), |from, to| Weight([0, less(from, to)]));
            for (&(from, to), weight) in &mut edges {
                if chosen.contains(&from) && chosen.contains(&to) {
                    weight[1] -= less(from, to);
                }
            }
            prop_assert_eq!(solved(&mut matcher), expected(&edges, size));
        }
    }

    #[test]
    fn what_was_forbidden_and_allowed_again_changes_nothing((size, edges) in graph(8), vertex in 0usize..8) {
        let mut matcher = matcher(size, &edges);
        if let Ok(total) = solved(&mut matcher) {
            let snapshot = matcher.snapshot();
            let mate = matcher.mate(vertex);
            matcher.forbid(vertex, mate);
            let _ = matcher.solve();
            matcher.allow(vertex, mate);
            matcher.restore(snapshot);
            prop_assert_eq!(solved(&mut matcher), Ok(total));
        }
    }
}
