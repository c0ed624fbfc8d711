//! Atomic file creation: a file is written under a temporary name and renamed when it is complete.

use std::fs::{DirBuilder, File};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Suffixes of the files that SQLite keeps beside a database.
const SQLITE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// What the name of a temporary file ends with, before the id of its process.
const PART: &str = ".part-";
/// The age of a temporary file from which it counts as left behind.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// How often the removal of a temporary file is tried, and the wait from one try to the next.
const REMOVALS: (u32, Duration) = (500, Duration::from_millis(10));

/// A temporary file in a folder of its own, which is removed on drop with all that is in it. SQLite works in a thread that goes
/// on for a moment after its future was dropped: in a folder that is gone it can make no file anew.
#[derive(Debug)]
pub(in crate::server) struct TempFile {
    folder: PathBuf,
    file: PathBuf,
}

impl TempFile {
    /// An empty file in a folder beside the intended file, readable by the owner only.
    pub(in crate::server) fn beside(file: &Path) -> Result<Self> {
        remove_abandoned(file);
        let folder = with_suffix(file, &format!("{PART}{}", std::process::id()));
        let mut builder = DirBuilder::new();
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        builder.create(&folder)?;
        let temp_file = Self { file: folder.join("copy"), folder };
        options.open(&temp_file.file)?;
        Ok(temp_file)
    }

    /// The temporary path.
    pub(in crate::server) fn path(&self) -> &Path {
        &self.file
    }

    /// Gives the file the owner of another one, if permitted: what root restores has to belong to the
    /// server's user.
    pub(in crate::server) fn give_to_owner_of(&self, other: &Path) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            if let Ok(other) = other.metadata() {
                // Without the permission the process most likely is the owner's already.
                let _ = std::os::unix::fs::chown(&self.file, Some(other.uid()), Some(other.gid()));
            }
        }
        #[cfg(not(unix))]
        let _ = other;
    }

    /// Gives it a name that must not exist yet.
    pub(in crate::server) fn persist_new(self, file: &Path) -> Result<()> {
        File::open(&self.file)?.sync_all()?;
        match std::fs::hard_link(&self.file, file) {
            // The file system has no hard links; that the name is free was checked before.
            Err(error) if error.kind() != ErrorKind::AlreadyExists && !file.exists() => {
                std::fs::rename(&self.file, file)?;
            }
            linked => linked?,
        }
        sync_folder(file)
    }

    /// Atomically replaces a file; the old one, if any, is kept under the name `previous`.
    pub(in crate::server) fn replace(self, file: &Path, previous: &Path) -> Result<()> {
        File::open(&self.file)?.sync_all()?;
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
        std::fs::rename(&self.file, file)?;
        sync_folder(file)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let (most, wait) = REMOVALS;
        for _ in 0..most {
            match std::fs::remove_dir_all(&self.folder) {
                Ok(()) => return,
                Err(error) if error.kind() == ErrorKind::NotFound => return,
                // A file has been made in the meantime.
                Err(_) => std::thread::sleep(wait),
            }
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
            // Whoever cannot remove it, as another user, can still make a copy. Earlier versions had files without a folder.
            let _ = std::fs::remove_dir_all(entry.path()).or_else(|_| std::fs::remove_file(entry.path()));
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
        let of_earlier_versions = make("a.sqlite.part-123", old);
        let left = folder.path().join("a.sqlite.part-125");
        std::fs::create_dir(&left).unwrap();
        File::create(left.join("copy")).unwrap();
        File::open(&left).unwrap().set_modified(old).unwrap();
        let kept = [
            make("a.sqlite.part-124", std::time::SystemTime::now()),
            make("a.sqlite", old),
            make("notes.part-one", old),
        ];
        drop(TempFile::beside(&folder.path().join("b.sqlite")).unwrap());
        assert!(!of_earlier_versions.exists() && !left.exists());
        assert!(kept.iter().all(|path| path.exists()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), kept.len());
    }

    #[test]
    fn whoever_still_writes_beside_a_dropped_temporary_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..20 {
            let file = TempFile::beside(&folder.path().join("a.sqlite")).unwrap();
            let name = file.path().to_owned();
            // As SQLite's thread does: it makes the file and those beside it again and again, until it cannot.
            let writer = std::thread::spawn(move || {
                while SQLITE_SUFFIXES.iter().all(|suffix| File::create(with_suffix(&name, suffix)).is_ok()) {}
            });
            while !exists_with_siblings(&with_suffix(file.path(), "-wal")) {
                std::thread::yield_now();
            }
            drop(file);
            writer.join().unwrap();
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
