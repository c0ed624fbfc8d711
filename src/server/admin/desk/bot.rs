//! `duello bot`: the bots of whoever runs the server, and their tokens.

use std::fmt;
use std::io::Write;
use std::path::Path;

use ::room::{Millis, bot_name};
use engine_protocol::Level;
use serde::Serialize;

use super::{Act, Desk, when};
use crate::server::admin::{TaskError, print_line};
use crate::server::config::desk::BotAction;
use crate::server::identity::{GuestKey, Identity};
use crate::server::profanity;
use crate::server::store::{BotChange, BotRow, ModerationChange, Scope, TokenRow};

/// The bots.
#[derive(Serialize)]
struct Bots {
    bots: Vec<ListedBot>,
}

#[derive(Serialize)]
struct ListedBot {
    id: String,
    name: String,
    since: Millis,
    tokens: Vec<ListedToken>,
}

#[derive(Serialize)]
struct ListedToken {
    since: Millis,
    /// When it was used last, to the hour; 0 if never.
    used: Millis,
}

impl Desk<'_> {
    /// Makes a bot or a token, ends the tokens of a bot, or lists the bots.
    pub(super) async fn bot(&self, action: Option<&BotAction>) -> Result<(), TaskError> {
        match action {
            None => self.list_bots().await,
            Some(BotAction::Add { name }) => {
                let no_name = || TaskError::Unclear(format!("{name}: this is no name for a bot."));
                let name = profanity::mask_profanity(&bot_name(name).ok_or_else(no_name)?);
                let bot = self.random()?;
                self.make(bot, name).await?;
                print_line(format_args!("{}", self.new_token(bot.guest(), Scope::Play).await?));
                Ok(())
            }
            Some(BotAction::Levels { file }) => self.add_levels(file).await,
            Some(BotAction::Token { name, read }) => {
                let bot = self.find_bot(name).await?;
                print_line(format_args!(
                    "{}",
                    self.new_token(bot.bot, if *read { Scope::Read } else { Scope::Play }).await?
                ));
                Ok(())
            }
            Some(BotAction::Revoke { name }) => {
                let bot = self.find_bot(name).await?;
                for TokenRow { token, .. } in self.tokens(bot.bot).await? {
                    self.change_bot("revoke_token", bot.bot, BotChange::Revoke { token, at: self.now })
                        .await?;
                }
                let text = format!("{} has no token any more.", bot.name);
                self.done("revoke_token", &bot.bot.to_string(), None, &text);
                Ok(())
            }
        }
    }

    async fn list_bots(&self) -> Result<(), TaskError> {
        let mut bots = Vec::new();
        for BotRow { bot, name, since } in self.own_bots().await? {
            let token = |row: TokenRow| ListedToken { since: row.since, used: row.used };
            let tokens = self.tokens(bot).await?.into_iter().map(token).collect();
            bots.push(ListedBot { id: bot.to_string(), name, since, tokens });
        }
        self.answer(&Bots { bots });
        Ok(())
    }

    async fn make(&self, bot: Identity, name: String) -> Result<(), TaskError> {
        let make = BotChange::Make { bot, owner: None, name, at: self.now };
        self.change_bot("add_bot", bot.guest(), make).await
    }

    /// Makes a token; its text.
    async fn new_token(&self, bot: GuestKey, scope: Scope) -> Result<String, TaskError> {
        let secret = self.random()?;
        let add = BotChange::AddToken { token: secret.guest(), bot, scope, at: self.now };
        self.change_bot("add_token", bot, add).await?;
        Ok(secret.token())
    }

    /// Makes a bot of each level that there is none of, and adds their tokens to a file.
    async fn add_levels(&self, file: &Path) -> Result<(), TaskError> {
        let failed = |source| TaskError::File { path: file.to_owned(), source };
        // Perfect stands on proofs that take seconds.
        let levels = Level::ALL.into_iter().filter(|level| *level != Level::Perfect);
        let own = self.own_bots().await?;
        let mut tokens = open_private(file).map_err(failed)?;
        let mut made = 0;
        for level in levels {
            let Some(name) = bot_name(level.name()) else { continue };
            if own.iter().any(|bot| bot.name == name) {
                continue;
            }
            let bot = self.random()?;
            self.make(bot, name).await?;
            let token = self.new_token(bot.guest(), Scope::Play).await?;
            writeln!(tokens, "{} {token}", level.name()).map_err(failed)?;
            made += 1;
        }
        tokens.sync_all().map_err(failed)?;
        self.done(
            "add_levels",
            "",
            None,
            &format!("{made} bots were made; their tokens are in {}.", file.display()),
        );
        Ok(())
    }

    async fn change_bot(
        &self,
        action: &'static str,
        bot: GuestKey,
        change: BotChange,
    ) -> Result<(), TaskError> {
        let act = Act { action, about: bot.to_string(), until: None };
        self.moderate(ModerationChange::Bot(change), act).await
    }

    async fn find_bot(&self, name: &str) -> Result<BotRow, TaskError> {
        let wanted = bot_name(name).unwrap_or_default().to_lowercase();
        let found = self.own_bots().await?.into_iter().find(|bot| bot.name.to_lowercase() == wanted);
        found.ok_or_else(|| TaskError::Unclear(format!("{name}: you have no such bot. See `duello bot`.")))
    }

    async fn own_bots(&self) -> Result<Vec<BotRow>, TaskError> {
        self.store.bots(None).await.map_err(|error| self.failed(error))
    }

    async fn tokens(&self, bot: GuestKey) -> Result<Vec<TokenRow>, TaskError> {
        self.store.tokens(bot).await.map_err(|error| self.failed(error))
    }

    fn random(&self) -> Result<Identity, TaskError> {
        Identity::random()
            .map_err(|error| TaskError::Unclear(format!("the system has no randomness: {error}")))
    }
}

/// Opens a file to add to, which only its owner may read if it is new.
fn open_private(file: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

impl fmt::Display for Bots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bots.is_empty() {
            return f.write_str("You have no bots. `duello bot add NAME` makes one.");
        }
        for (n, ListedBot { name, since, tokens, .. }) in self.bots.iter().enumerate() {
            let end = if n == 0 { "" } else { "\n" };
            let used = tokens.iter().map(|token| token.used).max().filter(|used| *used > 0);
            let used =
                used.map_or_else(|| "never used".to_owned(), |used| format!("last used {}", when(used)));
            write!(f, "{end}{name}, made {}; tokens: {}, {used}", when(*since), tokens.len())?;
        }
        Ok(())
    }
}
