//! The one texture that materials are made of: noise in a cube, computed once. The graphics card reads and filters it, so that
//! grain and veins cost a fetch each and do not flicker in the distance.

/// The side of the cube, in texels. The noise repeats after so many.
pub const SIDE: usize = 32;

/// Four independent values for each texel, from 0 to 255.
pub fn cube() -> Vec<u8> {
    let mut bits = 0x9E37_79B9_u32;
    let mut next = || {
        // xorshift: chance enough for wood.
        bits ^= bits << 13;
        bits ^= bits >> 17;
        bits ^= bits << 5;
        (bits >> 11) as u8
    };
    (0..SIDE * SIDE * SIDE * 4).map(|_| next()).collect()
}

#[cfg(test)]
mod tests {
    use super::{SIDE, cube};

    #[test]
    fn noise_is_even_in_each_channel() {
        let cube = cube();
        assert_eq!(cube.len(), SIDE * SIDE * SIDE * 4);
        for channel in 0..4 {
            let values = cube.iter().skip(channel).step_by(4);
            let (count, sum) =
                values.fold((0, 0_u64), |(count, sum), value| (count + 1, sum + u64::from(*value)));
            let mean = sum as f64 / f64::from(count);
            assert!((mean - 127.5).abs() < 2.0, "channel {channel} has a mean of {mean}");
        }
    }
}
