//! `duello block`: networks that get no answer for a time. Only keyed hashes of them are stored.

use std::fmt;

use ::room::Millis;
use serde::Serialize;

use super::{Act, Desk, when};
use crate::server::admin::TaskError;
use crate::server::config::desk::{BlockAction, Span};
use crate::server::config::proxies::Cidr;
use crate::server::moderation::blocks::hash;
use crate::server::store::{Block, ModerationChange};

/// The shortest prefixes that are taken, in IPv6: a /8 of IPv4, and a /16 of IPv6. Anything wider is a slip.
const WIDEST_V4: u32 = 96 + 8;
const WIDEST_V6: u32 = 16;
/// The first address of IPv4 as it is mapped into IPv6.
const MAPPED: u128 = 0xffff_0000_0000;

/// The blocks.
#[derive(Serialize)]
struct Blocks {
    blocks: Vec<ListedBlock>,
}

#[derive(Serialize)]
struct ListedBlock {
    hash: String,
    /// As of an IPv6 network; 96 more than that of an IPv4 network.
    prefix: u32,
    since: Millis,
    until: Millis,
    reason: String,
}

impl Desk<'_> {
    /// Blocks a network, lists the blocks, or ends one.
    pub(super) async fn block(
        &self,
        action: Option<&BlockAction>,
        network: Option<Cidr>,
        span: Option<Span>,
    ) -> Result<(), TaskError> {
        match (action, network, span) {
            (Some(BlockAction::List), ..) => self.list_blocks().await,
            (Some(BlockAction::Lift { block }), ..) => self.lift_block(block).await,
            (None, Some(network), Some(Span(span))) => self.add_block(network, self.now + span).await,
            (None, ..) => Ok(()),
        }
    }

    async fn add_block(&self, network: Cidr, until: Millis) -> Result<(), TaskError> {
        let (bits, prefix) = network.ipv6();
        let widest = if bits >> 32 == MAPPED >> 32 && prefix >= 96 { WIDEST_V4 } else { WIDEST_V6 };
        if prefix < widest {
            return Err(TaskError::Unclear(
                "this would block more than a /8 of IPv4 or a /16 of IPv6. Block smaller networks."
                    .to_owned(),
            ));
        }
        // A prefix of no bits has an address in common with every network.
        if prefix < 96 && (bits ^ MAPPED).checked_shr(128 - prefix).unwrap_or(0) == 0 {
            return Err(TaskError::Unclear(
                "all addresses of IPv4 are in this network of IPv6, as ::ffff:0:0/96. Block smaller networks.".to_owned(),
            ));
        }
        let hash = self.hash(network).await?;
        let reason = self.flags.reason.clone();
        let block = Block { hash: hash.clone(), prefix, since: self.now, until, reason };
        let act = Act { action: "block", about: hash.clone(), until: Some(until) };
        self.moderate(ModerationChange::Block(block), act).await?;
        let text = format!(
            "The network is blocked until {}. `duello block lift {hash}` ends that before.",
            when(until)
        );
        self.done("block", &hash, Some(until), &text);
        Ok(())
    }

    async fn lift_block(&self, which: &str) -> Result<(), TaskError> {
        let hash = match which.parse::<Cidr>() {
            Ok(network) => self.hash(network).await?,
            Err(_) => which.to_lowercase(),
        };
        let blocks = self.store.blocks().await.map_err(|error| self.failed(error))?;
        let alike: Vec<&Block> =
            blocks.iter().filter(|block| which.len() >= 4 && block.hash.starts_with(&hash)).collect();
        let [block] = alike.as_slice() else {
            return Err(TaskError::Unclear(format!(
                "no block is known as {which}. `duello block list` names all of them; a network is blocked as it was given, \
                 with its length."
            )));
        };
        let hash = block.hash.clone();
        let act = Act { action: "lift_block", about: hash.clone(), until: None };
        self.moderate(ModerationChange::LiftBlock { hash: hash.clone() }, act).await?;
        self.done("lift_block", &hash, None, "The network is not blocked any more.");
        Ok(())
    }

    async fn list_blocks(&self) -> Result<(), TaskError> {
        let blocks = self.store.blocks().await.map_err(|error| self.failed(error))?;
        let listed = blocks.into_iter().filter(|block| block.until > self.now).map(|block| {
            let Block { hash, prefix, since, until, reason } = block;
            ListedBlock { hash, prefix, since, until, reason }
        });
        self.answer(&Blocks { blocks: listed.collect() });
        Ok(())
    }

    async fn hash(&self, network: Cidr) -> Result<String, TaskError> {
        let key = self.store.block_key().await.map_err(|error| self.failed(error))?;
        let (bits, prefix) = network.ipv6();
        hash(key.as_bytes(), bits, prefix)
            .ok_or_else(|| TaskError::Unclear("the key for blocks is empty".to_owned()))
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ListedBlock { hash, prefix, since, until, reason } in &self.blocks {
            let length = if *prefix >= WIDEST_V4 {
                format!("/{} or /{prefix}", prefix - 96)
            } else {
                format!("/{prefix}")
            };
            writeln!(f, "{hash}  {length}  {} until {}  {reason}", when(*since), when(*until))?;
        }
        match self.blocks.len() {
            0 => f.write_str("Nothing is blocked."),
            1 => f.write_str("1 network is blocked."),
            number => write!(f, "{number} networks are blocked."),
        }
    }
}
