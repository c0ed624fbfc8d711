//! The server binary: reads its settings, sets up the log, serves, or does what it is told instead.

use anyhow::Context;
use clap::Parser;
use duello::server::config::{LogFormat, Program};
use tracing_subscriber::EnvFilter;

fn main() -> anyhow::Result<()> {
    let Program { config, task } = Program::parse();
    start_log(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime cannot be started")?;
    match task {
        None => runtime.block_on(duello::server::serve(config)).context("Duello cannot start"),
        Some(task) => Ok(runtime.block_on(task.carry_out(&config))?),
    }
}

fn start_log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,duello=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}
