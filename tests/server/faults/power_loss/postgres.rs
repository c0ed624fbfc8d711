//! The same for PostgreSQL, which waits for its disk here (`fsync` on).

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rustix::process::Signal;

use super::*;
use crate::process::limits::{TO_END, signal, wait_within};

/// A PostgreSQL on a folder, until it is dropped.
struct Cluster {
    server: Child,
    socket: std::path::PathBuf,
}

/// Its programs, and the command before them: the system's administrator may not run it.
fn program(name: &str) -> Command {
    let folders = std::fs::read_dir("/usr/lib/postgresql").unwrap().flatten();
    let newest = folders.map(|entry| entry.path().join("bin")).max().unwrap();
    let program = newest.join(name);
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.starts_with(b"0\n")
}

/// Gives a folder to whoever runs PostgreSQL.
fn give(folder: &Path) {
    let mode = if folder.ends_with("data") { "700" } else { "755" };
    assert!(Command::new("chmod").arg(mode).arg(folder).status().unwrap().success());
    if is_root() {
        assert!(Command::new("chown").args(["-R", "postgres"]).arg(folder).status().unwrap().success());
    }
}

impl Cluster {
    /// Starts it on the folder `data` of a folder, under a wrapper command.
    async fn start(folder: &Path, wrapper: &[String]) -> Self {
        let postgres = program("postgres");
        let mut command = match wrapper {
            [] => Command::new(postgres.get_program()),
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                command.args(rest).arg(postgres.get_program());
                command
            }
        };
        command.args(postgres.get_args()).arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
        command.args(["-c", "listen_addresses=", "-c", "fsync=on", "-c", "checkpoint_timeout=30s"]);
        let server = command.current_dir("/").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let cluster = Self { server, socket: folder.to_owned() };
        let since = Instant::now();
        while PgConnection::connect(&cluster.url("postgres")).await.is_err() {
            assert!(since.elapsed() < PATIENCE, "PostgreSQL does not start on {}", folder.display());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        cluster
    }

    fn url(&self, name: &str) -> String {
        let socket = self.socket.to_str().unwrap().replace('/', "%2F");
        format!("postgres://postgres@localhost/{name}?host={socket}")
    }

    /// Sends a signal to its first process, and waits until all are gone.
    fn stop(mut self, how: Signal) {
        let pid = std::fs::read_to_string(self.socket.join("data/postmaster.pid")).unwrap();
        signal(pid.lines().next().unwrap().parse().unwrap(), how);
        wait_within(&mut self.server, TO_END);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f16_a_power_loss_at_any_write_loses_nothing_on_postgresql() {
    if !has_strace() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    std::fs::create_dir(&data).unwrap();
    give(folder.path());
    give(&data);
    let mut made = program("initdb");
    made.current_dir("/").arg("-D").arg(&data).args(["-U", "postgres", "-A", "trust", "-E", "UTF8"]);
    assert!(made.arg("--locale=C").stdout(Stdio::null()).status().unwrap().success());
    let cluster = Cluster::start(folder.path(), &[]).await;
    let mut connection = PgConnection::connect(&cluster.url("postgres")).await.unwrap();
    sqlx::query("CREATE DATABASE duello").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let (own, url) = (folder.path().join("own"), cluster.url("duello"));
    let variables = [("DUELLO_DB", url.as_str())];
    assert_eq!(block_in_place(|| Process::start_under(&[], &variables, &own).terminate()), 0);
    block_in_place(|| cluster.stop(Signal::INT));
    let before = read_folder(&data);

    let cluster = Cluster::start(folder.path(), &recorder(&log)).await;
    let mut server = block_in_place(|| Process::start_under(&[], &variables, &own));
    let acknowledged = play_for(&server.host, 4, Duration::from_secs(times(6, 40) as u64)).await;
    block_in_place(|| {
        server.kill();
        cluster.stop(Signal::QUIT);
        until_written(&log);
    });
    let calls = read(&log, &data);
    let mut seed = 0x10_55;
    let moments = moments(&calls, times(3, 100), &mut seed);
    for (n, at) in moments.iter().enumerate() {
        let lost = tempfile::tempdir().unwrap();
        let mut files = after_power_loss(&before, &calls, *at, &mut seed);
        files.retain(|path, _| !path.ends_with("postmaster.pid"));
        write_into(&lost.path().join("data"), &data, &files);
        // Folders that were empty.
        for entry in Command::new("find")
            .arg(&data)
            .args(["-type", "d", "-printf", "%P\\n"])
            .output()
            .unwrap()
            .stdout
            .split(|&byte| byte == b'\n')
        {
            std::fs::create_dir_all(lost.path().join("data").join(String::from_utf8_lossy(entry).as_ref()))
                .unwrap();
        }
        give(lost.path());
        give(&lost.path().join("data"));
        let cluster = Cluster::start(lost.path(), &[]).await;
        let url = cluster.url("duello");
        check(&url, &format!("--db={url}"), &acknowledged, *at, &format!("power loss {n} at {at}")).await;
        block_in_place(|| cluster.stop(Signal::QUIT));
    }
    let syncs = calls.iter().filter(|call| matches!(call.action, Action::Sync)).count();
    say(
        "F16",
        &format!(
            "PostgreSQL: {} power losses within {} calls ({syncs} syncs), {} acknowledged moves, none lost",
            moments.len(),
            calls.len(),
            acknowledged.len()
        ),
    );
}
