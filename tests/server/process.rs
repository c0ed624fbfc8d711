//! The server as a process of its own, as people run it.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// A running server.
pub struct Process {
    child: Child,
    /// Kept open: a program that nobody listens to is another test.
    _stdout: BufReader<ChildStdout>,
    /// Where it listens.
    pub host: String,
}

impl Process {
    /// Starts the program on this folder, without limits, and waits until it says where it listens.
    pub fn start(data: &Path) -> Self {
        Self::start_as(data, |_| ())
    }

    /// The same, with everything that it and what it is built of can log in this file.
    pub fn start_logging(data: &Path, log: &Path) -> Self {
        let log = File::create(log).unwrap();
        Self::start_as(data, |command| {
            command.env("RUST_LOG", "trace").stderr(log);
        })
    }

    fn start_as(data: &Path, more: impl FnOnce(&mut Command)) -> Self {
        let mut command = command(&["--addr=127.0.0.1:0", "--data", data.to_str().unwrap()]);
        command.args(["--player-messages=0", "--rooms-per-hour=0", "--connections-per-address=0"]);
        more(&mut command);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let address = |line: String| {
            let rest = line.split_once("http://localhost:")?.1;
            Some(format!("127.0.0.1:{}", rest.split(' ').next()?))
        };
        let host = stdout
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(address)
            .expect("the program says where it listens");
        Self { child, _stdout: stdout, host }
    }

    /// How much memory it holds, in KiB.
    pub fn resident(&self) -> i64 {
        let told =
            Command::new("ps").args(["-o", "rss=", "-p", &self.child.id().to_string()]).output().unwrap();
        String::from_utf8(told.stdout).unwrap().trim().parse().expect("a number of KiB")
    }

    /// Kills it with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop with SIGTERM, and waits until it has.
    pub fn terminate(mut self) -> i32 {
        Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        self.child.wait().unwrap().code().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the program to its end.
pub fn run(flags: &[&str]) -> Output {
    command(flags).output().unwrap()
}

fn command(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_duello"));
    command.args(flags).env("RUST_LOG", "warn").env_remove("RUST_BACKTRACE");
    command
}
