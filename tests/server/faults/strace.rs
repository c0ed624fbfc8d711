//! Fault injection at an exact system call with strace, as in SQLite's own tests: the n-th write fails, or is
//! the last thing the server does.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::OnceLock;

use rustix::process::Signal;

use crate::process::Process;
use crate::process::limits::{TO_END, Watchdog, output_within, signal, wait_within};

/// The wrapper command that injects this fault (syntax of `strace --inject`). Threads count their calls
/// separately, and the database has one of its own, so the number refers to its writes.
pub fn inject(call: &str, what: &str) -> Vec<String> {
    let inject = format!("inject={call}:{what}");
    let trace = format!("trace={call}");
    // With -D the server stays the direct child, and the tracer runs beside it.
    let words = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject];
    words.map(str::to_owned).to_vec()
}

/// Whether programs can be started under strace; on Linux it has to be there, as `make setup` installs it, but some
/// containers forbid tracing.
pub fn has_strace() -> bool {
    if cfg!(not(target_os = "linux")) {
        println!("skipped: strace is for Linux");
        return false;
    }
    static TRACES: OnceLock<bool> = OnceLock::new();
    *TRACES.get_or_init(|| {
        let found = Command::new("strace").arg("--version").output();
        let found = found.is_ok_and(|output| output.status.success());
        assert!(found, "strace is missing: make setup installs it");
        let mut probe = Command::new("strace");
        probe.args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=none", "true"]);
        let output = output_within(&mut probe, TO_END);
        if !output.status.success() {
            println!("skipped: {}", String::from_utf8_lossy(&output.stderr));
        }
        output.status.success()
    })
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
        let watchdog = Watchdog::over(&tracer);
        let mut report = String::new();
        let mut lines = BufReader::new(tracer.stderr.take().unwrap());
        lines.read_line(&mut report).unwrap();
        watchdog.call_off();
        if report.contains("Operation not permitted") {
            println!("left out: {report}");
            wait_within(&mut tracer, TO_END);
            return None;
        }
        assert!(report.contains("attached"), "{report}");
        Some(Self { tracer, _stderr: lines })
    }
}

impl Drop for Failing {
    fn drop(&mut self) {
        // On SIGINT strace detaches and leaves the server running.
        signal(self.tracer.id(), Signal::INT);
        if std::thread::panicking() {
            // A second panic would hide the first one.
            let _ = self.tracer.kill();
            let _ = self.tracer.wait();
        } else {
            wait_within(&mut self.tracer, TO_END);
        }
    }
}
