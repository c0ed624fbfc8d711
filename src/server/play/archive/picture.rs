//! Preview picture of a finished game (Open Graph): board, names, points and the winner. It contains no words
//! but names, so one picture serves all languages.

mod boards;
mod letters;

use room::Finished;
use rules::{Position, Setup, Side};
use tiny_skia::{Color, Paint, PathBuilder, Pixmap, Shader};

use crate::app::text::language::Language;
use crate::app::text::names::{game_name, side_name};
use crate::model::finished_game::PICTURE;
use boards::{fill, star};
use letters::{Align, Font};

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

/// The picture as a PNG; `None` if it cannot be drawn.
pub fn png(game: &Finished) -> Option<Vec<u8>> {
    let letters = Font::new()?;
    let mut picture = Pixmap::new(PICTURE.0, PICTURE.1)?;
    picture.fill(Color::from_rgba8(0x2b, 0x1e, 0x14, 255));
    let room = game.room();
    let position = &room.game.as_ref()?.position;
    let points = position.score();
    let name = |side: Side| {
        let known = letters.supported(&game.names[side.index()]);
        // A name without any character of the font falls back to the name of its side.
        let side = || Language::English.during(|| side_name(game.setup.game(), side));
        if known.is_empty() { side() } else { known }
    };
    let ink =
        |side: Side| colour(if game.winner.is_some_and(|winner| winner != side) { SOFT } else { CREAM });
    match position {
        Position::Mancala(position) => {
            boards::mancala(&mut picture, &letters, position, (40.0, 250.0), (1120.0, 300.0));
            // Each player beside the own store: South's is on the right.
            for (side, x, on, align) in
                [(Side::Second, 60.0, 1.0, Align::Start), (Side::First, 1140.0, -1.0, Align::End)]
            {
                let (points, ink) = (points[side.index()].to_string(), ink(side));
                letters.draw_text(&mut picture, &name(side), (x, 76.0), (46.0, 500.0), align, &ink);
                letters.draw_text(&mut picture, &points, (x, 200.0), (POINTS, 200.0), align, &ink);
                if game.winner == Some(side) {
                    let beside = x + on * (letters.width(&points) * POINTS + 70.0);
                    fill(&mut picture, star((beside, 152.0), 40.0), &colour(BRASS));
                }
            }
        }
        Position::Mapello(position) => {
            boards::mapello(&mut picture, position, (36.0, 36.0), 558.0);
            for (side, y) in [(Side::First, 190.0), (Side::Second, 420.0)] {
                let disc = if side == Side::First { 0x17_17_17 } else { 0xf4_f0_e6 };
                fill(&mut picture, PathBuilder::from_circle(662.0, y - 70.0, 22.0), &colour(SOFT));
                fill(&mut picture, PathBuilder::from_circle(662.0, y - 70.0, 19.0), &colour(disc));
                let (points, ink) = (points[side.index()].to_string(), ink(side));
                let at = (704.0, y - 53.0);
                letters.draw_text(&mut picture, &name(side), at, (46.0, 456.0), Align::Start, &ink);
                letters.draw_text(
                    &mut picture,
                    &points,
                    (636.0, y + 78.0),
                    (POINTS, 260.0),
                    Align::Start,
                    &ink,
                );
                if game.winner == Some(side) {
                    let beside = 636.0 + letters.width(&points) * POINTS + 70.0;
                    fill(&mut picture, star((beside, y + 30.0), 40.0), &colour(BRASS));
                }
            }
        }
    }
    let mancala = matches!(game.setup, Setup::Mancala(_));
    let (x, align) = if mancala { (600.0, Align::Middle) } else { (640.0, Align::Start) };
    let foot = format!("Duello · {}", game_name(game.setup.game()));
    letters.draw_text(&mut picture, &foot, (x, 600.0), (30.0, 520.0), align, &colour(SOFT));
    picture.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Record;
    use rules::mapello::Board;

    fn game(setup: Setup, names: [&str; 2]) -> Finished {
        let mut record = Record::new(setup);
        let mut position = setup.start();
        while let Some(&mv) = position.legal_moves().first() {
            record.moves.push(mv);
            position = position.play(mv).unwrap().position;
        }
        Finished::from_record(names.map(str::to_owned), record).unwrap()
    }

    #[test]
    fn both_boards_render_to_a_png_of_the_requested_size() {
        let mancala = room::GameSettings::default().setup(1).unwrap();
        for (setup, names) in [
            (mancala, ["Anna", "A name as long as it can be"]),
            (mancala, ["\u{5b57}\u{5b57}", "\u{1f600}"]),
            (Setup::Mapello(Board::DEFAULT), ["Žofie", "Дмитрий"]),
        ] {
            let game = game(setup, names);
            let png = png(&game).unwrap();
            let picture = Pixmap::decode_png(&png).unwrap();
            assert_eq!((picture.width(), picture.height()), PICTURE);
            assert!(png.len() < 150_000, "{}", png.len());
            let other = Finished { names: [game.names[1].clone(), game.names[0].clone()], ..game };
            if names[0].is_ascii() {
                assert_ne!(super::png(&other).unwrap(), png, "names are seen");
            }
        }
    }

    #[test]
    fn characters_missing_in_the_font_are_left_out() {
        let letters = Font::new().unwrap();
        assert_eq!(letters.supported("Zoë \u{5b57} Ω Ж"), "Zoë  Ω Ж");
        assert_eq!(letters.supported("\u{5b57}\u{1f600}"), "");
    }
}
