//! `duello switch`: what is switched off for everybody.

use std::fmt;

use ::room::Millis;
use serde::Serialize;

use super::{Act, Desk, when};
use crate::server::admin::TaskError;
use crate::server::config::desk::{Feature, OnOff};
use crate::server::store::{ModerationChange, SwitchedOff};

/// The switches.
#[derive(Serialize)]
struct Switches {
    switches: Vec<SwitchState>,
}

#[derive(Serialize)]
struct SwitchState {
    feature: &'static str,
    on: bool,
    since: Option<Millis>,
    until: Option<Millis>,
}

impl Desk<'_> {
    /// Switches something off or on; shows the switches then.
    pub(super) async fn switch(
        &self,
        change: Option<(Feature, OnOff)>,
        span: Option<Millis>,
    ) -> Result<(), TaskError> {
        if let Some((feature, state)) = change {
            let (change, action, until) = match state {
                OnOff::Off => {
                    let until = span.map(|span| self.now + span);
                    let off = SwitchedOff { feature, since: self.now, until };
                    (ModerationChange::SwitchOff(off), "switch_off", until)
                }
                OnOff::On if span.is_some() => {
                    return Err(TaskError::Unclear(
                        "--for is how long something stays switched off: leave it out.".to_owned(),
                    ));
                }
                OnOff::On => (ModerationChange::SwitchOn(feature), "switch_on", None),
            };
            self.moderate(change, Act { action, about: feature.word().to_owned(), until }).await?;
        }
        let off = self.store.switched_off().await.map_err(|error| self.failed(error))?;
        let state = |feature: Feature| {
            let ended = |until: Option<Millis>| until.is_some_and(|until| until <= self.now);
            let off = off.iter().find(|off| off.feature == feature && !ended(off.until));
            let (since, until) = (off.map(|off| off.since), off.and_then(|off| off.until));
            SwitchState { feature: feature.word(), on: off.is_none(), since, until }
        };
        self.answer(&Switches { switches: Feature::ALL.map(state).into() });
        Ok(())
    }
}

impl fmt::Display for Switches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, switch) in self.switches.iter().enumerate() {
            let end = if n + 1 < self.switches.len() { "\n" } else { "" };
            match (switch.since, switch.until) {
                (None, _) => write!(f, "{:<9}on{end}", switch.feature)?,
                (Some(since), None) => write!(f, "{:<9}off since {}{end}", switch.feature, when(since))?,
                (Some(since), Some(until)) => {
                    write!(f, "{:<9}off since {} until {}{end}", switch.feature, when(since), when(until))?;
                }
            }
        }
        Ok(())
    }
}
