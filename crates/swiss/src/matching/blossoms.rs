//! The matching with its dual values and blossoms: odd cycles of vertices or smaller blossoms, in which all but one vertex
//! (the base) are matched with each other, and any vertex can become the base.

use super::{NONE, Weight};

#[derive(Clone)]
pub(super) struct Blossom<const N: usize> {
    /// Around the cycle, the one with the base first. Each is a vertex or a blossom.
    pub children: Vec<usize>,
    /// For each child the edge to the next one, the last one's to the first: a vertex in it, a vertex in the next.
    pub edges: Vec<(usize, usize)>,
    pub dual: Weight<N>,
    pub base: usize,
}

#[derive(Clone)]
pub(super) struct Blossoms<const N: usize> {
    pub size: usize,
    /// The dual value of each vertex.
    pub dual: Vec<Weight<N>>,
    /// The mate of each vertex, or `NONE`.
    pub mate: Vec<usize>,
    /// The outermost blossom around each vertex; the vertex itself if there is none.
    pub top: Vec<usize>,
    /// The blossom directly around each vertex or blossom, or `NONE`.
    pub parent: Vec<usize>,
    /// Blossom `size + index`, if there is one.
    blossoms: Vec<Option<Blossom<N>>>,
    unused: Vec<usize>,
}

impl<const N: usize> Blossoms<N> {
    pub fn new(size: usize) -> Self {
        // Each blossom has a vertex less as base than it has children: there are never more than half as many.
        let most = size / 2 + 1;
        Blossoms {
            size,
            dual: vec![Weight::ZERO; size],
            mate: vec![NONE; size],
            top: (0..size).collect(),
            parent: vec![NONE; size + most],
            blossoms: vec![None; most],
            unused: (size..size + most).rev().collect(),
        }
    }

    /// How many indices of vertices and blossoms there are.
    pub fn indices(&self) -> usize {
        self.size + self.blossoms.len()
    }

    /// The blossom of an index; none if it is a vertex.
    pub fn get(&self, index: usize) -> Option<&Blossom<N>> {
        self.blossoms.get(index.checked_sub(self.size)?)?.as_ref()
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut Blossom<N>> {
        self.blossoms.get_mut(index.checked_sub(self.size)?)?.as_mut()
    }

    /// The outermost blossoms.
    pub fn outermost(&self) -> Vec<usize> {
        (self.size..self.indices())
            .filter(|&index| self.get(index).is_some() && self.parent[index] == NONE)
            .collect()
    }

    /// The vertex of a blossom that is matched outside it, or not at all.
    pub fn base(&self, index: usize) -> usize {
        self.get(index).map_or(index, |blossom| blossom.base)
    }

    /// The vertices in a blossom.
    pub fn vertices(&self, index: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![index];
        while let Some(index) = stack.pop() {
            match self.get(index) {
                Some(blossom) => stack.extend(&blossom.children),
                None => found.push(index),
            }
        }
        found
    }

    /// The sum of the dual values of all blossoms around both vertices.
    pub fn common_dual(&self, one: usize, other: usize) -> Weight<N> {
        let mut sum = Weight::ZERO;
        if self.top[one] != self.top[other] {
            return sum;
        }
        let mut around = Vec::new();
        let mut index = self.parent[one];
        while index != NONE {
            around.push(index);
            index = self.parent[index];
        }
        let mut index = self.parent[other];
        while index != NONE {
            if around.contains(&index)
                && let Some(blossom) = self.get(index)
            {
                sum += blossom.dual;
            }
            index = self.parent[index];
        }
        sum
    }

    /// Makes a blossom of outermost ones.
    pub fn form(&mut self, children: Vec<usize>, edges: Vec<(usize, usize)>) -> usize {
        let Some(index) = self.unused.pop() else {
            unreachable!("there are never more blossoms than half the vertices");
        };
        let base = self.base(children[0]);
        for &child in &children {
            self.parent[child] = index;
        }
        self.blossoms[index - self.size] = Some(Blossom { children, edges, dual: Weight::ZERO, base });
        self.parent[index] = NONE;
        for vertex in self.vertices(index) {
            self.top[vertex] = index;
        }
        index
    }

    /// Takes an outermost blossom away; its children become outermost. Dual values stay as they are.
    pub fn open(&mut self, index: usize) -> Option<Blossom<N>> {
        let blossom = self.blossoms.get_mut(index.checked_sub(self.size)?)?.take()?;
        self.unused.push(index);
        for &child in &blossom.children {
            self.parent[child] = NONE;
            for vertex in self.vertices(child) {
                self.top[vertex] = child;
            }
        }
        Some(blossom)
    }

    /// Takes an outermost blossom away and hands its dual value to its vertices. Edges within stay tight; the edge by which
    /// it was matched is tight no more and leaves the matching, unless the value was zero.
    pub fn dissolve(&mut self, index: usize) {
        let vertices = self.vertices(index);
        if let Some(blossom) = self.open(index)
            && blossom.dual != Weight::ZERO
        {
            let half = blossom.dual.halved();
            for vertex in vertices {
                self.dual[vertex] += half;
            }
            self.unmatch(blossom.base);
        }
    }

    /// Takes the edge of a vertex out of the matching, if it has one.
    pub fn unmatch(&mut self, vertex: usize) {
        let mate = std::mem::replace(&mut self.mate[vertex], NONE);
        if mate != NONE {
            self.mate[mate] = NONE;
        }
    }

    /// Opens outermost blossoms whose dual value is zero, which constrain nothing.
    pub fn tidy(&mut self) {
        let mut stack = self.outermost();
        while let Some(index) = stack.pop() {
            if self.get(index).is_some_and(|blossom| blossom.dual == Weight::ZERO)
                && let Some(blossom) = self.open(index)
            {
                stack.extend(blossom.children);
            }
        }
    }

    /// Turns a blossom so that `vertex` becomes its base, with all others in it matched. The caller matches `vertex`.
    pub fn turn(&mut self, index: usize, vertex: usize) {
        let mut child = vertex;
        while self.parent[child] != index {
            child = self.parent[child];
        }
        if child != vertex {
            self.turn(child, vertex);
        }
        let Some(blossom) = self.get_mut(index) else { return };
        let length = blossom.children.len();
        let at = blossom.children.iter().position(|&other| other == child).unwrap_or(0);
        blossom.children.rotate_left(at);
        blossom.edges.rotate_left(at);
        blossom.base = vertex;
        // Now that the child is first, the others are paired along the cycle: second with third, and so on.
        let pairs: Vec<_> = (1..length)
            .step_by(2)
            .map(|from| (blossom.children[from], blossom.children[from + 1], blossom.edges[from]))
            .collect();
        for (one, other, (from, to)) in pairs {
            if self.mate[from] == to {
                continue;
            }
            if one != from {
                self.turn(one, from);
            }
            if other != to {
                self.turn(other, to);
            }
            self.mate[from] = to;
            self.mate[to] = from;
        }
    }
}
