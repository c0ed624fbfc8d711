//! Takes comments and indentation out of the shaders: browsers need neither, and with them the program would be 2 kB larger.

use std::{env, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/shaders");
    let target = env::var("OUT_DIR").map_err(io::Error::other)?;
    for entry in fs::read_dir("src/shaders")? {
        let entry = entry?;
        let source = fs::read_to_string(entry.path())?;
        let lines = source.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
        let bare: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        fs::write(Path::new(&target).join(entry.file_name()), bare.join("\n"))?;
    }
    Ok(())
}
