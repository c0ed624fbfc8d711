//! A web socket of a room, without any client behind it.

use futures_util::StreamExt;
use room::message::ServerMessage;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::patiently;

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a socket.
pub async fn connect(host: &str, cookie: Option<&str>, origin: Option<&str>) -> Result<Socket, Error> {
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", format!("duello_guest={cookie}").parse().unwrap());
    }
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    Ok(patiently("a socket opens", tokio_tungstenite::connect_async(request)).await?.0)
}

/// The next server message; `Err` with the close code when the socket ends.
pub async fn receive(socket: &mut Socket) -> Result<ServerMessage, Option<u16>> {
    let message = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    };
    patiently("the next message", message).await
}
