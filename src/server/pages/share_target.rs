//! Web Share Target: what other apps share with the installed app. Room codes and links redirect to their
//! page, board codes to the editor, a game as text or file to the import page. It changes nothing and uses no
//! cookie, so it is exempt from the CSRF check: browsers post it with `Origin: null`.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use room::RoomCode;
use rules::mapello::notation::{read_code, write_code};

use super::file_form::FileForm;
use super::render::page;
use crate::app::Page;
use crate::server::AppState;
use crate::server::http::{language, origin};
use crate::server::play::archive;

/// Path of the share target, as in the manifest.
pub const PATH: &str = "/share";
/// The import page.
const IMPORT: &str = "/games/import";
/// Punctuation that may follow a link in a sentence and does not belong to it.
const PUNCTUATION: [char; 9] = ['.', ',', ';', ':', '!', '?', ')', '>', '"'];

/// The longest sentence in which a code is looked for, in bytes.
const SENTENCE: usize = 500;

/// Redirects to what was shared, or renders the import page with it.
pub async fn share_target(State(app): State<AppState>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let form = FileForm::read(Request::from_parts(head.clone(), body)).await.unwrap_or_default();
    let hosts = hosts(&app, &head.headers);
    let texts = shared_texts(&form);
    let code_in_file = form.files.first().and_then(|(_, file)| code_path(std::str::from_utf8(file).ok()?));
    if let Some(path) = texts.iter().find_map(|text| target_path(text, &hosts)).or(code_in_file) {
        return Redirect::to(&path).into_response();
    }
    let language = language::of_request(&head.headers);
    let text = texts.join("\n");
    let is_blank = |file: &[u8]| file.iter().all(u8::is_ascii_whitespace);
    // The import page as if the text or the file had been put into its form.
    let read = if form.files.iter().any(|(_, file)| !is_blank(file)) {
        archive::parse_game_files(language, form.files).await
    } else if text.trim().is_empty() {
        return empty_share().await.into_response();
    } else {
        archive::parse_game_text(language, text, None).await
    };
    let mut import = Request::default();
    *import.method_mut() = Method::GET;
    *import.uri_mut() = Uri::from_static(IMPORT);
    *import.headers_mut() = head.headers;
    import.extensions_mut().insert(read);
    page(State(app), import).await
}

/// Redirect for an empty share.
pub async fn empty_share() -> Redirect {
    Redirect::to(IMPORT)
}

/// Redirects to the import page with a note that the content is too long.
pub fn too_long() -> Response {
    Redirect::to(&format!("{IMPORT}?long")).into_response()
}

/// URL, text or title, the URL first; the title only without any other text.
fn shared_texts(form: &FileForm) -> Vec<&str> {
    let of = |name| form.text(name).map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
    let texts: Vec<&str> = ["url", "text"].into_iter().filter_map(of).collect();
    if texts.iter().all(|text| text.trim().is_empty()) { of("title").into_iter().collect() } else { texts }
}

/// The host names of this server.
fn hosts(app: &AppState, headers: &HeaderMap) -> Vec<String> {
    let base = origin::base_url(&app.config, headers);
    let public = base.split_once("://").map(|(_, host)| host.to_owned());
    public.into_iter().chain(origin::host(headers).map(str::to_owned)).collect()
}

/// The target path of a text: a room or board by its code, the first link to one of our pages, or the one code
/// that stands in a sentence.
fn target_path(text: &str, hosts: &[String]) -> Option<String> {
    code_path(text)
        .or_else(|| text.split_whitespace().find_map(|word| link_path(word, hosts)))
        .or_else(|| code_in_sentence(text))
}

fn code_path(text: &str) -> Option<String> {
    let text = text.trim_matches(|sign: char| !sign.is_alphanumeric());
    match text.parse::<RoomCode>() {
        Ok(code) => Some(format!("/r/{code}")),
        Err(_) => read_code(text).ok().map(|board| format!("/boards/edit?board={}", write_code(&board))),
    }
}

/// The only word in a short text that is a code as we write it: in capitals, whatever stands around it.
fn code_in_sentence(text: &str) -> Option<String> {
    // A code in a link to elsewhere is not ours.
    if text.len() > SENTENCE || text.contains("://") {
        return None;
    }
    let is_code = |word: &&str| {
        word.bytes().all(|sign| sign == b'-' || sign.is_ascii_uppercase() || sign.is_ascii_digit())
    };
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '-').filter(is_code);
    let mut paths = words.filter_map(code_path);
    paths.next().filter(|_| paths.next().is_none())
}

fn link_path(word: &str, hosts: &[String]) -> Option<String> {
    let (_, address) =
        word.split_once("://").filter(|(before, _)| before.ends_with("http") || before.ends_with("https"))?;
    let address = address.trim_end_matches(PUNCTUATION);
    let (host, path) = address.split_at(address.find('/')?);
    let known = hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic());
    let page = Page::at(path.split(['?', '#']).next().unwrap_or_default());
    (known && plain && page != Page::Unknown).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::target_path;

    #[test]
    fn shared_codes_and_links_lead_to_their_pages() {
        let hosts = ["duello.example".to_owned(), "127.0.0.1:3000".to_owned()];
        let board = "K6G4E-0R03R-44167-0G123-4903E-X";
        for (text, to) in [
            ("BQHRKM", "/r/BQHRKM"),
            (" bqh-rkm\n", "/r/BQHRKM"),
            ("Play Mancala with me: https://duello.example/r/BQHRKM.", "/r/BQHRKM"),
            ("(http://127.0.0.1:3000/r/BQHRKM/take#secret)", "/r/BQHRKM/take#secret"),
            ("https://elsewhere.example/ https://DUELLO.example/g/ABC/12", "/g/ABC/12"),
            ("https://duello.example/local/mapello?board=1", "/local/mapello?board=1"),
            ("https://duello.example/", "/"),
            (board, &format!("/boards/edit?board={board}")),
            ("(BQHRKM).", "/r/BQHRKM"),
            ("Come to my room BQHRKM, please!", "/r/BQHRKM"),
            ("The code: \u{201c}BQH-RKM\u{201d}.", "/r/BQHRKM"),
            (&format!("Try this board ({board})."), &format!("/boards/edit?board={board}")),
        ] {
            assert_eq!(target_path(text, &hosts).as_deref(), Some(to), "{text}");
        }
    }

    #[test]
    fn shared_text_and_foreign_links_lead_nowhere() {
        let hosts = ["duello.example".to_owned()];
        for text in [
            "",
            "1. C-F 2. a",
            "f5d6c3",
            "12",
            "https://elsewhere.example/r/BQHRKM",
            "https://duello.example.evil/r/BQHRKM",
            "https://duello.example@evil/r/BQHRKM",
            "https://duello.example//evil.example/",
            "https://duello.example/\\evil",
            "https://duello.example/no/such/page",
            "https://duello.example",
            "Rooms BQHRKM and BQHRKN",
            "1. C-F 2. a 3. B 4. f",
            "javascript://duello.example/r/BQHRKM",
            "https://duello.example/r/BQHRKM\u{e9}",
            "-",
        ] {
            assert_eq!(target_path(text, &hosts), None, "{text}");
        }
    }
}
