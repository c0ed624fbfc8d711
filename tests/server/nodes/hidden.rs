//! Redaction across nodes: what is deleted at one node vanishes from pages that are open at another, and nothing
//! of it is told there afterwards.

use super::*;
use room::{Command, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_at_one_node_vanishes_from_pages_at_another() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts = nodes.hosts();
    let guest = format!("Cookie: duello_guest={}", cookie(1));
    let rename = format!("POST /api/rename\nContent-Type: application/x-www-form-urlencoded\n{guest}");
    assert_eq!(status(&http(&hosts[0], &rename, "name=Zebulonia").await), 200);
    let (code, [mut anna, mut bert]) = apart(&hosts, Settings::default()).await;
    assert_eq!(anna.ask(Command::SendChat("quokka".to_owned())).await, Answer::Happened);
    let tells = |room: &room::Room| {
        let text = format!("{room:?}");
        text.contains("quokka") || text.contains("Zebulonia")
    };
    bert.until(|room| format!("{room:?}").contains("quokka")).await;
    assert_eq!(status(&delete_everything(&hosts[0], &cookie(1), "").await), 303);
    let vanishes = bert.until(|room| !tells(room) && room.running().is_none());
    tokio::time::timeout(Duration::from_secs(5), vanishes).await.unwrap();
    for host in &hosts {
        assert!(!tells(&Tab::join(host, code, Some(&cookie(3))).await.room));
    }
    nodes.log(code).await;
}
