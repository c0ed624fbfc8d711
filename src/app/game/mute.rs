//! Whom one does not want to hear: remembered on this device, for the room in which it was said so.

use room::MemberId;

use super::session::Session;
use crate::client::storage;

const KEY: &str = "duello.muted";
/// How many are remembered: the last ones.
const MOST: usize = 32;
/// What one takes: 16 digits and a blank.
const EACH: usize = 17;

/// Those whom one does not want to hear, as they are kept.
pub(super) fn muted() -> String {
    storage::load(KEY).unwrap_or_default()
}

/// Has somebody unheard, or heard again.
pub(super) fn switch(session: Session, member: MemberId) {
    let one = format!("{member} ");
    let mut all = muted();
    if all.contains(&one) {
        all = all.replace(&one, "");
    } else {
        all.push_str(&one);
        if let Some(last) = all.len().checked_sub(MOST * EACH).and_then(|from| all.get(from..)) {
            all = last.to_owned();
        }
    }
    storage::save(KEY, &all);
    session.change(|shown| shown.muted = all);
}
