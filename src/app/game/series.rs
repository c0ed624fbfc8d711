//! The score of the games that two players have played in a row at one table.

use leptos::prelude::*;
use room::Series;
use rules::Side;

use super::view::session::Session;
use crate::app::text::{listed, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{Live, memo, part_if};

/// How the series stands, this side first; with its draws, and with the points of all games if those decide.
pub(super) fn series_text(session: Session, near: Side) -> Option<String> {
    session
        .with_room(|room| {
            let seat = room.game.as_ref()?.seat_of(near);
            let series: &Series = &room.series;
            let both = |all: [u32; 2]| format!("{}–{}", all[seat.index()], all[seat.other().index()]);
            let tied = series.leader().filter(|_| series.wins[0] == series.wins[1]);
            let draws = Some(series.draws).filter(|draws| *draws > 0).map(words::draws);
            let points = tied.map(|_| words::points_of_both(&both(series.points)));
            let parts = [Some(both(series.wins)), draws, points];
            Some((series.games(), listed(parts.into_iter().flatten().collect())))
        })
        .flatten()
        .filter(|(games, _)| *games > 0)
        .map(|(_, text)| text)
}

/// The score of the series, beside the name of the game.
pub(super) fn series_badge(session: Session) -> Live<AnyView> {
    let text = memo(move || series_text(session, session.near_side()));
    part_if(move || {
        let text = format!("{} {}", words::series(), text.get()?);
        Some(el("span").class("badge").attr("data-kind", "soft").child(text).any())
    })
}
