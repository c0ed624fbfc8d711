//! Creating rooms by form or by API, for both games and every kind of board, and the error messages.

use crate::common::*;
use room::{BoardChoice, GameSettings, RoomCode, Settings};
use rules::Game;
use rules::mapello::Board;
use rules::mapello::notation::write_code;
use serde_json::json;

/// The settings of the room that this form creates, as a visitor sees them.
async fn settings_of_opened_room(host: &str, fields: &str) -> Settings {
    let answer = form(host, "open_room", fields).await;
    let to = header(&answer, "location").unwrap_or_default();
    let code: RoomCode = to.strip_prefix("/r/").unwrap_or_else(|| panic!("{fields}: {to}")).parse().unwrap();
    assert_eq!(status(&http(host, &format!("GET {to}"), "").await), 200);
    Tab::join(host, code, None).await.room.settings
}

#[tokio::test]
async fn a_form_opens_a_room_for_both_games_and_on_a_named_board() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for fields in ["", "game=mancala", "game=&board="] {
        assert_eq!(settings_of_opened_room(&host, fields).await, Settings::default(), "{fields}");
    }
    assert_eq!(settings_of_opened_room(&host, "game=mapello").await, Settings::for_game(Game::Mapello));
    let code = write_code(&Board::random(8));
    for (typed, board) in [
        ("default", BoardChoice::Default),
        ("empty", BoardChoice::Empty),
        ("draft", BoardChoice::Draft),
        ("4711", BoardChoice::Random(4711)),
        (code.as_str(), BoardChoice::Custom(Board::random(8))),
        (&format!("+{}+", code.to_lowercase().replace('-', "+")), BoardChoice::Custom(Board::random(8))),
    ] {
        assert_eq!(
            settings_of_opened_room(&host, &format!("game=mapello&board={typed}")).await,
            mapello(board),
            "{typed}"
        );
    }
    let GameSettings::Mapello(BoardChoice::Balanced(number)) =
        settings_of_opened_room(&host, "game=mapello&board=random").await.game
    else {
        panic!("no random board")
    };
    assert!(number < Board::BALANCED);
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let GameSettings::Mapello(BoardChoice::Daily(day)) =
        settings_of_opened_room(&host, "game=mapello&board=daily").await.game
    else {
        panic!("no daily board")
    };
    // Midnight may have passed in between.
    assert!(u64::from(day) - now / 86_400 <= 1, "{day}");
}

#[tokio::test]
async fn a_form_that_opens_no_room_leads_to_a_page_with_the_reason() {
    let server = Server::start(&["--rooms-per-hour=1"]).await;
    let host = server.host();
    let nine_walls = write_code(&Board::new(0x1ff, 0, 0).unwrap());
    for (fields, reason) in [
        ("game=mapello&board=no-board", "That’s not a board code."),
        (&*format!("game=mapello&board={}", &write_code(&Board::DEFAULT)[2..]), "not a board code."),
        (&*format!("game=mapello&board={nine_walls}"), "9 walls are too many; a board has up to 8."),
        ("game=chess", "didn’t understand each other"),
    ] {
        let refused = form(&host, "open_room", fields).await;
        let to = header(&refused, "location").unwrap();
        assert!(status(&refused) == 302 && to.starts_with("/?problem="), "{fields}: {to}");
        let page = http(&host, &format!("GET {to}"), "").await;
        assert!(status(&page) == 200 && page.contains(reason), "{fields}: {page}");
    }
    // Refused requests take no token of the rate limit.
    settings_of_opened_room(&host, "game=mapello&board=random").await;
    let refused = form(&host, "open_room", "game=mapello").await;
    let to = header(&refused, "location").unwrap();
    assert!(to.starts_with("/?problem=too_many&again="), "{to}");
    let page = http(&host, &format!("GET {to}"), "").await;
    assert!(page.contains("Please try again in "), "{page}");
}

#[tokio::test]
async fn opening_a_room_with_unplayable_settings_returns_the_reason() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let call = async |settings: serde_json::Value| {
        call(&host, "create_room", &cookie(1), &json!({ "settings": settings }).to_string()).await
    };
    let nine_walls = mapello(BoardChoice::Custom(Board::new(0x1ff, 0, 0).unwrap()));
    let refused = call(json!(nine_walls)).await;
    assert_eq!((status(&refused), json(&refused)), (400, json!({ "bad_board": { "walls": 9 } })));
    let clock = json!({ "per_move": { "seconds": 1 } });
    let mut hurried = json!(mapello(BoardChoice::Draft));
    hurried["clock"] = clock;
    assert_eq!(json(&call(hurried).await), json!("bad_settings"));
    let mut broken = json!(mapello(BoardChoice::Custom(Board::DEFAULT)));
    broken["game"]["mapello"]["custom"] = json!("ABC");
    assert_eq!(json(&call(broken).await), json!("not_understood"));
    let far = mapello(BoardChoice::Random(u32::MAX));
    assert!(json(&call(json!(far)).await).as_str().is_some_and(|code| code.parse::<RoomCode>().is_ok()));
}
