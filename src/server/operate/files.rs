//! Files that are made whole or not at all: written beside under a name of this process alone, and given their own name at the end.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// What SQLite keeps beside a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A file that is being made; it goes, with what lies beside it, unless it is kept.
#[derive(Debug)]
pub(super) struct Draft(PathBuf);

impl Draft {
    /// An empty one beside the file that it is to become, for our eyes only.
    pub(super) fn beside(file: &Path) -> Result<Self> {
        let draft = Self(with_suffix(file, &format!(".part-{}", std::process::id())));
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&draft.0)?;
        Ok(draft)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Gives it to whoever owns another file or folder, if it may be given: what an administrator restores is the server's.
    pub(super) fn give_to_owner_of(&self, other: &Path) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            if let Ok(other) = other.metadata() {
                // Whoever may not give it away is its owner, most likely.
                let _ = std::os::unix::fs::chown(&self.0, Some(other.uid()), Some(other.gid()));
            }
        }
        #[cfg(not(unix))]
        let _ = other;
    }

    /// Gives it a name that nothing has.
    pub(super) fn keep_as_new(self, file: &Path) -> Result<()> {
        File::open(&self.0)?.sync_all()?;
        match std::fs::hard_link(&self.0, file) {
            // The file system has no second names; what is there was looked for before.
            Err(error) if error.kind() != ErrorKind::AlreadyExists && !file.exists() => {
                std::fs::rename(&self.0, file)?;
            }
            linked => linked?,
        }
        sync_folder(file)
    }

    /// Puts it in the place of a file, at once. What was there, if anything, gets the other name.
    pub(super) fn replace(self, file: &Path, aside: &Path) -> Result<()> {
        File::open(&self.0)?.sync_all()?;
        if file.exists() {
            // With a second name instead of another one there is no moment without a file.
            std::fs::hard_link(file, aside).or_else(|_| std::fs::rename(file, aside))?;
        }
        // What lies beside would be taken for the new one's.
        for suffix in BESIDE {
            let beside = with_suffix(file, suffix);
            if beside.exists() {
                std::fs::rename(&beside, with_suffix(aside, suffix))?;
            }
        }
        std::fs::rename(&self.0, file)?;
        sync_folder(file)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        for suffix in ["", BESIDE[0], BESIDE[1], BESIDE[2]] {
            // It is there no more, if it was kept.
            let _ = std::fs::remove_file(with_suffix(&self.0, suffix));
        }
    }
}

/// Whether a database has left something: itself, or what lies beside it.
pub(super) fn is_there(file: &Path) -> bool {
    file.exists() || BESIDE.iter().any(|suffix| with_suffix(file, suffix).exists())
}

/// The name of a file as SQL can say it.
pub(super) fn as_text(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| Error::new(ErrorKind::InvalidInput, "its name is no text"))
}

/// Names are on the disk when their folder is.
fn sync_folder(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The file of this name with something behind it.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
