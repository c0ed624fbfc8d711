//! Perfect matchings of greatest weight in a general graph: Edmonds' blossom algorithm as a primal-dual method on a dense
//! graph. A solved matching can be changed (an edge forbidden, the edges of a vertex raised) and solved again, which
//! takes a search for each vertex that lost its mate and not for all of them.

mod blossoms;
mod search;
#[cfg(test)]
mod tests;
mod weight;

use blossoms::Blossoms;
use search::Search;
pub use weight::Weight;

/// Stands for "no vertex" and "no blossom": an index that none has.
const NONE: usize = usize::MAX;

/// The graph cannot be matched perfectly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPerfectMatching;

/// The edges of a complete graph: which are allowed, and their weights. Weights are stored doubled, which keeps the dual
/// values whole numbers.
struct Graph<const N: usize> {
    size: usize,
    allowed: Vec<bool>,
    doubled: Vec<Weight<N>>,
}

impl<const N: usize> Graph<N> {
    fn allows(&self, from: usize, to: usize) -> bool {
        self.allowed[from * self.size + to]
    }

    fn doubled(&self, from: usize, to: usize) -> Weight<N> {
        self.doubled[from * self.size + to]
    }

    fn set(&mut self, from: usize, to: usize, weight: Weight<N>) {
        for index in [from * self.size + to, to * self.size + from] {
            self.allowed[index] = true;
            self.doubled[index] = weight.times(2);
        }
    }
}

/// A graph with its matching and the dual values that prove it best.
pub struct Matcher<const N: usize> {
    graph: Graph<N>,
    blossoms: Blossoms<N>,
}

/// A matching to go back to (`Matcher::restore`).
pub struct Snapshot<const N: usize>(Blossoms<N>);

impl<const N: usize> Matcher<N> {
    /// A graph of `size` vertices without any edge.
    pub fn new(size: usize) -> Self {
        let graph =
            Graph { size, allowed: vec![false; size * size], doubled: vec![Weight::ZERO; size * size] };
        Matcher { graph, blossoms: Blossoms::new(size) }
    }

    /// How many vertices there are.
    pub fn size(&self) -> usize {
        self.graph.size
    }

    /// Lays an edge, or changes the weight of one. Only before `start`.
    pub fn set(&mut self, from: usize, to: usize, weight: Weight<N>) {
        self.graph.set(from, to, weight);
    }

    /// Chooses dual values to begin with, and keeps as many pairs of `guess` as they allow. A good guess saves searches; it
    /// has no influence on the weight that is found.
    pub fn start(&mut self, guess: &[Option<usize>]) {
        let size = self.graph.size;
        for vertex in 0..size {
            let heaviest = (0..size)
                .filter(|&to| self.graph.allows(vertex, to))
                .map(|to| self.graph.doubled(vertex, to));
            self.blossoms.dual[vertex] = heaviest.max().unwrap_or(Weight::ZERO).halved().rounded_up_to_even();
        }
        for (vertex, &mate) in guess.iter().enumerate() {
            if let Some(mate) = mate
                && self.is_free(vertex)
                && self.is_free(mate)
                && self.is_tight(vertex, mate)
            {
                self.pair(vertex, mate);
            }
        }
        for (vertex, &wanted) in guess.iter().enumerate() {
            if self.is_free(vertex) {
                self.tighten(vertex);
                let fits = |&to: &usize| self.is_free(to) && self.is_tight(vertex, to);
                if let Some(mate) = wanted.filter(fits).or_else(|| (0..size).find(fits)) {
                    self.pair(vertex, mate);
                }
            }
        }
    }

    /// Finds a perfect matching of greatest weight.
    pub fn solve(&mut self) -> Result<(), NoPerfectMatching> {
        // Vertices without a mate stand alone: then their dual values can be made even, and all halves are whole. To isolate
        // one may unmatch others.
        loop {
            let mut unmatched = self.unmatched();
            unmatched.retain(|&vertex| self.blossoms.top[vertex] != vertex);
            let Some(&vertex) = unmatched.first() else { break };
            self.isolate(vertex);
        }
        for vertex in self.unmatched() {
            self.blossoms.dual[vertex] = self.blossoms.dual[vertex].rounded_up_to_even();
        }
        while self.blossoms.mate.contains(&NONE) {
            if !Search::new(&self.graph, &mut self.blossoms).run() {
                return Err(NoPerfectMatching);
            }
        }
        Ok(())
    }

    /// The vertex that `vertex` is matched with. Only after `solve`.
    pub fn mate(&self, vertex: usize) -> usize {
        self.blossoms.mate[vertex]
    }

    /// The weight of the matching.
    pub fn total(&self) -> Weight<N> {
        let mut total = Weight::ZERO;
        for (vertex, &mate) in self.blossoms.mate.iter().enumerate() {
            if mate != NONE && vertex < mate {
                total += self.graph.doubled(vertex, mate);
            }
        }
        total.halved()
    }

    /// Whether the edge may be in a matching of greatest weight; if not, it is in none of them.
    pub fn is_tight(&self, from: usize, to: usize) -> bool {
        self.graph.allows(from, to)
            && self.slack(from, to) + self.blossoms.common_dual(from, to) == Weight::ZERO
    }

    /// Whether the edge is there and not forbidden.
    pub fn allows(&self, from: usize, to: usize) -> bool {
        self.graph.allows(from, to)
    }

    /// Forbids an edge.
    pub fn forbid(&mut self, from: usize, to: usize) {
        if !self.graph.allows(from, to) {
            return;
        }
        let size = self.graph.size;
        self.graph.allowed[from * size + to] = false;
        self.graph.allowed[to * size + from] = false;
        // A blossom could match along the edge when it turns.
        while self.blossoms.top[from] == self.blossoms.top[to] {
            self.blossoms.dissolve(self.blossoms.top[from]);
        }
        if self.blossoms.mate[from] == to {
            self.blossoms.unmatch(from);
        }
    }

    /// Allows an edge again that was forbidden. Only together with `restore`.
    pub fn allow(&mut self, from: usize, to: usize) {
        let size = self.graph.size;
        self.graph.allowed[from * size + to] = true;
        self.graph.allowed[to * size + from] = true;
    }

    /// Makes edges of a vertex heavier, by what `more` says of the other end; zero or more each.
    pub fn raise(&mut self, vertex: usize, more: impl Fn(usize) -> Weight<N>) {
        self.isolate(vertex);
        for to in 0..self.graph.size {
            if self.graph.allows(vertex, to) {
                let weight = self.graph.doubled(vertex, to).halved() + more(to);
                self.graph.set(vertex, to, weight);
            }
        }
        self.tighten(vertex);
        let mate = self.blossoms.mate[vertex];
        if mate != NONE && self.slack(vertex, mate) != Weight::ZERO {
            self.blossoms.unmatch(vertex);
        }
    }

    /// Makes edges lighter, by what `less` says of both ends; zero or more each.
    pub fn lower(&mut self, vertices: &[usize], less: impl Fn(usize, usize) -> Weight<N>) {
        for &vertex in vertices {
            self.isolate(vertex);
        }
        for (at, &from) in vertices.iter().enumerate() {
            for &to in &vertices[at + 1..] {
                if self.graph.allows(from, to) {
                    let weight = self.graph.doubled(from, to).halved() - less(from, to);
                    self.graph.set(from, to, weight);
                }
            }
        }
        for &vertex in vertices {
            let mate = self.blossoms.mate[vertex];
            if mate != NONE && self.slack(vertex, mate) != Weight::ZERO {
                self.blossoms.unmatch(vertex);
            }
        }
    }

    /// The present matching.
    pub fn snapshot(&self) -> Snapshot<N> {
        Snapshot(self.blossoms.clone())
    }

    /// Goes back to an earlier matching. The edges must be what they were then.
    pub fn restore(&mut self, snapshot: Snapshot<N>) {
        self.blossoms = snapshot.0;
    }

    /// By how much the dual values exceed the weight of an edge, without the values of blossoms around both ends.
    fn slack(&self, from: usize, to: usize) -> Weight<N> {
        self.blossoms.dual[from] + self.blossoms.dual[to] - self.graph.doubled(from, to)
    }

    fn is_free(&self, vertex: usize) -> bool {
        self.blossoms.mate[vertex] == NONE
    }

    fn pair(&mut self, one: usize, other: usize) {
        self.blossoms.mate[one] = other;
        self.blossoms.mate[other] = one;
    }

    fn unmatched(&self) -> Vec<usize> {
        (0..self.graph.size).filter(|&vertex| self.is_free(vertex)).collect()
    }

    /// Dissolves the blossoms around a vertex.
    fn isolate(&mut self, vertex: usize) {
        while self.blossoms.top[vertex] != vertex {
            self.blossoms.dissolve(self.blossoms.top[vertex]);
        }
    }

    /// Sets the dual value of a vertex in no blossom to the lowest that its edges allow.
    fn tighten(&mut self, vertex: usize) {
        let lowest = (0..self.graph.size)
            .filter(|&to| self.graph.allows(vertex, to))
            .map(|to| self.graph.doubled(vertex, to) - self.blossoms.dual[to])
            .max();
        if let Some(lowest) = lowest {
            self.blossoms.dual[vertex] = lowest;
        }
    }
}
