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

// Passkeys (WebAuthn): the server sends a challenge, the browser answers it; bytes are sent as base64url.
const said = document.querySelector("#said");
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const post = (path, body) =>
  fetch(`/me/passkey/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) });

/** The binary fields of a credential, as base64url. */
const encodeFields = (response, names) => Object.fromEntries(names.filter((name) => response[name]).map((name) => [name, text(response[name])]));

/** The two WebAuthn ceremonies, registration and login: the address that finishes each, the browser's method, its fields. */
const CEREMONIES = {
  make: ["made", "create", ["attestationObject", "clientDataJSON"]],
  ask: ["enter", "get", ["authenticatorData", "clientDataJSON", "signature", "userHandle"]],
};

async function runCeremony(start) {
  const [finish, method, fields] = CEREMONIES[start];
  const challenge = await post(start);
  if (!challenge.ok) throw new Error(`${challenge.status}`);
  const { id, publicKey } = await challenge.json();
  publicKey.challenge = bytes(publicKey.challenge);
  if (publicKey.user) publicKey.user.id = bytes(publicKey.user.id);
  for (const known of [...(publicKey.excludeCredentials ?? []), ...(publicKey.allowCredentials ?? [])]) known.id = bytes(known.id);
  const result = await navigator.credentials[method]({ publicKey });
  const credential = { id: result.id, rawId: text(result.rawId), type: result.type, response: encodeFields(result.response, fields) };
  const done = await post(finish, { id, credential });
  await done.text();
  if (done.ok) location.replace("/me");
  else said.textContent = done.status === 404 ? said.dataset.unknown : said.dataset.failed;
}

// A visitor who signs out gets no more notifications about the account's games on this device.
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
    said.textContent = "";
    runCeremony(button.dataset.passkey).catch(() => { said.textContent = said.dataset.failed; });
  });
}
