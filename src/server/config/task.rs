//! The administration commands as they stand on the command line; `server::admin` carries them out.

use std::path::PathBuf;

use clap::Subcommand;
use room::RoomCode;

use super::desk::{
    BlockAction, BotAction, DeskFlags, Feature, GuestAction, Moment, OnOff, ReportAction, RoomAction, Span,
    TournamentAction, UndoRange,
};
use super::proxies::Cidr;

/// An administration command.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Check the database: replay every stored game and verify it. The server may be running.
    Check {
        /// Check the file and compute the digest, but replay nothing.
        #[arg(long)]
        quick: bool,
    },
    /// Copy a snapshot of the database into one SQLite file, and check the copy. The server may be running. The
    /// source may be SQLite or PostgreSQL.
    Backup {
        /// The file to create. It must not exist.
        file: PathBuf,
        /// Check the copy as `check --quick` does.
        #[arg(long)]
        quick: bool,
    },
    /// Explain the system's clock and the times that are stored, by which the server decides whether it may
    /// remove rooms because of their age. The server may be running.
    Clock {
        /// The system's clock is right, although it is far past the last time that was trusted.
        #[arg(long)]
        confirm: bool,
        /// The system's clock is right, and an earlier one was ahead: take what was stored out of the future.
        /// The server must be stopped.
        #[arg(long, conflicts_with = "confirm")]
        mend: bool,
    },
    /// Make rooms visible again that were removed because of their age in the last week. The server may be
    /// running.
    Recover {
        /// Only the room with this code.
        code: Option<RoomCode>,
    },
    /// Say which schema version the database has, and which programs can use it; or make it usable for an
    /// earlier program.
    Schema {
        /// The schema version of the earlier program, which may use the database from then on. The server must
        /// be stopped. This program can be started on it again.
        #[arg(long, value_name = "VERSION")]
        back_to: Option<i64>,
    },
    /// Check whether the server at --addr is ready, for monitoring: exit code 0 if it can read and write.
    Ready,
    /// Check a backup and replace the database by it. The server must be stopped. The previous database is kept
    /// beside the new one. A PostgreSQL database must be empty.
    Restore {
        /// The backup, made by this version or an earlier one.
        file: PathBuf,
        /// Restore even if the check finds errors.
        #[arg(long)]
        anyway: bool,
        /// Keep the sign-ins of the backup, also those that were ended since, and the links by which seats move.
        #[arg(long)]
        keep_sign_ins: bool,
    },
    /// List reports of guests, or note that one was dealt with. The server may be running; this holds for the
    /// commands below as well, and what they change takes effect within five seconds.
    #[command(args_conflicts_with_subcommands = true)]
    Reports {
        /// What is done; without it, something is shown.
        #[command(subcommand)]
        action: Option<ReportAction>,
        /// List those that were dealt with as well.
        #[arg(long)]
        all: bool,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// Show what is known of a guest, or do something about them.
    Guest {
        /// The guest: the id that `reports` and `room` show, or its first eight digits or more; or the name that
        /// the guest has chosen.
        guest: String,
        /// What is done; without it, something is shown.
        #[command(subcommand)]
        action: Option<GuestAction>,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// Show a room with its members, its settings, its game and its log, or close it.
    Room {
        /// The room's code.
        code: RoomCode,
        /// What is done; without it, something is shown.
        #[command(subcommand)]
        action: Option<RoomAction>,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// Show a tournament with its entrants, cancel it, or remove its title or a name.
    Tournament {
        /// The tournament's code, as in its address.
        code: RoomCode,
        /// What is done; without it, something is shown.
        #[command(subcommand)]
        action: Option<TournamentAction>,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// Refuse everything to a network for a time. Only a hash of it is stored.
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Block {
        /// What is done; without it, something is shown.
        #[command(subcommand)]
        action: Option<BlockAction>,
        /// The address, or the network, as in 198.51.100.0/24 or 2001:db8:1:2::/64.
        #[arg(required = true, value_name = "NETWORK")]
        network: Option<Cidr>,
        /// For how long: 90m, 24h, 7d.
        #[arg(long = "for", required = true, value_name = "TIME")]
        span: Option<Span>,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// List your own bots, which may play any number of games, or make one. Bots of your guests are made on their security pages.
    #[command(args_conflicts_with_subcommands = true)]
    Bot {
        /// What is done; without it, they are listed.
        #[command(subcommand)]
        action: Option<BotAction>,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// Play your own bots at a server, as a process beside it: the levels of the computer, over the interface for bots.
    Bots {
        /// The server's address, as in http://localhost:3000.
        #[arg(long, value_name = "URL")]
        server: String,
        /// A file with a level and a token in each line, as `bot levels` writes it.
        #[arg(long, value_name = "FILE")]
        tokens: PathBuf,
        /// The number of games that each bot plays at a time.
        #[arg(long, default_value_t = 32, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_000))]
        games: u16,
        /// The number of moves that are searched at a time; without it, half the processors.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        searches: Option<u16>,
    },
    /// Say what is switched off, or switch something off or on. Games under way go on.
    Switch {
        /// What.
        #[arg(requires = "state")]
        feature: Option<Feature>,
        /// On or off.
        state: Option<OnOff>,
        /// Switch it on again after a time: 90m, 24h, 7d.
        #[arg(long = "for", value_name = "TIME", requires = "state")]
        span: Option<Span>,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// Take back what games have changed of ratings, once. They stay in the lists of games, as unrated ones.
    UndoRatings {
        /// Which games.
        #[command(flatten)]
        range: UndoRange,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
    /// Screen rated games of persons for moves of an engine (cheat detection), and rank the players by their score. It
    /// does nothing to anybody. The server may be running.
    Screen {
        /// Games that ended since then: 2026-11-26, or 30d for thirty days ago.
        #[arg(long, value_name = "TIME", default_value = "30d")]
        since: Moment,
        /// The most games, the newest ones. A thousand take about two minutes.
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        games: u32,
        /// Store the result for the operator's pages, in place of the one before. Without this the command reads only.
        #[arg(long)]
        keep: bool,
        /// Write JSON for programs.
        #[arg(long)]
        json: bool,
    },
    /// Show who has done what with the commands above.
    Audit {
        /// Only since then: 2026-11-26, 2026-11-26T18:30 (UTC), or 2d for two days ago.
        #[arg(long, value_name = "TIME")]
        since: Option<Moment>,
        /// Who acts, and how it is answered.
        #[command(flatten)]
        desk: DeskFlags,
    },
}
