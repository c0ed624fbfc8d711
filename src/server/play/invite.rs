//! QR code of an invitation link.

use fast_qr::convert::{Builder, Shape, svg::SvgBuilder};
use fast_qr::{ECL, QRBuilder};

/// Width of the white border, in modules: four, as ISO/IEC 18004 requires.
const QUIET_ZONE: usize = 4;

/// A link as an SVG, dark on white in both colour schemes, because cameras read that best. `None` if it is
/// too long.
pub fn qr(link: &str) -> Option<String> {
    let code = QRBuilder::new(link).ecl(ECL::M).build().ok()?;
    Some(SvgBuilder::default().margin(QUIET_ZONE).shape(Shape::Square).to_str(&code))
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_invitation_qr_code_is_an_svg_without_scripts() {
        let svg = super::qr("https://duello.example/r/BQHRKM").unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
        assert!(!svg.contains("<script") && !svg.contains("style="));
    }
}
