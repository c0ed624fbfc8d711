// Passkeys (WebAuthn): the server sends a challenge, the browser answers it; bytes are sent as base64url.
const said = document.querySelector("#said");
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const post = (path, body) =>
  fetch(`/me/passkey/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) });

/** The binary fields of a credential, as base64url. */
const encodeFields = (response, names) => Object.fromEntries(names.filter((name) => response[name]).map((name) => [name, text(response[name])]));

const LOGIN_FIELDS = ["authenticatorData", "clientDataJSON", "signature", "userHandle"];
/** The WebAuthn ceremonies, registration, login and step-up: the address that finishes each, the browser's method, its fields. */
const CEREMONIES = {
  make: ["made", "create", ["attestationObject", "clientDataJSON"]],
  ask: ["enter", "get", LOGIN_FIELDS],
  confirm: ["confirmed", "get", LOGIN_FIELDS],
};

/** What is said when the browser gives no answer, by the name of its error. */
const REASONS = { InvalidStateError: "there", NotAllowedError: "closed", AbortError: "closed" };

/** Runs a ceremony; whether the server took the answer. */
async function runCeremony(start) {
  said.textContent = "";
  try {
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
    if (!done.ok) said.textContent = done.status === 404 ? said.dataset.unknown : said.dataset.failed;
    return done.ok;
  } catch ({ name }) {
    said.textContent = said.dataset[REASONS[name] ?? "failed"];
    return false;
  }
}

/** Whether an element's act is allowed: `data-confirm` says for how many milliseconds after loading no passkey has to be shown for it. */
async function confirmed({ dataset }) {
  if (dataset.confirm === undefined || performance.now() < Number(dataset.confirm)) return true;
  const shown = await runCeremony("confirm");
  if (shown) for (const other of document.querySelectorAll("[data-confirm]")) other.dataset.confirm = performance.now() + 60_000;
  return shown;
}

/** Does something before a form is sent, which is not sent if that gives false. */
const beforeSubmit = (form, act) =>
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await act(form)) form.submit();
  });

for (const form of document.querySelectorAll('form[data-confirm]:not([action="/me/forget"])')) beforeSubmit(form, confirmed);

// A visitor who signs out gets no more notifications about the account's games on this device.
beforeSubmit(document.querySelector('form[action="/me/passkey/leave"]'), async () => {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The server ends the subscription with the session.
  }
  return true;
});

for (const button of document.querySelectorAll("[data-passkey]")) {
  button.hidden = !window.PublicKeyCredential;
  button.addEventListener("click", async () => {
    if ((await confirmed(button)) && (await runCeremony(button.dataset.passkey))) location.replace(location.pathname);
  });
}
