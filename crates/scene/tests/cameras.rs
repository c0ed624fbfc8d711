//! The laws of cameras.

mod common;

use common::app;
use scene::cameras::{
    Camera, Extent, FAR, LEAST_PIT, LEAST_SQUARE, NEAR, Orbit, View, between, camera, extent, half_turn,
    is_upright, raise, raised_camera,
};
use scene::geometry::mesh;
use scene::glam::Vec3;
use scene::pick::{Cell, cells, outline};
use scene::plan::is_border;
use scene::still::still;
use scene::table::{Content, Mancala, Mapello, Side, Table};

const ASPECTS: [f32; 12] = [0.4, 0.46, 0.56, 0.75, 0.99, 1.0, 1.01, 1.33, 1.78, 2.0, 2.4, 3.0];

fn table(content: Content) -> Table {
    Table::new(content).unwrap_or_else(|error| panic!("{error}"))
}

fn mancala(pits: u8) -> Table {
    table(Content::Mancala(Mancala { pits, near: Side::First, ..Mancala::default() }))
}

/// Boards of each size with the most that stands on them, and a board of Mapello with full trays and without.
fn tables() -> Vec<Table> {
    let mapello = |trays| table(Content::Mapello(Mapello { trays, ..Mapello::default() }));
    let boards = (1..=10).map(mancala);
    boards.chain([mapello(None), mapello(Some([32, 32]))]).collect()
}

/// The points of all bodies but the table. What is carved into the board is within its outline.
fn points(table: &Table) -> Vec<Vec3> {
    let [x, z] = extent(table).half.map(|half| half - 0.6);
    let mut points = Vec::new();
    for piece in still(table).pieces.iter().skip(1) {
        let pose = piece.pose;
        let placed = mesh(piece.kind)
            .positions
            .into_iter()
            .map(|at| pose.position + pose.rotation * (at * pose.scale));
        points.extend(placed.filter(|at| at.y > 0.01 || at.x.abs() > x || at.z.abs() > z));
    }
    points
}

/// What breaks the first and the third law: whether all is seen, and how much of the picture it fills.
fn faults(camera: &Camera, aspect: f32, points: &[Vec3]) -> Option<String> {
    let seen: Option<Vec<_>> = points.iter().map(|at| camera.project(*at, aspect)).collect();
    let Some(seen) = seen else { return Some("something is behind the eye".into()) };
    let most = |of: fn(f32, f32) -> f32, part: fn(&scene::glam::Vec2) -> f32| {
        seen.iter().map(part).reduce(of).unwrap_or(f32::NAN)
    };
    let [left, right] = [most(f32::min, |at| at.x), most(f32::max, |at| at.x)];
    let [below, above] = [most(f32::min, |at| at.y), most(f32::max, |at| at.y)];
    if left.min(below) < -1.0 || right.max(above) > 1.0 {
        return Some(format!("x {left} to {right}, y {below} to {above}"));
    }
    let fills = (0.5 * (right - left)).max(0.5 * (above - below));
    let distances = points.iter().map(|at| at.distance(camera.eye));
    if distances.clone().fold(f32::INFINITY, f32::min) < NEAR || distances.fold(0.0, f32::max) > FAR {
        return Some(format!("too near or too far: {camera:?}"));
    }
    (fills < 0.8).then(|| format!("fills {fills}"))
}

#[test]
fn each_view_shows_the_whole_board_and_fills_four_fifths() {
    for table in tables() {
        let (extent, points) = (extent(&table), points(&table));
        for aspect in ASPECTS {
            for view in View::ALL {
                let camera = camera(view, extent, aspect);
                assert_eq!(faults(&camera, aspect, &points), None, "{} at {aspect}, {extent:?}", view.name());
            }
            for (turn, tilt) in [(0.0, 0.0), (1.0, 0.3), (3.0, 0.6), (4.5, 1.2), (-2.0, 9.0)] {
                let orbit = Orbit { turn, tilt, zoom: 1.0 };
                let camera = camera(View::Free(orbit), extent, aspect);
                assert_eq!(faults(&camera, aspect, &points), None, "{orbit:?} at {aspect}");
            }
        }
    }
}

#[test]
fn heaps_and_walls_are_within_the_extent_that_cameras_fit() {
    let mut chance = common::Chance(9);
    for preset in rules::mancala::Preset::ALL {
        let mut game = common::mancala::Game::new(preset.variant(), rules::Side::First, 1);
        for _ in 0..300 {
            game.play(&mut chance);
            let table = game.table();
            let Extent { half, inner, corner: _, heights: [bottom, edge, top] } = extent(&table);
            for piece in still(&table).pieces.iter().skip(2) {
                let (at, radius) = (piece.pose.position, 0.5 * piece.pose.scale.y);
                let half = if at.y + radius > edge { inner } else { half };
                assert!(at.x.abs() + radius < half[0] && at.z.abs() + radius < half[1], "{at}");
                assert!(at.y + radius < top && at.y - radius > bottom, "{at}");
            }
        }
    }
}

/// Says whether a camera is tilted to the side, or below the table.
fn is_odd(camera: &Camera) -> bool {
    let forwards = (camera.target - camera.eye).normalize();
    let right = forwards.cross(camera.up);
    let all = [camera.eye, camera.target, camera.up];
    all.iter().any(|part| !part.is_finite())
        || right.y.abs() > 1e-4
        || (camera.up.length() - 1.0).abs() > 1e-4
        || camera.up.y < -1e-4
        || camera.up.dot(forwards).abs() > 1e-3
        || camera.eye.y < 1.0
}

#[test]
fn cameras_are_never_tilted_to_the_side_nor_below_the_table() {
    for table in [mancala(6), mancala(9), tables().pop().unwrap()] {
        let extent = extent(&table);
        for aspect in ASPECTS {
            let mut views = View::ALL.to_vec();
            for turn in [-3.0, 0.0, 2.0] {
                for (tilt, zoom) in [(0.0, 9.0), (0.0, 0.1), (9.0, 3.0), (0.7, 1.0)] {
                    views.push(View::Free(Orbit { turn, tilt, zoom }));
                }
            }
            for from in &views {
                let start = camera(*from, extent, aspect);
                assert!(!is_odd(&start), "{from:?} {start:?}");
                for to in &views {
                    let end = camera(*to, extent, aspect);
                    let mut before = start;
                    for step in 1..=60 {
                        let now = between(&start, &end, step as f32 / 60.0);
                        assert!(!is_odd(&now), "{from:?} to {to:?} at {step}: {now:?}");
                        // Around the board the shorter way, and never faster than a quarter of the way to it.
                        let way = now.eye.distance(before.eye) / (now.eye.distance(now.target) + 1.0);
                        assert!(way < 0.25, "{from:?} to {to:?} at {step}: {way}");
                        before = now;
                    }
                    assert_eq!(before, end);
                    let begun = between(&start, &end, 0.0);
                    assert!(
                        begun.eye.distance(start.eye) < 1e-3 && begun.up.distance(start.up) < 1e-3,
                        "{begun:?} {start:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_half_turn_shows_the_whole_board_and_ends_in_the_view() {
    for table in [mancala(3), mancala(6), tables().pop().unwrap()] {
        let (extent, points) = (extent(&table), points(&table));
        for aspect in ASPECTS {
            for view in View::ALL {
                let end = camera(view, extent, aspect);
                let mut before: Option<Camera> = None;
                for step in 0..=40 {
                    let now = half_turn(view, extent, aspect, 0.0, step as f32 / 40.0);
                    assert!(!is_odd(&now), "{view:?} {now:?}");
                    assert_eq!(faults(&now, aspect, &points), None, "{view:?} at {aspect}, step {step}");
                    if let Some(before) = before {
                        assert!(
                            before.eye.distance(now.eye) < 0.25 * end.eye.length(),
                            "{view:?} at {aspect}, step {step}"
                        );
                    }
                    before = Some(now);
                }
                assert!(before.unwrap().eye.distance(end.eye) < 1e-3);
                // It begins on the other side.
                let start = half_turn(view, extent, aspect, 0.0, 0.0);
                let opposite = end.eye * Vec3::new(-1.0, 1.0, -1.0);
                assert!(start.eye.distance(opposite) < 0.01 * end.eye.length(), "{start:?} {end:?}");
            }
        }
    }
}

#[test]
fn a_long_board_stands_upright_in_a_high_picture() {
    let long = extent(&mancala(6));
    assert!(
        is_upright(long, 0.5) && !is_upright(long, 1.5) && !is_upright(extent(&tables().pop().unwrap()), 0.5)
    );
    let camera = camera(View::Table, long, 0.5);
    let seen = |at: Vec3| camera.project(at, 0.5).unwrap();
    // The near row is on the right, the store of the near side on top.
    assert!(seen(Vec3::new(0.0, 0.0, 1.0)).x > 0.1 && seen(Vec3::new(3.5, 0.0, 0.0)).y > 0.5);
}

#[test]
fn the_free_view_stays_within_its_limits() {
    let mut orbit = Orbit::HOME;
    for _ in 0..50 {
        orbit = orbit.dragged(0.3, 0.2).zoomed(1.4);
    }
    assert!(
        orbit.tilt <= Orbit::TILTS[1] && orbit.zoom <= Orbit::ZOOMS[1] && orbit.turn.abs() < 7.0,
        "{orbit:?}"
    );
    for _ in 0..50 {
        orbit = orbit.dragged(-0.3, -0.2).zoomed(0.7);
    }
    assert!(orbit.tilt >= Orbit::TILTS[0] && orbit.zoom >= Orbit::ZOOMS[0], "{orbit:?}");
    let odd = Orbit { turn: f32::NAN, tilt: f32::INFINITY, zoom: f32::NAN };
    assert_eq!(odd.limited(), Orbit { turn: Orbit::HOME.turn, tilt: Orbit::HOME.tilt, zoom: 1.0 });
    // The board follows the pointer: dragged to the right its near edge goes to the right.
    let extent = extent(&mancala(6));
    let near = Vec3::new(0.0, 0.0, 2.0);
    let [before, after] = [Orbit::HOME, Orbit::HOME.dragged(0.1, 0.0)]
        .map(|orbit| camera(View::Free(orbit), extent, 1.5).project(near, 1.5).unwrap());
    assert!(after.x > before.x, "{before} {after}");
}

#[test]
fn views_have_names_and_odd_pictures_are_no_panic() {
    for view in View::ALL {
        assert_eq!(View::of_name(view.name()), Some(view));
    }
    assert_eq!(View::of_name("flat"), None);
    for aspect in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-9, 1e9] {
        for view in View::ALL {
            assert!(!is_odd(&camera(view, extent(&mancala(6)), aspect)), "{aspect}");
        }
    }
}

#[test]
fn a_raised_view_has_each_cell_as_high_as_a_finger_wants_it() {
    let mut raised = 0;
    // The room for a board on phones, held upright and across, on a tablet and on a desk, in pixels of the page.
    for [width, height] in
        [[320.0, 400.0], [390.0, 560.0], [560.0, 300.0], [800.0, 600.0], [900.0, 780.0], [1900.0, 900.0]]
    {
        for table in
            [mancala(6), table(Content::Mapello(Mapello { trays: Some([30, 30]), ..Mapello::default() }))]
        {
            let is_mancala = table.as_mancala().is_some();
            let least = if is_mancala { LEAST_PIT } else { LEAST_SQUARE };
            for view in View::ALL {
                let (aspect, extent) = (width / height, extent(&table));
                let by = raise(view, &table, aspect, height);
                raised += usize::from(by > 0.0);
                let lowest = |by: f32| {
                    let camera = raised_camera(view, extent, aspect, by);
                    let heights = cells(&table).into_iter().filter(|cell| !is_of_border(*cell)).map(|cell| {
                        let outline = outline(&table, &camera, aspect, cell).unwrap();
                        let ys = || outline.iter().map(|corner| corner[1]);
                        (ys().fold(0.0, f32::max) - ys().fold(1.0, f32::min)) * height
                    });
                    heights.fold(f32::MAX, f32::min)
                };
                let is_straight = by + view.orbit().tilt > 1.57;
                assert!(
                    matches!(view, View::Free(_)) || is_straight || lowest(by) >= least,
                    "{view:?} {width}×{height}"
                );
                // No further than it has to be.
                assert!(by == 0.0 || lowest(by - 0.03) < least, "{view:?} {width}×{height}");
                assert!(by == 0.0 || !matches!(view, View::Free(_)));
            }
        }
    }
    assert!((4..40).contains(&raised), "{raised}");
}

fn is_of_border(cell: Cell) -> bool {
    matches!(cell, Cell::Square(place) if is_border(place))
}
