//! One search for an augmenting path: alternating trees grow from all unmatched vertices along tight edges, and the dual
//! values change whenever the trees are stuck.

use super::{Graph, NONE, Weight, blossoms::Blossoms};

mod trees;

/// What an outermost blossom is in a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Free,
    /// An even number of edges away from the root.
    Even,
    /// An odd number of edges away from the root.
    Odd,
}

/// What ends the tightening of dual values.
enum Event {
    /// The edge from an even vertex to a free one became tight.
    Grow(usize, usize),
    /// The edge between two even vertices became tight.
    Meet(usize, usize),
    /// The dual value of an odd blossom became zero.
    Expand(usize),
}

pub(super) struct Search<'a, const N: usize> {
    graph: &'a Graph<N>,
    blossoms: &'a mut Blossoms<N>,
    label: Vec<Label>,
    /// For an odd blossom the edge by which its tree reached it: an even vertex, a vertex in the blossom. For an even one
    /// the edge by which it is matched with the odd one above it, in the same order; `NONE` twice for a root.
    entry: Vec<(usize, usize)>,
    queue: Vec<usize>,
    /// For each free vertex the nearest even vertex and their slack, plus all changes of dual values before it was found.
    nearest: Vec<(usize, Weight<N>)>,
    /// For each even vertex the nearest one of another even blossom, and their slack plus twice these changes.
    rival: Vec<(usize, Weight<N>)>,
    /// The sum of all changes of dual values in this search.
    elapsed: Weight<N>,
}

impl<'a, const N: usize> Search<'a, N> {
    pub fn new(graph: &'a Graph<N>, blossoms: &'a mut Blossoms<N>) -> Self {
        let (size, indices) = (graph.size, blossoms.indices());
        Search {
            graph,
            label: vec![Label::Free; indices],
            entry: vec![(NONE, NONE); indices],
            queue: Vec::new(),
            nearest: vec![(NONE, Weight::ZERO); size],
            rival: vec![(NONE, Weight::ZERO); size],
            elapsed: Weight::ZERO,
            blossoms,
        }
    }

    /// Matches two more vertices; false if no path does.
    pub fn run(mut self) -> bool {
        for vertex in 0..self.graph.size {
            if self.blossoms.mate[vertex] == NONE {
                self.make_even(self.blossoms.top[vertex], (NONE, NONE));
            }
        }
        let found = self.grow_trees();
        self.blossoms.tidy();
        found
    }

    fn grow_trees(&mut self) -> bool {
        loop {
            while let Some(vertex) = self.queue.pop() {
                if self.scan(vertex) {
                    return true;
                }
            }
            let Some((change, event)) = self.next_event() else { return false };
            if change != Weight::ZERO {
                self.change_duals(change);
            }
            match event {
                Event::Grow(from, to) => self.grow(from, to),
                Event::Meet(one, other) => {
                    if self.meet(one, other) {
                        return true;
                    }
                }
                Event::Expand(blossom) => self.expand(blossom),
            }
        }
    }

    /// Looks at all edges of an even vertex. True if the matching was augmented.
    fn scan(&mut self, from: usize) -> bool {
        for to in 0..self.graph.size {
            let (here, there) = (self.blossoms.top[from], self.blossoms.top[to]);
            if here == there || self.label[there] == Label::Odd || !self.graph.allows(from, to) {
                continue;
            }
            let slack = self.slack(from, to);
            match self.label[there] {
                Label::Even if slack == Weight::ZERO => {
                    if self.meet(from, to) {
                        return true;
                    }
                }
                Label::Even => offer(&mut self.rival[from], to, slack + self.elapsed + self.elapsed),
                Label::Free if slack == Weight::ZERO => self.grow(from, to),
                Label::Free => offer(&mut self.nearest[to], from, slack + self.elapsed),
                Label::Odd => {}
            }
        }
        false
    }

    fn slack(&self, from: usize, to: usize) -> Weight<N> {
        self.blossoms.dual[from] + self.blossoms.dual[to] - self.graph.doubled(from, to)
    }

    /// The next event, and by how much the dual values change until then.
    fn next_event(&mut self) -> Option<(Weight<N>, Event)> {
        let mut soonest: Option<(Weight<N>, Event)> = None;
        let mut consider = |change: Weight<N>, event: Event| {
            if soonest.as_ref().is_none_or(|(least, _)| change < *least) {
                soonest = Some((change, event));
            }
        };
        let (mut grow, mut meet) = ((NONE, Weight::ZERO, NONE), (NONE, Weight::ZERO, NONE));
        for vertex in 0..self.graph.size {
            match self.label[self.blossoms.top[vertex]] {
                Label::Free => {
                    let (from, key) = self.nearest[vertex];
                    if from != NONE && (grow.0 == NONE || key < grow.1) {
                        grow = (from, key, vertex);
                    }
                }
                Label::Even => {
                    let (to, _) = self.rival[vertex];
                    if to != NONE && self.blossoms.top[to] == self.blossoms.top[vertex] {
                        self.find_rival(vertex);
                    }
                    let (to, key) = self.rival[vertex];
                    if to != NONE && (meet.0 == NONE || key < meet.1) {
                        meet = (to, key, vertex);
                    }
                }
                Label::Odd => {}
            }
        }
        if grow.0 != NONE {
            consider(grow.1 - self.elapsed, Event::Grow(grow.0, grow.2));
        }
        if meet.0 != NONE {
            consider((meet.1 - self.elapsed - self.elapsed).halved(), Event::Meet(meet.2, meet.0));
        }
        for index in self.blossoms.outermost() {
            if self.label[index] == Label::Odd
                && let Some(blossom) = self.blossoms.get(index)
            {
                consider(blossom.dual.halved(), Event::Expand(index));
            }
        }
        soonest
    }

    /// Looks for the nearest vertex of another even blossom anew: the one known is in the same blossom by now.
    fn find_rival(&mut self, vertex: usize) {
        let mut rival = (NONE, Weight::ZERO);
        let here = self.blossoms.top[vertex];
        for to in 0..self.graph.size {
            let there = self.blossoms.top[to];
            if there != here && self.label[there] == Label::Even && self.graph.allows(vertex, to) {
                offer(&mut rival, to, self.slack(vertex, to) + self.elapsed + self.elapsed);
            }
        }
        self.rival[vertex] = rival;
    }

    /// Looks for the nearest even vertex of one that became free.
    fn find_nearest(&mut self, vertex: usize) {
        let mut nearest = (NONE, Weight::ZERO);
        for from in 0..self.graph.size {
            if self.label[self.blossoms.top[from]] == Label::Even && self.graph.allows(from, vertex) {
                offer(&mut nearest, from, self.slack(from, vertex) + self.elapsed);
            }
        }
        self.nearest[vertex] = nearest;
    }

    /// Keeps tight edges of the trees tight, and brings the others nearer to it.
    fn change_duals(&mut self, change: Weight<N>) {
        self.elapsed += change;
        for vertex in 0..self.graph.size {
            match self.label[self.blossoms.top[vertex]] {
                Label::Even => self.blossoms.dual[vertex] -= change,
                Label::Odd => self.blossoms.dual[vertex] += change,
                Label::Free => {}
            }
        }
        for index in self.blossoms.outermost() {
            let label = self.label[index];
            if let Some(blossom) = self.blossoms.get_mut(index) {
                match label {
                    Label::Even => blossom.dual += change.times(2),
                    Label::Odd => blossom.dual -= change.times(2),
                    Label::Free => {}
                }
            }
        }
    }
}

/// Keeps the smaller of two keys.
fn offer<const N: usize>(known: &mut (usize, Weight<N>), vertex: usize, key: Weight<N>) {
    if known.0 == NONE || key < known.1 {
        *known = (vertex, key);
    }
}
