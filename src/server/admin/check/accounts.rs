//! Check of the accounts: nothing refers to an account that is none, every account has its guest and a passkey,
//! and the secrets that are kept belong to their guests.

use super::CheckReport;
use crate::server::database::{Connection, query};
use crate::server::identity::Identity;

/// Statements whose rows are flaws, with what is wrong.
const FLAWS: [(&str, &str); 6] = [
    (
        "SELECT DISTINCT account FROM passkeys WHERE account NOT IN (SELECT account FROM accounts)",
        "it has passkeys and does not exist",
    ),
    (
        "SELECT DISTINCT account FROM sessions WHERE account NOT IN (SELECT account FROM accounts)",
        "it has sign-ins and does not exist",
    ),
    (
        "SELECT DISTINCT account FROM notices WHERE account NOT IN (SELECT account FROM accounts)",
        "it has notices and does not exist",
    ),
    (
        "SELECT DISTINCT account FROM adopted WHERE account NOT IN (SELECT account FROM accounts)",
        "it has guests and does not exist",
    ),
    (
        "SELECT account FROM accounts WHERE guest NOT IN (SELECT guest FROM adopted WHERE adopted.account = accounts.account)",
        "its guest is not among its guests",
    ),
    ("SELECT account FROM accounts WHERE account NOT IN (SELECT account FROM passkeys)", "it has no passkey"),
];

/// Adds the flaws of accounts.
pub(super) async fn check_accounts(
    connection: &mut Connection,
    report: &mut CheckReport,
) -> Result<(), sqlx::Error> {
    for (sql, flaw) in FLAWS {
        for row in query(sql).fetch_all(&mut *connection).await? {
            report.flaws.push(format!("account {}: {flaw}", row.try_get::<&str>(0)?));
        }
    }
    let kept = query("SELECT account, guest, secret FROM adopted WHERE secret IS NOT NULL");
    for row in kept.fetch_all(connection).await? {
        let guest = Identity::from_secret(row.try_get(2)?).map(|identity| identity.guest().to_string());
        if guest.as_deref() != Some(row.try_get(1)?) {
            report.flaws.push(format!("account {}: a secret is not its guest's", row.try_get::<&str>(0)?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Depth, check};
    use crate::server::database::{Database, query};
    use crate::server::identity::Identity;
    use crate::server::store::{SignIn, Store};

    #[tokio::test]
    async fn a_flaw_of_each_kind_in_an_account_is_found() {
        for (n, broken) in [
            "SELECT 1",
            "INSERT INTO passkeys (credential, account, body, since) VALUES ('x', 'none', '{}', 1)",
            "INSERT INTO sessions (session, account, since) VALUES ('KEY', 'none', 1)",
            "INSERT INTO notices (account, at, kind, browser) VALUES ('none', 1, 'signed_in', '/')",
            "INSERT INTO adopted (guest, account, since) VALUES ('KEY', 'none', 1)",
            "UPDATE accounts SET guest = 'KEY'",
            "DELETE FROM passkeys",
            "UPDATE adopted SET secret = '00000000000000000000000000000000'",
        ]
        .into_iter()
        .enumerate()
        {
            let broken = broken.replace("KEY", &Identity::of_test(9).guest().to_string());
            let fresh = crate::server::database::tests::fresh().await;
            let store = Store::open(fresh.location.clone()).await.unwrap();
            let identity = Identity::of_test(1);
            let sign_in = SignIn {
                account: "a".to_owned(),
                guest: Some(identity),
                before: identity.guest(),
                session: Identity::of_test(2).guest(),
                passkey: ("key".to_owned(), "{}".to_owned()),
                known: false,
                browser: "/".to_owned(),
                at: 1,
            };
            store.sign_in(sign_in).await.unwrap();
            let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
            query(broken.clone()).fetch_all(&mut database).await.unwrap();
            let report = check(&fresh.location, Depth::Full).await.unwrap();
            assert_eq!(report.flaws.len(), usize::from(n > 0), "{broken}: {:?}", report.flaws);
        }
    }
}
