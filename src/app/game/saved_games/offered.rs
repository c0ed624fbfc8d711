//! Which levels of the computer are offered in which games of this device. Perfect is where every move can be proved.

use engine_protocol::Level;
use room::{Event, GameSettings, MancalaSettings, Room, Seat, Settings};

use super::members::{level_at, sit};

/// The settings with which a level is offered: these, or, if they draw a fair start of which nothing is proved beyond its
/// value, those with another fair start, drawn by a number. `None` if the level is not offered in such games.
pub fn settings_offering(level: Level, settings: GameSettings, number: u32) -> Option<GameSettings> {
    if settings.setup(1).is_none_or(|setup| level.is_offered(&setup)) {
        return Some(settings);
    }
    let GameSettings::Mancala(game) = settings else { return None };
    let starts = if game.is_fair() { game.variant.fair_starts_with_book() } else { Vec::new() };
    let place = (number as usize).checked_rem(starts.len())?;
    Some(GameSettings::Mancala(MancalaSettings { start: starts.get(place).copied(), ..game }))
}

/// The events that are lacking so that the running game, or else the next one, offers the levels at the table: another
/// fair start, drawn by a number, or Master on a seat, the strongest level that plays every game.
pub fn corrections(room: &Room, number: u32) -> Vec<Event> {
    let settings = room.next_settings();
    let correction = |seat: Seat| {
        let level = level_at(room, seat)?;
        let game = match room.running() {
            Some(game) => level.is_offered(&game.setup).then_some(settings.game),
            None => settings_offering(level, settings.game, number),
        };
        match game {
            Some(game) if game == settings.game => None,
            Some(game) => Some(Event::Configured { seat, settings: Settings { game, ..settings } }),
            None => Some(sit(seat, Some(Level::Master))),
        }
    };
    Seat::BOTH.into_iter().filter_map(correction).collect()
}

#[cfg(test)]
mod tests {
    use room::{evolve, fold, stamp};
    use rules::mancala::{Preset, Variant};
    use rules::{Game, Setup};

    use super::super::continued::opened;
    use super::super::slot::code;
    use super::*;
    use crate::app::Opponent;

    /// A room with these settings, a person and this level, before its first game.
    fn room(game: GameSettings, level: Level) -> Room {
        let settings = Settings { game, ..Settings::for_game(game.game()) };
        let events =
            vec![opened(settings, Opponent::Computer), sit(Seat::Bottom, None), sit(Seat::Top, Some(level))];
        fold(code(), &stamp(events, 0, 0, None))
    }

    fn happen(room: &mut Room, events: Vec<Event>) {
        for logged in stamp(events, room.seq, 0, None) {
            evolve(room, &logged);
        }
    }

    fn preset(preset: Preset) -> GameSettings {
        GameSettings::Mancala(preset.variant().into())
    }

    #[test]
    fn perfect_becomes_master_in_a_game_that_does_not_offer_it() {
        let mapello = Settings::for_game(Game::Mapello).game;
        let pie = Variant { pie_rule: true, ..Variant::default() };
        for game in [mapello, preset(Preset::Avalanche), GameSettings::Mancala(pie.into())] {
            let mut room = room(game, Level::Perfect);
            let corrections = corrections(&room, 7);
            happen(&mut room, corrections);
            assert_eq!(level_at(&room, Seat::Top), Some(Level::Master), "{game:?}");
            assert_eq!(room.next_settings().game, game, "the game stays");
            assert_eq!(super::corrections(&room, 7), []);
        }
    }

    #[test]
    fn a_running_game_that_does_not_offer_perfect_goes_on_with_master() {
        let mapello = Settings::for_game(Game::Mapello).game;
        let mut room = room(mapello, Level::Perfect);
        happen(&mut room, vec![Event::started(1, mapello.setup(1).unwrap(), Seat::Bottom)]);
        assert_eq!(corrections(&room, 7), [sit(Seat::Top, Some(Level::Master))]);
    }

    #[test]
    fn what_is_offered_stays_as_it_is() {
        for game in [Preset::Kalah, Preset::EmptyCapture, Preset::Kalah3, Preset::Quick].map(preset) {
            assert_eq!(corrections(&room(game, Level::Perfect), 7), [], "{game:?}");
        }
        let mapello = Settings::for_game(Game::Mapello).game;
        assert_eq!(corrections(&room(mapello, Level::Master), 7), []);
    }

    #[test]
    fn perfect_is_given_a_fair_start_with_a_book_after_any_other() {
        for variant in [Preset::Kalah, Preset::EmptyCapture].map(Preset::variant) {
            let with_book = variant.fair_starts_with_book();
            for (number, start) in variant.fair_starts().into_iter().enumerate() {
                let game = MancalaSettings { variant, start: Some(start) };
                let mut room = room(GameSettings::Mancala(game), Level::Perfect);
                let corrections = corrections(&room, number as u32);
                assert_eq!(corrections.is_empty(), with_book.contains(&start), "{start:?}");
                happen(&mut room, corrections);
                let setup = room.next_settings().game.setup(1).unwrap();
                let Setup::Mancala(drawn) = setup else { panic!("another game") };
                assert_eq!(drawn.variant, variant);
                assert!(with_book.contains(&drawn.start.unwrap()), "{start:?} became {drawn:?}");
                assert_eq!(level_at(&room, Seat::Top), Some(Level::Perfect));
            }
        }
    }
}
