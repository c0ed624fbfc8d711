//! Makes typed functions of the words: one for each phrase of `public/words/en.txt`, which pages fetch, and of
//! `src/app/text/server/en.txt`, which only the server says; with its English text as
//! documentation and its `{placeholders}` as parameters; a phrase without them is a constant too. A language that lacks a
//! phrase, has one too many or uses other placeholders fails the build. How phrases are written stands in the head of `en.txt`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The languages, English first; `src/app/text/language.rs` lists the same.
const LANGUAGES: [&str; 3] = ["en", "de", "pt"];
/// The folders of phrases: those of pages with a program, which fetch the file of their language, and those of the server alone.
const FOLDERS: [&str; 2] = ["public/words", "src/app/text/server"];

type Phrase = (String, String);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match make() {
        Ok(code) => {
            let folder = env::var("OUT_DIR").unwrap_or_default();
            if let Err(error) = fs::write(Path::new(&folder).join("words.rs"), code) {
                println!("cargo::error=words.rs cannot be written: {error}");
            }
        }
        Err(error) => println!("cargo::error={error}"),
    }
}

fn make() -> Result<String, String> {
    let mut languages = Vec::new();
    // Changes with every change of a word: FNV-1a.
    let mut version = 0xcbf2_9ce4_8422_2325_u64;
    for language in LANGUAGES {
        let mut of_folders = Vec::new();
        for folder in FOLDERS {
            let file = format!("{folder}/{language}.txt");
            println!("cargo::rerun-if-changed={file}");
            let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
            if folder == FOLDERS[0] {
                version = text
                    .bytes()
                    .fold(version, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            }
            of_folders.push((phrases(&file, &text)?, file));
        }
        languages.push(of_folders);
    }
    for of_folders in &languages {
        for ((english, _), (other, file)) in languages[0].iter().zip(of_folders) {
            compare(english, file, other)?;
        }
    }
    let of_page = languages[0][0].0.len();
    let languages: Vec<Vec<Phrase>> = languages
        .into_iter()
        .map(|of_folders| of_folders.into_iter().flat_map(|(phrases, _)| phrases).collect())
        .collect();
    let english = &languages[0];
    if let Some((key, _)) = english.iter().enumerate().find_map(|(index, phrase)| {
        english[..index].iter().any(|(other, _)| *other == phrase.0).then_some(phrase)
    }) {
        return Err(format!("`{key}` is in both folders: {}", FOLDERS.join(", ")));
    }
    let mut code = format!(
        "/// Changes whenever a word that pages fetch does.\npub const VERSION: &str = \"{version:016x}\";\n"
    );
    for (index, (key, text)) in english.iter().enumerate() {
        let arguments = arguments(text);
        let parameters = arguments.iter().map(|name| format!("{name}: {}, ", kind(name))).collect::<String>();
        let values = arguments.iter().map(|name| value(name)).collect::<String>();
        let names = arguments.iter().map(|name| format!("{name:?}, ")).collect::<String>();
        let doc = text.replace('\\', "\\\\").replace('"', "\\\"");
        let body = if arguments.is_empty() {
            format!("plain({index})")
        } else {
            format!("filled({index}, &[{names}], &[{values}])")
        };
        let only = if index < of_page { "" } else { "#[cfg(feature = \"ssr\")]\n" };
        let _ = write!(code, "#[doc = \"{doc}\"]\n{only}pub fn {key}({parameters}) -> String {{ {body} }}\n");
        if arguments.is_empty() {
            let name = key.to_uppercase();
            let _ = writeln!(code, "#[doc = \"{doc}\"]\n{only}pub const {name}: Phrase = Phrase({index});");
        }
    }
    let _ = writeln!(
        code,
        "#[cfg(feature = \"ssr\")]\npub(crate) static ALL: [[&str; {}]; 3] = [",
        english.len()
    );
    for phrases in &languages {
        let _ = writeln!(
            code,
            "[{}],",
            phrases.iter().map(|(_, text)| format!("{text:?}, ")).collect::<String>()
        );
    }
    code.push_str("];\n");
    Ok(code)
}

/// The phrases of a file in order: `key = text`, all else is empty or a comment.
fn phrases(file: &str, text: &str) -> Result<Vec<Phrase>, String> {
    let mut phrases: Vec<Phrase> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| format!("{file}:{}: {what}: {line}", number + 1);
        let (key, text) = line.split_once(" = ").ok_or_else(|| wrong("no ` = `"))?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !key.starts_with(|c: char| c.is_ascii_lowercase()) || !key.chars().all(plain) {
            return Err(wrong("a key is made of a-z, 0-9 and _"));
        }
        if text.trim() != text || text.is_empty() {
            return Err(wrong("a text neither begins nor ends with a space"));
        }
        let name = |part: &str| {
            part.split('?').next().is_some_and(|name| !name.is_empty() && name.chars().all(plain))
        };
        let ends = |part: &str| {
            part.split_once('}').is_some_and(|(inside, after)| name(inside) && !after.contains('}'))
        };
        if !text.split('{').skip(1).all(ends) {
            return Err(wrong("a placeholder is {name}, {n} or {n?one|many}"));
        }
        if phrases.iter().any(|(other, _)| other == key) {
            return Err(wrong("twice"));
        }
        phrases.push((key.to_owned(), text.to_owned()));
    }
    Ok(phrases)
}

/// Whether a language has the phrases of English, in their order, with the same placeholders.
fn compare(english: &[Phrase], file: &str, other: &[Phrase]) -> Result<(), String> {
    for (index, (key, text)) in english.iter().enumerate() {
        let found = other.get(index).map_or("nothing", |(key, _)| key.as_str());
        if found != key {
            return Err(format!("{file}: `{key}` of en.txt is to come next, not `{found}`"));
        }
        let set = |text| arguments(text).into_iter().collect::<BTreeSet<_>>();
        if set(text) != set(&other[index].1) {
            return Err(format!("{file}: `{key}` has other placeholders than in en.txt"));
        }
    }
    match other.get(english.len()) {
        Some((key, _)) => Err(format!("{file}: `{key}` is not in en.txt")),
        None => Ok(()),
    }
}

/// The placeholders of a text, each once, in the order of their first use.
fn arguments(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in text.split('{').skip(1) {
        let name = part.split(['}', '?']).next().unwrap_or_default().to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// One letter names a number, a longer name a text.
fn kind(name: &str) -> &'static str {
    if name.len() == 1 { "u32" } else { "&str" }
}

fn value(name: &str) -> String {
    if name.len() == 1 { format!("&{name}.to_string(), ") } else { format!("{name}, ") }
}
