//! Faults at an exact system call, as SQLite's own tests do it: the n-th write fails, or is the last thing the server does.

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
    let found = std::process::Command::new("strace").arg("--version").output();
    assert!(found.is_ok_and(|output| output.status.success()), "strace is missing: make setup installs it");
    true
}
