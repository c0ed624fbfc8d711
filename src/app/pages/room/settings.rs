//! The settings in the room setup: rule card, options, time control, who begins. Both players see a change at
//! once.

use leptos::prelude::*;
use room::{
    Audience, BoardChoice, Command, GameSettings, MancalaSettings, MatchLength, Seat, Settings, Sides,
    TimeControl, TimeOut,
};
use rules::Game;
use rules::mancala::{FirstMove, Variant};

use super::boards::board_field;
use super::options::options;
use super::rules_field::rules_field;
use crate::app::game::view::session::Session;
use crate::app::text::names::{game_name, variant_name};
use crate::app::text::{clock_name, mancala, mapello, short_clock_name, words};
use crate::app::ui::choice::choice;
use crate::app::ui::el::{el, fragment};
use crate::app::ui::live::{Memo, memo, part, part_if, text};

/// The settings as shown, and how to change them.
#[derive(Clone, Copy)]
pub(super) struct SettingsForm {
    session: Session,
}

impl SettingsForm {
    pub(super) fn on_device(&self) -> bool {
        self.session.on_device()
    }

    /// Today, as days since 1 January 1970 in UTC: by the server's clock, or on one device by the device's.
    pub(super) fn today(&self) -> u32 {
        u32::try_from(self.session.now() / 86_400_000).unwrap_or(0)
    }

    fn settings(&self) -> Settings {
        self.session.with_room(|room| room.next_settings()).unwrap_or_default()
    }

    /// Variant and start, if the game is Mancala.
    pub(super) fn mancala(&self) -> Option<MancalaSettings> {
        match self.settings().game {
            GameSettings::Mancala(game) => Some(game),
            GameSettings::Mapello(_) => None,
        }
    }

    /// The variant, if the game is Mancala.
    pub(super) fn variant(&self) -> Option<Variant> {
        self.mancala().map(|game| game.variant)
    }

    /// The board, if the game is Mapello.
    pub(super) fn board(&self) -> Option<BoardChoice> {
        match self.settings().game {
            GameSettings::Mancala(_) => None,
            GameSettings::Mapello(board) => Some(board),
        }
    }

    /// Changes the settings.
    pub(super) fn change(&self, change: impl FnOnce(&mut Settings)) {
        let mut settings = untrack(|| self.settings());
        change(&mut settings);
        self.session.send(Command::Configure(settings));
    }

    /// Chooses a variant of Mancala and its start.
    pub(super) fn choose_rules(&self, rules: MancalaSettings) {
        self.change(|settings| settings.game = GameSettings::Mancala(rules));
    }

    /// Changes the variant of Mancala.
    pub(super) fn change_rules(&self, change: impl FnOnce(&mut Variant)) {
        self.change(|settings| {
            if let GameSettings::Mancala(game) = &mut settings.game {
                game.change_variant(change);
            }
        });
    }

    /// Chooses a board of Mapello.
    pub(super) fn choose_board(&self, board: BoardChoice) {
        self.change(|settings| settings.game = GameSettings::Mapello(board));
    }
}

/// The card with the settings. Players can change them, spectators see them.
pub(crate) fn settings_card(session: Session) -> AnyView {
    let form = SettingsForm { session };
    let seated = memo(move || session.seat().is_some());
    let mapello = memo(move || form.board().is_some());
    let summary = move || settings_summary(session);
    let rules = move || {
        let settings = form.settings();
        let mut card = match settings.game {
            GameSettings::Mancala(game) => mancala::rule_card(&game),
            GameSettings::Mapello(board) => mapello::rule_card(&board),
        };
        if settings.match_length == MatchLength::Two {
            card.push(words::rule_match());
        }
        fragment(card.into_iter().map(|rule| el("li").child(rule)))
    };
    let fields = part(move || {
        let kind = (seated.get(), mapello.get());
        untrack(|| match kind {
            (false, _) => el("p").class("label").child(text(summary)).any(),
            (true, false) => vec![game_field(form), rules_field(form)].into_any(),
            (true, true) => vec![game_field(form), board_field(form)].into_any(),
        })
    });
    let more = part_if(move || {
        let seated = seated.get();
        seated.then(|| untrack(|| more_fields(form, session, mapello)))
    });
    el("section")
        .class("card settings")
        .attr("aria-labelledby", "settings")
        .child(el("h2").id("settings").child(words::THE_GAME))
        .child(fields)
        .child(el("ul").class("rules").child(part(rules)))
        .child(more)
        .any()
}

/// The settings in a line: the game's rules or board, and its clock.
pub(crate) fn settings_summary(session: Session) -> String {
    let settings = SettingsForm { session }.settings();
    format!("{} · {}", variant_name(&settings.game), clock_name(settings.clock))
}

/// The fields below the rules.
fn more_fields(form: SettingsForm, session: Session, mapello: Memo<bool>) -> AnyView {
    let timed = memo(move || form.settings().clock != TimeControl::None);
    // The choice of who begins exists before the first game; after it the players alternate.
    let first = move || session.with_room(|room| room.game.is_none()).unwrap_or(true);
    let alone = memo(move || session.is_pass_and_play() || session.is_computer_only());
    let apart = memo(move || !alone.get() && first());
    let options = part_if(move || (!mapello.get()).then(|| options(form, alone.get())));
    let time_out = part_if(move || (timed.get() && mapello.get()).then(|| time_out_field(form)));
    let sides = part_if(move || apart.get().then(|| sides_field(form, session)));
    let on_device = untrack(|| form.on_device());
    let match_length = part_if(move || (!mapello.get() && !on_device).then(|| match_field(form)));
    let audience = (!on_device).then(|| audience_field(form));
    fragment([
        Some(options.into_any()),
        Some(match_length.into_any()),
        Some(clock_field(form)),
        Some(time_out.into_any()),
        Some(sides.into_any()),
        audience,
    ])
}

fn game_field(form: SettingsForm) -> AnyView {
    let games = Game::ALL.map(|game| (game_name(game).to_owned(), game));
    let chosen = move || form.settings().game.game();
    let choose = move |game: Game| {
        let device = untrack(|| form.on_device());
        form.change(|settings| {
            let Settings { undo, audience, company, mode, berserk, .. } = *settings;
            let usual = Settings::for_game(game);
            let clock = if device { TimeControl::None } else { usual.clock };
            *settings = Settings { undo, audience, company, mode, berserk, clock, ..usual }
        });
    };
    choice(words::game(), "game", games.to_vec(), chosen, choose)
}

/// The time controls offered; the protocol allows any other.
const CLOCKS: [TimeControl; 9] = [
    TimeControl::None,
    TimeControl::PerMove { seconds: 30 },
    TimeControl::PerMove { seconds: 60 },
    TimeControl::Increment { base: 180, increment: 2 },
    TimeControl::Increment { base: 300, increment: 5 },
    TimeControl::Increment { base: 900, increment: 10 },
    TimeControl::DaysPerMove { days: 1 },
    TimeControl::DaysPerMove { days: 3 },
    TimeControl::DaysPerMove { days: 7 },
];
/// How many of them are live: correspondence is not offered on one device.
const LIVE: usize = 6;

fn clock_field(form: SettingsForm) -> AnyView {
    let chosen = move || form.settings().clock;
    let choose = move |control| form.change(|settings| settings.clock = control);
    let offered = if untrack(|| form.on_device()) { LIVE } else { CLOCKS.len() };
    let clocks = CLOCKS.into_iter().take(offered).map(|control| (short_clock_name(control), control));
    let choice = choice(words::clock(), "clock", clocks.collect(), chosen, choose);
    fragment([choice, el("p").class("small soft").child(words::CLOCK_MEANS).any()])
}

fn match_field(form: SettingsForm) -> AnyView {
    let chosen = move || form.settings().match_length;
    let choose = move |length| form.change(|settings| settings.match_length = length);
    let lengths = vec![(words::match_of_one(), MatchLength::One), (words::match_of_two(), MatchLength::Two)];
    choice(words::match_score(), "match", lengths, chosen, choose)
}

fn time_out_field(form: SettingsForm) -> AnyView {
    let chosen = move || form.settings().timeout;
    let choose = move |rule| form.change(|settings| settings.timeout = rule);
    let rules = vec![(words::runs_out_loses(), TimeOut::Loses), (words::runs_out_points(), TimeOut::Score)];
    choice(words::runs_out(), "timeout", rules, chosen, choose)
}

fn audience_field(form: SettingsForm) -> AnyView {
    let chosen = move || form.settings().audience;
    let choose = move |audience| form.change(|settings| settings.audience = audience);
    let audiences = vec![
        (words::watch_invited(), Audience::Invited),
        (words::watch_public(), Audience::Public),
        (words::watch_nobody(), Audience::Nobody),
    ];
    choice(words::who_may_watch(), "audience", audiences, chosen, choose)
}

fn sides_field(form: SettingsForm, session: Session) -> AnyView {
    let name = move |seat: Seat| {
        let me = session.seat() == Some(seat);
        match session.name_at(seat) {
            _ if me => words::me(),
            nobody if nobody.is_empty() => words::my_friend(),
            _ if session.level_at(seat).is_some() && !session.is_computer_only() => words::computer_place(),
            name => name,
        }
    };
    let chosen = move || form.settings().sides;
    let choose = move |sides| {
        form.change(|settings| {
            settings.sides = sides;
            // The rules may have another first move, as they came with a link: who goes first is one setting.
            if let GameSettings::Mancala(game) = &mut settings.game {
                game.variant.first_move = FirstMove::South;
            }
        })
    };
    let sides = memo(move || {
        vec![
            (name(Seat::Bottom), Sides::Bottom),
            (name(Seat::Top), Sides::Top),
            (words::by_chance(), Sides::Random),
        ]
    });
    part(move || choice(words::who_begins(), "sides", sides.get(), chosen, choose)).into_any()
}
