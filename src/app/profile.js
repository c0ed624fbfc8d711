// What this device alone knows: its games, and how those against the computer ended (src/client/storage/keys.rs), and the archive
// (public/local-archive.js).
const keys = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
const isPersonal = (name) => keys.personal.some((key) => name === key || name.startsWith(`${key}.`));
const forget = () =>
  new Promise((done) => {
    for (const name of Object.keys(localStorage)) {
      if (isPersonal(name)) localStorage.removeItem(name);
    }
    const gone = indexedDB.deleteDatabase("duello");
    // One that is still being read goes when that is over.
    gone.onsuccess = gone.onerror = gone.onblocked = done;
  });
document.querySelector('form[action="/me/forget"]')?.addEventListener("submit", async (event) => {
  event.preventDefault();
  // Where nothing can be stored, nothing has to go.
  await forget().catch(() => {});
  event.target.submit();
});
const table = document.getElementById("met");
let any = false;
for (const row of table?.querySelectorAll("[data-met]") ?? []) {
  const counts = [0, 1, 2].map((end) => {
    try {
      return Number(localStorage.getItem(`${keys.results}.${row.dataset.met}.${end}`)) || 0;
    } catch {
      return 0;
    }
  });
  const all = counts[0] + counts[1] + counts[2];
  [all, ...counts].forEach((count, index) => { row.cells[index + 1].textContent = count; });
  row.hidden = all === 0;
  any ||= all > 0;
}
if (any) {
  table.hidden = false;
  document.getElementById("no-met").hidden = true;
}

// Passkeys: the server asks, the browser answers; bytes travel as base64url.
const status = document.querySelector("#said");
const fromBase64url = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const toBase64url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const post = (path, body) =>
  fetch(`/me/passkey/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) });

/** The binary fields of a credential, as text. */
const encode = (response, names) => Object.fromEntries(names.filter((name) => response[name]).map((name) => [name, toBase64url(response[name])]));

const WAYS = {
  make: ["made", "create", ["attestationObject", "clientDataJSON"]],
  ask: ["enter", "get", ["authenticatorData", "clientDataJSON", "signature", "userHandle"]],
};

async function passkey(way) {
  const [answer, act, parts] = WAYS[way];
  const asked = await post(way);
  if (!asked.ok) throw new Error(`${asked.status}`);
  const { id, publicKey } = await asked.json();
  publicKey.challenge = fromBase64url(publicKey.challenge);
  if (publicKey.user) publicKey.user.id = fromBase64url(publicKey.user.id);
  for (const descriptor of [...(publicKey.excludeCredentials ?? []), ...(publicKey.allowCredentials ?? [])]) descriptor.id = fromBase64url(descriptor.id);
  const found = await navigator.credentials[act]({ publicKey });
  const credential = { id: found.id, rawId: toBase64url(found.rawId), type: found.type, response: encode(found.response, parts) };
  const done = await post(answer, { id, credential });
  await done.text();
  if (done.ok) location.replace("/me");
  else status.textContent = done.status === 404 ? status.dataset.unknown : status.dataset.failed;
}

// Who signs out is told nothing more of the account's games here.
document.querySelector('form[action="/me/passkey/leave"]')?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
  } finally {
    event.target.submit();
  }
});

for (const button of document.querySelectorAll("[data-passkey]")) {
  button.hidden = !window.PublicKeyCredential;
  button.addEventListener("click", () => {
    status.textContent = "";
    passkey(button.dataset.passkey).catch(() => { status.textContent = status.dataset.failed; });
  });
}
