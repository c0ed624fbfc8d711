//! VAPID key pair and signature (RFC 8292), by which push services recognise this server.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;

/// Validity of a signature, in seconds; the RFC allows a day.
const VALID_FOR: u64 = 12 * 3600;
/// Attempts to draw a key: one number in 2³² is not valid.
const TRIES: usize = 4;

/// The VAPID key pair.
pub(super) struct Vapid {
    key: SigningKey,
    /// The public key as an uncompressed point in base64url.
    pub(super) public: String,
}

impl Vapid {
    /// A new private key in base64url.
    ///
    /// # Errors
    /// The system has no randomness to give.
    pub(super) fn generate_key() -> Result<String, getrandom::Error> {
        for _ in 0..TRIES {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes)?;
            if SecretKey::from_slice(&bytes).is_ok() {
                return Ok(Base64UrlUnpadded::encode_string(&bytes));
            }
        }
        Err(getrandom::Error::UNEXPECTED)
    }

    /// The key pair of a private key from [`Vapid::generate_key`].
    pub(super) fn from_private_key(secret: &str) -> Option<Self> {
        let secret = SecretKey::from_slice(&Base64UrlUnpadded::decode_vec(secret).ok()?).ok()?;
        let public = Base64UrlUnpadded::encode_string(secret.public_key().to_encoded_point(false).as_bytes());
        Some(Self { key: secret.into(), public })
    }

    /// The `Authorization` header for a push service with this origin. `contact` is the URL of this server,
    /// for its operator; `now` are the seconds since 1970 of the system's clock, because the server's own stands
    /// still while the machine is suspended.
    pub(super) fn authorization(&self, origin: &str, contact: Option<&str>, now: u64) -> String {
        let mut claims = serde_json::json!({ "aud": origin, "exp": now + VALID_FOR });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let parts = [r#"{"typ":"JWT","alg":"ES256"}"#.to_owned(), claims.to_string()];
        let signed = parts.map(|part| Base64UrlUnpadded::encode_string(part.as_bytes())).join(".");
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = Base64UrlUnpadded::encode_string(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

impl fmt::Debug for Vapid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vapid").field("public", &self.public).finish_non_exhaustive()
    }
}
