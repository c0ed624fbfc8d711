// Opens the room's socket while the page's program loads, which takes it over with what has come (src/client/socket.rs).
{
  const socket = new ReconnectingSocket(() => "ADDRESS", { hello: HELLO, leaving: LEAVING, pingAfter: 2_500, pongWithin: 9_000 });
  globalThis.roomSocket = {
    attach: (hello, ping, message, state) => socket.attach({ hello, ping, message, state }),
    send: (text) => socket.send(text),
    ping: () => socket.ping(),
    close: () => socket.close(),
  };
}
