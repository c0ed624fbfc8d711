//! Tests of the projection of a finished game: which games have one, what it contains, and that it replays to
//! the same end.

use room::{
    BoardChoice, Command, EndedGame, Finished, GameSettings, MATCH_BREAK_MS, MancalaSettings, MatchPart,
    Reason, Seat, Settings, TimeOut,
};
use rules::mancala::{self, Preset};
use rules::mapello::Board;
use rules::{Record, Setup, Side};

use crate::common::{ANNA, BERT, Table, built, disc, mapello, of_two, rename, say, sow, strangers};

#[test]
fn a_finished_game_has_the_names_and_nothing_else_of_its_room() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, say("a secret"));
    assert_eq!(EndedGame::of(&table.room), None, "it goes on");
    table.sow(ANNA, 2);
    table.must(BERT, rename("Robert"));
    table.must(BERT, Command::Resign);
    let ended = EndedGame::of(&table.room).unwrap();
    assert_eq!((ended.number, ended.players), (1, [(Seat::Bottom, ANNA), (Seat::Top, BERT)]));
    assert_eq!((ended.game.winner, ended.game.reason), (Some(Side::First), Reason::Resigned));
    assert_eq!(ended.game.names, ["Anna", "Robert"]);
    let text = serde_json::to_string(&ended.game).unwrap();
    let others = [table.room.code.to_string(), ANNA.to_string(), BERT.to_string(), "a secret".to_owned()];
    assert!(others.iter().all(|other| !text.contains(other)), "{text}");
    assert_eq!(serde_json::from_str::<Finished>(&text).unwrap(), ended.game);
    table.must(BERT, rename("Bertie"));
    assert_eq!(ended.game.names[1], "Robert", "as when it ended");
}

#[test]
fn an_aborted_game_or_one_without_moves_is_not_archived() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, Command::Resign);
    assert_eq!(EndedGame::of(&table.room), None);
    let clock = room::TimeControl::Increment { base: 180, increment: 2 };
    let settings = Settings { clock, ..Settings::default() };
    let mut table = Table::playing(strangers(settings));
    table.sow(ANNA, 0);
    table.wait(room::FIRST_MOVE_MS);
    assert_eq!(table.game().ending.map(|ending| ending.reason), Some(Reason::CalledOff));
    assert_eq!(EndedGame::of(&table.room), None);
}

#[test]
fn all_finished_games_of_a_log_are_found_with_their_players() {
    let mut table = Table::playing(mapello(BoardChoice::Random(4711)));
    table.play_to_the_end();
    table.must(ANNA, Command::Rematch);
    table.must(BERT, Command::Rematch);
    table.play_to_the_end();
    let (games, room) = EndedGame::all(table.room.code, &table.log);
    assert_eq!(room, table.room);
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(games[0].players[0], (Seat::Bottom, ANNA));
    assert_eq!(games[1].players[0], (Seat::Top, BERT), "sides are swapped");
    assert_eq!(boards(&games), [Some(BoardChoice::Random(4711)), Some(BoardChoice::Random(4712))]);
}

fn boards(games: &[EndedGame]) -> Vec<Option<BoardChoice>> {
    games.iter().map(|ended| ended.game.board).collect()
}

#[test]
fn a_same_board_rematch_has_no_board_number_of_its_own() {
    let mut table = Table::playing(mapello(BoardChoice::Random(4711)));
    table.play_to_the_end();
    table.must(ANNA, Command::SameBoardRematch);
    table.must(BERT, Command::SameBoardRematch);
    table.play_to_the_end();
    let (games, _) = EndedGame::all(table.room.code, &table.log);
    assert_eq!(boards(&games), [Some(BoardChoice::Random(4711)), None]);
    assert_eq!(games[0].game.setup, games[1].game.setup);
}

#[test]
fn a_finished_game_replays_to_the_same_game() {
    let board = mapello(BoardChoice::Custom(built(&["a1", "h8"], &["c6"])));
    for settings in [Settings::default(), Settings { timeout: TimeOut::Score, ..board }] {
        let mut table = Table::playing(settings);
        table.play_to_the_end();
        let ended = EndedGame::of(&table.room).unwrap().game;
        let room = ended.room();
        assert_eq!(room.settings.timeout, settings.timeout);
        let (again, game) = (room.game.as_ref().unwrap(), table.game());
        assert_eq!((&again.position, &again.moves), (&game.position, &game.moves));
        assert_eq!(again.ending.map(|e| (e.winner, e.reason)), game.ending.map(|e| (e.winner, e.reason)));
        assert_eq!(room.occupant(again.first).map(|who| who.name.as_str()), Some("Anna"));
        assert_eq!(EndedGame::of(&room).unwrap().game, ended);
    }
}

#[test]
fn a_finished_game_needs_legal_moves() {
    let setup = GameSettings::default().setup(1).unwrap();
    let names = || ["South".to_owned(), "North".to_owned()];
    let good = Record { setup, moves: vec![sow(Side::First, 2), sow(Side::First, 0)] };
    assert_eq!(Finished::from_record(names(), good.clone()).map(|game| game.moves), Some(good.moves));
    for moves in [vec![sow(Side::Second, 2)], vec![disc("a1")]] {
        assert_eq!(Finished::from_record(names(), Record { setup, moves }), None);
    }
}

#[test]
fn the_settings_of_a_finished_game_follow_from_its_setup() {
    let written = |setup| Finished::from_record(["A".into(), "B".into()], Record::new(setup)).unwrap();
    let variant = Preset::Quick.variant();
    let mancala = written(Setup::Mancala(mancala::Setup::new(variant, 1)));
    assert_eq!(mancala.settings(), GameSettings::Mancala(variant.into()));
    assert_eq!(mancala.room().settings.game, mancala.settings());
    let mapello = written(Setup::Mapello(Board::DEFAULT));
    assert_eq!(mapello.settings(), GameSettings::Mapello(BoardChoice::Custom(Board::DEFAULT)));
    assert_eq!(mapello.room().settings.game, mapello.settings());
}

#[test]
fn finished_games_of_a_match_say_which_one_they_are() {
    let mut table = Table::playing(of_two(from_a_fair_start()));
    table.play_on();
    table.must(ANNA, Command::Resign);
    assert_eq!(EndedGame::of(&table.room).unwrap().game.match_part, Some(MatchPart::First));
    table.wait(MATCH_BREAK_MS);
    table.play_on();
    table.must(ANNA, Command::Resign);
    let ended = EndedGame::of(&table.room).unwrap();
    // Bert began this game, so his stones stand first.
    let [anna, bert] = table.room.current_match.unwrap().stones();
    assert_eq!(ended.game.match_part, Some(MatchPart::Second { stones: [bert, anna] }));
    assert!(ended.game.match_part.unwrap().is_possible(&ended.game.setup));
    let text = serde_json::to_string(&ended.game).unwrap();
    assert_eq!(serde_json::from_str::<Finished>(&text).unwrap(), ended.game);
    let (games, _) = EndedGame::all(table.room.code, &table.log);
    let parts: Vec<_> = games.iter().map(|ended| ended.game.match_part).collect();
    assert_eq!(parts, [Some(MatchPart::First), ended.game.match_part]);
    let too_many = MatchPart::Second { stones: [97, 0] };
    assert!(!too_many.is_possible(&ended.game.setup), "two games of 48 stones have 96");
}

#[test]
fn a_single_game_is_no_part_of_a_match() {
    let mut table = Table::playing(from_a_fair_start());
    table.play_on();
    table.must(ANNA, Command::Resign);
    let ended = EndedGame::of(&table.room).unwrap();
    assert_eq!(ended.game.match_part, None);
    assert!(!serde_json::to_string(&ended.game).unwrap().contains("match"));
}

fn from_a_fair_start() -> Settings {
    let game = MancalaSettings::fair(mancala::Variant::default(), 3).unwrap();
    Settings { game: GameSettings::Mancala(game), ..Settings::default() }
}
