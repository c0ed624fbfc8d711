use super::*;
use crate::model::room_page::RoomGame;
use crate::server::config::Config;
use crate::server::http::api_error::problem_code;
use room::Settings;
use rules::{Game, SetupError};

#[tokio::test]
async fn looking_up_a_room_gives_its_game_and_whether_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    let load_room = async |requested: &str| {
        let mut request = Request::default();
        let lookup = Lookup::of_request(&running.app, &request);
        let exists = load_room(&running.app, &lookup, requested, &mut request).await.unwrap();
        (exists, request.extensions().get().copied())
    };
    for game in Game::ALL {
        let code = running.app.rooms.create(Settings::for_game(game), None).await.unwrap().to_string();
        assert_eq!(
            load_room(&code.to_lowercase()).await,
            (true, Some(RoomGame { game, open: true, began: false }))
        );
    }
    for nothing in ["AAAAAA", "AAAAAAAA", "what", ""] {
        assert_eq!(load_room(nothing).await, (false, None), "{nothing}");
    }
    running.stop().await;
}

#[test]
fn every_refusal_round_trips_through_the_query_string() {
    for error in [
        ApiError::BadName,
        ApiError::BadBoardCode,
        ApiError::BadBoard(SetupError::Walls(9)),
        ApiError::BadBoard(SetupError::Place),
    ] {
        let address = format!("/?x=1&problem={}", problem_code(error));
        assert_eq!(problem(&address.parse().unwrap()), Some((error, None)), "{address}");
    }
    assert_eq!(problem(&"/?problem=too_many&again=40".parse().unwrap()), Some((ApiError::TooMany, Some(40))));
    assert_eq!(problem(&"/?problem=too_many&again=x".parse().unwrap()), Some((ApiError::TooMany, None)));
    assert_eq!(problem_code(ApiError::BadName), "bad_name");
    for address in ["/", "/?problem", "/?problem=", "/?problem=Pay%20me", "/?problem=%22", "/?problem=%7B%7D"]
    {
        assert_eq!(problem(&address.parse().unwrap()), None, "{address}");
    }
}
