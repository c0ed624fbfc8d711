//! Tests that the examples in the guide to `el` (docs/DEVELOPING.md) are code of this project.

use std::fs;
use std::path::Path;

/// The examples in the guide, each with the last file named above it.
fn examples(guide: &str) -> Vec<(String, Vec<String>)> {
    let mut file = String::new();
    let mut example: Option<Vec<String>> = None;
    let mut all = Vec::new();
    for line in guide.lines() {
        match (&mut example, line) {
            (Some(_), "```") => all.extend(example.take().map(|example| (file.clone(), example))),
            (Some(example), _) => example.push(line.trim().to_owned()),
            (None, "```rust") => example = Some(Vec::new()),
            (None, _) => {
                let named = line.split('`').find(|word| word.starts_with("src/") && word.ends_with(".rs"));
                if let Some(named) = named {
                    named.clone_into(&mut file);
                }
            }
        }
    }
    all
}

#[test]
fn the_code_examples_of_the_guide_match_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("docs/DEVELOPING.md")).unwrap();
    let examples = examples(&guide);
    assert!(examples.len() >= 9, "only {} found", examples.len());
    for (file, example) in examples {
        let code = fs::read_to_string(root.join(&file)).unwrap();
        let code: Vec<&str> = code.lines().map(str::trim).collect();
        let stands = code.windows(example.len()).any(|lines| lines == example);
        assert!(stands, "{file} has it otherwise:\n{}", example.join("\n"));
    }
}
