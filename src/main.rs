//! The server binary: parses the flags, starts the log, then serves or runs the administration command that
//! was asked for.

use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use clap::error::{ContextKind, ContextValue};
use duello::server::config::{LogFormat, Program};
use tracing_subscriber::EnvFilter;

fn main() -> anyhow::Result<()> {
    let Program { config, task } = Program::try_parse().unwrap_or_else(|error| without_secrets(error).exit());
    init_logging(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime cannot be started")?;
    let result = match task {
        None => runtime.block_on(duello::server::serve(config)).context("Duello cannot start"),
        Some(task) => runtime.block_on(duello::server::run_task(&task, &config)).map_err(Into::into),
    };
    // A DNS look-up without an answer may still block a thread; the process ends without it.
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// The error of clap without the rejected value of `--db` or `--bus`, which may contain a password.
fn without_secrets(mut error: clap::Error) -> clap::Error {
    let is_argument =
        |name: &str| error.get(ContextKind::InvalidArg).is_some_and(|arg| arg.to_string().contains(name));
    if is_argument("--db") || is_argument("--bus") {
        error.insert(ContextKind::InvalidValue, ContextValue::String("…".to_owned()));
    }
    error
}

fn init_logging(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,duello=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}
