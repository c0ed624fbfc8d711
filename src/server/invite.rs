//! The invitation as a QR code.

use fast_qr::convert::{Builder, Shape, svg::SvgBuilder};
use fast_qr::{ECL, QRBuilder};

/// Modules of white around the code: four, as ISO/IEC 18004 asks for.
const QUIET_ZONE: usize = 4;

/// A link as an SVG, dark on white in either colour scheme, because cameras read it best so. `None` if it is too long.
pub fn qr(link: &str) -> Option<String> {
    let code = QRBuilder::new(link).ecl(ECL::M).build().ok()?;
    Some(SvgBuilder::default().margin(QUIET_ZONE).shape(Shape::Square).to_str(&code))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_link_becomes_an_svg_without_anything_active_in_it() {
        let svg = super::qr("https://duello.example/r/BQHRKM").unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
        assert!(!svg.contains("<script") && !svg.contains("style="));
    }
}
