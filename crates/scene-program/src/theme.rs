//! Themes by the names of the settings (`src/app/ui/settings.rs`), and what of them is no material: glass, marks, the room.

use scene::glam::Vec3;

use crate::material::linear;

/// What the board and all that lies on it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Oiled walnut with a line of brass, on oak.
    #[default]
    Walnut,
    /// White marble with a gilt line, on dark wood.
    Marble,
    /// Blue-black lacquer with a line of silver, glass that glows.
    Night,
    /// Bamboo on linen, pebbles from a river.
    Garden,
    /// Plain colours and edges, no light and shade.
    Contrast,
}

impl Theme {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Theme; 5] = [Theme::Walnut, Theme::Marble, Theme::Night, Theme::Garden, Theme::Contrast];

    /// The theme of this name; the default for an unknown one, as the style sheets have it.
    pub fn named(name: &str) -> Theme {
        match name {
            "marble" => Theme::Marble,
            "night" => Theme::Night,
            "garden" => Theme::Garden,
            "contrast" => Theme::Contrast,
            _ => Theme::Walnut,
        }
    }

    /// The room behind and around the table, linear; the room's light falls on it.
    pub fn backdrop(self) -> Vec3 {
        linear(match self {
            Theme::Walnut => 0x8a7660,
            Theme::Marble => 0x4a382c,
            Theme::Night => 0x1b1816,
            Theme::Garden => 0x6a705c,
            Theme::Contrast => 0xe8e8e8,
        })
    }

    /// Whether it is drawn without light and shade.
    pub fn is_flat(self) -> bool {
        self == Theme::Contrast
    }

    /// The glass: how clear it is, how rough, how much it scatters, how much it glows.
    pub fn glass(self) -> [f32; 4] {
        match self {
            Theme::Walnut | Theme::Contrast => [1.0, 0.0, 0.13, 0.0],
            Theme::Marble => [1.0, 0.0, 0.1, 0.0],
            Theme::Night => [1.0, 0.0, 0.16, 0.14],
            // Worn smooth by the river: hardly clear, dull.
            Theme::Garden => [0.2, 0.7, 0.95, 0.0],
        }
    }

    /// How much of its light a stone's glass lets through onto the board.
    pub fn clearness(self) -> f32 {
        self.glass()[0]
    }

    /// The figures of labels on the board and the shade about them with its strength, the same on felt, and the two colours of
    /// badges: `--figure-lit` and `--figure-ground` of `style/themes.css`.
    pub fn figure(self) -> [f32; 24] {
        let (figure, shade, strength, badge) = match self {
            Theme::Walnut => (0xf6dfba, 0x1d0c02, 0.75, [0xfff6e4, 0x2a1508]),
            Theme::Marble => (0x1a2720, 0xffffff, 0.6, [0x0c1a12, 0xf7f5ef]),
            Theme::Night => (0xccd8f4, 0x000614, 0.8, [0xf2f6ff, 0x10172f]),
            Theme::Garden => (0x2a1905, 0xfff3d0, 0.6, [0x160c00, 0xfff6e0]),
            Theme::Contrast => (0x000000, 0xffffff, 1.0, [0x000000, 0xffffff]),
        };
        let (on_felt, felt_shade) = if self.is_flat() { (figure, shade) } else { (FELT_FIGURE, FELT_SHADE) };
        let [lit, ground] = badge.map(linear);
        rows([
            (linear(figure), 0.0),
            (linear(shade), strength),
            (linear(on_felt), 0.0),
            (linear(felt_shade), FELT_STRENGTH),
            (lit, 0.0),
            (ground, 0.0),
        ])
    }

    /// The ink of marks, the shade beside their lines with its strength, what surrounds the mark of the focus, with its line, and
    /// ink and shade of marks on felt, as `style/themes.css` has `--mark`.
    pub fn ink(self) -> [f32; 24] {
        let (ink, shade, strength) = match self {
            Theme::Walnut => (0xffe9b8, 0x1d0c02, 0.6),
            Theme::Marble => (0x3b2a05, 0xffffff, 0.7),
            Theme::Night => (0xdde6ff, 0x000614, 0.7),
            Theme::Garden => (0x6a1f06, 0xfff3d0, 0.6),
            Theme::Contrast => (0x000000, 0xffffff, 1.0),
        };
        let (ink, shade, white, blue) = (linear(ink), linear(shade), Vec3::ONE, linear(0x0b3d8c));
        // White upon white would not be seen.
        let (line, around) = if self.is_flat() { (blue, white) } else { (white, blue) };
        // Felt is dark in every theme but one.
        let on_felt = match self {
            Theme::Walnut | Theme::Night | Theme::Contrast => ink,
            Theme::Marble => linear(0xfff7de),
            Theme::Garden => linear(0xfffbe6),
        };
        let felt_shade = if self.is_flat() { shade } else { linear(FELT_SHADE) };
        rows([
            (ink, 0.0),
            (shade, strength),
            (line, 0.0),
            (around, 0.0),
            (on_felt, 0.0),
            (felt_shade, strength),
        ])
    }
}

/// Figures on felt, the shade about them and about marks there, and its strength.
const FELT_FIGURE: u32 = 0xfff6e4;
const FELT_SHADE: u32 = 0x04140c;
const FELT_STRENGTH: f32 = 0.75;

/// Six vectors of four numbers: colours, each with a number of its own.
fn rows(rows: [(Vec3, f32); 6]) -> [f32; 24] {
    let mut numbers = [0.0; 24];
    for (place, (colour, last)) in numbers.chunks_exact_mut(4).zip(rows) {
        place.copy_from_slice(&colour.extend(last).to_array());
    }
    numbers
}

/// The six glasses of `style/stones.css`: body and bright colour.
const GLASS: [[u32; 2]; 6] = [
    [0xcf2430, 0xff9a6e],
    [0xec9312, 0xffea96],
    [0x17945a, 0xa9f7a8],
    [0x2470dc, 0x9fe4ff],
    [0x8a43c6, 0xf3b5ff],
    [0xc3d4d6, 0xffffff],
];

/// The vectors `u_glass` of the shaders: for each glass what passes through one radius of it, what it scatters, and the light that
/// gathers in it.
pub fn glasses() -> [f32; 72] {
    let mut numbers = [0.0; 72];
    for (row, [body, bright]) in numbers.chunks_exact_mut(12).zip(GLASS) {
        let (body, bright) = (linear(body), linear(bright));
        // Glass lets more through than its colour in the mass says.
        let passes = Vec3::new(body.x.powf(0.55), body.y.powf(0.55), body.z.powf(0.55));
        for (place, colour) in row.chunks_exact_mut(4).zip([passes, body, bright]) {
            place[..3].copy_from_slice(&colour.to_array());
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::{Theme, glasses};

    #[test]
    fn an_unknown_theme_is_the_default_one() {
        assert_eq!(Theme::named("night"), Theme::Night);
        assert_eq!(Theme::named(""), Theme::default());
        assert_eq!(Theme::named("Marble"), Theme::default());
    }

    #[test]
    fn glass_never_makes_light() {
        for passes in glasses().chunks_exact(12).map(|glass| &glass[..3]) {
            assert!(passes.iter().all(|share| (0.0..=1.0).contains(share)), "{passes:?}");
        }
    }
}
