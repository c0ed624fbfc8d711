//! Every path leads to its page, and the table of pages agrees with it.

use rules::Game;

use super::{
    MISTAKES_PATH, Opponent, PAGES, Page, find_path, learn_path, local_path, puzzles_path, review_path,
    rules_path,
};

#[test]
fn every_path_leads_to_its_page_and_unknown_paths_to_none() {
    assert_eq!(Page::at("/"), Page::Home);
    for game in Game::ALL {
        for opponent in [Opponent::Person, Opponent::Computer] {
            assert_eq!(Page::at(local_path(opponent, game)), Page::Local(opponent, game));
        }
        assert_eq!(Page::at(review_path(game)), Page::Review(game));
        assert_eq!(Page::at(learn_path(game)), Page::Learn(game));
        assert_eq!(Page::at(puzzles_path(game)), Page::Puzzles(game));
        assert_eq!(Page::at(&format!("{}/2026-11-27", puzzles_path(game))), Page::Puzzles(game));
        assert_eq!(Page::at(rules_path(game)), Page::Rules(game));
        assert_eq!(Page::at(find_path(game)), Page::Find(game));
    }
    assert_eq!(Page::at("/boards/edit"), Page::Editor);
    assert_eq!(Page::at(MISTAKES_PATH), Page::Mistakes);
    assert_eq!(Page::at("/notifications"), Page::Notifications);
    assert_eq!(Page::at("/r/BQHRKM"), Page::Room("BQHRKM".to_owned()));
    assert_eq!(Page::at("/r/BQHRKM/move"), Page::GiveSeat("BQHRKM".to_owned()));
    assert_eq!(Page::at("/r/BQHRKM/take"), Page::TakeSeat("BQHRKM".to_owned()));
    for path in ["/g/ABC", "/g/ABC/0", "/g/ABC/12", "/g/ABC/embed", "/g/ABC/embed/12"] {
        let Page::FinishedGame(at) = Page::at(path) else { panic!("{path} is a game's") };
        assert_eq!(at.path(at.at), path);
    }
    assert_eq!(Page::at("/offline"), Page::Offline);
    assert_eq!(Page::at("/me"), Page::Me);
    assert_eq!(Page::at("/security"), Page::Security);
    assert_eq!(Page::at("/privacy"), Page::Privacy);
    assert_eq!(Page::at("/me/with/ABC"), Page::HeadToHead("ABC".to_owned()));
    for path in [
        "",
        "/me/",
        "/me/with",
        "/me/with/ABC/1",
        "/g",
        "/g/ABC/",
        "/g/ABC/x",
        "/g/ABC/-1",
        "/g/ABC/01",
        "/g/ABC/99999999999",
        "/g/ABC/1/2",
        "/games/",
        "/local/",
        "/r",
        "/r/A/B",
        "//",
        "/LOCAL",
        "/local/mancala",
        "/boards",
        "/learn",
        "/puzzles",
        "/puzzles/chess",
        "/mistakes/mancala",
        "/puzzles/mancala/2026-11-27/1",
        "/rules/chess",
        "/find/mancala",
    ] {
        assert_eq!(Page::at(path), Page::Unknown, "{path}");
    }
}

#[test]
fn every_path_of_the_table_leads_to_a_page_of_its_row() {
    for spec in PAGES {
        for path in spec.paths {
            let example = path
                .replace("{code}", "BQHRKM")
                .replace("{id}", "ABC")
                .replace("{at}", "7")
                .replace("{day}", "2026-11-27")
                .replace("{game}", "ABC");
            assert!(std::ptr::eq(Page::at(&example).spec(), *spec), "{path}");
        }
        let has_parameters = spec.paths.iter().any(|path| path.contains('{'));
        assert!(!(spec.offline && has_parameters), "one rendering can be cached: {:?}", spec.paths);
        assert!(!(spec.is_private && (spec.offline || spec.is_canonical)), "{:?}", spec.paths);
    }
}
