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
    /// Where it tells what it counts.
    pub metrics: String,
}

impl Process {
    /// Starts the program on this folder, without limits, and waits until it says where it listens.
    pub fn start(data: &Path) -> Self {
        Self::start_under(&[], &[], data)
    }

    /// The same under another program, with its arguments, and with these variables.
    pub fn start_under(wrapper: &[&str], variables: &[(&str, &str)], data: &Path) -> Self {
        Self::try_start(wrapper, variables, data).expect("the program says where it listens")
    }

    /// The same; `None` if it ends before it listens.
    pub fn try_start(wrapper: &[&str], variables: &[(&str, &str)], data: &Path) -> Option<Self> {
        let program = env!("CARGO_BIN_EXE_duello");
        let mut command = Command::new(wrapper.first().unwrap_or(&program));
        if let [_, arguments @ ..] = wrapper {
            command.args(arguments).arg(program);
        }
        let mut child = quiet(&mut command)
            .args(["--addr=127.0.0.1:0", "--data", data.to_str().unwrap()])
            .args(["--player-messages=0", "--rooms-per-hour=0", "--connections-per-address=0"])
            .args(["--watcher-messages=0", "--metrics=127.0.0.1:0"])
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
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
        let (Some(host), Some(metrics)) = (host, metrics) else {
            let _ = child.wait();
            return None;
        };
        Some(Self { child, _stdout: stdout, host, metrics })
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
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
    quiet(&mut command).args(flags);
    command
}

fn quiet(command: &mut Command) -> &mut Command {
    command.env("RUST_LOG", "error").env_remove("RUST_BACKTRACE")
}
