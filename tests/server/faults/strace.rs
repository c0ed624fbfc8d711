//! Faults at an exact system call, as SQLite's own tests do it: the n-th write fails, or is the last thing the server does.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::process::Process;

/// The program to run the server under, so that this happens to this system call; as `strace --inject` has it. Threads count
/// their calls apart, and the database has a thread of its own: so the number says which of its writes it is.
pub fn inject(call: &str, what: &str) -> Vec<String> {
    let inject = format!("inject={call}:{what}");
    let trace = format!("trace={call}");
    // With -D the server is the child of whoever starts it, and the tracer beside it.
    let words = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
    words.map(str::to_owned).to_vec()
}

/// Whether such faults can be had: on Linux they must, with what `make setup` installs.
pub fn is_there() -> bool {
    if cfg!(not(target_os = "linux")) {
        println!("skipped: strace is for Linux");
        return false;
    }
    let found = Command::new("strace").arg("--version").output();
    assert!(found.is_ok_and(|output| output.status.success()), "strace is missing: make setup installs it");
    true
}

/// A system call that fails in a server that runs, until this is dropped.
pub struct Failing {
    tracer: Child,
    /// Kept open: it says what it attaches to, and would end if nobody listened.
    _said: BufReader<ChildStderr>,
}

impl Failing {
    /// From now on; `None` where the system lets nobody do that to a program that runs.
    pub fn attach(server: &Process, call: &str, what: &str) -> Option<Self> {
        let (trace, inject) = (format!("trace={call}"), format!("inject={call}:{what}"));
        let mut tracer = Command::new("strace")
            .args(["-f", "-o", "/dev/null", "-e", &trace, "-e", &inject, "-p", &server.id().to_string()])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It says that it is attached, or why it is not.
        let mut said = String::new();
        let mut lines = BufReader::new(tracer.stderr.take().unwrap());
        lines.read_line(&mut said).unwrap();
        if said.contains("Operation not permitted") {
            println!("left out: {said}");
            let _ = tracer.wait();
            return None;
        }
        assert!(said.contains("attached"), "{said}");
        Some(Self { tracer, _said: lines })
    }
}

impl Drop for Failing {
    fn drop(&mut self) {
        // Asked to end, it lets go of the server and leaves it running.
        let _ = Command::new("kill").args(["-INT", &self.tracer.id().to_string()]).status();
        let _ = self.tracer.wait();
    }
}
