//! Time limits for child processes: whatever hangs is killed, and its test fails, where the whole run would else
//! wait for ever.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

/// Time limit of a process that is to end, longer than anything here takes.
pub const TO_END: Duration = Duration::from_secs(120);

/// Time limit of a process that is to say something, for example that it listens.
pub const TO_ANSWER: Duration = Duration::from_secs(60);

/// A child process that is killed when this is dropped, as happens when its test fails.
pub struct KilledOnDrop(pub Child);

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a process ends. After so long it is killed, and the test fails.
pub fn wait_within(child: &mut Child, limit: Duration) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if since.elapsed() >= limit {
            let _ = child.kill();
            let _ = child.wait();
            panic!("process {} did not end within {limit:?}", child.id());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs a command to its end; its output. After so long it is killed, and the test fails.
pub fn output_within(command: &mut Command, limit: Duration) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    output_of_child(child, limit)
}

/// What a process with piped output says until it ends. After so long it is killed, and the test fails.
pub fn output_of_child(child: Child, limit: Duration) -> Output {
    let mut child = KilledOnDrop(child);
    // Read beside the wait: a process whose pipe is full would not end.
    let [stdout, stderr] = [
        read_beside(child.0.stdout.take().expect("stdout is piped")),
        read_beside(child.0.stderr.take().expect("stderr is piped")),
    ];
    let status = wait_within(&mut child.0, limit);
    Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

fn read_beside(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

/// Kills a process after [`TO_ANSWER`], so that reading from it ends, unless it is called off before.
#[must_use]
pub struct Watchdog {
    answered: Sender<()>,
    killed: JoinHandle<bool>,
}

impl Watchdog {
    pub fn over(child: &Child) -> Self {
        let (answered, waits) = channel();
        let id = child.id();
        let killed = std::thread::spawn(move || {
            let silent = waits.recv_timeout(TO_ANSWER) == Err(RecvTimeoutError::Timeout);
            if silent {
                signal(id, Signal::KILL);
            }
            silent
        });
        Self { answered, killed }
    }

    /// The process has answered, or ended; the test fails if it had to be killed. To be called before the process is
    /// waited for: its id could belong to another one afterwards.
    pub fn call_off(self) {
        drop(self.answered);
        assert!(!self.killed.join().unwrap(), "a process says nothing within {TO_ANSWER:?}");
    }
}

/// Sends a signal to a process. One that has ended is past it.
pub fn signal(id: u32, signal: Signal) {
    let _ = kill_process(Pid::from_raw(id as i32).expect("a process id"), signal);
}

/// Lifts this process's limit of open files to what the system allows: tests open hundreds of sockets at once, both of
/// their ends, and many systems begin with 1024. Child processes inherit it.
pub fn allow_open_files() {
    /// More than all tests together need; some programs walk through all numbers that are allowed.
    const ENOUGH: u64 = 65_536;
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = maximum.map_or(ENOUGH, |maximum| maximum.min(ENOUGH));
        if current.is_some_and(|current| current < wanted) {
            // Where this is refused, only the largest tests fail, and say why.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
        }
    });
}

#[test]
#[should_panic(expected = "did not end within")]
fn a_process_that_does_not_end_is_killed_and_its_test_fails() {
    output_within(Command::new("sleep").arg("600"), Duration::from_millis(100));
}
