//! A sign-out while the bus is down: the other node hears of it when the bus is back.

use super::*;
use crate::account::authenticator::{Passkey, post};
use crate::account::farewell::close_code;

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_out_while_the_bus_is_down_ends_sockets_at_other_nodes() {
    let Some(mut nodes) = Nodes::start(2, &[]).await else { return };
    // One host name for both: a passkey belongs to it.
    let [here, there] = [0, 1].map(|node: usize| format!("localhost:{}", nodes.all[node].addr.port()));
    let code = open_room(&here, room::Settings::default()).await;
    let (_passkey, laptop) = Passkey::register(&here, &cookie(1)).await;
    let mut stolen = Tab::join(&there, code, Some(&laptop)).await;
    let mut other = Tab::join(&there, code, Some(&cookie(2))).await;
    nodes.nats.kill();
    assert_eq!(status(&post(&here, "passkey/leave", &laptop, "").await), 303);
    assert_eq!(stolen.ask(room::Command::Ready(true)).await, Answer::Happened, "nobody has told this node");
    nodes.nats.restart().await;
    assert_eq!(close_code(&mut stolen).await, Some(1012));
    assert_eq!(other.ask(room::Command::Ready(true)).await, Answer::Happened, "nobody else is ended");
}
