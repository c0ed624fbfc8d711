//! Tests of games from a start: what is accepted, that every game of a room begins from it with sides swapped, and
//! that takebacks, the pie rule and the finished game know it.

use room::{
    Command, EndedGame, Event, GameSettings, MancalaSettings, Rejection, Room, Seat, Settings, audit, fold,
};
use rules::mancala::notation::{write_start, write_start_code};
use rules::mancala::{Move, Variant};
use rules::{Record, SetupError, Side};

use crate::common::{ANNA, BERT, Table, from_start, mancala, on_one_device};

const START: &str = "444344-454443-10";

fn stones(table: &Table) -> [u16; 2] {
    table.game().position.score()
}

/// The code of the start of the game that is played.
fn start(room: &Room) -> Option<String> {
    let record = room.game.as_ref()?.record();
    let rules::Setup::Mancala(setup) = record.setup else { return None };
    setup.start.map(|start| write_start_code(&start))
}

fn with_start(settings: Settings, change: impl FnOnce(&mut MancalaSettings)) -> Settings {
    let GameSettings::Mancala(mut game) = settings.game else { panic!("{settings:?}") };
    change(&mut game);
    Settings { game: GameSettings::Mancala(game), ..settings }
}

#[test]
fn every_game_of_a_room_begins_from_its_start_with_sides_swapped() {
    let mut table = Table::playing(from_start(START));
    for number in 1..=4 {
        let first = if number % 2 == 1 { Seat::Bottom } else { Seat::Top };
        assert_eq!((table.game().number, table.game().first), (number, first));
        assert_eq!((start(&table.room).as_deref(), stones(&table)), (Some(START), [1, 0]));
        table.must(ANNA, Command::Resign);
        table.must(BERT, Command::Rematch);
        table.must(ANNA, Command::Rematch);
    }
    let report = audit(table.room.code, &table.log).unwrap();
    assert_eq!(report.room, table.room);
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn a_start_of_another_board_is_refused_as_a_setting() {
    let mut table = Table::seated(Settings::default());
    let other = with_start(from_start("3333-4323"), |game| game.variant = Variant::default());
    assert_eq!(table.refused(ANNA, Command::Configure(other)), Rejection::BadBoard(SetupError::Start));
    let pits = with_start(from_start("3333-4323"), |game| game.variant.pits = 2);
    assert_eq!(table.refused(ANNA, Command::Configure(pits)), Rejection::BadSettings);
    table.must(ANNA, Command::Configure(from_start("3333-4323")));
    assert_eq!(table.room.settings, from_start("3333-4323"));
}

#[test]
fn a_start_stays_with_a_changed_rule_and_goes_with_another_board() {
    let start_of = |change: fn(&mut Variant)| {
        let changed = with_start(from_start(START), |game| game.change_variant(change));
        let GameSettings::Mancala(game) = changed.game else { panic!("{changed:?}") };
        assert_eq!(game.validate(), Ok(()));
        game.start.map(|start| write_start_code(&start))
    };
    assert_eq!(start_of(|variant| variant.pie_rule = true).as_deref(), Some(START));
    assert_eq!(start_of(|variant| variant.stones = 3), None);
    assert_eq!(start_of(|variant| variant.pits = 5), None);
}

#[test]
fn a_log_with_a_start_that_does_not_fit_is_found_by_the_audit() {
    let mut table = Table::playing(from_start(START));
    assert!(audit(table.room.code, &table.log).is_ok());
    for logged in &mut table.log {
        if let Event::Started { setup: rules::Setup::Mancala(setup), .. } = &mut logged.event {
            setup.variant.stones = 5;
        }
    }
    assert!(audit(table.room.code, &table.log).is_err());
}

#[test]
fn takebacks_lead_back_to_the_start_and_to_none_other() {
    let mut table = Table::playing(Settings { undo: on_one_device().undo, ..from_start(START) });
    let begun = table.game().position.clone();
    table.sow(ANNA, 5);
    assert_ne!(table.game().position, begun);
    table.must(ANNA, Command::RequestUndo);
    assert_eq!(table.game().position, begun);
}

#[test]
fn the_pie_rule_swaps_the_stones_of_a_start_with_its_stores() {
    let settings = with_start(from_start(START), |game| game.variant.pie_rule = true);
    let mut table = Table::playing(settings);
    table.sow(ANNA, 0);
    let before = stones(&table);
    let swap = rules::Move::Mancala(Move::Swap);
    table.must(BERT, Command::Play { game: 1, ply: 1, mv: swap });
    assert_eq!(stones(&table), [before[1], before[0]]);
    let all = |side| table.game().position.as_mancala().unwrap().row_total(side);
    assert_eq!(
        stones(&table).iter().sum::<u16>() + Side::BOTH.map(all).map(u16::from).iter().sum::<u16>(),
        48
    );
}

#[test]
fn a_finished_game_keeps_its_start_and_its_settings() {
    let mut table = Table::playing(from_start(START));
    table.sow(ANNA, 0);
    table.must(BERT, Command::Resign);
    let (games, _) = EndedGame::all(table.room.code, &table.log);
    let [ended] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!(ended.game.settings(), table.room.settings.game);
    assert_eq!(start(&ended.game.room()).as_deref(), Some(START));
    let json = serde_json::to_string(&ended.game).unwrap();
    assert!(json.contains("\"start\":\"444344-454443-10\""), "{json}");
    assert_eq!(serde_json::from_str::<room::Finished>(&json).unwrap(), ended.game);
    let record = Record { setup: ended.game.setup, moves: ended.game.moves.clone() };
    assert_eq!(record.replay().ok(), table.room.game.map(|game| game.position));
}

#[test]
fn settings_without_a_start_are_written_as_before_there_were_any() {
    let json = |settings: &Settings| serde_json::to_string(settings).unwrap();
    let plain = json(&mancala(Variant::default()));
    let variant = serde_json::to_string(&Variant::default()).unwrap();
    assert!(plain.starts_with(&format!("{{\"game\":{{\"mancala\":{variant}}},\"clock\"")), "{plain}");
    let fair = json(&from_start(START));
    assert_eq!(fair, plain.replacen("\"south\"}", &format!("\"south\",\"start\":\"{START}\"}}"), 1));
    let GameSettings::Mancala(game) = from_start(START).game else { panic!("{fair}") };
    assert_eq!(game.start.map(|start| write_start(&start)).as_deref(), Some("4,4,4,3,4,4/4,5,4,4,4,3 1 0"));
    for hostile in ["", "444444-444444", "000000-888888", "443344-454443-1", "444344-454443-10-10"] {
        assert!(serde_json::from_str::<Settings>(&fair.replace(START, hostile)).is_err(), "{hostile}");
    }
}

#[test]
fn a_fair_start_is_played_by_both_and_then_changes() {
    let fair = MancalaSettings::fair(Variant::default(), 3).unwrap();
    assert!(fair.is_fair());
    let settings = Settings { game: GameSettings::Mancala(fair), ..Settings::default() };
    let mut table = Table::playing(settings);
    let mut starts = Vec::new();
    for _ in 1..=6 {
        starts.push(start(&table.room).unwrap());
        let GameSettings::Mancala(next) = table.room.settings_for(table.game().number).game else { panic!() };
        assert_eq!(next.start.map(|start| write_start_code(&start)), starts.last().cloned());
        table.must(ANNA, Command::Resign);
        table.must(BERT, Command::Rematch);
        table.must(ANNA, Command::Rematch);
    }
    assert!(starts.chunks(2).all(|pair| pair[0] == pair[1]), "{starts:?}");
    assert!(starts[1] != starts[2] && starts[3] != starts[4] && starts[2] != starts[5], "{starts:?}");
    let report = audit(table.room.code, &table.log).unwrap();
    assert_eq!(report.room, table.room);
}
