//! Whom one does not want to hear: remembered on this device, for the room in which it was said so.

use room::MemberId;

use super::session::Session;
use crate::client::storage;

const KEY: &str = "duello.muted";
/// How many are remembered: the last ones.
const MOST: usize = 32;

/// Those whom one does not want to hear.
pub(super) fn muted() -> Vec<MemberId> {
    let kept = storage::load(KEY).unwrap_or_default();
    kept.split(' ').filter_map(|member| member.parse().ok()).collect()
}

/// Has somebody unheard, or heard again.
pub(super) fn switch(session: Session, member: MemberId) {
    let mut all = muted();
    match all.iter().position(|other| *other == member) {
        Some(place) => drop(all.remove(place)),
        None => all.push(member),
    }
    if all.len() > MOST {
        all.remove(0);
    }
    let kept = all.iter().fold(String::new(), |kept, member| kept + &member.to_string() + " ");
    storage::save(KEY, &kept);
    session.change(|shown| shown.muted = all);
}
