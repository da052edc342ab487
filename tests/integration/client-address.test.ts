import { expect, test, vi } from "vitest";

/** The rule reads the environment when it is imported, as a process does at its start. */
async function addressBehind(proxies: number, forwardedFor: string | null): Promise<string> {
  process.env["TRUST_PROXY"] = String(proxies);
  vi.resetModules();
  const { clientAddress, socketAddressHeader } = await import("@/server/http/client-address");
  return clientAddress(
    new Headers({
      [socketAddressHeader]: "10.0.0.1",
      ...(forwardedFor !== null && { "x-forwarded-for": forwardedFor }),
    }),
  );
}

test.each([
  // Nobody is believed: the header is the client's own words.
  [0, null, "10.0.0.1"],
  [0, "6.6.6.6", "10.0.0.1"],
  // One proxy: what it wrote is last, whatever the client put before.
  [1, null, "10.0.0.1"],
  [1, "1.1.1.1", "1.1.1.1"],
  [1, "6.6.6.6, 7.7.7.7, 1.1.1.1", "1.1.1.1"],
  // Two: the outer one wrote the last but one.
  [2, "6.6.6.6, 1.1.1.1, 10.0.0.2", "1.1.1.1"],
])("behind %i proxies %j comes from %s", async (proxies, forwardedFor, address) => {
  expect(await addressBehind(proxies, forwardedFor)).toBe(address);
});
