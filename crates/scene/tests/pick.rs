//! The laws of picking.

use scene::cameras::{Camera, Orbit, View, camera, extent};
use scene::glam::Vec2;
use scene::pick::{Cell, Ray, cells, middle, outline, pick};
use scene::plan::{Hole, Row};
use scene::table::{Content, Mancala, Mapello, Table};

const ASPECTS: [f32; 9] = [0.4, 0.46, 0.75, 1.0, 1.33, 1.78, 2.0, 2.4, 3.0];

fn table(content: Content) -> Table {
    Table::new(content).unwrap_or_else(|error| panic!("{error}"))
}

fn mancala(pits: u8) -> Table {
    table(Content::Mancala(Mancala { pits, ..Mancala::default() }))
}

fn tables() -> Vec<Table> {
    let mapello = table(Content::Mapello(Mapello { trays: Some([3, 4]), ..Mapello::default() }));
    (1..=10).map(mancala).chain([mapello]).collect()
}

fn views() -> Vec<View> {
    let free = [(0.5, 0.0, 1.0), (2.5, 0.4, 1.0), (-1.5, 1.5, 1.0), (0.3, 0.5, 3.0), (4.0, 0.3, 2.0)];
    let free = free.map(|(turn, tilt, zoom)| View::Free(Orbit { turn, tilt, zoom }));
    View::ALL.into_iter().chain(free).collect()
}

fn each(mut test: impl FnMut(&Table, &Camera, f32, View)) {
    for table in tables() {
        for aspect in ASPECTS {
            for view in views() {
                test(&table, &camera(view, extent(&table), aspect), aspect, view);
            }
        }
    }
}

#[test]
fn the_middle_of_each_outline_picks_its_own_cell() {
    let mut hidden = 0;
    each(|table, camera, aspect, view| {
        for cell in cells(table) {
            let Some(outline) = outline(table, camera, aspect, cell) else {
                hidden += 1;
                assert!(
                    matches!(view, View::Free(Orbit { zoom, .. }) if zoom > 1.0),
                    "{cell:?} is not seen, {view:?}"
                );
                continue;
            };
            assert!(outline.iter().flatten().all(|part| (-1e-5..=1.00001).contains(part)), "{outline:?}");
            // What is a sliver at the edge of the picture may be lost to rounding.
            if area(&outline) > 1e-4 {
                assert_eq!(pick(table, camera, aspect, middle(&outline)), Some(cell), "{view:?} at {aspect}");
            }
        }
    });
    assert!(hidden > 0, "the views that are near do not show everything");
}

/// The area of a polygon that runs clockwise on the screen.
fn area(polygon: &[[f32; 2]]) -> f32 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|([ax, ay], [bx, by])| 0.5 * (ax * by - bx * ay)).sum()
}

/// What is left of a polygon within another one, which is convex and runs clockwise.
fn common(of: &[[f32; 2]], within: &[[f32; 2]]) -> f32 {
    let mut left: Vec<Vec2> = of.iter().map(|corner| Vec2::from_array(*corner)).collect();
    for at in 0..within.len() {
        let from = Vec2::from_array(within[at]);
        let way = Vec2::from_array(within[(at + 1) % within.len()]) - from;
        let side = |point: Vec2| way.perp_dot(point - from);
        let mut kept = Vec::new();
        for (at, corner) in left.iter().enumerate() {
            let next = left[(at + 1) % left.len()];
            if side(*corner) >= 0.0 {
                kept.push(*corner);
            }
            if (side(*corner) < 0.0) != (side(next) < 0.0) {
                kept.push(corner.lerp(next, side(*corner) / (side(*corner) - side(next))));
            }
        }
        left = kept;
    }
    area(&left.iter().map(|corner| corner.to_array()).collect::<Vec<_>>())
}

#[test]
fn outlines_are_convex_and_overlap_by_less_than_a_twentieth() {
    let mut most = 0.0_f32;
    each(|table, camera, aspect, view| {
        let outlines: Vec<_> =
            cells(table).into_iter().filter_map(|cell| outline(table, camera, aspect, cell)).collect();
        for (at, one) in outlines.iter().enumerate() {
            let points: Vec<Vec2> = one.iter().map(|corner| Vec2::from_array(*corner)).collect();
            for corner in 0..points.len() {
                let [a, b, c] = [0, 1, 2].map(|step| points[(corner + step) % points.len()]);
                assert!((b - a).perp_dot(c - b) > -1e-6, "{one:?} {view:?} at {aspect}");
            }
            for other in outlines.iter().skip(at + 1) {
                let smaller = area(one).min(area(other));
                if smaller > 1e-4 {
                    most = most.max(common(one, other) / smaller);
                }
            }
        }
    });
    println!("at most {most}");
    assert!(most < 0.05, "{most}");
}

#[test]
fn a_ray_goes_through_what_is_seen_at_its_point() {
    each(|_, camera, aspect, _| {
        for at in [[0.5, 0.5], [0.3, 0.6], [0.7, 0.9], [0.1, 0.75]] {
            let Some(point) = Ray::through(at, camera, aspect).on_plane(0.0) else { continue };
            let seen = camera.project(point, aspect).unwrap();
            let back = Vec2::new(0.5 + 0.5 * seen.x, 0.5 - 0.5 * seen.y);
            assert!(back.distance(Vec2::from_array(at)) < 1e-3, "{back} and {at:?}");
        }
    });
}

#[test]
fn beside_the_board_and_of_another_board_nothing_is_picked() {
    let table = mancala(6);
    let camera = camera(View::Table, extent(&table), 1.5);
    assert_eq!(pick(&table, &camera, 1.5, [0.5, 0.01]), None);
    assert_eq!(pick(&table, &camera, 1.5, [f32::NAN, 0.5]), None);
    assert_eq!(outline(&table, &camera, 1.5, Cell::Square(44)), None);
    assert_eq!(outline(&table, &camera, 1.5, Cell::Hole(Hole::Pit(Row::Near, 6))), None);
    let picked = outline(&table, &camera, 1.5, Cell::Hole(Hole::Pit(Row::Near, 0))).unwrap();
    assert!(middle(&picked)[0] < 0.5 && middle(&picked)[1] > 0.5, "it is at the near left");
}
