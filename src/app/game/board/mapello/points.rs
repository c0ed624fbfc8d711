//! What is said of the points in Mapello: each disc counts one, and each bonus [`BONUS_POINTS`].

use room::Game;
use rules::mapello::{self, BONUS_POINTS};
use rules::{Position, Side};

use crate::app::game::players::points::Points;
use crate::app::text::mapello::colour;
use crate::app::text::words;

/// What the plate of a side tells.
pub(super) fn points(position: &Position, side: Side) -> Points {
    let bonuses = position.as_mapello().map_or(0, |position| bonus_points(position, side));
    let discs = position.score()[side.index()].saturating_sub(bonuses);
    Points {
        unit: if bonuses > 0 { words::points_with_bonuses(bonuses.into()) } else { words::just_points() },
        parts: (bonuses > 0).then_some([discs, bonuses]),
        disc: Some(colour(side)),
    }
}

/// The lines of the result card: discs and bonuses of both sides.
pub(super) fn result(game: &Game, near: Side) -> Vec<(String, String)> {
    let Some(position) = game.position.as_mapello() else { return Vec::new() };
    let both = |count: &dyn Fn(Side) -> u32| format!("{}–{}", count(near), count(near.other()));
    vec![
        (words::discs(), both(&|side| position.discs(side).count_ones())),
        (words::bonuses(), both(&|side| bonus_points(position, side).into())),
    ]
}

fn bonus_points(position: &mapello::Position, side: Side) -> u16 {
    u16::from(position.taken(side) * BONUS_POINTS)
}
