//! Tournaments on several servers that share a database.

use super::*;
use crate::nodes::Nodes;

#[tokio::test(flavor = "multi_thread")]
async fn entrants_at_different_servers_are_paired_by_one_of_them() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts = nodes.hosts();
    let code = open(&hosts[0], 1, ARENA).await;
    let mut present = Vec::new();
    for guest in 0..6 {
        present.push(Present::enter(&hosts[guest as usize % 2], code, guest).await);
    }
    let paired = until_paired(&mut present, 6).await;
    let mut rooms: Vec<RoomCode> = paired.iter().map(|(_, room)| *room).collect();
    rooms.sort_unstable();
    assert!(rooms.chunks(2).all(|two| two[0] == two[1]), "everybody is in one pairing: {paired:?}");
    rooms.dedup();
    assert_eq!(rooms.len(), 3);
    // Each loses at the server where the opponent is not.
    for room in &rooms {
        let (guest, _) = paired.iter().find(|(_, of)| of == room).unwrap();
        lose(&hosts[(*guest as usize + 1) % 2], *room, *guest).await;
    }
    let data = nodes.folder.path().join("data");
    assert_eq!(points_after(&data, code, 6).await, [2, 2, 2, 0, 0, 0]);
    for host in &hosts {
        let page = page(host, &format!("/e/{code}"), 9).await;
        assert!(page.contains("Evening arena"));
    }
}
