//! Who may draw a picture next: two at a time of everybody, and one at a time of an address. So an address that wants
//! many pictures waits for its own ones, and anybody else waits for at most one of each such address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use crate::server::http::limits::household;

/// Pictures that are drawn at a time.
const CONCURRENT: usize = 2;
/// Addresses that are remembered although nobody there waits.
const MOST_IDLE: usize = 1_024;

/// See the module.
#[derive(Debug)]
pub struct DrawingQueue {
    everybody: Arc<Semaphore>,
    addresses: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// The right to draw, until it is dropped.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "held for its drop")] [OwnedSemaphorePermit; 2]);

impl Default for DrawingQueue {
    fn default() -> Self {
        Self { everybody: Arc::new(Semaphore::new(CONCURRENT)), addresses: Mutex::default() }
    }
}

impl DrawingQueue {
    /// Waits for the turn of this address; visitors without one share theirs.
    pub async fn turn(&self, address: Option<IpAddr>) -> Result<Turn, AcquireError> {
        let own = self.queue_of(household(address.unwrap_or(Ipv4Addr::UNSPECIFIED.into())));
        let own = own.acquire_owned().await?;
        Ok(Turn([own, Arc::clone(&self.everybody).acquire_owned().await?]))
    }

    fn queue_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= MOST_IDLE {
            addresses.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        Arc::clone(addresses.entry(address).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn many_pictures_of_one_address_do_not_delay_those_of_another() {
        let (queue, drawn) = (Arc::new(DrawingQueue::default()), Arc::new(Mutex::new(Vec::new())));
        let ask = |address: [u8; 4]| {
            let (queue, drawn) = (Arc::clone(&queue), Arc::clone(&drawn));
            tokio::spawn(async move {
                let turn = queue.turn(Some(address.into())).await.unwrap();
                tokio::task::yield_now().await;
                drawn.lock().unwrap().push(address);
                drop(turn);
            })
        };
        let (greedy, other) = ([192, 0, 2, 1], [192, 0, 2, 2]);
        let mut asked: Vec<_> = (0..50).map(|_| ask(greedy)).collect();
        tokio::task::yield_now().await;
        asked.push(ask(other));
        for one in asked {
            one.await.unwrap();
        }
        let drawn = drawn.lock().unwrap();
        let before = drawn.iter().position(|address| *address == other).unwrap();
        assert!(before <= 3 && drawn.len() == 51, "after {before} pictures of the other address");
    }

    #[tokio::test]
    async fn addresses_that_wait_for_nothing_are_forgotten() {
        let queue = DrawingQueue::default();
        let _held = queue.turn(Some([10, 0, 0, 1].into())).await.unwrap();
        for n in 0..5_000_u32 {
            drop(queue.turn(Some(Ipv4Addr::from_bits(n + 0x0B00_0000).into())).await.unwrap());
        }
        let addresses = queue.addresses.lock().unwrap();
        assert!(addresses.len() <= MOST_IDLE && addresses.contains_key(&IpAddr::from([10, 0, 0, 1])));
    }
}
