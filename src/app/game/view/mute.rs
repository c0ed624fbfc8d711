//! The mute list: members whose chat the viewer does not want to see, stored in local storage of this device
//! for their room.

use room::MemberId;

use super::session::Session;
use crate::client::storage::{self, keys};

/// How many muted members are remembered, the latest ones.
const MAX_MUTED: usize = 32;

/// The muted members.
pub(in crate::app::game) fn muted_members() -> Vec<MemberId> {
    let stored = storage::load(keys::MUTED).unwrap_or_default();
    stored.split(' ').filter_map(|member| member.parse().ok()).collect()
}

/// Mutes or unmutes a member.
pub(in crate::app::game) fn toggle(session: Session, member: MemberId) {
    let mut all = muted_members();
    match all.iter().position(|other| *other == member) {
        Some(place) => drop(all.remove(place)),
        None => all.push(member),
    }
    if all.len() > MAX_MUTED {
        all.remove(0);
    }
    let stored = all.iter().fold(String::new(), |text, member| text + &member.to_string() + " ");
    storage::save(keys::MUTED, &stored);
    session.change(|state| state.muted = all);
}
