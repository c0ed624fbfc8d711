//! Tests of the preview pictures.

use room::{Audience, Event, GameSettings, RoomCode, Seat, Settings, fold, stamp};
use rules::Record;

use super::*;

fn game(setup: Setup, names: [&str; 2]) -> Finished {
    let mut record = Record::new(setup);
    let mut position = setup.start();
    while let Some(&mv) = position.legal_moves().first() {
        record.moves.push(mv);
        position = position.play(mv).unwrap().position;
    }
    Finished::from_record(names.map(str::to_owned), record).unwrap()
}

fn mancala() -> Setup {
    GameSettings::default().setup(1).unwrap()
}

fn picture_of(game: &Finished) -> Vec<u8> {
    png(&Scene::of_game(game).unwrap()).unwrap()
}

/// A room whose players have this game before them, after so many moves.
fn room_with(audience: Audience, names: [&str; 2], moves: usize) -> Room {
    let game = Finished { moves: game(mancala(), names).moves, ..game(mancala(), names) };
    let mut log = vec![Event::Opened(Settings { audience, ..Settings::default() })];
    for (seat, name) in Seat::BOTH.into_iter().zip(names) {
        let member = room::MemberId(seat.index() as u64 + 1);
        log.push(Event::Seated { seat, member, name: name.to_owned() });
    }
    log.push(Event::started(1, game.setup, Seat::Bottom));
    let mut position = game.setup.start();
    for &mv in &game.moves[..moves] {
        log.push(Event::Moved { side: position.to_move(), mv });
        position = position.play(mv).unwrap().position;
    }
    fold(RoomCode::from_seed(1), &stamp(log, 0, 0, None))
}

#[test]
fn both_boards_render_to_a_png_of_the_requested_size() {
    for (setup, names) in [
        (mancala(), ["Anna", "A name as long as it can be"]),
        (mancala(), ["\u{5b57}\u{5b57}", "\u{1f600}"]),
        (mancala(), ["سلمى", "नीला"]),
        (Setup::Mapello(Board::DEFAULT), ["Žofie", "Дмитрий"]),
    ] {
        let game = game(setup, names);
        let png = picture_of(&game);
        let picture = Pixmap::decode_png(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), PICTURE);
        assert!(png.len() < 150_000, "{}", png.len());
        let other = Finished { names: [game.names[1].clone(), game.names[0].clone()], ..game };
        if names[0] != "\u{5b57}\u{5b57}" {
            assert_ne!(picture_of(&other), png, "names are seen");
        }
    }
}

#[test]
fn a_private_room_names_nobody_before_the_end_of_its_game() {
    let names = ["Anna", "سلمى"];
    let shown = |room: &Room| Scene::of_room(room).names.is_some();
    for audience in [Audience::Invited, Audience::Nobody] {
        let room = room_with(audience, names, 6);
        assert!(!shown(&room), "{audience:?}");
        assert_eq!(
            png(&Scene::of_room(&room)),
            png(&Scene::of_room(&room_with(audience, ["Carl", "Dora"], 6)))
        );
        let mut over = room;
        let ended = Event::Ended { winner: Some(Side::First), reason: room::Reason::Resigned };
        stamp(vec![ended], over.seq, 0, None).iter().for_each(|event| room::evolve(&mut over, event));
        assert!(shown(&over), "{audience:?}");
    }
    assert!(shown(&room_with(Audience::Public, names, 6)));
}

#[test]
fn a_running_game_shows_whose_turn_it_is_and_a_new_room_its_board() {
    let scene = |moves| Scene::of_room(&room_with(Audience::Invited, ["Anna", "Bert"], moves));
    let running = scene(3);
    let Some(Mark::Moves(mover)) = running.mark else { panic!("{running:?}") };
    assert_eq!(mover, running.position.to_move());
    let other = Scene { mark: Some(Mark::Moves(mover.other())), ..running.clone() };
    assert_ne!(png(&running), png(&other));
    let opened = vec![Event::Opened(Settings::for_game(rules::Game::Mapello))];
    let new = Scene::of_room(&fold(RoomCode::from_seed(1), &stamp(opened, 0, 0, None)));
    assert!(new.position.as_mapello().is_some() && new.names.is_none() && new.mark.is_none());
    assert!(png(&new).is_some());
}

#[test]
fn a_game_that_nobody_may_watch_is_not_in_the_picture() {
    let scene = |audience, moves| Scene::of_room(&room_with(audience, ["Anna", "Bert"], moves));
    assert_ne!(scene(Audience::Invited, 6), scene(Audience::Invited, 0));
    let hidden = scene(Audience::Nobody, 6);
    assert_eq!((&hidden, hidden.mark), (&scene(Audience::Nobody, 0), None));
    let mut closed = room_with(Audience::Public, ["Anna", "Bert"], 6);
    closed.closed = true;
    assert_eq!(Scene::of_room(&closed).position, hidden.position);
}

#[test]
fn every_size_of_a_mancala_board_is_drawn() {
    for (pits, stones) in [(1, 1), (1, 12), (2, 3), (4, 4), (6, 4), (6, 12), (8, 4), (12, 1), (12, 12)] {
        let variant = rules::mancala::Variant { pits, stones, ..rules::mancala::Variant::default() };
        let setup = GameSettings::Mancala(variant.into()).setup(1).filter(|setup| setup.validate().is_ok());
        let Some(setup) = setup else { continue };
        let png = picture_of(&game(setup, ["Anna", "Bert"]));
        assert!(!png.is_empty(), "{pits} pits of {stones} stones");
    }
}
