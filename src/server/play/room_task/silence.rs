//! What the operator keeps guests from saying: chat is switched off, or they are muted.

use room::{Command, Rejection};

use super::RoomTask;
use crate::server::auth::guest_name;
use crate::server::config::desk::Feature;
use crate::server::identity::GuestKey;
use crate::server::store::{SanctionKind, StoreError};

impl RoomTask {
    /// Why a guest may not say this, or call themselves so.
    pub(super) fn silenced(&self, guest: Option<GuestKey>, command: &Command) -> Option<Rejection> {
        let is_line = match command {
            Command::SendChat(_) | Command::SendPreset(_) => true,
            Command::SendSpectatorChat(_) | Command::SendSpectatorPreset(_) => true,
            Command::Rename { .. } => false,
            _ => return None,
        };
        let (rules, now) = (self.host.rooms.moderation.rules(), self.host.rooms.time.now());
        if is_line && rules.is_off(Feature::Chat, now) {
            return Some(Rejection::ChatOff);
        }
        let until = rules.sanctioned_until(guest?, SanctionKind::Mute, now)?;
        Some(Rejection::Muted(until - now))
    }

    /// The command of a guest under the name that they may have: one who is muted, and a bot, sits down under the name that is
    /// stored, not under a new one.
    pub(super) async fn named(
        &self,
        guest: GuestKey,
        is_bot: bool,
        command: Command,
    ) -> Result<Command, StoreError> {
        let (rules, now) = (self.host.rooms.moderation.rules(), self.host.rooms.time.now());
        let is_muted = rules.sanctioned_until(guest, SanctionKind::Mute, now).is_some();
        let store = &self.host.rooms.store;
        let chosen = async |name: &str| -> Result<String, StoreError> {
            Ok(guest_name::chosen_name(store, guest, name).await?.unwrap_or_default())
        };
        Ok(match command {
            Command::Sit { name } if is_muted || is_bot => {
                Command::Sit { name: guest_name::name_still(store, guest, &name).await? }
            }
            Command::Sit { name } => Command::Sit { name: chosen(&name).await? },
            Command::Rename { name } => Command::Rename { name: chosen(&name).await? },
            _ => command,
        })
    }
}
