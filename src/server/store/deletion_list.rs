//! The list of deletions, a file outside the database: who had everything deleted, by the hashes that stand for
//! guests in the database, and what they were in which room; and which passkeys were removed. A restore of a back-up
//! from before carries it out again.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Result, Write};
use std::path::Path;

use room::{MemberId, Millis, RoomCode};
use sha2::{Digest, Sha256};

use crate::server::database::files::sync_folder;
use crate::server::identity::GuestKey;

/// A line of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// A guest whose deletion begins. Without the next line it may have failed.
    Begun(GuestKey),
    /// A guest who was deleted.
    Guest(GuestKey),
    /// What a guest was in a room.
    Member(RoomCode, MemberId),
    /// A passkey that was removed, by a hash of its id.
    Passkey(u128),
}

impl Deletion {
    /// The removal of a passkey with this id.
    pub fn of_passkey(credential: &str) -> Self {
        let hash = Sha256::new().chain_update(b"duello passkey").chain_update(credential).finalize();
        Self::Passkey(hash.iter().take(16).fold(0, |number, &byte| number << 8 | u128::from(byte)))
    }

    /// The line that was written for it.
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            [_, "begun", guest] => GuestKey::from_text(guest).map(Self::Begun),
            [_, "guest", guest] => GuestKey::from_text(guest).map(Self::Guest),
            [_, "member", room, member] => Some(Self::Member(room.parse().ok()?, member.parse().ok()?)),
            [_, "passkey", hash] if hash.len() == 32 => {
                u128::from_str_radix(hash, 16).ok().map(Self::Passkey)
            }
            _ => None,
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Begun(guest) => format!("begun {guest}"),
            Self::Guest(guest) => format!("guest {guest}"),
            Self::Member(room, member) => format!("member {room} {member}"),
            Self::Passkey(hash) => format!("passkey {hash:032x}"),
        }
    }
}

/// Adds deletions, and returns when the disk has them.
pub async fn append(list: &Path, deletions: Vec<Deletion>, at: Millis) -> Result<()> {
    let list = list.to_owned();
    let written = tokio::task::spawn_blocking(move || append_now(&list, &deletions, at));
    written.await.unwrap_or_else(|error| Err(std::io::Error::other(error)))
}

/// As [`append`], for commands.
pub fn append_now(list: &Path, deletions: &[Deletion], at: Millis) -> Result<()> {
    if let Some(folder) = list.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let is_new = !list.exists();
    let mut file = options.open(list)?;
    // Begins with a line break: a write that was cut short must not spoil the next line. Written at once, because
    // several servers may add to one file.
    let lines: String = deletions.iter().map(|deletion| format!("\n{at} {}", deletion.words())).collect();
    file.write_all(format!("{lines}\n").as_bytes())?;
    file.sync_all()?;
    // The name of a new file is only on the disk when its folder is.
    if is_new { sync_folder(list) } else { Ok(()) }
}

/// The deletions of a list, in order; none if there is no such file. A line that was cut short is skipped: what it
/// was written for had not begun.
pub fn read(list: &Path) -> Result<Vec<Deletion>> {
    let text = match std::fs::read_to_string(list) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    let mut known = BTreeSet::new();
    let deletions = text.lines().filter_map(Deletion::parse);
    Ok(deletions.filter(|deletion| known.insert(deletion.words())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::identity::Identity;

    #[test]
    fn a_deletion_list_survives_a_line_that_was_cut_short() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("new").join("deletions");
        let [anna, bert] = [1, 2].map(|n| Deletion::Guest(Identity::of_test(n).guest()));
        let seat = Deletion::Member(RoomCode::from_seed(7), MemberId(255));
        assert!(read(&list).unwrap().is_empty(), "nobody was deleted yet");
        let begun = Deletion::Begun(Identity::of_test(1).guest());
        let passkey = Deletion::of_passkey("key");
        append_now(&list, &[begun, anna, seat, passkey], 5).unwrap();
        File::options().append(true).open(&list).unwrap().write_all(b"\n7 guest 0123").unwrap();
        append_now(&list, &[bert, anna], 9).unwrap();
        assert_eq!(read(&list).unwrap(), [begun, anna, seat, passkey, bert]);
    }
}
