//! The laws of the meshes.

use std::collections::HashMap;

use scene::geometry::{DISC_HEIGHT, DISC_RADIUS, mesh};
use scene::glam::{Vec2, Vec3};
use scene::mesh::Mesh;
use scene::picture::Kind;
use scene::plan::{MOST_PITS, Plan};

const OTHERS: [Kind; 9] = [
    Kind::Table,
    Kind::MapelloBoard,
    Kind::Stone,
    Kind::Disc,
    Kind::GhostDisc,
    Kind::Wall,
    Kind::Star,
    Kind::Joker,
    Kind::Tray,
];

/// All kinds of bodies, boards of each size.
fn kinds() -> Vec<Kind> {
    let boards =
        (1..=MOST_PITS).flat_map(|pits| [Kind::MancalaBoard(pits), Kind::MirroredMancalaBoard(pits)]);
    boards.chain(OTHERS).collect()
}

fn triangles(mesh: &Mesh) -> impl Iterator<Item = [usize; 3]> {
    mesh.indices.chunks(3).map(|corners| [corners[0] as usize, corners[1] as usize, corners[2] as usize])
}

/// A number for each different position, bit for bit; 0 and −0 are the same.
fn welded(mesh: &Mesh) -> Vec<usize> {
    let mut known = HashMap::new();
    let mut number = |at: &Vec3| {
        let next = known.len();
        *known.entry((*at + Vec3::ZERO).to_array().map(f32::to_bits)).or_insert(next)
    };
    mesh.positions.iter().map(&mut number).collect()
}

#[test]
fn every_edge_of_a_body_belongs_to_two_triangles_that_run_opposite_ways() {
    for kind in kinds() {
        let mesh = mesh(kind);
        let welded = welded(&mesh);
        let mut edges: HashMap<[usize; 2], usize> = HashMap::new();
        for [a, b, c] in triangles(&mesh) {
            for edge in [[a, b], [b, c], [c, a]] {
                *edges.entry(edge.map(|at| welded[at])).or_default() += 1;
            }
        }
        for ([from, to], count) in &edges {
            let at = mesh.positions[welded.iter().position(|known| known == from).unwrap()];
            assert_eq!(*count, 1, "{kind:?}: an edge from {at} has more than one triangle on a side");
            assert!(edges.contains_key(&[*to, *from]), "{kind:?} gapes at an edge from {at}");
        }
    }
}

#[test]
fn normals_have_length_one_and_point_to_the_side_of_their_triangle() {
    for kind in kinds() {
        let mesh = mesh(kind);
        assert_eq!(mesh.positions.len(), mesh.normals.len());
        assert_eq!(mesh.indices.len() % 3, 0);
        assert!(mesh.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-5), "{kind:?}");
        for corners in triangles(&mesh) {
            let [a, b, c] = corners.map(|at| mesh.positions[at]);
            let across = (b - a).cross(c - a);
            assert!(across.length() > 1e-7, "{kind:?}: {a} {b} {c} has no area");
            for at in corners {
                let cosine = mesh.normals[at].dot(across.normalize());
                assert!(cosine > 0.0, "{kind:?}: {a} {b} {c} and {}: {cosine}", mesh.normals[at]);
            }
        }
    }
}

/// The volume of a closed body, as the sum of its triangles' pyramids. It is negative if the body is turned inside out.
fn volume(mesh: &Mesh) -> f64 {
    let pyramid = |corners: [usize; 3]| {
        let [a, b, c] = corners.map(|at| mesh.positions[at].as_dvec3());
        a.dot(b.cross(c)) / 6.0
    };
    triangles(mesh).map(pyramid).sum()
}

#[test]
fn bodies_have_the_volume_of_what_they_stand_for() {
    let disc = volume(&mesh(Kind::Disc));
    let cylinder = f64::from(DISC_RADIUS * DISC_RADIUS * DISC_HEIGHT) * std::f64::consts::PI;
    assert!(disc < cylinder && disc > 0.93 * cylinder, "{disc} of {cylinder}");
    let stone = volume(&mesh(Kind::Stone));
    let ball = std::f64::consts::PI / 6.0;
    assert!(stone < ball && stone > 0.95 * ball, "{stone} of {ball}");
    for pits in 1..=MOST_PITS {
        let board = volume(&mesh(Kind::MancalaBoard(pits)));
        let slab = f64::from(pits) + 2.4;
        // The bowls are carved, not painted: a pit takes 0.2 to 0.3 of a cubic column.
        let carved = slab * 4.0 * 0.55 - board - 2.0 * f64::from(pits) * 0.25;
        assert!((0.9..1.9).contains(&carved), "{pits} pits: {carved} besides the pits");
        let mirrored = volume(&mesh(Kind::MirroredMancalaBoard(pits)));
        assert!((board - mirrored).abs() < 1e-3, "{pits} pits: {board} and {mirrored}");
    }
    for kind in kinds() {
        assert!(volume(&mesh(kind)) > 0.0, "{kind:?}");
    }
}

#[test]
fn meshes_are_small() {
    let count = |kind: Kind| mesh(kind).indices.len() / 3;
    for pits in 1..=MOST_PITS {
        let board = count(Kind::MancalaBoard(pits));
        assert!((1_000..=20_000).contains(&board), "{pits} pits: {board}");
        println!("{pits} pits: {board} triangles");
    }
    let others = OTHERS.map(count);
    println!("{OTHERS:?}: {others:?}");
    assert!(others.iter().sum::<usize>() <= 10_000, "{others:?}");
    assert!(count(Kind::Stone) <= 400);
}

#[test]
fn a_board_is_as_deep_as_its_bowls_where_they_are_and_flat_elsewhere() {
    for plan in [Plan { pits: 6, mirrored: false }, Plan { pits: 9, mirrored: true }] {
        let kind =
            if plan.mirrored { Kind::MirroredMancalaBoard(plan.pits) } else { Kind::MancalaBoard(plan.pits) };
        let mesh = mesh(kind);
        for hole in plan.holes() {
            let bowl = plan.bowl(hole);
            let middle = Vec3::new(bowl.centre.x, -scene::bowl::DEPTH, bowl.centre.y);
            let nearest = mesh.positions.iter().map(|at| at.distance(middle)).fold(f32::INFINITY, f32::min);
            // The lowest points lie along the middle of a store, not at its centre.
            assert!(nearest < 0.3, "{hole:?}: {nearest}");
        }
        let below = |at: &&Vec3| at.y < -0.001 && at.y > -0.35;
        for at in mesh.positions.iter().filter(below) {
            let plan_at = Vec2::new(at.x, at.z);
            let bowl = plan.bowl(plan.hole_at(plan_at));
            let inside = bowl.outwards(plan_at).0 <= bowl.half_width + 1e-5;
            // How far it is within the outline, whose corners are round.
            let corner = plan_at.abs() - Vec2::new(0.5 * plan.length(), 2.0) + Vec2::splat(0.48);
            let within = 0.48 - corner.max(Vec2::ZERO).length() - corner.max_element().min(0.0);
            assert!(inside || within < 0.08, "{at} is neither in a hole nor at the edge");
        }
    }
}

#[test]
fn a_number_of_pits_that_no_board_has_is_no_panic() {
    assert_eq!(mesh(Kind::MancalaBoard(0)), mesh(Kind::MancalaBoard(1)));
    assert_eq!(mesh(Kind::MancalaBoard(255)), mesh(Kind::MancalaBoard(MOST_PITS)));
}
