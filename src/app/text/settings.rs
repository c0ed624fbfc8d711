//! What a change of a room's settings changed, in words: which setting, from what, to what.

use room::{Audience, GameSettings, Seat, Settings, Sides, TimeOut};

use super::{clock_name, listed, mancala, names, words};

/// The changes; empty if nothing that has a name has changed. `seat_name` says who sits on a seat.
pub fn settings_change(from: &Settings, to: &Settings, seat_name: impl Fn(Seat) -> String) -> String {
    let sides = |settings: &Settings| match settings.sides {
        Sides::Random => words::by_chance(),
        Sides::Bottom => seat_name(Seat::Bottom),
        Sides::Top => seat_name(Seat::Top),
    };
    let title = |settings: &Settings| names::game_title(&settings.game);
    let fields = [
        (words::game(), title(from), title(to)),
        (words::clock(), clock_name(from.clock), clock_name(to.clock)),
        (words::runs_out(), timeout_name(from.timeout), timeout_name(to.timeout)),
        (words::who_begins(), sides(from), sides(to)),
        (words::who_may_watch(), audience_name(from.audience), audience_name(to.audience)),
    ];
    let changed = fields.into_iter().filter(|(_, before, after)| before != after);
    let mut changes: Vec<String> =
        changed.map(|(what, before, after)| words::setting_changed(&what, &before, &after)).collect();
    if let (GameSettings::Mancala(from), GameSettings::Mancala(to)) = (&from.game, &to.game) {
        // Rules of one's own have no other name: what is new among them is said.
        let before = mancala::rule_card(from);
        let new = mancala::rule_card(to).into_iter().filter(|rule| !before.contains(rule));
        changes.extend(new.map(|rule| rule.trim_end_matches('.').to_owned()));
    }
    listed(changes)
}

fn timeout_name(timeout: TimeOut) -> String {
    match timeout {
        TimeOut::Loses => words::runs_out_loses(),
        TimeOut::Score => words::runs_out_points(),
    }
}

fn audience_name(audience: Audience) -> String {
    match audience {
        Audience::Invited => words::watch_invited(),
        Audience::Public => words::watch_public(),
        Audience::Nobody => words::watch_nobody(),
    }
}
