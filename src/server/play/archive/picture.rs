//! Preview pictures (Open Graph): a board with the points, the names of its players where they may be seen, and who
//! won or whose turn it is. They contain no words but names, so one picture serves all languages.

mod boards;
mod fonts;
mod letters;
mod shaping;

use room::{BoardChoice, Finished, Room};
use rules::mapello::Board;
use rules::{Game, Position, Setup, Side};
use tiny_skia::{Color, Paint, PathBuilder, Pixmap, Shader};

use crate::app::text::language::Language;
use crate::app::text::names::{game_name, side_name};
use crate::model::finished_game::PICTURE;
use boards::{fill, star};
use letters::{Align, draw_text};
use shaping::drawable;

/// Font size of the points, in pixels.
const POINTS: f32 = 130.0;
const CREAM: u32 = 0xf6_ec_da;
const SOFT: u32 = 0xc4_b2_98;
const BRASS: u32 = 0xe3_b3_4f;

/// A solid colour, given as 0xRRGGBB.
fn colour(rgb: u32) -> Paint<'static> {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Paint { shader: Shader::SolidColor(Color::from_rgba8(red, green, blue, 255)), ..Paint::default() }
}

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    position: Position,
    /// The players, by [`Side::index`]; none where they are not to be seen.
    names: Option<[String; 2]>,
    mark: Option<Mark>,
}

/// What is said of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Wins(Side),
    Moves(Side),
}

impl Scene {
    /// A finished game; `None` if it holds none.
    pub fn of_game(game: &Finished) -> Option<Self> {
        let position = game.room().game?.position;
        Some(Self { position, names: Some(game.names.clone()), mark: game.winner.map(Mark::Wins) })
    }

    /// A finished game whose players stay unnamed.
    pub fn of_nameless(game: &Finished) -> Option<Self> {
        Some(Self { names: None, ..Self::of_game(game)? })
    }

    /// A board of Mapello before a game; `None` if it is still to be built.
    pub fn of_board(choice: BoardChoice) -> Option<Self> {
        let position = Setup::Mapello(choice.board(1)?).start();
        Some(Self { position, names: None, mark: None })
    }

    /// A room as it is: its game, or the board of one that has not begun or that nobody may watch. The players of a game
    /// are named when it is over, and while it runs only where everybody may watch.
    pub fn of_room(room: &Room) -> Self {
        let Some(game) = room.game.as_ref().filter(|_| is_watchable(room)) else {
            let running = room.running().map(|game| game.setup);
            let setup = running.or_else(|| room.next_settings().game.setup(1));
            // A board that is still to be built is empty.
            let position = setup.unwrap_or(Setup::Mapello(Board::EMPTY)).start();
            return Self { position, names: None, mark: None };
        };
        let mark = match game.ending {
            Some(ending) => ending.winner.map(Mark::Wins),
            None => Some(Mark::Moves(game.position.to_move())),
        };
        let name = |side| Some(room.occupant(game.seat_of(side))?.name.clone());
        let [first, second] = Side::BOTH.map(name);
        let names = is_named(room).then_some(first.zip(second)).flatten().map(<[String; 2]>::from);
        Self { position: game.position.clone(), names, mark }
    }
}

/// Whether everybody with the link may see the game of the room. One that nobody may watch is seen when it is over.
pub fn is_watchable(room: &Room) -> bool {
    let is_open = !room.closed && room.settings.audience != room::Audience::Nobody;
    is_open || room.running().is_none()
}

/// Whether everybody with the link may know who plays in the room.
pub fn is_named(room: &Room) -> bool {
    let is_public = room.settings.audience == room::Audience::Public && is_watchable(room);
    room.game.as_ref().is_some_and(|game| game.ending.is_some() || is_public)
}

/// The picture as a PNG; `None` if it cannot be drawn.
pub fn png(scene: &Scene) -> Option<Vec<u8>> {
    let mut picture = Pixmap::new(PICTURE.0, PICTURE.1)?;
    picture.fill(Color::from_rgba8(0x2b, 0x1e, 0x14, 255));
    let Scene { position, names, mark } = scene;
    let game = match position {
        Position::Mancala(_) => Game::Mancala,
        Position::Mapello(_) => Game::Mapello,
    };
    let points = position.score();
    let name = |side: Side| {
        let drawn = drawable(&names.as_ref()?[side.index()]);
        // A name that no font can draw falls back to the name of its side.
        Some(if drawn.is_empty() { Language::English.during(|| side_name(game, side)) } else { drawn })
    };
    let ink = |side: Side| {
        let is_lost = matches!(mark, Some(Mark::Wins(winner)) if *winner != side);
        colour(if is_lost { SOFT } else { CREAM })
    };
    // Beside the points of a side: a star if it has won, a disc if it is its turn.
    let draw_mark = |picture: &mut Pixmap, side: Side, at: (f32, f32)| match mark {
        Some(Mark::Wins(winner)) if *winner == side => fill(picture, star(at, 40.0), &colour(BRASS)),
        Some(Mark::Moves(mover)) if *mover == side => {
            fill(picture, PathBuilder::from_circle(at.0, at.1, 26.0), &colour(BRASS));
        }
        _ => {}
    };
    match position {
        Position::Mancala(position) => {
            boards::mancala(&mut picture, position, (40.0, 250.0), (1120.0, 300.0));
            // Each player beside the own store: South's is on the right.
            for (side, x, on, align) in
                [(Side::Second, 60.0, 1.0, Align::Start), (Side::First, 1140.0, -1.0, Align::End)]
            {
                let (points, ink) = (points[side.index()].to_string(), ink(side));
                if let Some(name) = name(side) {
                    draw_text(&mut picture, &name, (x, 76.0), (46.0, 500.0), align, &ink);
                }
                let width = draw_text(&mut picture, &points, (x, 200.0), (POINTS, 200.0), align, &ink);
                draw_mark(&mut picture, side, (x + on * (width + 70.0), 152.0));
            }
        }
        Position::Mapello(position) => {
            boards::mapello(&mut picture, position, (36.0, 36.0), 558.0);
            for (side, y) in [(Side::First, 190.0), (Side::Second, 420.0)] {
                let disc = if side == Side::First { 0x17_17_17 } else { 0xf4_f0_e6 };
                fill(&mut picture, PathBuilder::from_circle(662.0, y - 70.0, 22.0), &colour(SOFT));
                fill(&mut picture, PathBuilder::from_circle(662.0, y - 70.0, 19.0), &colour(disc));
                let (points, ink) = (points[side.index()].to_string(), ink(side));
                if let Some(name) = name(side) {
                    let at = (704.0, y - 53.0);
                    draw_text(&mut picture, &name, at, (46.0, 456.0), Align::Start, &ink);
                }
                let at = (636.0, y + 78.0);
                let width = draw_text(&mut picture, &points, at, (POINTS, 260.0), Align::Start, &ink);
                draw_mark(&mut picture, side, (636.0 + width + 70.0, y + 30.0));
            }
        }
    }
    let (x, align) =
        if position.as_mapello().is_none() { (600.0, Align::Middle) } else { (640.0, Align::Start) };
    let foot = Language::English.during(|| format!("Duello · {}", game_name(game)));
    draw_text(&mut picture, &foot, (x, 600.0), (30.0, 520.0), align, &colour(SOFT));
    picture.encode_png().ok()
}

#[cfg(test)]
mod tests;
