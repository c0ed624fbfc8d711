//! The lines of a chat: those that the viewer is to see, in order, and each as text.

use leptos::prelude::*;
use room::{
    ChatLine, DOWNTIME_BONUS_MS, GIVEN_MS, LineContent, MemberId, Preset, Settings, SpectatorLine, SystemLine,
};

use crate::app::game::view::session::{Session, Viewer};
use crate::app::text::names::shown_name;
use crate::app::text::settings::settings_change;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::{Memo, effect, memo};

pub(super) fn viewer_member(session: Session) -> Option<MemberId> {
    match session.state().viewer {
        Viewer::Member(me) => Some(me),
        _ => None,
    }
}

/// All lines in order, without those of muted members.
pub(super) fn chat_lines(session: Session) -> Vec<ChatLine> {
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
pub(super) fn newest_line(session: Session) -> Memo<Option<ChatLine>> {
    memo(move || {
        let me = viewer_member(session);
        chat_lines(session).into_iter().rev().find(|line| line.draws_attention() && Some(line.member) != me)
    })
}

/// Whether another member has written something that the viewer has not seen yet.
pub(in crate::app::game) fn unread_chat(session: Session, panel_open: RwSignal<bool>) -> RwSignal<bool> {
    let unread = RwSignal::new(false);
    let newest = newest_line(session);
    let mut seen = newest.get_untracked();
    effect(move || {
        let newest = newest.get();
        // Lines from before the viewer came, and lines written while the panel is open, are not unread.
        if panel_open.get() {
            seen.clone_from(&newest);
        }
        unread.set(newest != seen);
    });
    unread
}

/// The text of a line.
pub(in crate::app::game) fn line_text(session: Session, line: &ChatLine) -> String {
    let name = &shown_name(&line.name);
    match &line.said {
        LineContent::Text(text) => text.clone(),
        LineContent::Preset(preset) => preset_text(*preset),
        LineContent::Happened(what) => match what {
            SystemLine::Came => words::came(name),
            SystemLine::Left => words::has_left(name),
            SystemLine::Configured { from, to, unready } => {
                settings_sentence(session, name, [from, to], *unready)
            }
            SystemLine::Closed(true) => words::room_is_closed(),
            SystemLine::Closed(false) => words::room_is_open(),
            SystemLine::SeatTransferred => words::goes_on_elsewhere(name),
            SystemLine::Talk(true) => words::talk_on(name),
            SystemLine::Talk(false) => words::talk_off(name),
            SystemLine::Started(number) => words::number_begins(*number),
            SystemLine::UndoRequested => words::asks_undo(name),
            SystemLine::UndoDeclined => words::undo_declined(name),
            SystemLine::TakenBack => words::taken_back(),
            SystemLine::DrawOffered => words::offers_draw(name),
            SystemLine::DrawDeclined => words::draw_declined(name),
            SystemLine::Lapsed => words::request_lapsed(name),
            SystemLine::TimeGiven(times) => {
                words::gave_seconds(name, times.saturating_mul(GIVEN_MS as u32 / 1_000))
            }
            SystemLine::WentBerserk => words::name_halves(name),
            SystemLine::Interrupted => words::was_interrupted(DOWNTIME_BONUS_MS as u32 / 1_000),
            SystemLine::AdjournRequested => words::asks_adjourn(name),
            SystemLine::AdjournDeclined => words::adjourn_declined(name),
            SystemLine::Adjourned => words::is_adjourned(),
            SystemLine::Resumed => words::goes_on_playing(name),
            SystemLine::Won => words::name_wins(name),
            SystemLine::Resigned => words::name_resigned(name),
            SystemLine::OutOfTime => words::name_time_out(name),
            SystemLine::Drawn => words::a_draw(),
            SystemLine::CalledOff => words::game_aborted(),
        },
    }
}

/// Who changed which settings, from what to what, and that nobody is ready any more.
fn settings_sentence(session: Session, name: &str, [from, to]: [&Settings; 2], unready: bool) -> String {
    let changes = settings_change(from, to, |seat| session.name_at(seat));
    let sentence = if from == to {
        format!("{}.", words::wants_change(name))
    } else if changes.is_empty() {
        words::changed_settings(name)
    } else {
        words::name_changed(name, &changes)
    };
    if unready { format!("{sentence} {}", words::nobody_ready()) } else { sentence }
}

pub(super) fn preset_text(preset: Preset) -> String {
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

pub(super) fn chat_line(session: Session, line: &ChatLine) -> AnyView {
    let text = line_text(session, line);
    if matches!(line.said, LineContent::Happened(_)) {
        return el("p").class("soft").child(text).any();
    }
    let mine = viewer_member(session) == Some(line.member);
    let name = match line.seat {
        _ if mine => words::you(),
        Some(_) => shown_name(&line.name),
        None => words::aside_name(&shown_name(&line.name)),
    };
    el("p")
        .class("line")
        .attr("data-mine", mine)
        .child(el("span").class("name").child(name))
        .child(text)
        .any()
}
