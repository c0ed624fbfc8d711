//! Tests of what the lobby shows.

use std::sync::Arc;

use super::*;

#[test]
fn lists_are_rendered_once_after_a_change_and_mark_ones_own_seek() {
    let lobby = Lobby::new(&SeekFlags::default(), &Metrics::new(), Arc::default());
    let [anna, bert] = [1, 2].map(seek_pool::tests::seeker);
    let of = |guest| lobby.lists(Language::English, LobbyPage::Find, guest);
    let anna_is = anna.identity.guest();
    let before = of(None);
    assert!((0..250).all(|_| Arc::ptr_eq(&of(Some(bert.identity.guest())), &before)));
    let _ = lobby.lock().pool.seek(anna, seek_pool::tests::seek(0), Instant::now());
    lobby.notify();
    let (all, own) = (of(None), of(Some(anna_is)));
    assert!(all[1].1 != before[1].1 && Arc::ptr_eq(&of(Some(bert.identity.guest())), &all));
    assert!(own[1].1 != all[1].1, "one's own seek is marked: {own:?}");
}

#[test]
fn the_lobby_list_shows_the_newest_entries_in_order() {
    let start = Instant::now();
    for number in [0, 1, 19, 20, 21, 500] {
        let all = (0..number).map(|n| n * 7_919 % number);
        let all = all.map(|n| (start + Duration::from_secs(n), n));
        let expected: Vec<u64> = (0..number).rev().take(LISTED).collect();
        assert_eq!(newest(all, LISTED), expected, "{number}");
    }
}

#[test]
fn what_changes_no_seek_wakes_nobody() {
    let lobby = Lobby::new(&SeekFlags::default(), &Metrics::new(), Arc::default());
    let anna = seek_pool::tests::seeker(1);
    let guest = anna.identity.guest();
    let changes = || *lobby.changed.borrow();
    let seek = |what| {
        let now = Instant::now();
        let _ = lobby.change(|pool| pool.seek(anna.clone(), seek_pool::tests::seek(what), now));
    };
    lobby.cancel_seek(guest);
    let _ = lobby.change(|pool| pool.accept(anna.clone(), 77, Instant::now()));
    assert_eq!(changes(), 0);
    seek(0);
    assert_eq!(changes(), 1);
    seek(0);
    assert_eq!(changes(), 1, "the same seek again");
    seek(3);
    assert_eq!(changes(), 2);
    lobby.cancel_seek(guest);
    lobby.cancel_seek(guest);
    assert_eq!(changes(), 3);
}
