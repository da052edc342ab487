import { expect, test, vi } from "vitest";

/** The module reads the environment on import, as a process does at startup. */
async function addressBehind(proxies: number, forwardedFor: string | null): Promise<string> {
  process.env["TRUST_PROXY"] = String(proxies);
  vi.resetModules();
  const { getClientAddress, socketAddressHeader } = await import("@/server/http/client-address");
  return getClientAddress(
    new Headers({
      [socketAddressHeader]: "10.0.0.1",
      ...(forwardedFor !== null && { "x-forwarded-for": forwardedFor }),
    }),
  );
}

test.each([
  // Without a trusted proxy the header is ignored.
  [0, null, "10.0.0.1"],
  [0, "6.6.6.6", "10.0.0.1"],
  // One proxy: its entry is the last, whatever the client sent.
  [1, null, "10.0.0.1"],
  [1, "1.1.1.1", "1.1.1.1"],
  [1, "6.6.6.6, 7.7.7.7, 1.1.1.1", "1.1.1.1"],
  // Two: the outer one wrote the last but one.
  [2, "6.6.6.6, 1.1.1.1, 10.0.0.2", "1.1.1.1"],
])("behind %i proxies %j comes from %s", async (proxies, forwardedFor, address) => {
  expect(await addressBehind(proxies, forwardedFor)).toBe(address);
});
