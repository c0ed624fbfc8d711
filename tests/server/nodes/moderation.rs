//! What the operator says takes effect at every node of one PostgreSQL.

use room::Settings;
use room::message::{Fault, ServerMessage};

use super::*;
use crate::common::postgres::new_database;
use crate::moderation::{IN_FORCE, desk, first_message, in_force};

#[tokio::test(flavor = "multi_thread")]
async fn a_sanction_is_in_force_at_all_nodes_within_five_seconds() {
    let database = new_database().await;
    let Some(nodes) = Nodes::start(2, &[&format!("--db={database}")]).await else { return };
    let hosts = nodes.hosts();
    let (code, [mut anna, mut bert]) = apart(&hosts, Settings::default()).await;
    let folder = nodes.folder.path().to_str().unwrap();
    let on = ["--db", database.as_str(), "--data", folder];
    let room: serde_json::Value =
        serde_json::from_str(&desk(&on, &["room", &code.to_string(), "--json"]).await.unwrap()).unwrap();
    for (tab, n) in [(&mut anna, 0), (&mut bert, 1)] {
        let guest = room["members"][n]["guest"].as_str().unwrap();
        assert_eq!(room["members"][n]["member"], tab.me.to_string());
        desk(&on, &["guest", guest, "suspend", "--for", "1h"]).await.unwrap();
        let ended = async { while tab.next().await.is_ok() {} };
        tokio::time::timeout(IN_FORCE, ended).await.expect("the socket ends within five seconds");
    }
    for (host, guest) in [(&hosts[0], 1), (&hosts[0], 2), (&hosts[1], 1), (&hosts[1], 2)] {
        in_force("at this node", async || {
            first_message(host, code, guest).await == ServerMessage::Fault(Fault::Suspended)
        })
        .await;
    }
    assert!(desk(&on, &["check"]).await.unwrap().contains("in order"));
}
