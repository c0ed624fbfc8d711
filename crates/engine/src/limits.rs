//! Search limits: depth, node count, and a stop callback for time control.

/// Nodes between two calls of the stop callback: reading a clock costs more than a node.
const NODES_PER_STOP_CHECK: u64 = 1_024;

/// Limits of a search. The search stops at the first limit that it reaches and returns its best move so far.
pub struct Limits<'a> {
    /// Maximum depth, in moves (plies).
    pub depth: u32,
    /// Maximum node count (positions searched).
    pub nodes: u64,
    stop: &'a mut dyn FnMut() -> bool,
    node_count: u64,
    stopped: bool,
}

impl<'a> Limits<'a> {
    /// Limits of which only the stop callback is set; the search calls it about every thousand nodes and stops when it
    /// returns `true`. Time control is left to the caller, because a browser and a server have different clocks.
    pub fn new(stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { depth: u32::MAX, nodes: u64::MAX, stop, node_count: 0, stopped: false }
    }

    /// Counts a node; returns whether the search has to stop.
    pub fn count_node(&mut self) -> bool {
        self.node_count += 1;
        if self.node_count >= self.nodes
            || (self.node_count.is_multiple_of(NODES_PER_STOP_CHECK) && (self.stop)())
        {
            self.stopped = true;
        }
        self.stopped
    }

    /// Runs a search with another depth limit.
    pub(crate) fn with_depth<T>(&mut self, depth: u32, search: impl FnOnce(&mut Self) -> T) -> T {
        let previous = core::mem::replace(&mut self.depth, depth);
        let result = search(self);
        self.depth = previous;
        result
    }

    /// Number of nodes (positions) searched so far.
    #[must_use]
    pub fn node_count(&self) -> u64 {
        self.node_count
    }

    /// Whether a limit was reached.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.stopped
    }
}
