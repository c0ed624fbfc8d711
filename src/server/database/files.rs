//! Atomic file creation: a file is written under a temporary name and renamed when it is complete.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Suffixes of the files that SQLite keeps beside a database.
const SQLITE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// What the name of a temporary file ends with, before the id of its process.
const PART: &str = ".part-";
/// The age of a temporary file from which it counts as left behind.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// A temporary file, removed on drop (with SQLite's files beside it) unless it was kept.
#[derive(Debug)]
pub(in crate::server) struct TempFile(PathBuf);

impl TempFile {
    /// An empty file beside the intended one, readable by the owner only.
    pub(in crate::server) fn beside(file: &Path) -> Result<Self> {
        remove_abandoned(file);
        let temp_file = Self(with_suffix(file, &format!("{PART}{}", std::process::id())));
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&temp_file.0)?;
        Ok(temp_file)
    }

    /// The temporary path.
    pub(in crate::server) fn path(&self) -> &Path {
        &self.0
    }

    /// Gives the file the owner of another one, if permitted: what root restores has to belong to the
    /// server's user.
    pub(in crate::server) fn give_to_owner_of(&self, other: &Path) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            if let Ok(other) = other.metadata() {
                // Without the permission the process most likely is the owner's already.
                let _ = std::os::unix::fs::chown(&self.0, Some(other.uid()), Some(other.gid()));
            }
        }
        #[cfg(not(unix))]
        let _ = other;
    }

    /// Gives it a name that must not exist yet.
    pub(in crate::server) fn persist_new(self, file: &Path) -> Result<()> {
        File::open(&self.0)?.sync_all()?;
        match std::fs::hard_link(&self.0, file) {
            // The file system has no hard links; that the name is free was checked before.
            Err(error) if error.kind() != ErrorKind::AlreadyExists && !file.exists() => {
                std::fs::rename(&self.0, file)?;
            }
            linked => linked?,
        }
        sync_folder(file)
    }

    /// Atomically replaces a file; the old one, if any, is kept under the name `previous`.
    pub(in crate::server) fn replace(self, file: &Path, previous: &Path) -> Result<()> {
        File::open(&self.0)?.sync_all()?;
        if file.exists() {
            // A hard link instead of a rename leaves no moment without a file.
            std::fs::hard_link(file, previous).or_else(|_| std::fs::rename(file, previous))?;
        }
        // A leftover WAL or journal would be applied to the new database.
        for suffix in SQLITE_SUFFIXES {
            let sibling = with_suffix(file, suffix);
            if sibling.exists() {
                std::fs::rename(&sibling, with_suffix(previous, suffix))?;
            }
        }
        std::fs::rename(&self.0, file)?;
        sync_folder(file)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        for suffix in ["", SQLITE_SUFFIXES[0], SQLITE_SUFFIXES[1], SQLITE_SUFFIXES[2]] {
            // Fails harmlessly after the file was kept.
            let _ = std::fs::remove_file(with_suffix(&self.0, suffix));
        }
    }
}

/// Removes temporary files of processes that were killed. None takes a day.
fn remove_abandoned(beside: &Path) {
    let folder = beside.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_temporary = name.rsplit_once(PART).is_some_and(|(_, id)| id.parse::<u32>().is_ok());
        let modified = entry.metadata().and_then(|file| file.modified());
        if is_temporary && modified.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > ABANDONED)) {
            // Whoever cannot remove it, as another user, can still make a copy.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Whether the database or one of SQLite's files beside it exists.
pub(in crate::server) fn exists_with_siblings(file: &Path) -> bool {
    file.exists() || SQLITE_SUFFIXES.iter().any(|suffix| with_suffix(file, suffix).exists())
}

/// A path as text for an SQL statement.
pub(in crate::server) fn path_as_str(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| Error::new(ErrorKind::InvalidInput, "its name is no text"))
}

/// A new name is durable only when its folder is synced.
pub(in crate::server) fn sync_folder(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The path with a suffix added to its name.
pub(in crate::server) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temporary_files_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        let make = |name: &str, at| {
            let path = folder.path().join(name);
            File::create(&path).unwrap().set_modified(at).unwrap();
            path
        };
        let left = make("a.sqlite.part-123", old);
        let kept = [
            make("a.sqlite.part-124", std::time::SystemTime::now()),
            make("a.sqlite", old),
            make("notes.part-one", old),
        ];
        drop(TempFile::beside(&folder.path().join("b.sqlite")).unwrap());
        assert!(!left.exists() && kept.iter().all(|path| path.exists()));
    }
}
