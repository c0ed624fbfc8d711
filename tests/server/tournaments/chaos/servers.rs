//! The two servers of the arena, which are killed and start again.

use std::time::Instant;

use tokio::sync::watch;
use tokio::task::block_in_place;

use crate::process::Process;

/// The servers that run now, and when one was killed last.
#[derive(Clone)]
pub(super) struct Servers {
    pub(super) hosts: Vec<String>,
    pub(super) killed: Option<Instant>,
}

/// Two servers of a database, of which each can be killed and started again.
pub(super) struct Pair {
    pub(super) nodes: [Option<Process>; 2],
    pub(super) variables: Vec<(&'static str, String)>,
    pub(super) folder: tempfile::TempDir,
    pub(super) servers: watch::Sender<Servers>,
}

impl Pair {
    pub(super) fn start_node(&mut self, n: usize) {
        let variables: Vec<(&str, &str)> =
            self.variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let data = self.folder.path().join(format!("node{n}"));
        self.nodes[n] = Some(block_in_place(|| Process::start_under(&[], &variables, &data)));
        self.tell(None);
    }

    pub(super) fn kill(&mut self, n: usize) {
        if let Some(mut node) = self.nodes[n].take() {
            block_in_place(|| node.kill());
        }
        self.tell(Some(Instant::now()));
    }

    fn tell(&self, killed: Option<Instant>) {
        let hosts = self.nodes.iter().flatten().map(|node| node.host.clone()).collect();
        self.servers.send_modify(|servers| {
            servers.hosts = hosts;
            // A server that starts again disturbs as well.
            servers.killed = killed.or(servers.killed.map(|_| Instant::now()));
        });
    }
}
