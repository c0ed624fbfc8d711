//! Tests of the texts in each language.

mod complete;
mod game_text;
mod players;

use engine_protocol::review::Loss;
use rules::mancala::{Leftovers, Move, Parts, Pit, Position as Mancala, Setup, Variant};
use rules::mapello::notation::cell_name;
use rules::mapello::{Board, Position as Mapello};
use rules::{SetupError, Side};

use super::language::Language::{self, Arabic, English, French, German, Portuguese, Spanish};
use super::{PlayerName, mancala, mapello, names, refusal, time_left, words};

/// South, or Black, is the viewer; the other is Nina.
fn pair() -> [PlayerName; 2] {
    [PlayerName::You, PlayerName::Named("Nina".to_owned())]
}

#[test]
fn a_correspondence_clock_shows_days_and_hours() {
    let hours = |h: i64| h * 3_600_000;
    for (language, ms, text) in [
        (English, hours(72), "3d 0h"),
        (English, hours(53) + 60_000, "2d 5h"),
        (German, hours(24), "1T 0h"),
        (Portuguese, hours(24) - 60_000, "23h 59m"),
        (English, hours(4), "4h 0m"),
    ] {
        assert_eq!(in_language(language, || time_left(ms)), text);
    }
}

fn in_language<T>(language: Language, what: impl Fn() -> T) -> T {
    language.during(what)
}

#[test]
fn a_sowing_is_announced_in_the_language_of_the_page() {
    let start = Mancala::start(&Setup::new(Variant::default(), 1));
    let sow = |index| Move::Sow(Pit { side: Side::First, index });
    let (_, trace) = start.play(sow(2)).unwrap();
    for (language, text) in [
        (English, "You play c, 4 stones. You move again."),
        (German, "Du spielst c, 4 Steine. Du ziehst noch einmal."),
        (Portuguese, "Você joga c, 4 sementes. Você joga de novo."),
        (Spanish, "Juegas c, 4 semillas. Juegas otra vez."),
        (French, "Tu joues c, 4 graines. Tu rejoues."),
        (Arabic, "نقلتك \u{2068}c\u{2069}، 4 أحجار. لك دور آخر."),
    ] {
        assert_eq!(
            in_language(language, || mancala::move_sentence(sow(2), Side::First, &trace, &pair())),
            text
        );
    }
}

#[test]
fn leftover_stones_are_announced_with_their_new_owner() {
    let last = Move::Sow(Pit { side: Side::First, index: 5 });
    let end = |language, leftovers, theirs: [u8; 6]| {
        let before = Mancala::from_parts(&Parts {
            variant: Variant { leftovers, ..Variant::default() },
            rows: [vec![0, 0, 0, 0, 0, 1], theirs.to_vec()],
            stores: [20, 20],
            to_move: Side::First,
            turn: 30,
            can_swap: false,
        });
        let (_, trace) = before.unwrap().play(last).unwrap();
        in_language(language, || mancala::move_sentence(last, Side::First, &trace, &pair()))
    };
    for (language, text) in [
        (English, "You play f, 1 stone. Nina gets the last 5. The game is over."),
        (German, "Du spielst f, 1 Stein. Nina bekommt die letzten 5. Die Partie ist zu Ende."),
        (Portuguese, "Você joga f, 1 semente. Nina fica com as últimas 5. A partida acabou."),
        (Spanish, "Juegas f, 1 semilla. Nina se lleva las últimas 5. La partida ha terminado."),
        (French, "Tu joues f, 1 graine. Nina reçoit les 5 dernières. La partie est terminée."),
        (
            Arabic,
            "نقلتك \u{2068}f\u{2069}، حجر واحد. آخر 5 أحجار من نصيب \u{2068}Nina\u{2069}. انتهت المباراة.",
        ),
    ] {
        assert_eq!(end(language, Leftovers::Owner, [2, 0, 0, 3, 0, 0]), text);
    }
    let one = [0, 0, 0, 1, 0, 0];
    let own = end(English, Leftovers::Emptier, one);
    assert_eq!(own, "You play f, 1 stone. You get the last stone. The game is over.");
    let nobody = end(English, Leftovers::Nobody, one);
    assert_eq!(nobody, "You play f, 1 stone. The game is over.");
}

#[test]
fn a_pit_label_names_its_owner_stones_and_effect() {
    let start = Mancala::start(&Setup::new(Variant::default(), 1));
    let at = |side, index| Pit { side, index };
    let name = |language, pit| {
        in_language(language, || mancala::pit_name(&start, pit, &pair(), Some(Side::First), true))
    };
    for (language, own, other) in [
        (English, "Pit c, 4 stones, last stone in your store, extra turn", "Nina’s pit a, 4 stones"),
        (German, "Mulde c, 4 Steine, letzter Stein in deinem Kalaha, Extrazug", "Mulde a (Nina), 4 Steine"),
        (
            Portuguese,
            "Cova c, 4 sementes, última semente no seu depósito, jogada extra",
            "Cova a (Nina), 4 sementes",
        ),
    ] {
        assert_eq!(name(language, at(Side::First, 2)), own);
        assert_eq!(name(language, at(Side::Second, 0)), other);
    }
    let (after, _) = start.play(Move::Sow(at(Side::First, 0))).unwrap();
    let empty = in_language(German, || mancala::pit_name(&after, at(Side::First, 0), &pair(), None, false));
    assert_eq!(empty, "Deine Mulde a, keine Steine");
}

#[test]
fn a_pit_tooltip_explains_the_effect_of_sowing_it() {
    let pit = |index| Pit { side: Side::First, index };
    let mut position = Mancala::start(&Setup::new(Variant::default(), 1));
    let says =
        |position: &Mancala, index| in_language(English, || mancala::preview_text(position, pit(index)));
    assert_eq!(says(&position, 2).unwrap(), "Pit c, 4 stones, extra turn");
    assert_eq!(says(&position, 0), None);
    // An empty pit of South's, with a full one opposite.
    for mv in [pit(4), Pit { side: Side::Second, index: 0 }] {
        (position, _) = position.play(Move::Sow(mv)).unwrap();
    }
    assert_eq!(says(&position, 0).unwrap(), "Pit a, 4 stones, captures 6");
    assert_eq!(says(&position, 4), None, "nothing can be sown from it");
}

#[test]
fn a_disc_is_announced_in_the_language_of_the_page() {
    let start = Mapello::start(&Board::EMPTY);
    let cell = start.legal_moves().next().unwrap();
    let (_, trace) = start.play(cell).unwrap();
    let at = cell_name(cell);
    let by = |language, side| in_language(language, || mapello::move_sentence(cell, side, &trace, &pair()));
    assert_eq!(by(English, Side::First), format!("You play {at}, flipping 1."));
    assert_eq!(by(German, Side::Second), format!("Nina spielt {at} und dreht 1 Scheibe um."));
    assert_eq!(by(Portuguese, Side::Second), format!("Nina: {at}, 1 peça virada."));
    let square = |language| in_language(language, || mapello::cell_text(&start, cell, true));
    assert_eq!(square(English), format!("{at}, legal, flips 1"));
    assert_eq!(square(German), format!("{at}, erlaubt, dreht 1 um"));
}

#[test]
fn numbers_are_formatted_for_the_language() {
    for (language, tenths) in [
        (English, "9.3"),
        (German, "9,3"),
        (Portuguese, "9,3"),
        (Spanish, "9,3"),
        (French, "9,3"),
        (Arabic, "9.3"),
    ] {
        assert_eq!(in_language(language, || time_left(9_310)), tenths);
        assert_eq!(in_language(language, || time_left(247_000)), "4:07");
        assert_eq!(in_language(language, || time_left(60_000)), "1:00");
        assert_eq!(in_language(language, || time_left(4 * 3_600_000 - 1_000)), "239:59");
        assert_eq!(in_language(language, || time_left(-5)), tenths.replace(['9', '3'], "0"));
    }
    assert_eq!(in_language(German, || words::stones(1)), "1 Stein");
    assert_eq!(in_language(Portuguese, || words::stones(0)), "nenhuma semente");
    assert_eq!(in_language(French, || words::in_days(1)), "dans 1 jour");
    assert_eq!(in_language(Arabic, || words::in_days(2)), "بعد يومين");
    let list =
        |language| in_language(language, || super::listed(vec![words::captures(3), words::ends_game()]));
    assert_eq!(list(Spanish), "captura 3, acaba la partida");
    assert_eq!(list(Arabic), "أسر 3، إنهاء المباراة");
}

#[test]
fn setup_errors_are_translated_and_equal_the_crates_in_english() {
    for why in [SetupError::Walls(9), SetupError::Place, SetupError::NobodyCanMove] {
        assert_eq!(in_language(English, || refusal::setup_error_text(why)), why.to_string());
    }
    let walls = in_language(German, || refusal::setup_error_text(SetupError::Walls(9)));
    assert_eq!(walls, "9 Mauern sind zu viele; ein Brett hat bis zu 8.");
}

#[test]
fn a_change_of_settings_says_what_was_and_what_is() {
    use room::{Audience, Seat, Settings, Sides, TimeControl};
    let from = Settings { clock: TimeControl::Increment { base: 300, increment: 5 }, ..Settings::default() };
    let name = |seat| if seat == Seat::Bottom { "Anna".to_owned() } else { "Bert".to_owned() };
    let said = |to: Settings| in_language(English, || super::settings::settings_change(&from, &to, name));
    let clock = TimeControl::PerMove { seconds: 60 };
    assert_eq!(said(Settings { clock, ..from }), "Clock: 5+5 → 60 s per move");
    let to = Settings { sides: Sides::Top, audience: Audience::Nobody, ..from };
    assert_eq!(said(to), "Who goes first: Anna → Bert, Who can watch: With the link → Nobody");
    let mut variant = rules::mancala::Variant { pie_rule: true, ..Default::default() };
    variant.stones = 3;
    let changed = said(Settings { game: room::GameSettings::Mancala(variant.into()), ..from });
    assert!(changed.contains("3 stones in each"), "{changed}");
    assert!(changed.contains("may swap sides"), "{changed}");
    assert_eq!(said(from), "");
}

#[test]
fn a_day_is_written_as_in_the_language() {
    for (language, text) in [
        (English, "3 May 2026"),
        (German, "3.5.2026"),
        (Portuguese, "3 de mai. de 2026"),
        (Spanish, "3 may 2026"),
        (French, "3 mai 2026"),
        (Arabic, "\u{2067}3 مايو 2026\u{2069}"),
    ] {
        assert_eq!(in_language(language, || names::date_text("2026-05-03")), text);
        let months = in_language(language, words::month_names);
        assert_eq!(months.split(' ').collect::<std::collections::HashSet<_>>().len(), 12, "{months}");
        // The lists of a device's own games get the parts by these places (`public/device-rows.js`).
        let places = in_language(language, || words::date("1", "2", "3"));
        assert!(["1", "2", "3"].iter().all(|place| places.matches(place).count() == 1), "{places}");
    }
    assert_eq!(names::day_name(20_783), "26 Nov 2026");
}

#[test]
fn a_list_of_discs_begins_with_the_name_of_several() {
    let board = rules::Position::Mapello(Mapello::start(&Board::EMPTY));
    let names = ["Ana".to_owned(), "Leo".to_owned()];
    let said = |language| in_language(language, || super::command::describe_board(&board, &names));
    assert_eq!(said(Spanish), "negras: d4, e5. blancas: e4, d5.");
    assert_eq!(said(Portuguese), "pretas: d4, e5. brancas: e4, d5.");
}

#[test]
fn mistakes_that_cost_nothing_are_not_told() {
    let position = rules::Setup::Mancala(Setup::new(Variant::default(), 1)).start();
    let cost = |proved, estimated| {
        let [you, nina] = pair();
        let told =
            |who| super::review::mistakes_sentences(&position, &who, Loss { proved, estimated }, [2, 3]);
        in_language(English, || [told(you.clone()), told(nina.clone())])
    };
    assert_eq!(cost(0, 49), [None, None]);
    let of_you = |sentence: &str| Some(format!("Your mistakes cost {sentence}"));
    assert_eq!(cost(100, 49)[0], of_you("1 stone over 2 moves."));
    assert_eq!(cost(100, 49)[1], Some("Nina’s mistakes cost 1 stone over 2 moves.".to_owned()));
    assert_eq!(cost(0, 50)[0], of_you("1 stone over 3 moves. (estimate)"));
    assert_eq!(
        cost(400, 250)[0],
        of_you("4 stones over 2 moves. Plus about 3 stones over 3 moves (estimate).")
    );
}
