//! A virtual passkey authenticator (WebAuthn): creates and uses a key over HTTP as a browser does. Its
//! messages are assembled by hand, so that no bug of the server's own encoding can hide.

use base64ct::{Base64UrlUnpadded, Encoding};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::*;

/// Flags: user present and verified; attested credential data included.
const VERIFIED: u8 = 0x05;
const WITH_KEY: u8 = 0x40;

/// A passkey with its private key.
pub struct Passkey {
    key: SigningKey,
    id: [u8; 16],
    user: Vec<u8>,
}

/// The guest in the `Set-Cookie` header of an answer, as a cookie.
pub fn new_cookie(answer: &str) -> String {
    let set = header(answer, "set-cookie").unwrap_or_else(|| panic!("no cookie in {answer}"));
    let secret = &set.strip_prefix("duello_guest=").unwrap()[..SECRET_LENGTH];
    signed(u128::from_str_radix(secret, 16).unwrap())
}

/// Posts to a passkey endpoint with this cookie; the whole answer.
pub async fn post(host: &str, path: &str, cookie: &str, body: &str) -> String {
    let more =
        format!("Content-Type: application/json\nCookie: duello_guest={cookie}\nOrigin: http://{host}");
    http(host, &format!("POST /me/{path}\n{more}"), body).await
}

fn from_base64(text: &Value) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text.as_str().unwrap()).unwrap()
}

fn to_base64(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

/// The client data of a ceremony.
fn client_data(host: &str, kind: &str, options: &Value) -> Vec<u8> {
    let challenge = &options["challenge"];
    json!({"type": kind, "challenge": challenge, "origin": format!("http://{host}"), "crossOrigin": false})
        .to_string()
        .into_bytes()
}

/// The authenticator data: relying party, flags, and a signature counter of 0, that is unsupported.
fn authenticator_data(flags: u8) -> Vec<u8> {
    let mut data = Sha256::digest(b"localhost").to_vec();
    data.push(flags);
    data.extend([0; 4]);
    data
}

async fn ceremony_options(host: &str, path: &str, cookie: &str) -> (Value, Value) {
    let answer = post(host, path, cookie, "").await;
    assert_eq!(status(&answer), 200, "{answer}");
    let answer = json(&answer);
    (answer["id"].clone(), answer["publicKey"].clone())
}

impl Passkey {
    /// Registers a passkey, and thereby an account, for the guest with this cookie; with the new cookie.
    pub async fn register(host: &str, cookie: &str) -> (Self, String) {
        let (id, options) = ceremony_options(host, "passkey/make", cookie).await;
        assert_eq!(options["rp"]["id"], "localhost");
        let key = SigningKey::from_slice(&Sha256::digest(cookie)).unwrap();
        let id_of_passkey = Sha256::digest(format!("id {cookie}"))[..16].try_into().unwrap();
        let passkey = Self { key, id: id_of_passkey, user: from_base64(&options["user"]["id"]) };
        let point = passkey.key.verifying_key().to_encoded_point(false);
        let mut data = authenticator_data(VERIFIED | WITH_KEY);
        data.extend([0; 16]);
        data.extend([0, 16]);
        data.extend(passkey.id);
        // The public key in COSE: EC2, ES256, P-256, x, y.
        data.extend([0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        // In CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
        let mut attestation = b"\xA3\x63fmt\x64none\x67attStmt\xA0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        let client = client_data(host, "webauthn.create", &options);
        let response =
            json!({"attestationObject": to_base64(&attestation), "clientDataJSON": to_base64(&client)});
        let answer = post(host, "passkey/made", cookie, &passkey.credential(&id, &response)).await;
        assert_eq!(status(&answer), 200, "{answer}");
        (passkey, new_cookie(&answer))
    }

    /// Signs the browser with this cookie in; the whole answer.
    pub async fn try_sign_in(&self, host: &str, cookie: &str) -> String {
        self.show(host, cookie, ["passkey/ask", "passkey/enter"]).await
    }

    /// As `try_sign_in`, in a browser that has put a guest aside.
    pub async fn try_sign_in_aside(&self, host: &str, cookie: &str, aside: &str) -> String {
        self.try_sign_in(host, &format!("{cookie}; duello_aside={aside}")).await
    }

    /// Shows the passkey once more in a browser that is signed in; the whole answer.
    pub async fn confirm(&self, host: &str, cookie: &str) -> String {
        self.show(host, cookie, ["passkey/confirm", "passkey/confirmed"]).await
    }

    async fn show(&self, host: &str, cookie: &str, [start, finish]: [&str; 2]) -> String {
        let (id, options) = ceremony_options(host, start, cookie).await;
        let data = authenticator_data(VERIFIED);
        let client = client_data(host, "webauthn.get", &options);
        let signature: Signature = self.key.sign(&[&data[..], &Sha256::digest(&client)].concat());
        let response = json!({
            "authenticatorData": to_base64(&data), "clientDataJSON": to_base64(&client),
            "signature": to_base64(signature.to_der().as_bytes()), "userHandle": to_base64(&self.user),
        });
        post(host, finish, cookie, &self.credential(&id, &response)).await
    }

    /// As `try_sign_in`; the new cookie.
    pub async fn sign_in(&self, host: &str, cookie: &str) -> String {
        let answer = self.try_sign_in(host, cookie).await;
        assert_eq!(status(&answer), 200, "{answer}");
        new_cookie(&answer)
    }

    /// Its id as the server keeps it.
    pub fn id(&self) -> String {
        self.id.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A forged passkey with this id and another one's key.
    pub fn with_key_of(&self, other: Self) -> Self {
        Self { key: other.key, id: self.id, user: self.user.clone() }
    }

    fn credential(&self, id: &Value, response: &Value) -> String {
        let name = to_base64(&self.id);
        let credential = json!({"id": name, "rawId": name, "type": "public-key", "response": response});
        json!({"id": id, "credential": credential}).to_string()
    }
}
