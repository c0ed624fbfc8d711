//! Makes typed functions of the words: one for each phrase of `public/words/en.txt`, which pages fetch, and of
//! `src/app/text/server/en.txt`, which only the server says; with its English text as
//! documentation and its `{placeholders}` as parameters; a phrase without them is a constant too. A phrase that a language
//! lacks is said in English, and named by the build; one too many, other placeholders and a plural form that the language
//! does not have fail the build. How phrases are written stands in the head of `en.txt`.

#[path = "src/app/text/plural.rs"]
mod plural;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The languages, English first; `src/app/text/language.rs` lists the same.
const LANGUAGES: [&str; 6] = ["en", "de", "pt", "es", "fr", "ar"];
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
    let english: Vec<Vec<Phrase>> = languages[0].iter().map(|(phrases, _)| phrases.clone()).collect();
    for (language, of_folders) in LANGUAGES.into_iter().zip(&mut languages) {
        let mut lacking = Vec::new();
        for (english, (phrases, file)) in english.iter().zip(of_folders) {
            check_plurals(language, file, phrases)?;
            *phrases = completed(english, file, phrases, &mut lacking)?;
        }
        if !lacking.is_empty() {
            let (count, keys) = (lacking.len(), lacking.join(", "));
            println!("cargo::warning={language} lacks phrases and says them in English: {count}: {keys}");
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
        "#[cfg(feature = \"ssr\")]\npub(crate) static ALL: [[&str; {}]; {}] = [",
        english.len(),
        LANGUAGES.len()
    );
    for phrases in &languages {
        let _ = writeln!(
            code,
            "[{}],",
            phrases.iter().map(|(_, text)| format!("{text:?}, ")).collect::<String>()
        );
    }
    let _ = writeln!(code, "];\n#[cfg(feature = \"ssr\")]\npub(crate) const OF_PAGE: usize = {of_page};");
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
        if text.starts_with(plural::IN_ENGLISH) {
            return Err(wrong("this sign marks what is said in English"));
        }
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

/// The phrases of a language in the order of English; those that it lacks in English, with the mark of it.
fn completed<'a>(
    english: &'a [Phrase],
    file: &str,
    other: &[Phrase],
    lacking: &mut Vec<&'a str>,
) -> Result<Vec<Phrase>, String> {
    let mut rest = other.iter().peekable();
    let mut all = Vec::new();
    for (key, text) in english {
        let Some((_, translated)) = rest.next_if(|(next, _)| next == key) else {
            lacking.push(key);
            all.push((key.clone(), format!("{}{text}", plural::IN_ENGLISH)));
            continue;
        };
        let set = |text| arguments(text).into_iter().collect::<BTreeSet<_>>();
        if set(text) != set(translated) {
            return Err(format!("{file}: `{key}` has other placeholders than in en.txt"));
        }
        all.push((key.clone(), translated.clone()));
    }
    match rest.next() {
        Some((key, _)) => Err(format!("{file}: `{key}` is not in en.txt, or stands in another place")),
        None => Ok(all),
    }
}

/// Whether the plural forms of all phrases are those of the language: in the short form, one and other, if it has no more;
/// else each by its name. The form for none may be left out.
fn check_plurals(language: &str, file: &str, phrases: &[Phrase]) -> Result<(), String> {
    let has: BTreeSet<&str> = (0..1000).map(|number| plural::category(language, number)).collect();
    for (key, text) in phrases {
        let insides = text.split('{').skip(1).filter_map(|part| part.split('}').next());
        for forms in insides.filter_map(|inside| inside.split_once('?')).map(|(_, forms)| forms) {
            let wrong = |what: &str| Err(format!("{file}: `{key}`: {what}: {forms}"));
            let names: Vec<&str> = forms.split('|').filter_map(plural::named).map(|(name, _)| name).collect();
            if names.is_empty() {
                if has.len() > 2 {
                    return wrong("the forms of this language are given by their names");
                }
                if !(2..=3).contains(&forms.split('|').count()) {
                    return wrong("there are two or three forms without names");
                }
            } else if names.len() < forms.split('|').count() {
                return wrong("either all forms have names or none");
            } else if let Some(name) = names.iter().find(|name| !has.contains(*name) && **name != "zero") {
                return wrong(&format!("the language has no form `{name}`"));
            } else if let Some(name) = has.iter().find(|name| !names.contains(name) && **name != "zero") {
                return wrong(&format!("the form `{name}` is missing"));
            }
        }
    }
    Ok(())
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
