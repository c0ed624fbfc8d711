//! Against all perfect matchings of small random graphs, with changes of the graph between one solution and the next.

use proptest::prelude::*;

use super::{Matcher, NoPerfectMatching, Weight};

type Edges = Vec<Vec<Option<[i64; 2]>>>;

/// The greatest weight of a perfect matching of the vertices that are not used yet.
fn best(edges: &Edges, used: &mut Vec<bool>) -> Option<Weight<2>> {
    let Some(first) = used.iter().position(|&used| !used) else { return Some(Weight::ZERO) };
    used[first] = true;
    let mut greatest = None;
    for to in first + 1..edges.len() {
        if let (false, Some(weight)) = (used[to], edges[first][to]) {
            used[to] = true;
            greatest = greatest.max(best(edges, used).map(|rest| rest + Weight(weight)));
            used[to] = false;
        }
    }
    used[first] = false;
    greatest
}

fn expected(edges: &Edges) -> Result<Weight<2>, NoPerfectMatching> {
    best(edges, &mut vec![false; edges.len()]).ok_or(NoPerfectMatching)
}

fn solved(matcher: &mut Matcher<2>, size: usize) -> Result<Weight<2>, NoPerfectMatching> {
    matcher.solve()?;
    for vertex in 0..size {
        let mate = matcher.mate(vertex);
        assert!(matcher.mate(mate) == vertex && matcher.is_tight(vertex, mate), "the matching is proved");
    }
    Ok(matcher.total())
}

fn edges(size: usize) -> impl Strategy<Value = Edges> {
    let weight = prop_oneof![2 => Just(None), 5 => (-2i64..4, -3i64..6).prop_map(|(high, low)| Some([high, low]))];
    prop::collection::vec(prop::collection::vec(weight, size), size).prop_map(move |mut edges| {
        for from in 0..size {
            for to in 0..from {
                edges[from][to] = edges[to][from];
            }
            edges[from][from] = None;
        }
        edges
    })
}

fn matcher(edges: &Edges) -> Matcher<2> {
    let mut matcher = Matcher::new(edges.len());
    for from in 0..edges.len() {
        for to in 0..from {
            if let Some(weight) = edges[from][to] {
                matcher.set(from, to, Weight(weight));
            }
        }
    }
    matcher.start(&vec![None; edges.len()]);
    matcher
}

/// A change of the graph: an edge to forbid, or a vertex whose edges to raise.
type Change = (bool, usize, usize, i64);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((any::<bool>(), 0usize..12, 0usize..12, 0i64..5), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_matching_is_as_heavy_as_the_heaviest((edges, changes) in (1usize..6).prop_flat_map(|half| (edges(2 * half), changes()))) {
        let (mut edges, size) = (edges, 0);
        let size = size + edges.len();
        let mut matcher = matcher(&edges);
        prop_assert_eq!(solved(&mut matcher, size), expected(&edges));
        for (forbids, one, other, amount) in changes {
            let (one, other) = (one % size, other % size);
            if forbids {
                matcher.forbid(one, other);
                edges[one][other] = None;
                edges[other][one] = None;
            } else {
                let more = |to: usize| (to as i64 * amount) % 5;
                matcher.raise(one, |to| Weight([0, more(to)]));
                for to in 0..size {
                    if let Some([high, low]) = edges[one][to] {
                        edges[one][to] = Some([high, low + more(to)]);
                        edges[to][one] = edges[one][to];
                    }
                }
            }
            let found = solved(&mut matcher, size);
            prop_assert_eq!(found, expected(&edges));
            if found.is_err() {
                break;
            }
        }
    }

    #[test]
    fn an_edge_that_is_not_tight_is_in_no_best_matching(edges in edges(8)) {
        let mut matcher = matcher(&edges);
        if let Ok(total) = solved(&mut matcher, 8) {
            for from in 0..8 {
                for to in 0..from {
                    let mut used = vec![false; 8];
                    (used[from], used[to]) = (true, true);
                    let with = edges[from][to].and_then(|weight| Some(best(&edges, &mut used)? + Weight(weight)));
                    prop_assert!(matcher.is_tight(from, to) || with != Some(total));
                }
            }
        }
    }

    #[test]
    fn lighter_edges_are_solved_again(edges in edges(8), chosen in prop::collection::btree_set(0usize..8, 2..6)) {
        let mut edges = edges;
        let mut matcher = matcher(&edges);
        if solved(&mut matcher, 8).is_ok() {
            let chosen: Vec<_> = chosen.into_iter().collect();
            let snapshot = matcher.snapshot();
            matcher.restore(snapshot);
            let less = |from: usize, to: usize| ((from * 3 + to * 5) % 4) as i64;
            matcher.lower(&chosen, |from, to| Weight([0, less(from, to)]));
            for &from in &chosen {
                for &to in &chosen {
                    if let (true, Some([high, low])) = (from < to, edges[from][to]) {
                        edges[from][to] = Some([high, low - less(from, to)]);
                        edges[to][from] = edges[from][to];
                    }
                }
            }
            prop_assert_eq!(solved(&mut matcher, 8), expected(&edges));
        }
    }
}
