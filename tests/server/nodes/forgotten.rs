//! Deletion across nodes: other nodes show the deleted name in no picture, and set the revoked cookie in no
//! answer.

use super::*;
use room::{Command, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_guest_at_one_node_clears_picture_and_cookie_at_another() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts = nodes.hosts();
    let guest = format!("Cookie: duello_guest={}", cookie(1));
    let rename = format!("POST /api/rename\nContent-Type: application/x-www-form-urlencoded\n{guest}");
    assert_eq!(status(&http(&hosts[0], &rename, "name=Zebulonia").await), 200);
    let (code, mut tabs) = apart(&hosts, Settings::default()).await;
    play(&mut tabs, &mut 7, 6).await;
    let mover = mover(&tabs).unwrap();
    assert_eq!(tabs[mover].ask(Command::Resign).await, Answer::Happened);
    let answer = http(&hosts[0], &format!("GET /r/{code}/g/1"), "").await;
    let path = format!("{}.png", header(&answer, "location").unwrap());
    let picture = async |node: usize| {
        let answer = http_bytes(&hosts[node], &path).await;
        let head = answer.windows(4).position(|end| end == b"\r\n\r\n").unwrap();
        assert_eq!(status(&String::from_utf8_lossy(&answer[..head])), 200);
        answer[head..].to_vec()
    };
    let before = picture(0).await;
    assert!(picture(1).await == before, "one picture, whoever draws it");
    let forgotten = delete_everything(&hosts[0], &cookie(1), "").await;
    assert_eq!(status(&forgotten), 303);
    assert!(picture(0).await != before);
    let gone = async {
        while picture(1).await == before {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    patiently("the other node draws it anew", gone).await;
    let page = http(&hosts[1], &format!("GET /\n{guest}"), "").await;
    assert_eq!((status(&page), header(&page, "set-cookie")), (200, None));
}
