//! Tests of plans: what can be opened, and by which settings its rooms are played.

use room::{Audience, BoardChoice, Company, GameSettings, MatchLength, RatingMode, TimeControl};
use rules::mancala::Preset;
use rules::mapello::openings::Opening;
use tournament::{
    Canceller, Command, Format, MAX_AHEAD_MS, Phase, Plan, Rejection, Terms, TournamentGame, Visibility,
    opened_log,
};

use crate::common::{MAKER, Run, START, arena_plan, entry, round_robin_plan, swiss_plan};

fn refused(plan: Plan) -> Option<Rejection> {
    opened_log(plan, START).err()
}

#[test]
fn a_title_has_3_to_60_visible_characters_on_one_line() {
    let titled = |title: &str| Plan { title: title.into(), ..arena_plan() };
    for bad in ["", "ab", "\u{202E}a\u{200B}b\u{7}", &"x".repeat(61), " \n "] {
        assert_eq!(refused(titled(bad)), Some(Rejection::BadTitle), "{bad:?}");
    }
    assert_eq!(refused(titled(&"ß".repeat(60))), None);
    assert_eq!(Run::open(titled(" Friday\n  night\u{202E} ")).tournament.plan.title, "Friday night");
}

#[test]
fn a_tournament_starts_within_a_year_from_now() {
    let starting = |starts_at| Plan { starts_at, ..arena_plan() };
    assert_eq!(refused(starting(START + MAX_AHEAD_MS)), None);
    assert_eq!(refused(starting(START + MAX_AHEAD_MS + 1)), Some(Rejection::BadStart));
    assert_eq!(refused(starting(START - 60_000)), None, "now, when the form was filled in");
    assert_eq!(refused(starting(START - 60_001)), Some(Rejection::BadStart));
    for extreme in [i64::MIN, i64::MAX] {
        assert_eq!(refused(starting(extreme)), Some(Rejection::BadStart));
    }
}

#[test]
fn each_format_has_its_clocks_and_ranges() {
    let arena = |minutes, berserk, clock| {
        let terms = Terms { clock, ..arena_plan().terms };
        refused(Plan { format: Format::Arena { minutes, berserk }, terms, ..arena_plan() })
    };
    let budget = TimeControl::Increment { base: 60, increment: 0 };
    let each_move = TimeControl::PerMove { seconds: 10 };
    assert_eq!([arena(10, true, budget), arena(240, false, each_move)], [None, None]);
    for (minutes, berserk, clock) in [
        (9, false, budget),
        (241, false, budget),
        (60, true, each_move),
        (60, false, TimeControl::None),
        (60, false, TimeControl::DaysPerMove { days: 1 }),
        (60, false, TimeControl::Increment { base: 1, increment: 0 }),
    ] {
        assert_eq!(
            arena(minutes, berserk, clock),
            Some(Rejection::BadTerms),
            "{minutes} {berserk} {clock:?}"
        );
    }
    let plan = round_robin_plan(false);
    for clock in [budget, TimeControl::None, TimeControl::DaysPerMove { days: 15 }] {
        let terms = Terms { clock, ..plan.terms };
        assert_eq!(refused(Plan { terms, ..plan.clone() }), Some(Rejection::BadTerms), "{clock:?}");
    }
}

#[test]
fn a_swiss_tournament_has_3_to_15_rounds_a_pause_and_a_clock() {
    let swiss = |rounds, pause, clock| {
        let terms = Terms { clock, ..swiss_plan(3).terms };
        refused(Plan { format: Format::Swiss { rounds, pause }, terms, ..swiss_plan(3) })
    };
    let live = TimeControl::Increment { base: 60, increment: 0 };
    let days = TimeControl::DaysPerMove { days: 3 };
    assert_eq!([swiss(3, 30, live), swiss(15, 3_600, days)], [None, None]);
    for (rounds, pause, clock) in [
        (2, 60, live),
        (16, 60, live),
        (5, 29, live),
        (5, 3_601, live),
        (5, 60, TimeControl::None),
        (5, 60, TimeControl::DaysPerMove { days: 15 }),
    ] {
        assert_eq!(swiss(rounds, pause, clock), Some(Rejection::BadTerms), "{rounds} {pause} {clock:?}");
    }
}

#[test]
fn whoever_leaves_gives_up_only_games_that_take_days() {
    let by_days = Plan { terms: round_robin_plan(false).terms, ..swiss_plan(3) };
    let gives_up =
        [arena_plan(), swiss_plan(3), by_days, round_robin_plan(true)].map(|p| p.leaving_gives_up());
    assert_eq!(gives_up, [false, false, true, true]);
}

#[test]
fn mancala_is_played_only_where_starts_are_proved_fair() {
    for preset in Preset::ALL {
        let terms = Terms { game: TournamentGame::Mancala(preset), ..arena_plan().terms };
        let expected = match preset {
            Preset::Kalah | Preset::Kalah3 | Preset::EmptyCapture | Preset::Quick => None,
            Preset::Kalah6 | Preset::Avalanche | Preset::NoCapture => Some(Rejection::BadTerms),
        };
        assert_eq!(refused(Plan { terms, ..arena_plan() }), expected, "{preset:?}");
    }
}

#[test]
fn rooms_get_settings_that_are_valid_and_fair() {
    for start in [0, 1, 77, u32::MAX] {
        let settings = arena_plan().room_settings(start);
        assert_eq!(settings.check(), Ok(()));
        let GameSettings::Mancala(mancala) = settings.game else { panic!("Mancala") };
        assert!(mancala.is_fair());
        assert_eq!((settings.match_length, settings.company), (MatchLength::Two, Company::Strangers));
        assert!(settings.is_rated());

        let plan = Plan { visibility: Visibility::Private, ..round_robin_plan(false) };
        let settings = plan.room_settings(start);
        assert_eq!(settings.check(), Ok(()));
        assert_eq!((settings.match_length, settings.mode), (MatchLength::One, RatingMode::Casual));
        assert_eq!(settings.audience, Audience::Invited);
        let terms = Terms { game: TournamentGame::Reversi, ..plan.terms };
        let GameSettings::Mapello(choice) = (Plan { terms, ..plan }).room_settings(start).game else {
            panic!("Mapello")
        };
        assert_eq!(choice, BoardChoice::Opening(start % Opening::DRAWN));
    }
    assert_ne!(arena_plan().room_settings(1).game, arena_plan().room_settings(2).game, "starts differ");
}

#[test]
fn only_the_maker_and_the_operator_cancel_and_only_before_the_start() {
    let mut run = Run::open(arena_plan());
    run.must(&Command::Enter(entry(0)));
    let by = |canceller| Command::Cancel(canceller);
    assert_eq!(run.send(&by(Canceller::Maker(entry(0).member))), Err(Rejection::NotMaker));
    assert_eq!(run.send(&by(Canceller::Maker(MAKER))), Ok(1));
    assert_eq!(run.tournament.phase, Phase::Cancelled);
    assert_eq!(run.send(&by(Canceller::Operator)), Ok(0), "it is cancelled already");
    assert_eq!(run.send(&Command::Enter(entry(1))), Err(Rejection::EntryClosed));
    run.now = START;
    run.tick();
    assert_eq!(run.tournament.phase, Phase::Cancelled);

    let mut run = Run::arena(2);
    assert_eq!(run.send(&by(Canceller::Operator)), Err(Rejection::Started));
}
