//! Tells from the renderer's name whether a picture is drawn by the processor: then only the flat board is offered.

/// How software renderers name themselves, in small letters: Chrome's, Mesa's and Windows'.
const NAMES: [&str; 5] = ["swiftshader", "llvmpipe", "softpipe", "software", "basic render"];

/// Whether what has this name draws in software. A name that is withheld counts as hardware.
pub fn is_software(renderer: &str) -> bool {
    let renderer = renderer.to_ascii_lowercase();
    NAMES.iter().any(|name| renderer.contains(name))
}

#[cfg(test)]
mod tests {
    use super::is_software;

    #[test]
    fn software_renderers_are_told_from_graphics_cards() {
        let software = [
            "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
            "Google SwiftShader",
            "Mesa/X.org, llvmpipe (LLVM 15.0.7, 256 bits)",
            "ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)",
            "Apple Software Renderer",
        ];
        let hardware = [
            "ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00005917) Direct3D11 vs_5_0 ps_5_0, D3D11)",
            "Apple GPU",
            "Adreno (TM) 640",
            "Mali-G78",
            "Mesa Intel(R) HD Graphics 520 (SKL GT2)",
            "",
        ];
        assert!(software.iter().all(|name| is_software(name)));
        assert!(!hardware.iter().any(|name| is_software(name)));
    }
}
