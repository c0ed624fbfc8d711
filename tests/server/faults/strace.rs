//! Fault injection at an exact system call with strace, as in SQLite's own tests: the n-th write fails, or is
//! the last thing the server does.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::process::Process;

/// The wrapper command that injects this fault (syntax of `strace --inject`). Threads count their calls
/// separately, and the database has one of its own, so the number refers to its writes.
pub fn inject(call: &str, what: &str) -> Vec<String> {
    let inject = format!("inject={call}:{what}");
    let trace = format!("trace={call}");
    // With -D the server stays the direct child, and the tracer runs beside it.
    let words = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
    words.map(str::to_owned).to_vec()
}

/// Whether strace is available; on Linux it has to be, as `make setup` installs it.
pub fn has_strace() -> bool {
    if cfg!(not(target_os = "linux")) {
        println!("skipped: strace is for Linux");
        return false;
    }
    let found = Command::new("strace").arg("--version").output();
    assert!(found.is_ok_and(|output| output.status.success()), "strace is missing: make setup installs it");
    true
}

/// A failing system call in a running server, until this is dropped.
pub struct Failing {
    tracer: Child,
    /// Kept open: strace would end if its stderr were closed.
    _stderr: BufReader<ChildStderr>,
}

impl Failing {
    /// Attaches; `None` where the system forbids tracing a running process.
    pub fn attach(server: &Process, call: &str, what: &str) -> Option<Self> {
        let (trace, inject) = (format!("trace={call}"), format!("inject={call}:{what}"));
        let mut tracer = Command::new("strace")
            .args(["-f", "-o", "/dev/null", "-e", &trace, "-e", &inject, "-p", &server.id().to_string()])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // strace reports that it is attached, or why not.
        let mut report = String::new();
        let mut lines = BufReader::new(tracer.stderr.take().unwrap());
        lines.read_line(&mut report).unwrap();
        if report.contains("Operation not permitted") {
            println!("left out: {report}");
            let _ = tracer.wait();
            return None;
        }
        assert!(report.contains("attached"), "{report}");
        Some(Self { tracer, _stderr: lines })
    }
}

impl Drop for Failing {
    fn drop(&mut self) {
        // On SIGINT strace detaches and leaves the server running.
        let _ = Command::new("kill").args(["-INT", &self.tracer.id().to_string()]).status();
        let _ = self.tracer.wait();
    }
}
