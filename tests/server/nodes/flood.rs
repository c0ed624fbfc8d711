//! Spectators who flood one node with requests do not keep it from hearing the others.

use super::*;
use crate::faults::queue::{Flood, make_old};
use room::{Command, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn bus_events_arrive_while_spectators_keep_requesting_old_events() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts = nodes.hosts();
    let (code, [mut anna, mut bert]) = seat_across(&hosts, Settings::default()).await;
    let old = make_old(&mut anna).await;
    let flood = Flood::begin(&hosts[0], code, old).await;
    let seq = anna.room.seq;
    bert.until(|room| room.seq >= seq).await;
    assert_eq!(bert.ask(Command::SendChat("Hello?".to_owned())).await, Answer::Happened);
    let seq = bert.room.seq;
    anna.until(|room| room.seq >= seq).await;
    flood.goes_on().await;
    drop(flood);
    nodes.log(code).await;
}
