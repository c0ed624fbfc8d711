//! Pages of one visitor: what they list, that they are of now, and what their forms and scripts get.

use super::*;

#[tokio::test]
async fn my_games_list_own_turns_first_and_a_name_is_sanitized_and_stored() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let renamed = http(
        &host,
        &format!(
            "POST /api/rename\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
            cookie(2)
        ),
        &format!("name=%E2%80%AE{}", "Z".repeat(500)),
    )
    .await;
    assert_eq!(json(&renamed)["name"], "Z".repeat(20));
    let lobby = open_room(&host, Settings::default()).await;
    let _alone = Tab::join(&host, lobby, Some(&cookie(1))).await;
    let running = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, running, [1, 2]).await;
    let mine = json(&call(&host, "my_games", &cookie(1), "").await);
    assert_eq!(mine[0]["code"], running.to_string());
    assert_eq!((&mine[0]["state"], &mine[0]["opponent"]), (&json!("your_turn"), &json!("Z".repeat(20))));
    assert_eq!((&mine[1]["code"], &mine[1]["state"]), (&json!(lobby.to_string()), &json!("lobby")));
    assert_eq!(json(&call(&host, "my_games", &cookie(2), "").await)[0]["state"], "their_turn");
    assert_eq!(json(&call(&host, "my_games", &cookie(3), "").await), json!([]));
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    assert_eq!(json(&call(&host, "my_games", &cookie(2), "").await)[0]["state"]["over"], "won");
}

#[tokio::test]
async fn my_games_name_the_board_and_list_a_draft_as_before_the_game() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let own = BoardChoice::Custom(Board::DEFAULT);
    for (guest, choice) in (10..).step_by(2).zip([BoardChoice::Random(4711), own, BoardChoice::Draft]) {
        let code = open_room(&host, mapello(choice)).await;
        let _tabs = two_players(&host, code, [guest, guest + 1]).await;
        let mine = &json(&call(&host, "my_games", &cookie(guest), "").await)[0];
        let name = duello::app::text::names::board_name(&choice);
        assert_eq!(mine["title"], format!("Mapello · {name}"));
        assert_eq!(mine["state"], if choice == BoardChoice::Draft { "lobby" } else { "your_turn" });
    }
    let code = open_room(&host, Settings::default()).await;
    let _tab = Tab::join(&host, code, Some(&cookie(20))).await;
    assert_eq!(json(&call(&host, "my_games", &cookie(20), "").await)[0]["title"], "Mancala · Kalah");
}

#[tokio::test]
async fn personal_pages_are_not_stored_for_the_way_back() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let room = format!("/r/{}", open_room(&host, Settings::default()).await);
    for path in ["/", "/games", "/games/import", "/find", "/notifications", "/me", "/security", &room] {
        let page = http(&host, &format!("GET {path}"), "").await;
        assert!(header(&page, "cache-control").unwrap().contains("no-store"), "{path}");
    }
    // What is the same for everybody may be stored, and asked for anew.
    for path in ["/local", "/computer", "/review/mancala", "/rules/mapello", "/boards/edit"] {
        let page = http(&host, &format!("GET {path}"), "").await;
        assert_eq!(header(&page, "cache-control"), Some("private, no-cache"), "{path}");
    }
}

#[tokio::test]
async fn a_form_leads_back_to_the_address_of_its_page() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for (function, fields) in [("rename", "name=Zoe"), ("speak", "language=de")] {
        let head = format!(
            "POST /api/{function}\nAccept: text/html\nReferer: http://{host}/\n\
             Content-Type: application/x-www-form-urlencoded"
        );
        let answer = http(&host, &head, fields).await;
        let location = header(&answer, "location").unwrap();
        assert_eq!((status(&answer), location), (302, format!("http://{host}/").as_str()), "{function}");
    }
}

#[tokio::test]
async fn a_program_gets_read_games_as_logs_and_refusals_in_words() {
    let server = Server::start(&[]).await;
    let head =
        "POST /games/import\nAccept: application/json\nContent-Type: application/x-www-form-urlencoded";
    let two = json(&http(&server.host(), head, "text=1.+F+2.+d+*%0A%0A1.+D+2.+e+*").await);
    assert_eq!((two["games"].as_array().unwrap().len(), &two["refused"]), (2, &serde_json::json!([])));
    for game in two["games"].as_array().unwrap() {
        let moves = game["moves"].as_array().unwrap().len();
        assert_eq!((moves, &game["summary"]["moves"]), (2, &serde_json::json!(2)));
    }
    let none = json(&http(&server.host(), head, "text=this+is+no+game").await);
    assert_eq!(none["games"], serde_json::json!([]));
    assert!(none["refused"][0].as_str().unwrap().contains("doesn’t start like a game"), "{none}");
}
