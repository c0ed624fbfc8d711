//! The security of an account: passkeys and sign-ins are listed and end, a passkey is shown again before anything changes, and
//! signing in asks before it takes the games of a browser along.
import { authenticator } from "../authenticator.ts";
import { axeDayAndNight, expect, Server, setOwnName, test, type Player } from "../fixtures.ts";
import { Table } from "../table.ts";

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** A browser that makes an account, and then shows its security page. */
async function account(player: Player): Promise<Awaited<ReturnType<typeof authenticator>>> {
  const device = await authenticator(player);
  await player.page.goto("/me");
  await player.page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(player.page.getByText("You are signed in.")).toBeVisible();
  await player.page.getByRole("link", { name: "Security" }).click();
  await expect(player.page.getByRole("heading", { level: 1 })).toHaveText("Security");
  return device;
}

/** A second browser that has the same passkey, as a cloud brings it there. */
async function sameAccount(player: Player, from: Awaited<ReturnType<typeof authenticator>>): Promise<void> {
  const { credentials } = await from.cdp.send("WebAuthn.getCredentials", { authenticatorId: from.authenticatorId });
  const device = await authenticator(player);
  for (const credential of credentials) await device.cdp.send("WebAuthn.addCredential", { authenticatorId: device.authenticatorId, credential });
  await player.page.goto("/me");
  await player.page.getByRole("button", { name: "Sign in" }).click();
  await expect(player.page.getByText("You are signed in.")).toBeVisible();
  // The counter of signatures is the same on both; one that stays behind would look like a stolen copy.
  const signed = await device.cdp.send("WebAuthn.getCredentials", { authenticatorId: device.authenticatorId });
  for (const credential of signed.credentials) {
    const { authenticatorId } = from;
    await from.cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId: credential.credentialId });
    await from.cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
  }
}

test("passkeys and sign-ins are listed, end, and are noticed elsewhere", async ({ player, server }) => {
  test.slow();
  const at = { baseURL: `http://localhost:${server.port}` };
  const [anna, phone] = [await player("Anna", at), await player("Phone", at)];
  const { page } = anna;
  const device = await account(anna);
  await expect(page.getByText("This is your only passkey.")).toBeVisible();
  await sameAccount(phone, device);
  // The browser that was there before is told; the notice goes by a press.
  await page.reload();
  await expect(page.getByText("New sign-in: Chrome on Linux.")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).press("Enter");
  await expect(page.getByText("New sign-in")).toHaveCount(0);
  // The device has one already: that is said, not that something failed.
  await page.getByRole("button", { name: "Create another passkey" }).click();
  await expect(page.locator("#said")).toHaveText("This device already has a passkey for you.");
  // A second passkey, on another device of the same browser.
  await device.cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "usb", hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  const passkeys = page.getByRole("region", { name: "Your passkeys" }).getByRole("listitem");
  await page.getByRole("button", { name: "Create another passkey" }).click();
  await expect(passkeys).toHaveCount(2);
  await phone.page.goto("/me");
  await expect(phone.page.getByText("A passkey was added: Chrome on Linux.")).toBeVisible();
  await passkeys.last().getByRole("button", { name: /^Remove the passkey of Chrome on Linux/ }).click();
  await expect(page.getByRole("status").first()).toContainText("The passkey is removed.");
  await expect(passkeys).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  // The phone's sign-in ends, and with it what it shows.
  const signIns = page.getByRole("region", { name: "Sessions" });
  await expect(signIns.getByRole("listitem")).toHaveCount(2);
  await expect(signIns.getByRole("listitem").first()).toContainText("This browser");
  await signIns.getByRole("button", { name: /^Sign out Chrome on Linux/ }).click();
  await expect(signIns.getByRole("listitem")).toHaveCount(1);
  await phone.page.goto("/security");
  await expect(phone.page.getByText("This browser is not signed in.")).toBeVisible();
});

test("some time after the last passkey a change asks for it again", async ({ player }) => {
  test.slow();
  // Five minutes, in short.
  const seconds = 3;
  const server = await Server.create({ DUELLO_CONFIRM_SECONDS: `${seconds}` });
  try {
    const at = { baseURL: `http://localhost:${server.port}` };
    const [anna, phone] = [await player("Anna", at), await player("Phone", at)];
    const { page } = anna;
    const device = await account(anna);
    await sameAccount(phone, device);
    const stale = async (path: string) => {
      await page.waitForTimeout(seconds * 1_000);
      await page.goto(path);
    };
    // A form that is sent without the script leads to the question, and changes nothing.
    await stale("/security");
    const others = page.locator("form[action='/security/sessions']");
    await expect(others).toHaveAttribute("data-confirm", "0");
    await others.evaluate((form: HTMLFormElement) => { form.submit(); });
    await expect(page.getByRole("alert")).toHaveText("Confirm with your passkey first, then try again.");
    await page.getByRole("button", { name: "Confirm with passkey" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Sessions" }).getByRole("listitem")).toHaveCount(2);
    // With it, a press has the passkey shown and then does what was asked.
    await stale("/security");
    let shown = 0;
    page.on("request", (request) => { shown += Number(request.url().endsWith("/me/passkey/confirmed")); });
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await expect(page.getByRole("status").first()).toHaveText("Done. Those browsers are signed out.");
    expect(shown).toBe(1);
    // Who cannot show it deletes nothing.
    await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.authenticatorId, isUserVerified: false });
    await stale("/me");
    await page.getByText("Delete my data").click();
    await page.getByRole("button", { name: "Delete everything" }).click();
    await expect(page.locator("#said")).toHaveText("Your browser closed the dialog, or you did. Nothing has changed.");
    await page.reload();
    await expect(page.getByText("You are signed in.")).toBeVisible();
  } finally {
    await server.remove();
  }
});

test("signing in asks before games come along, and gives them back", async ({ player, server }) => {
  test.slow();
  const at = { baseURL: `http://localhost:${server.port}` };
  const [anna, bert, eve] = [await player("Anna", at), await player("Bert", at), await player("Eve", at)];
  for (const one of [anna, bert, eve]) await setOwnName(one);
  const eves = await account(eve);
  const table = await Table.start(anna, bert);
  await table.play(2);
  const room = new URL(anna.page.url()).pathname;
  const resign = anna.page.getByRole("button", { name: "Resign", exact: true });
  // Eve signs in at Anna's browser: nothing is hers, and the first answer is no.
  await sameAccount(anna, eves);
  const question = anna.page.getByRole("region", { name: "Games in this browser" });
  await expect(question.getByRole("button")).toHaveText(["Leave them here", "Add them"]);
  await axeDayAndNight(anna.page);
  await question.getByRole("button", { name: "Add them" }).click();
  await expect(question.getByRole("button", { name: "Add them" })).toHaveCount(0);
  await anna.page.goto(room);
  await expect(resign).toBeVisible();
  await anna.page.goto("/me");
  await anna.page.getByRole("button", { name: "Sign out" }).click();
  await expect(anna.page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(anna.page.getByRole("textbox", { name: "Your name" })).not.toHaveValue("Anna");
  // Whoever comes back to the browser takes the games back.
  await anna.page.getByRole("button", { name: "Take them back" }).click();
  await expect(anna.page.getByRole("textbox", { name: "Your name" })).toHaveValue("Anna");
  await anna.page.goto(room);
  await expect(resign).toBeVisible();
});

test("the security page passes axe and fits every screen", async ({ player, server }) => {
  test.slow();
  const at = { colorScheme: "light" as const, baseURL: `http://localhost:${server.port}` };
  const [anna, phone] = [await player("Anna", at), await player("Phone", at)];
  await sameAccount(phone, await account(anna));
  const { page } = anna;
  for (const path of ["/security", "/security?confirm"]) {
    await page.goto(path);
    await expect(page.getByText("New sign-in")).toBeVisible();
    await axeDayAndNight(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const overflows = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      await expect.poll(overflows, `${path} at ${size.width}`).toBe(false);
    }
  }
});
