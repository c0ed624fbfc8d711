//! The server as a process of its own, as people run it.

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
        let mut child = command(&["--addr=127.0.0.1:0", "--data", data.to_str().unwrap()])
            .args(["--player-messages=0", "--rooms-per-hour=0", "--connections-per-address=0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
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
