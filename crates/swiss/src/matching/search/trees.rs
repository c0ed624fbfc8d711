//! The alternating trees of a search: how they grow, what happens when two even blossoms meet (a path is augmented or a
//! blossom formed), and how an odd blossom without dual value is taken apart.

use super::{Label, NONE, Search};

impl<const N: usize> Search<'_, N> {
    /// Makes an outermost blossom even, with the edge by which it is matched with the odd one above it.
    pub(super) fn make_even(&mut self, index: usize, entry: (usize, usize)) {
        self.label[index] = Label::Even;
        self.entry[index] = entry;
        self.queue.extend(self.blossoms.vertices(index));
    }

    /// Adds a free blossom and its mate to a tree, along a tight edge.
    pub(super) fn grow(&mut self, from: usize, to: usize) {
        let odd = self.blossoms.top[to];
        self.label[odd] = Label::Odd;
        self.entry[odd] = (from, to);
        let base = self.blossoms.base(odd);
        let mate = self.blossoms.mate[base];
        self.make_even(self.blossoms.top[mate], (base, mate));
    }

    /// Two even vertices are joined by a tight edge: augments the matching (true) or forms a blossom.
    pub(super) fn meet(&mut self, one: usize, other: usize) -> bool {
        let (above_one, above_other) = (self.path_up(one), self.path_up(other));
        if above_one.last() != above_other.last() {
            self.augment(one, other);
            self.augment(other, one);
            return true;
        }
        let shared = above_one.iter().rev().zip(above_other.iter().rev()).take_while(|(a, b)| a == b).count();
        let down = &above_one[..above_one.len() - shared];
        let up = &above_other[..above_other.len() - shared];
        let common = above_one[above_one.len() - shared];
        let mut children = vec![common];
        let mut edges: Vec<_> = down.iter().rev().map(|&index| self.entry[index]).collect();
        children.extend(down.iter().rev());
        edges.push((one, other));
        children.extend(up);
        edges.extend(up.iter().map(|&index| (self.entry[index].1, self.entry[index].0)));
        let entry = self.entry[common];
        let newly_even: Vec<_> =
            children.iter().copied().filter(|&child| self.label[child] == Label::Odd).collect();
        for child in newly_even {
            self.queue.extend(self.blossoms.vertices(child));
        }
        let index = self.blossoms.form(children, edges);
        self.label[index] = Label::Even;
        self.entry[index] = entry;
        false
    }

    /// The outermost blossoms from a vertex up to the root of its tree.
    fn path_up(&self, vertex: usize) -> Vec<usize> {
        let mut path = vec![self.blossoms.top[vertex]];
        let mut index = path[0];
        while self.entry[index].0 != NONE {
            index = self.blossoms.top[self.entry[index].0];
            path.push(index);
        }
        path
    }

    /// Matches an even vertex with `mate`, and turns over the path from it to the root.
    fn augment(&mut self, vertex: usize, mate: usize) {
        let (mut vertex, mut mate) = (vertex, mate);
        loop {
            let even = self.blossoms.top[vertex];
            if even != vertex {
                self.blossoms.turn(even, vertex);
            }
            self.blossoms.mate[vertex] = mate;
            let (above, _) = self.entry[even];
            if above == NONE {
                return;
            }
            let odd = self.blossoms.top[above];
            let (from, to) = self.entry[odd];
            if odd != to {
                self.blossoms.turn(odd, to);
            }
            self.blossoms.mate[to] = from;
            (vertex, mate) = (from, to);
        }
    }

    /// Takes an odd blossom apart whose dual value is zero: the children on the way of even length from its entry to its
    /// base stay in the tree, the others become free.
    pub(super) fn expand(&mut self, index: usize) {
        let entry = self.entry[index];
        let Some(blossom) = self.blossoms.open(index) else { return };
        let length = blossom.children.len();
        let reached = self.blossoms.top[entry.1];
        let at = blossom.children.iter().position(|&child| child == reached).unwrap_or(0);
        for &child in &blossom.children {
            self.label[child] = Label::Free;
            self.entry[child] = (NONE, NONE);
        }
        self.label[reached] = Label::Odd;
        self.entry[reached] = entry;
        // A child is matched with the next one if its place is odd, and with the one before if it is even.
        let forward = at % 2 == 1;
        let mut place = at;
        while !place.is_multiple_of(length) {
            let (edge, next) = self.step(&blossom, place, forward);
            self.make_even(blossom.children[next], edge);
            let (edge, after) = self.step(&blossom, next, forward);
            self.label[blossom.children[after]] = Label::Odd;
            self.entry[blossom.children[after]] = edge;
            place = after;
        }
        for child in blossom.children {
            if self.label[child] == Label::Free {
                for vertex in self.blossoms.vertices(child) {
                    self.find_nearest(vertex);
                }
            }
        }
    }

    /// The edge from a child of a blossom to its neighbour in one direction, and the neighbour's place.
    fn step(
        &self,
        blossom: &super::super::blossoms::Blossom<N>,
        place: usize,
        forward: bool,
    ) -> ((usize, usize), usize) {
        let length = blossom.children.len();
        if forward {
            (blossom.edges[place], (place + 1) % length)
        } else {
            let before = (place + length - 1) % length;
            let (from, to) = blossom.edges[before];
            ((to, from), before)
        }
    }
}
