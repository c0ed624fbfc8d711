//! What lights do.

use scene::cameras::Extent;
use scene::lights::{Light, lights};

const EXTENT: Extent =
    Extent { half: [4.2, 2.0], corner: 0.48, inner: [3.9, 1.7], heights: [-0.55, 0.0, 0.4] };

#[test]
fn a_candle_breathes_a_little_and_stands_still_without_a_time() {
    let still = Light::Candle.lamp(EXTENT, None);
    assert_eq!(Light::Candle.lamp(EXTENT, None), still);
    let (mut least, mut most) = (f32::INFINITY, 0.0_f32);
    let mut before = Light::Candle.lamp(EXTENT, Some(0.0));
    for step in 1..20_000_u16 {
        let now = Light::Candle.lamp(EXTENT, Some(f32::from(step) / 60.0));
        let strength = now.colour.x / still.colour.x;
        (least, most) = (least.min(strength), most.max(strength));
        assert!((now.colour.x - before.colour.x).abs() < 0.02, "it flickers at {step}");
        assert!(now.position.distance(still.position) < 0.15);
        before = now;
    }
    assert!(least > 0.9 && least < 0.95 && most < 1.1 && most > 1.05, "{least} to {most}");
    for odd in [f32::NAN, f32::INFINITY, -5.0, 1e20] {
        assert!(Light::Candle.lamp(EXTENT, Some(odd)).colour.is_finite(), "{odd}");
    }
}

#[test]
fn the_strongest_lamp_comes_first_and_no_picture_is_dark() {
    for mask in 0..8_usize {
        let on: Vec<Light> = (0..3).filter(|at| mask & (1 << at) != 0).map(|at| Light::ALL[at]).collect();
        let lit = lights(&on, EXTENT, Some(3.0));
        assert_eq!(lit.lamps.len(), on.len());
        assert!(
            lit.lamps.windows(2).all(|pair| pair[0].colour.element_sum() >= pair[1].colour.element_sum())
        );
        assert!(lit.ambient.min_element() >= 0.1, "{on:?}");
        let whole =
            lit.lamps.iter().map(|lamp| lamp.colour.element_sum()).sum::<f32>() + lit.ambient.element_sum();
        assert!(whole > 2.0, "{on:?}: {whole}");
        // Every lamp is above the table, and none is in the board.
        assert!(lit.lamps.iter().all(|lamp| lamp.position.y > 1.0 && lamp.size > 0.0));
    }
}

#[test]
fn lights_have_names() {
    for light in Light::ALL {
        assert_eq!(Light::of_name(light.name()), Some(light));
    }
    assert_eq!(Light::of_name("sun"), None);
}
