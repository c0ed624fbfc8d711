//! A device that keeps passkeys (Chromium's virtual authenticator).
import type { CDPSession } from "@playwright/test";
import type { Player } from "./player.ts";

/** A device that keeps passkeys, and says yes to everything. */
export async function authenticator(player: Player): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await player.context.newCDPSession(player.page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  return { cdp, authenticatorId };
}
