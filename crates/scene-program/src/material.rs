//! What bodies are made of, by theme: colours, polish and the pattern that `shaders/material.glsl` computes.

use scene::glam::Vec3;
use scene::picture::Kind;

use crate::theme::Theme;

/// The formula of a material. The numbers are those of `made_of` in `shaders/material.glsl`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// One colour.
    Plain = 0,
    /// A plank with rings, fibres and pores.
    Wood = 1,
    /// Stone with veins and clouds.
    Marble = 2,
    /// Lacquer with scales of metal, or slate.
    Lacquer = 3,
    /// Strips of bamboo.
    Bamboo = 4,
    /// Woven threads.
    Linen = 6,
    /// Polished metal.
    Brass = 7,
}

/// What one kind of body is made of. Colours are sRGB, as `style/themes.css` has them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Material {
    /// See [`Pattern`].
    pub pattern: Pattern,
    /// The lighter colour; a disc's first face.
    pub pale: u32,
    /// The darker colour; a disc's second face.
    pub dark: u32,
    /// A third colour: felt, clouds of marble, scales of lacquer, a tint of wood.
    pub third: u32,
    /// Lines and seams: brass, or the colour between a disc's faces.
    pub line: u32,
    /// Roughness, from 0 (a mirror) to 1 (chalk).
    pub rough: f32,
    /// How much polish lies over it, from 0 to 1.
    pub coat: f32,
    /// How fine the pattern is: 1 as on a board of wood.
    pub grain: f32,
    /// How strong pores and scales are, from 0 to 1.
    pub pores: f32,
    /// Lines between the squares of felt.
    pub grid: u32,
}

/// How far from a board's edge its line of metal runs, and half its width, in units of the board.
const INLAY: [f32; 2] = [0.095, 0.009];

impl Material {
    /// The six vectors `u_material` of `shaders/material.glsl`.
    pub fn uniforms(&self) -> [f32; 24] {
        let with = |colour: u32, last: f32| {
            let linear = linear(colour);
            [linear.x, linear.y, linear.z, last]
        };
        let rows = [
            with(self.pale, self.pattern as u8 as f32),
            with(self.dark, self.rough),
            with(self.third, self.coat),
            with(self.line, self.grain),
            [INLAY[0], 0.0, INLAY[1], self.pores],
            with(self.grid, 0.0),
        ];
        let mut numbers = [0.0; 24];
        numbers.iter_mut().zip(rows.as_flattened()).for_each(|(number, value)| *number = *value);
        numbers
    }
}

/// A colour of sRGB (0xrrggbb) in linear light.
pub fn linear(colour: u32) -> Vec3 {
    let channel = |shift: u32| {
        let value = ((colour >> shift) & 255) as f32 / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    Vec3::new(channel(16), channel(8), channel(0))
}

/// A base to name only what differs.
const BASE: Material = Material {
    pattern: Pattern::Plain,
    pale: 0xffffff,
    dark: 0x000000,
    third: 0xffffff,
    line: 0xd9a441,
    rough: 0.5,
    coat: 0.0,
    grain: 1.0,
    pores: 1.0,
    grid: 0x123828,
};

const WALNUT: Material = Material {
    pattern: Pattern::Wood,
    pale: 0x8d5c38,
    dark: 0x40230f,
    third: 0xb8703f,
    line: 0xf0cf8a,
    rough: 0.42,
    coat: 0.25,
    ..BASE
};
const OAK: Material = Material {
    pattern: Pattern::Wood,
    pale: 0xa28b70,
    dark: 0x7a6347,
    third: 0xb89c7a,
    rough: 0.6,
    coat: 0.0,
    grain: 0.85,
    pores: 0.5,
    ..BASE
};
const MAPLE: Material = Material {
    pattern: Pattern::Wood,
    pale: 0xe8c48e,
    dark: 0xc2905a,
    third: 0xf0d0a4,
    rough: 0.42,
    coat: 0.3,
    grain: 1.6,
    pores: 0.15,
    ..BASE
};
const CARRARA: Material = Material {
    pattern: Pattern::Marble,
    pale: 0xcbc8c2,
    dark: 0x74787a,
    third: 0xc9c9c6,
    line: 0xc79a3c,
    rough: 0.22,
    coat: 0.9,
    grain: 0.8,
    ..BASE
};
const NIGHT_LACQUER: Material = Material {
    pattern: Pattern::Lacquer,
    pale: 0x2c3765,
    dark: 0x141a38,
    third: 0x8ea4e6,
    line: 0xc4d0ea,
    rough: 0.3,
    coat: 0.9,
    pores: 0.35,
    ..BASE
};
const EBONY: Material = Material {
    pattern: Pattern::Wood,
    pale: 0x38302c,
    dark: 0x17120f,
    third: 0x8c7466,
    rough: 0.5,
    coat: 0.1,
    grain: 0.85,
    pores: 0.6,
    ..BASE
};
const BAMBOO: Material = Material {
    pattern: Pattern::Bamboo,
    pale: 0xe6cf98,
    dark: 0xbd9656,
    line: 0x8f3f1c,
    rough: 0.42,
    coat: 0.3,
    ..BASE
};
const BRASS: Material = Material { pattern: Pattern::Brass, pale: 0xf0c878, rough: 0.24, ..BASE };

/// The material of a kind of body. Stones have [`crate::glass`] instead.
pub fn material(theme: Theme, kind: Kind) -> Material {
    match theme {
        Theme::Walnut => match kind {
            Kind::Table => OAK,
            Kind::MapelloBoard => Material { third: 0x2b6a4f, grid: 0x0d2b1e, ..WALNUT },
            Kind::Disc | Kind::GhostDisc | Kind::Joker => disc(0x14110f, 0xefe3ca),
            Kind::Wall => MAPLE,
            Kind::Star => BRASS,
            _ => WALNUT,
        },
        Theme::Marble => match kind {
            Kind::Table => Material { pale: 0x6b4a35, dark: 0x3a251a, third: 0x84604a, pores: 0.8, ..OAK },
            Kind::MapelloBoard => Material { third: 0x2c6d51, grid: 0x082318, ..CARRARA },
            Kind::Disc | Kind::GhostDisc | Kind::Joker => disc(0x0a100e, 0xecebe4),
            Kind::Wall => Material { pale: 0xf4f2ec, grain: 1.5, ..CARRARA },
            Kind::Star => BRASS,
            _ => CARRARA,
        },
        Theme::Night => match kind {
            Kind::Table => EBONY,
            Kind::MapelloBoard => Material { third: 0x27346a, grid: 0x070c24, ..NIGHT_LACQUER },
            Kind::Disc | Kind::GhostDisc | Kind::Joker => {
                Material { line: 0xd0dcff, ..disc(0x0b0f20, 0xc9d3ee) }
            }
            Kind::Wall => Material { pattern: Pattern::Brass, pale: 0xb4c0dc, rough: 0.36, ..BASE },
            Kind::Star => Material { pale: 0xf0d48a, ..BRASS },
            _ => NIGHT_LACQUER,
        },
        Theme::Garden => match kind {
            Kind::Table => Material {
                pattern: Pattern::Linen,
                pale: 0x747b68,
                dark: 0x596050,
                rough: 0.95,
                grain: 1.5,
                ..BASE
            },
            Kind::MapelloBoard => Material { third: 0x56763a, grid: 0x22330c, ..BAMBOO },
            Kind::Disc | Kind::GhostDisc | Kind::Joker => {
                Material { rough: 0.4, coat: 0.35, ..disc(0x1b1e20, 0xf1eadb) }
            }
            Kind::Wall => Material {
                pattern: Pattern::Lacquer,
                pale: 0xd08e60,
                dark: 0xb06a42,
                third: 0xf0c8a0,
                rough: 0.85,
                pores: 0.2,
                ..BASE
            },
            Kind::Star => BRASS,
            _ => BAMBOO,
        },
        Theme::Contrast => match kind {
            Kind::Table => Material { pale: 0xe8e8e8, ..BASE },
            Kind::MapelloBoard => {
                Material { pale: 0xffffff, third: 0xffffff, grid: 0x000000, line: 0x000000, ..BASE }
            }
            Kind::Disc | Kind::GhostDisc | Kind::Joker => {
                Material { line: 0x000000, ..disc(0x000000, 0xffffff) }
            }
            Kind::Wall => Material { pale: 0x303030, line: 0x000000, ..BASE },
            Kind::Star => Material { pale: 0xffc800, line: 0x000000, ..BASE },
            _ => Material { pale: 0xffffff, line: 0x000000, ..BASE },
        },
    }
}

fn disc(first: u32, second: u32) -> Material {
    Material { pale: first, dark: second, line: 0xc89b4a, rough: 0.3, coat: 0.7, ..BASE }
}

#[cfg(test)]
mod tests {
    use super::{linear, material};
    use crate::theme::Theme;
    use scene::picture::Kind;

    #[test]
    fn colours_of_sixteen_million_become_light_between_0_and_1() {
        assert_eq!(linear(0xffffff).to_array(), [1.0; 3]);
        assert_eq!(linear(0x000000).to_array(), [0.0; 3]);
        let grey = linear(0x808080);
        assert!((grey.x - 0.2159).abs() < 1e-3 && grey.x == grey.y && grey.y == grey.z);
        assert!(linear(0xff0000).x > linear(0x00ff00).x);
    }

    #[test]
    fn the_faces_of_a_disc_differ_in_brightness_in_each_theme() {
        for theme in Theme::ALL {
            let disc = material(theme, Kind::Disc);
            let (first, second) = (linear(disc.pale).y, linear(disc.dark).y);
            assert!((second + 0.05) / (first + 0.05) > 7.0, "{theme:?}");
        }
    }
}
