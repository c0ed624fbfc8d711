//! Whether a database keeps what it has acknowledged: a PostgreSQL that does not wait for its disk, and a SQLite
//! file on a network file system, may lose commits.

use std::path::Path;

use super::{Connection, Location, query};
use crate::server::error::StartError;

/// Settings of PostgreSQL without which a power failure loses or breaks what was committed
/// (<https://www.postgresql.org/docs/current/runtime-config-wal.html>).
const SETTINGS: [&str; 3] = ["fsync", "synchronous_commit", "full_page_writes"];

/// File systems over a network, on which SQLite's locks and its WAL are not reliable
/// (<https://sqlite.org/wal.html#disadvantages>).
const OVER_A_NETWORK: [&str; 18] = [
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "ncpfs",
    "afs",
    "9p",
    "ceph",
    "lustre",
    "gpfs",
    "beegfs",
    "glusterfs",
    "fuse.sshfs",
    "fuse.glusterfs",
    "fuse.ceph",
    "fuse.s3fs",
    "fuse.rclone",
];

/// Refuses a database that may lose commits, unless the operator allows it, who is then only warned.
///
/// # Errors
/// It may, and that is not allowed; or the database cannot be reached.
pub async fn ensure_durable(location: &Location, allow: bool) -> Result<(), StartError> {
    let Some(why) = weakness(location).await? else { return Ok(()) };
    if !allow {
        return Err(StartError::UnsafeDatabase { location: location.clone(), why });
    }
    tracing::warn!(%location, %why, "the database may lose what it has acknowledged");
    Ok(())
}

async fn weakness(location: &Location) -> Result<Option<String>, StartError> {
    match location {
        Location::File(path) => {
            let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
            // The folder may not exist yet; where it will be made does.
            let absolute = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            let existing = absolute.ancestors().find_map(|path| path.canonicalize().ok());
            let kind = existing.and_then(|path| file_system(&mounts, &path));
            let kind = kind.filter(|kind| OVER_A_NETWORK.contains(kind));
            Ok(kind.map(|kind| format!("it lies on a network file system ({kind})")))
        }
        Location::Postgres(_) => {
            let failed = |source: sqlx::Error| StartError::database(location, source);
            let mut connection = Connection::open_read_only(location).await.map_err(failed)?;
            let mut off = Vec::new();
            for setting in SETTINGS {
                let row =
                    query(format!("SHOW {setting}")).fetch_one(&mut connection).await.map_err(failed)?;
                if row.try_get::<&str>(0).map_err(failed)? == "off" {
                    off.push(format!("{setting} is off"));
                }
            }
            // Without `sslmode` it is encrypted if the database's server can do that, and else not.
            let clear = "SELECT 1 FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND NOT ssl \
                         AND NOT COALESCE(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', TRUE)";
            if query(clear).fetch_optional(&mut connection).await.map_err(failed)?.is_some() {
                tracing::warn!(%location, "the connection to the database is not encrypted: see sslmode in docs/OPERATIONS.md");
            }
            connection.close().await.map_err(failed)?;
            Ok((!off.is_empty()).then(|| off.join(", ")))
        }
    }
}

/// The kind of the file system on which a path lies, from Linux' list of mounts (proc_pid_mountinfo(5)).
fn file_system<'m>(mounts: &'m str, path: &Path) -> Option<&'m str> {
    let mount = |line: &'m str| {
        let (before, after) = line.split_once(" - ")?;
        let point = before.split(' ').nth(4)?.replace("\\040", " ");
        path.starts_with(&point).then_some((point.len(), after.split(' ').next()?))
    };
    // Of two mounts at the same place the later one is seen.
    mounts.lines().filter_map(mount).max_by_key(|(length, _)| *length).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::database::tests::fresh;

    #[test]
    fn the_file_system_of_a_path_is_that_of_the_innermost_mount() {
        let mounts = "22 1 0:20 / / rw,relatime shared:1 - overlay overlay rw\n\
                      30 22 0:30 / /data rw - ext4 /dev/sda1 rw\n\
                      31 22 0:31 / /data/far\\040away rw shared:2 - nfs4 host:/export rw\n\
                      32 22 0:32 / /data rw - xfs /dev/sdb1 rw";
        let kind = |path: &str| file_system(mounts, Path::new(path));
        assert_eq!(kind("/var/lib"), Some("overlay"));
        assert_eq!(kind("/data/duello"), Some("xfs"));
        assert_eq!(kind("/data/far away/duello"), Some("nfs4"));
        assert_eq!(kind("/database"), Some("overlay"), "another folder whose name begins alike");
    }

    #[tokio::test]
    async fn a_database_that_may_lose_commits_is_refused_unless_allowed() {
        let fresh = fresh().await;
        let refused = ensure_durable(&fresh.location, false).await;
        // The PostgreSQL of the tests does not wait for its disk.
        match fresh.location {
            Location::File(_) => assert!(refused.is_ok()),
            Location::Postgres(_) => {
                let why = refused.unwrap_err().to_string();
                assert!(why.contains("fsync is off") && why.contains("--allow-unsafe-database"), "{why}");
            }
        }
        ensure_durable(&fresh.location, true).await.unwrap();
    }
}
