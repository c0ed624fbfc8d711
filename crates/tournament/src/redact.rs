//! Redaction: the log of a tournament as everybody may see it when names or its title were removed, as `room` does it for logs
//! of rooms. Numbers, pairings and results stay, so a redacted log folds into the same standing.

use room::{REMOVED_NAME, Redactions};

use crate::fact::{Fact, Logged};

/// The title of a tournament whose title was removed. It is nobody's by choice, because a chosen title has three characters.
pub const REMOVED_TITLE: &str = "?";

/// Removes from a fact what is hidden; whether there was anything. A name is hidden with everything of its bearer, or by
/// the number of its fact; a title by the number of its fact, which is 1.
pub fn redact(logged: &mut Logged, hidden: &Redactions) -> bool {
    let (text, author, removed) = match &mut logged.fact {
        Fact::Opened(plan) => (&mut plan.title, plan.maker, REMOVED_TITLE),
        Fact::Entered(entry) => (&mut entry.name, Some(entry.member), REMOVED_NAME),
        _ => return false,
    };
    let changes = hidden.hides_event(logged.seq, author) && text != removed;
    if changes {
        removed.clone_into(text);
    }
    changes
}
