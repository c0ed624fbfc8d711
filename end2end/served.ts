//! The server that all tests of a worker share, whatever browser they are in.
import { expect } from "@playwright/test";
import { Server } from "./server.ts";

/** As a fixture of a worker. All its tests come from one address: they open more rooms in an hour than a household may. */
export async function served({}: object, use: (server: Server) => Promise<void>): Promise<void> {
  const server = await Server.create({ DUELLO_ROOMS_PER_HOUR: "0" });
  await use(server);
  const { log } = server;
  await server.remove();
  expect(log, "the server's log").not.toContain("panicked at");
}
