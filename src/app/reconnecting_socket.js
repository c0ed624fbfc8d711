// A WebSocket that reconnects with exponential backoff and jitter, sends a heartbeat, and replaces a dead socket when the device
// wakes. It knows no message: its owner gives the texts to send, and reads those that come. The page of a room opens its socket
// before its program is there (src/client/socket.rs takes it over); the lobby's is public/find.js.
{
  const RETRY_FIRST_MS = 500;
  /** A server that starts again is there within a few seconds, so the first attempts follow one another quickly … */
  const RETRY_SOON_MS = 1_000;
  const SOON_ATTEMPTS = 5;
  /** … and those of a long outage have less and less hurry. */
  const RETRY_MOST_MS = 30_000;
  const POLL_MS = 250;
  /** A reconnecting socket that is not welcomed within this time is reported as lost … */
  const LOOKS_LOST_MS = 1_500;
  /** … and within this time it is given up: a long log over a slow line takes its time. */
  const WELCOME_WITHIN_MS = 20_000;
  /** A gap of this length between two polls means that the device slept. */
  const SLEPT_MS = 5_000;

  globalThis.ReconnectingSocket = class {
    #address;
    #options;
    /** Whoever reads the messages; until there is one, they wait in the queue. */
    #owner;
    #queue = [];
    #socket;
    #sockets = 0;
    #attempts = 0;
    #retryAt;
    #heardAt = 0;
    /** When the ping was sent whose answer has not come. */
    #pingedAt;
    #pings = 0;
    #isWelcomed = false;
    #polledAt = 0;
    #timer;
    #listeners = new AbortController();

    /**
     * Connects, and goes on doing so until `close`.
     *
     * `address` gives the path for each new socket. Options: `hello`, the first message of a socket that has no owner yet;
     * `leaving`, the message of a page that is being left; `pingAfter` and `pongWithin` in milliseconds; `pingsHidden`, whether a
     * hidden page has to notice a dead connection; `isIdle`, whether no connection is needed at the moment.
     */
    constructor(address, { hello, leaving, pingAfter, pongWithin, pingsHidden = false, isIdle = () => false }) {
      this.#address = address;
      this.#options = { hello, leaving, pingAfter, pongWithin, pingsHidden, isIdle };
      this.#connect();
      this.#timer = setInterval(() => this.#poll(), POLL_MS);
      const { signal } = this.#listeners;
      for (const name of ["online", "offline"]) addEventListener(name, () => this.#wake(), { signal });
      // Every page is shown once; only one from the back/forward cache has lost its socket.
      addEventListener("pageshow", ({ persisted }) => persisted && this.#wake(), { signal });
      addEventListener("pagehide", () => this.#leave(), { signal });
      document.addEventListener("visibilitychange", () => this.#wake(), { signal });
    }

    /**
     * Gives the socket its owner, and the owner what has come so far. `hello()` makes the first message of every socket (it may
     * have none), `ping(n)` the heartbeat; `message(text, at)` reads a message that came at that time, and returns whether the
     * server has welcomed the page; `state(isOpen, attempts)` hears of a connection that is there or lost.
     */
    attach(owner) {
      this.#owner = owner;
      const queue = this.#queue.splice(0);
      for (const [text, at] of queue) this.#deliver(text, at);
      if (this.#retryAt !== undefined) owner.state(false, this.#attempts);
    }

    /** Sends a message if the socket is open, and returns whether it was. The owner keeps and resends what matters. */
    send(text) {
      if (this.#socket?.readyState !== WebSocket.OPEN) return false;
      this.#socket.send(text);
      return true;
    }

    /** Sends a heartbeat now. */
    ping() {
      if (!this.#owner) return;
      this.#pings += 1;
      this.#pingedAt ??= Date.now();
      this.send(this.#owner.ping(this.#pings));
    }

    /** Closes the connection for good. */
    close() {
      clearInterval(this.#timer);
      this.#listeners.abort();
      this.#letGo();
    }

    /** Ends the socket at once, since another one follows: a browser connects to one address one socket at a time. */
    #end() {
      const socket = this.#socket;
      this.#letGo();
      socket?.close();
    }

    /** Ends the socket without another one to follow. Browsers warn of closing one that still connects, so that waits. */
    #letGo() {
      const socket = this.#socket;
      if (!socket) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      this.#socket = undefined;
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
    }

    #connect() {
      this.#end();
      this.#retryAt = undefined;
      this.#pingedAt = undefined;
      this.#isWelcomed = false;
      this.#queue.length = 0;
      this.#heardAt = this.#polledAt = Date.now();
      if (this.#options.isIdle()) return;
      this.#sockets += 1;
      const socket = new WebSocket(location.origin.replace("http", "ws") + this.#address());
      this.#socket = socket;
      socket.onopen = () => {
        const hello = this.#owner ? this.#owner.hello() : this.#options.hello;
        if (hello) socket.send(hello);
      };
      socket.onmessage = ({ data }) => {
        const at = Date.now();
        this.#heardAt = at;
        this.#pingedAt = undefined;
        if (this.#owner) this.#deliver(data, at);
        else this.#queue.push([data, at]);
      };
      socket.onclose = () => this.#retryLater();
    }

    #deliver(text, at) {
      if (!this.#owner.message(text, at)) return;
      this.#attempts = 0;
      this.#isWelcomed = true;
      this.#owner.state(true, 0);
    }

    #retryLater() {
      this.#end();
      const [first, most] = this.#attempts < SOON_ATTEMPTS ? [0, RETRY_SOON_MS] : [SOON_ATTEMPTS - 2, RETRY_MOST_MS];
      const wait = Math.min(most, RETRY_FIRST_MS * 2 ** (this.#attempts - first));
      this.#attempts += 1;
      // Jitter: after a restart of the server the pages do not all reconnect in the same moment.
      this.#retryAt = Date.now() + wait * (0.5 + Math.random() / 2);
      this.#owner?.state(false, this.#attempts);
    }

    #poll() {
      const now = Date.now();
      const slept = now - this.#polledAt > SLEPT_MS;
      this.#polledAt = now;
      if (this.#retryAt !== undefined) {
        if (now >= this.#retryAt || slept) this.#connect();
      } else if (this.#socket && (this.#options.pingsHidden || !document.hidden)) {
        this.#pollSilence(now, slept && !document.hidden);
      }
    }

    #pollSilence(now, slept) {
      const { pingAfter, pongWithin } = this.#options;
      const silent = now - this.#heardAt;
      // Without its owner the socket cannot tell whether it is welcomed, nor make a heartbeat.
      if (!this.#owner || !this.#isWelcomed) {
        if (silent > WELCOME_WITHIN_MS) this.#retryLater();
        else if (silent > LOOKS_LOST_MS && this.#attempts === 0 && this.#sockets > 1) this.#owner?.state(false, 1);
      } else if (slept || now - (this.#pingedAt ?? now) > pongWithin - pingAfter) {
        this.#connect();
      } else if (this.#pingedAt === undefined && silent >= pingAfter) {
        this.ping();
      }
    }

    /** Browsers put no page with an open socket into the back/forward cache; one that is restored from there reconnects. */
    #leave() {
      if (this.#options.leaving) this.send(this.#options.leaving);
      this.#letGo();
      this.#retryAt = Infinity;
    }

    /** The network is gone or back, or the page is visible again. A socket may look open and be dead: silence replaces it. */
    #wake() {
      if (this.#options.isIdle()) return this.#letGo();
      if (!navigator.onLine && this.#retryAt === undefined) return this.#retryLater();
      if (document.hidden && !this.#options.pingsHidden) return;
      if (!this.#socket || Date.now() - this.#heardAt > SLEPT_MS) {
        this.#attempts = 0;
        this.#connect();
      }
    }
  };
}
