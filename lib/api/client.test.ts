import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { call, configureClient } from "./client";

const shared = { access: "member", summary: "For this test", response: z.object({}) } as const;
const read = endpoint({ ...shared, method: "GET", path: "/api/things" });
const ENDPOINTS = [
  read,
  endpoint({ ...shared, method: "POST", path: "/api/things" }),
  endpoint({ ...shared, method: "PATCH", path: "/api/things" }),
  endpoint({ ...shared, method: "DELETE", path: "/api/things" }),
];

const configure = (token: string | null) =>
  configureClient({
    readToken: () => token,
    onUnauthenticated: () => undefined,
    onUnprotected: () => undefined,
  });

describe("a call of the browser", () => {
  const fetched = vi.fn<typeof fetch>();

  beforeEach(() => {
    fetched.mockImplementation(async () => Response.json({}));
    vi.stubGlobal("fetch", fetched);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    fetched.mockReset();
    configure(null);
  });

  it.each(ENDPOINTS)("carries the user's token: $method", async (called) => {
    configure("the token");
    await call(called, {});
    expect(fetched.mock.lastCall?.[1]).toMatchObject({
      method: called.method,
      headers: { token: "the token" },
    });
  });

  it("has no limit of time but that of whoever calls", async () => {
    await call(read, {});
    expect(fetched.mock.lastCall?.[1]?.signal).toBeUndefined();
    const { signal } = new AbortController();
    await call(read, {}, { signal });
    expect(fetched.mock.lastCall?.[1]?.signal).toBe(signal);
  });
});
