//! The buttons to mute and to report another member.

use leptos::prelude::*;
use room::{Command, MemberId};

use super::lines::viewer_member;
use crate::app::game::view::mute;
use crate::app::game::view::session::Session;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::live::{deferred, maybe, memo, part_if, text};
use crate::app::ui::question::{Question, question};

/// The member who can be muted or reported: the opponent; for a spectator, the author of the last line.
fn reportable_member(session: Session) -> Option<(MemberId, String)> {
    let me = viewer_member(session)?;
    let state = session.state();
    let room = state.room.as_ref()?;
    if let Some(seat) = session.seat() {
        return room.occupant(seat.other()).map(|other| (other.member, shown_name(&other.name)));
    }
    let spectator = state.spectator_chat.iter().rev().find(|line| line.member != me);
    if let Some(line) = spectator {
        return Some((line.member, shown_name(&line.name)));
    }
    let player = room.chat.iter().rev().find(|line| line.draws_attention() && line.member != me)?;
    Some((player.member, shown_name(&player.name)))
}

fn mute_label(session: Session) -> String {
    let muted = reportable_member(session).is_some_and(|(member, _)| session.state().muted.contains(&member));
    if muted { words::unmute() } else { words::mute() }
}

/// The buttons to mute and to report.
pub(super) fn moderation_buttons(session: Session) -> AnyView {
    let there = memo(move || reportable_member(session).is_some());
    // Two members may have the same name: which one is meant is looked up on the click.
    let switch = move || {
        if let Some((member, _)) = untrack(|| reportable_member(session)) {
            mute::toggle(session, member);
        }
    };
    // Whoever was there when the question was opened is reported, whoever writes meanwhile.
    let whom = RwSignal::new(None::<(MemberId, String)>);
    let asking = RwSignal::new(false);
    let report = move || {
        whom.set(untrack(|| reportable_member(session)));
        asking.set(true);
    };
    let asked = move || Question {
        id: "reporting",
        heading: words::REPORT,
        more: text(move || whom.get().map(|(_, name)| words::report_sure(&name)).unwrap_or_default()),
        yes: words::REPORT,
        no: words::CANCEL,
    };
    let send = move || {
        if let Some((member, _)) = whom.get_untracked() {
            session.send(Command::Report(member));
        }
    };
    let ask = deferred(move || question(asking, asked(), send));
    let buttons = part_if(move || {
        let name = maybe(move || {
            reportable_member(session).map(|(_, name)| words::command_line(&name, &mute_label(session)))
        });
        let label = maybe(move || {
            reportable_member(session).map(|(_, name)| words::command_line(&name, &words::report()))
        });
        let mute = button("button").aria_label(name).on_click(switch);
        let mute = mute.child(text(move || mute_label(session)));
        let report = button("button").on_click(report).child(words::report()).aria_label(label);
        there.get().then(|| el("div").class("presets").child(mute).child(report).any())
    });
    vec![buttons.into_any(), ask].into_any()
}
