//! Start and graceful shutdown of the program: error messages, and a clean exit.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::process::limits::{KilledOnDrop, TO_ANSWER, TO_END, signal, wait_within};
use crate::process::{Process, run, spawn};

#[test]
fn a_data_folder_that_cannot_be_written_is_named_and_the_exit_code_is_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    std::fs::write(&file, "not a folder").unwrap();
    let data = file.join("data");
    let output = run(&["--addr=127.0.0.1:0", "--data", data.to_str().unwrap()]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains(data.to_str().unwrap()) && error.contains("--data"), "{error}");
}

#[test]
fn a_file_that_is_no_database_is_named_and_the_exit_code_is_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    std::fs::write(&file, "Dear reader, this is no database. ".repeat(100)).unwrap();
    let (data, db) = (folder.path().to_str().unwrap(), file.to_str().unwrap());
    let output = run(&["--addr=127.0.0.1:0", "--data", data, "--db", db]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains(db), "{error}");
}

#[test]
fn an_invalid_address_is_reported_without_its_password() {
    let wrong = [
        ["--db", "postgres://anna:se/cret@a/b"],
        ["--db", "mysql://a:secret@b/c"],
        ["--bus", "nats://a:secret@b/c"],
    ];
    for setting in wrong {
        let output = run(&setting);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains(setting[0]) && error.contains("expected"), "{error}");
        assert!(!error.contains("cret"), "{error}");
    }
}

#[test]
fn a_database_that_cannot_be_reached_is_named_without_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let db = format!("postgres://anna:secret@{free}/games");
    let output = run(&["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap(), "--db", &db]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains(&format!("postgres://{free}/games")) && !error.contains("secret"), "{error}");
}

#[test]
fn a_port_in_use_is_named_and_the_exit_code_is_1() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["--addr", &addr, "--data", folder.path().to_str().unwrap()]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains(&addr) && error.contains("--addr"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_stops_the_server_cleanly_with_an_open_socket() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let code = crate::common::open_room(&server.host, room::Settings::default()).await;
    let mut tab = crate::common::Tab::join(&server.host, code, Some(&crate::common::cookie(1))).await;
    let closed = tokio::spawn(async move {
        loop {
            if let Err(code) = tab.next().await {
                return code;
            }
        }
    });
    assert_eq!(tokio::task::spawn_blocking(|| server.terminate()).await.unwrap(), 0);
    assert_eq!(closed.await.unwrap(), Some(1012));
    assert!(!folder.path().join("duello.sqlite-wal").exists(), "everything is in the one file");
}

#[test]
fn sigterm_stops_a_start_that_waits_for_the_database() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    silent.set_nonblocking(true).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = format!("--data={}", folder.path().display());
    let database = format!("--db=postgres://duello@{}/duello", silent.local_addr().unwrap());
    let mut starting = KilledOnDrop(spawn(&["--addr=127.0.0.1:0", &data, &database]));
    let since = Instant::now();
    // It has connected, and is never answered.
    let _asked = loop {
        assert_eq!(starting.0.try_wait().unwrap(), None, "it has ended before it was told to");
        match silent.accept() {
            Ok(asked) => break asked,
            Err(error) => assert!(since.elapsed() < TO_ANSWER, "it does not connect: {error}"),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(starting.0.try_wait().unwrap(), None);
    signal(starting.0.id(), Signal::TERM);
    assert_eq!(wait_within(&mut starting.0, TO_END).code(), Some(0));
}

#[test]
fn help_names_every_variable() {
    let help = String::from_utf8(run(&["--help"]).stdout).unwrap();
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server");
    let files = std::fs::read_dir(source.join("config")).unwrap().map(|file| file.unwrap().path());
    let mut variables = vec!["RUST_LOG".to_owned()];
    for file in files.chain([source.join("config.rs")]) {
        let text = std::fs::read_to_string(file).unwrap();
        let named = text.split("env = \"").skip(1).filter_map(|rest| rest.split('"').next());
        variables.extend(named.map(str::to_owned));
    }
    assert!(variables.len() > 30, "{variables:?}");
    for variable in variables {
        assert!(help.contains(&variable), "{variable}");
    }
}
