//! What does not come back by a restore: sign-ins and links that were ended since, guests who had everything deleted,
//! and removed passkeys. Done on the copy of a back-up before it is checked and put in its place.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use room::{Millis, Redaction, RoomCode};

use crate::server::admin::{TaskError, file_error, store_error};
use crate::server::database::Location;
use crate::server::database::files::with_suffix;
use crate::server::identity::GuestKey;
use crate::server::store::deletion_list::{self, Deletion};
use crate::server::store::{SessionChange, Store, StoreError};
use crate::server::time;

/// The suffix of the list of deletions beside a back-up.
pub(in crate::server::admin) const SUFFIX: &str = ".deletions";

/// What was taken out of a back-up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::server::admin) struct Aftermath {
    /// Sign-ins and links that were ended; `None` if they were kept.
    pub sign_ins: Option<u64>,
    /// Guests who were deleted once more.
    pub guests: u64,
    /// Guests who come back though their deletion had begun: whether it failed, and they played on, is not known.
    pub unfinished: Vec<GuestKey>,
    /// Removed passkeys that were removed once more.
    pub passkeys: u64,
    /// Removed passkeys that come back, because the back-up has no other one of their account.
    pub only_passkeys: u64,
}

/// The deletions of this server, and those that were copied beside the back-up.
pub(super) fn deletions(list: &Path, backup: &Path) -> Result<Vec<Deletion>, TaskError> {
    let mut all = deletion_list::read(list).map_err(file_error(list))?;
    let beside = with_suffix(backup, SUFFIX);
    let of_backup = deletion_list::read(&beside).map_err(file_error(&beside))?;
    all.extend(of_backup);
    Ok(all)
}

/// Takes all of it out of the copy of a back-up.
pub(super) async fn apply(
    copy: &Path,
    deletions: &[Deletion],
    keep_sign_ins: bool,
) -> Result<Aftermath, TaskError> {
    let store = Store::open(copy).await?;
    let done = async {
        let mut aftermath = Aftermath::default();
        let now = time::system_time();
        if !keep_sign_ins {
            aftermath.sign_ins = Some(store.drop_sign_ins(now).await?);
        }
        hide(&store, deletions, now).await?;
        let done: HashSet<GuestKey> = deletions.iter().filter_map(done).collect();
        for deletion in deletions {
            let guest = match deletion {
                Deletion::Guest(guest) => guest,
                // Of one that the copy has, too, the rest is done.
                Deletion::Begun(guest) if store.is_dead(*guest).await? => guest,
                Deletion::Begun(guest) => {
                    if !done.contains(guest) && store.is_stored(*guest).await? {
                        aftermath.unfinished.push(*guest);
                    }
                    continue;
                }
                Deletion::Member(..) | Deletion::Passkey(_) => continue,
            };
            aftermath.guests += u64::from(store.is_stored(*guest).await?);
            // Also if nothing of them is there: their cookie stays dead.
            store.delete_guest(*guest, now).await?;
        }
        remove_passkeys(&store, deletions, now, &mut aftermath).await?;
        Ok(aftermath)
    };
    let done = done.await.map_err(|error: StoreError| store_error(&Location::from(copy), error));
    store.close().await;
    done
}

fn done(deletion: &Deletion) -> Option<GuestKey> {
    if let Deletion::Guest(guest) = deletion { Some(*guest) } else { None }
}

/// Removes passkeys that were removed since. The only one of an account stays: nobody could ever enter it again.
async fn remove_passkeys(
    store: &Store,
    deletions: &[Deletion],
    at: Millis,
    aftermath: &mut Aftermath,
) -> Result<(), StoreError> {
    for (account, credential) in store.all_passkeys().await? {
        if !deletions.contains(&Deletion::of_passkey(&credential)) {
            continue;
        }
        // No browser that is known.
        let browser = "/".to_owned();
        let remove = SessionChange::RemovePasskey { account, credential, browser, at };
        match store.change_session(remove).await {
            Ok(()) => aftermath.passkeys += 1,
            Err(StoreError::Conflict) => aftermath.only_passkeys += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Hides and rewrites the names and lines of the deleted in the rooms of the copy.
async fn hide(store: &Store, deletions: &[Deletion], now: Millis) -> Result<(), StoreError> {
    let mut by_room: BTreeMap<RoomCode, Vec<Redaction>> = BTreeMap::new();
    for deletion in deletions {
        if let Deletion::Member(code, member) = deletion {
            by_room.entry(*code).or_default().push(Redaction::Member(*member));
        }
    }
    for (code, hidden) in by_room {
        let is_there = match store.stored_log(code).await {
            Err(StoreError::Unreadable(_)) => true,
            log => !log?.is_empty(),
        };
        if is_there {
            store.hide(code, &hidden, now).await?;
            store.rewrite_hidden(code, Millis::MIN).await?;
        }
    }
    Ok(())
}

/// Adds deletions to the list of this server that it did not have.
pub(super) fn complete_list(list: &Path, deletions: &[Deletion]) -> Result<(), TaskError> {
    let known = deletion_list::read(list).map_err(file_error(list))?;
    let new: Vec<Deletion> = deletions.iter().copied().filter(|deletion| !known.contains(deletion)).collect();
    if new.is_empty() {
        return Ok(());
    }
    deletion_list::append_now(list, &new, time::system_time()).map_err(file_error(list))
}
