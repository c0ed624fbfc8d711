//! A fake push service, and browsers that subscribe at it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64ct::{Base64UrlUnpadded, Encoding};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use web_push_native::{Auth, decrypt};

use crate::common::*;

/// A request to the push service: browser, headers, body.
pub(super) type PushRequest = (String, HeaderMap, Vec<u8>);

/// A fake push service that gives prepared answers in turn, and then accepts everything.
#[derive(Clone, Default)]
pub(super) struct PushService {
    pub(super) sent: Arc<Mutex<Vec<PushRequest>>>,
    answers: Arc<Mutex<Vec<StatusCode>>>,
    pub(super) origin: String,
}

impl PushService {
    pub(super) async fn start(answers: &[u16]) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let answers = answers.iter().rev().map(|code| StatusCode::from_u16(*code).unwrap()).collect();
        let service = Self { origin, answers: Arc::new(Mutex::new(answers)), ..Self::default() };
        let receive =
            async |State(service): State<Self>, Path(name): Path<String>, head: HeaderMap, body: Bytes| {
                service.sent.lock().unwrap().push((name, head, body.to_vec()));
                let answer = service.answers.lock().unwrap().pop().unwrap_or(StatusCode::CREATED);
                (answer, [("location", format!("{}/elsewhere", service.origin))])
            };
        let router = Router::new().route("/{name}", post(receive)).with_state(service.clone());
        tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
        service
    }

    pub(super) async fn server(&self) -> Server {
        Server::start(&[&format!("--push-service={}", self.origin)]).await
    }

    pub(super) fn count(&self) -> usize {
        self.sent.lock().unwrap().len()
    }

    /// The `n`th request, counted from 1, once it has arrived.
    pub(super) async fn request(&self, n: usize) -> PushRequest {
        patiently("the push service is sent something", async {
            while self.count() < n {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
        self.sent.lock().unwrap()[n - 1].clone()
    }
}

/// A browser: its name at the push service, and its keys.
pub(super) struct Browser {
    name: String,
    key: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    pub(super) fn new(name: &str) -> Self {
        let mut bytes = [7; 32];
        bytes[..name.len()].copy_from_slice(name.as_bytes());
        Self { name: name.to_owned(), key: SecretKey::from_slice(&bytes).unwrap(), auth: [9; 16] }
    }

    pub(super) fn subscription(&self, service: &PushService, turn: bool, arrival: bool) -> Value {
        let point = self.key.public_key().to_encoded_point(false);
        json!({
            "endpoint": format!("{}/{}", service.origin, self.name),
            "p256dh": Base64UrlUnpadded::encode_string(point.as_bytes()),
            "auth": Base64UrlUnpadded::encode_string(&self.auth),
            "turn": turn,
            "arrival": arrival,
        })
    }

    pub(super) fn decrypt(&self, (name, _, body): &PushRequest) -> Value {
        assert_eq!(*name, self.name);
        let auth = Auth::clone_from_slice(&self.auth);
        serde_json::from_slice(&decrypt(body.clone(), &self.key, &auth).unwrap()).unwrap()
    }
}
