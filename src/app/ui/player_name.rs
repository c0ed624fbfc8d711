//! The name of a player, which leads to the player's page if it is claimed.

use room::claimed_name;

use super::el::{El, el};

/// The name as others see it; a link if it is somebody's own, so that whoever met a player finds them again.
pub fn player_name(name: String) -> El {
    match claimed_name(&name) {
        Some(_) => el("a").class("name").href(format!("/{name}")).child(name),
        None => el("span").class("name").child(name),
    }
}
