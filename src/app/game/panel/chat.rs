//! The chat of a room, with spectator chat among its lines, and the buttons to mute or report a member. The
//! newest line is read by a live region.

mod composer;

use leptos::prelude::*;
use room::{ChatLine, Command, LineContent, MemberId, Preset, SpectatorLine, SystemLine};

use self::composer::composer;
pub(in crate::app::game) use self::composer::send_line;
use crate::app::game::view::mute;
use crate::app::game::view::session::{Session, Viewer};
use crate::app::text::words;
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::live::{Memo, effect, maybe, memo, part, part_if, text};
use crate::client::{self, stage};

fn viewer_member(session: Session) -> Option<MemberId> {
    match session.state().viewer {
        Viewer::Member(me) => Some(me),
        _ => None,
    }
}

/// All lines in order, without those of muted members.
fn chat_lines(session: Session) -> Vec<ChatLine> {
    let state = session.state();
    let Some(room) = &state.room else { return Vec::new() };
    // A spectator who has taken a seat no longer sees the spectator chat.
    let spectators = if session.seat().is_none() { state.spectator_chat.as_slice() } else { &[] };
    let mut spectators = spectators.iter().map(SpectatorLine::to_line).peekable();
    let mut all = Vec::new();
    for line in &room.chat {
        while let Some(spectator) = spectators.next_if(|spectator| spectator.at < line.at) {
            all.push(spectator);
        }
        all.push(line.clone());
    }
    all.extend(spectators);
    all.retain(|line| !state.is_muted(line));
    all
}

/// The last line of another member.
pub(in crate::app::game) fn newest_line(session: Session) -> Memo<Option<ChatLine>> {
    memo(move || {
        let me = viewer_member(session);
        chat_lines(session).into_iter().rev().find(|line| line.draws_attention() && Some(line.member) != me)
    })
}

fn scroll_to_newest() {
    if let Some(log) = client::find(".chat") {
        log.set_scroll_top(log.scroll_height());
    }
}

/// The chat of a room.
pub(in crate::app) fn chat_view(session: Session) -> AnyView {
    let all = memo(move || chat_lines(session));
    // Scrolls to the newest line, in a task of its own, because reading the height forces a layout.
    effect(move || {
        all.track();
        client::defer(scroll_to_newest);
    });
    let log = part(move || {
        let all = all.get();
        untrack(|| fragment(all.iter().map(|line| chat_line(session, line))))
    });
    // The log is no live region, because it is rendered anew with each line; a separate live region reads the
    // newest one.
    let log = el("div")
        .class("chat")
        .role("log")
        .attr("tabindex", "0")
        .attr("aria-live", "off")
        .aria_label(words::CHAT)
        .child(log);
    let newest = newest_line(session);
    let mut known = newest.get_untracked();
    effect(move || {
        let newest = newest.get();
        if known != newest && !untrack(|| session.is_zen()) {
            stage::sound("chat");
        }
        known = newest;
    });
    let announcement = text(move || {
        newest.get().map(|line| words::command_line(&line.name, &line_text(&line))).unwrap_or_default()
    });
    let live_region = el("p").class("hidden").role("status").child(announcement);
    let known = memo(move || viewer_member(session).is_some());
    let composer = part_if(move || known.get().then(|| untrack(|| composer(session))));
    let head =
        el("div").class("panel-head").child(el("h2").child(words::CHAT)).child(moderation_buttons(session));
    let all: Vec<AnyView> = vec![head.any(), log.any(), el("div").child(live_region).child(composer).any()];
    all.into_any()
}

/// The text of a line.
fn line_text(line: &ChatLine) -> String {
    let name = &line.name;
    match &line.said {
        LineContent::Text(text) => text.clone(),
        LineContent::Preset(preset) => preset_text(*preset),
        LineContent::Happened(what) => match what {
            SystemLine::Came => words::came(name),
            SystemLine::Left => words::has_left(name),
            SystemLine::Configured => words::changed_settings(name),
            SystemLine::Talk(true) => words::talk_on(name),
            SystemLine::Talk(false) => words::talk_off(name),
            SystemLine::Started(number) => words::number_begins(*number),
            SystemLine::TakenBack => words::taken_back(),
            SystemLine::Won => words::name_wins(name),
            SystemLine::Resigned => words::name_resigned(name),
            SystemLine::OutOfTime => words::name_time_out(name),
            SystemLine::Drawn => words::a_draw(),
            SystemLine::CalledOff => words::game_called_off(),
        },
    }
}

fn preset_text(preset: Preset) -> String {
    match preset {
        Preset::Hello => words::say_hello(),
        Preset::GoodLuck => words::say_good_luck(),
        Preset::HaveFun => words::say_have_fun(),
        Preset::GoodGame => words::say_good_game(),
        Preset::WellPlayed => words::say_well_played(),
        Preset::ThankYou => words::say_thank_you(),
        Preset::Bye => words::say_bye(),
    }
}

fn chat_line(session: Session, line: &ChatLine) -> AnyView {
    let text = line_text(line);
    if matches!(line.said, LineContent::Happened(_)) {
        return el("p").class("soft").child(text).any();
    }
    let mine = viewer_member(session) == Some(line.member);
    let name = match line.seat {
        _ if mine => words::you(),
        Some(_) => line.name.clone(),
        None => words::aside_name(&line.name),
    };
    el("p")
        .class("line")
        .attr("data-mine", mine)
        .child(el("span").class("name").child(name))
        .child(text)
        .any()
}

fn text_button(text: String, act: impl FnMut() + 'static) -> El {
    button("button").on_click(act).child(text)
}

/// The member who can be muted or reported: the opponent; for a spectator, the author of the last line.
fn reportable_member(session: Session) -> Option<(MemberId, String)> {
    let me = viewer_member(session)?;
    let state = session.state();
    let room = state.room.as_ref()?;
    if let Some(seat) = session.seat() {
        return room.occupant(seat.other()).map(|other| (other.member, other.name.clone()));
    }
    let spectator = state.spectator_chat.iter().rev().find(|line| line.member != me);
    if let Some(line) = spectator {
        return Some((line.member, line.name.clone()));
    }
    let player = room.chat.iter().rev().find(|line| line.draws_attention() && line.member != me)?;
    Some((player.member, player.name.clone()))
}

fn mute_label(session: Session) -> String {
    let muted = reportable_member(session).is_some_and(|(member, _)| session.state().muted.contains(&member));
    if muted { words::unmute() } else { words::mute() }
}

/// The buttons to mute and to report.
fn moderation_buttons(session: Session) -> AnyView {
    let there = memo(move || reportable_member(session).is_some());
    // Two members may have the same name: which one is meant is looked up on the click.
    let switch = move || {
        if let Some((member, _)) = untrack(|| reportable_member(session)) {
            mute::toggle(session, member);
        }
    };
    let report = move || {
        if let Some((member, name)) = untrack(|| reportable_member(session))
            && client::confirm(&words::report_sure(&name))
        {
            session.send(Command::Report(member));
        }
    };
    part_if(move || {
        let name = maybe(move || {
            reportable_member(session).map(|(_, name)| words::command_line(&name, &mute_label(session)))
        });
        let whom = maybe(move || {
            reportable_member(session).map(|(_, name)| words::command_line(&name, &words::report()))
        });
        let mute = button("button").aria_label(name).on_click(switch);
        let mute = mute.child(text(move || mute_label(session)));
        let report = text_button(words::report(), report).aria_label(whom);
        there.get().then(|| el("div").class("presets").child(mute).child(report).any())
    })
    .into_any()
}
