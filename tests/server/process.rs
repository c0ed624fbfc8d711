//! The server as a separate process, as it is deployed.

pub mod limits;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use rustix::process::Signal;

use self::limits::{TO_END, Watchdog, allow_open_files, output_within, signal, wait_within};

/// The binary under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_duello");

/// A running server.
pub struct Process {
    child: Child,
    /// Kept open: the behaviour with a closed stdout is another test.
    _stdout: BufReader<ChildStdout>,
    /// The address on which it listens.
    pub host: String,
    /// The address of its metrics.
    pub metrics: String,
}

impl Process {
    /// Starts the program on this folder, without limits, and waits until it prints its address.
    pub fn start(data: &Path) -> Self {
        Self::start_under(&[], &[], data)
    }

    /// The same, with the complete log, including that of its libraries, in this file.
    pub fn start_logging(data: &Path, log: &Path) -> Self {
        let log = File::create(log).unwrap();
        let more = |command: &mut Command| {
            command.env("RUST_LOG", "trace").stderr(log);
        };
        Self::launch(Command::new(PROGRAM), data, more).expect("the program says where it listens")
    }

    /// As [`Process::start`], under a wrapper command, with these environment variables.
    pub fn start_under(wrapper: &[&str], variables: &[(&str, &str)], data: &Path) -> Self {
        Self::try_start(wrapper, variables, data).expect("the program says where it listens")
    }

    /// As [`Process::start_under`]; `None` if it ends before it listens.
    pub fn try_start(wrapper: &[&str], variables: &[(&str, &str)], data: &Path) -> Option<Self> {
        let mut command = Command::new(wrapper.first().unwrap_or(&PROGRAM));
        if let [_, arguments @ ..] = wrapper {
            command.args(arguments).arg(PROGRAM);
        }
        Self::launch(command, data, |command| {
            command.envs(variables.iter().copied());
        })
    }

    fn launch(mut command: Command, data: &Path, more: impl FnOnce(&mut Command)) -> Option<Self> {
        without_log(&mut command)
            .args(["--addr=127.0.0.1:0", "--data", data.to_str().unwrap(), "--allow-unsafe-database"])
            .args([
                "--player-messages=0",
                "--rooms-per-hour=0",
                "--games-per-hour=0",
                "--guest-games-per-hour=0",
                "--entries-per-hour=0",
                "--connections-per-address=0",
            ])
            .args([
                "--watcher-messages=0",
                "--request-points=0",
                "--misses=0",
                "--cookie-key",
                crate::common::COOKIE_KEY,
                "--metrics=127.0.0.1:0",
            ]);
        more(&mut command);
        allow_open_files();
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let watchdog = Watchdog::over(&child);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let address = |before: &'static str| {
            move |line: String| {
                let rest = line.split_once(before)?.1;
                Some(format!("127.0.0.1:{}", rest.split([' ', '/']).next()?))
            }
        };
        let mut lines = stdout.by_ref().lines().map_while(Result::ok);
        let host = lines.find_map(address("http://localhost:"));
        let metrics = lines.find_map(address("Metrics: http://127.0.0.1:"));
        watchdog.call_off();
        let (Some(host), Some(metrics)) = (host, metrics) else {
            wait_within(&mut child, TO_END);
            return None;
        };
        Some(Self { child, _stdout: stdout, host, metrics })
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Its resident memory, in KiB.
    pub fn resident(&self) -> i64 {
        let id = self.child.id().to_string();
        let kib = if cfg!(target_os = "linux") {
            let all = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
            let line = all.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it runs");
            line.trim_end_matches("kB").to_owned()
        } else {
            let output = output_within(Command::new("ps").args(["-o", "rss=", "-p", &id]), TO_END);
            String::from_utf8(output.stdout).unwrap()
        };
        kib.trim().parse().expect("a number of KiB")
    }

    /// Kills it with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it with SIGTERM (graceful shutdown); its exit code.
    pub fn terminate(mut self) -> i32 {
        signal(self.child.id(), Signal::TERM);
        wait_within(&mut self.child, TO_END).code().expect("it ends by itself")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the program, without waiting for anything.
pub fn spawn(flags: &[&str]) -> Child {
    command(flags).spawn().unwrap()
}

/// Runs the program to its end.
pub fn run(flags: &[&str]) -> Output {
    output_within(&mut command(flags), TO_END)
}

fn command(flags: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    without_log(&mut command).args(flags);
    command
}

fn without_log(command: &mut Command) -> &mut Command {
    command.env("RUST_LOG", "error").env_remove("RUST_BACKTRACE")
}
