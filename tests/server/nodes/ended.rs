//! Sign-ins across nodes: one that is ended at a node loses its sockets at the others, and a passkey that was
//! shown at one counts at all.

use super::*;
use crate::account::authenticator::Passkey;
use crate::account::farewell::close_code;

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_sign_in_loses_its_sockets_at_every_node() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let by_name = |node: usize| format!("localhost:{}", nodes.all[node].addr.port());
    let (here, there) = (by_name(0), by_name(1));
    let code = open_room(&here, room::Settings::default()).await;
    let (passkey, laptop) = Passkey::register(&here, &cookie(1)).await;
    let phone = passkey.sign_in(&here, &cookie(5)).await;
    let mut on_phone = Tab::join(&there, code, Some(&phone)).await;
    let mut on_laptop = Tab::join(&there, code, Some(&laptop)).await;
    let form = |host: &str| {
        let head = format!("POST /security/sessions\nCookie: duello_guest={laptop}");
        let host = host.to_owned();
        async move { header(&http(&host, &head, "").await, "location").unwrap().to_owned() }
    };
    let old = sqlx::query("UPDATE sessions SET verified = verified - 300000");
    old.execute(&nodes.database().await).await.unwrap();
    assert_eq!(form(&here).await, "/security?confirm");
    assert_eq!(status(&passkey.confirm(&there, &laptop).await), 200);
    assert_eq!(form(&here).await, "/security?ended");
    assert_eq!(close_code(&mut on_phone).await, Some(1012));
    assert_eq!(on_laptop.ask(room::Command::Ready(true)).await, Answer::Happened);
}
