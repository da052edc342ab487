// Own process: its modules are loaded anew for each setting.
import { expect, test, vi } from "vitest";

/** The module reads the environment on import, as a process does at startup. */
async function addressBehind(proxies: number, forwardedFor: string | null): Promise<string> {
  process.env["TRUST_PROXY"] = String(proxies);
  vi.resetModules();
  const { getClientAddress, socketAddressHeader } = await import(
    "@/server/platform/http/client-address"
  );
  return getClientAddress(
    new Headers({
      [socketAddressHeader]: "10.0.0.1",
      ...(forwardedFor !== null && { "x-forwarded-for": forwardedFor }),
    }),
  );
}

async function networkOf(socket: string): Promise<string> {
  const { getClientNetwork, socketAddressHeader } = await import(
    "@/server/platform/http/client-address"
  );
  return getClientNetwork(new Headers({ [socketAddressHeader]: socket }));
}

test.each([
  ["10.1.2.3", "10.1.2.3"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2::1", "2001:db8:1:2::"],
  ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"],
  ["2001:db8:1:3::1", "2001:db8:1:3::"],
  ["fe80::1%eth0", "fe80::"],
  ["unknown", "unknown"],
])("limits count %s as %s", async (socket, network) => {
  expect(await networkOf(socket)).toBe(network);
});

test.each([
  ["10.1.2.3", "10.1.2.0"],
  ["::ffff:10.1.2.3", "10.1.2.0"],
  ["10.1.3.3", "10.1.3.0"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1::"],
  ["2001:db8:2::1", "2001:db8:2::"],
  ["fe80::1%eth0", "fe80::"],
  ["unknown", "unknown"],
])("a person is recognised at %s by %s", async (address, network) => {
  const { toSiteNetwork } = await import("@/server/platform/http/client-address");
  expect(toSiteNetwork(address)).toBe(network);
});

test.each([
  // Without a trusted proxy the header is ignored.
  [0, null, "10.0.0.1"],
  [0, "6.6.6.6", "10.0.0.1"],
  // One proxy: its entry is the last, even after entries that the client sent.
  [1, null, "10.0.0.1"],
  [1, "1.1.1.1", "1.1.1.1"],
  [1, "6.6.6.6, 7.7.7.7, 1.1.1.1", "1.1.1.1"],
  // Two: the outer one wrote the last but one.
  [2, "6.6.6.6, 1.1.1.1, 10.0.0.2", "1.1.1.1"],
  // Fewer entries than proxies: it did not come through them, and the client wrote what there is.
  [2, null, "10.0.0.1"],
  [2, "6.6.6.6", "10.0.0.1"],
  [3, "6.6.6.6, 7.7.7.7", "10.0.0.1"],
  [1, " , ", "10.0.0.1"],
])("behind %i proxies %j comes from %s", async (proxies, forwardedFor, address) => {
  expect(await addressBehind(proxies, forwardedFor)).toBe(address);
});
