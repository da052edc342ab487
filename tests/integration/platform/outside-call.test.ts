import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readStream } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenLocally } from "@/sandbox/listening";
import { callOutside, streamOutside } from "@/server/platform/outside/call";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Two servers, so that an answer can lead from one to the other. */
let [here, elsewhere] = ["", ""];
let answer: Answer = () => undefined;
const seen: IncomingMessage[] = [];
const servers = [0, 1].map(() =>
  createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  }),
);

beforeAll(async () => {
  const ports = await Promise.all(servers.map((server) => listenLocally(server)));
  [here = "", elsewhere = ""] = ports.map((port) => `http://127.0.0.1:${port}`);
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

function call(next: Answer, options: Partial<Parameters<typeof callOutside>[1]> = {}) {
  answer = next;
  seen.length = 0;
  return callOutside(new URL("/path", here), { timeoutMs: 5_000, ...options });
}

test("a compressed answer is read as its text", async () => {
  const got = await call((request, response) => {
    expect(request.headers["accept-encoding"]).toContain("gzip");
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("São Paulo"));
  });
  expect(got).toEqual({ answered: true, status: 200, retryAfterMs: null, text: "São Paulo" });
});

test("an answer is bounded by its bytes, unpacked ones too", async () => {
  const exact = await call((_, response) => response.end("x".repeat(1_000)), { maxBytes: 1_000 });
  expect(exact).toMatchObject({ answered: true, text: "x".repeat(1_000) });
  const long = await call((_, response) => response.end("x".repeat(1_001)), { maxBytes: 1_000 });
  expect(long).toMatchObject({ answered: false, sent: true });
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const unpacked = await call(
    (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    { maxBytes: 1_000_000 },
  );
  expect(unpacked).toMatchObject({ answered: false, sent: true });
  const unknown = await call((_, response) =>
    response.writeHead(200, { "content-encoding": "rot13" }).end("x"),
  );
  expect(unknown).toMatchObject({ answered: false, detail: expect.stringContaining("rot13") });
});

test("the pause a service asks for is told, in seconds or as a date, and is bounded", async () => {
  const asking = (value: string) =>
    call((_, response) => response.writeHead(429, { "retry-after": value }).end());
  expect(await asking("7")).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  expect(await asking("86400")).toMatchObject({ retryAfterMs: 15 * 60_000 });
  expect(await asking("soon")).toMatchObject({ retryAfterMs: null });
  const { retryAfterMs } = (await asking(new Date(Date.now() + 60_000).toUTCString())) as {
    retryAfterMs: number;
  };
  expect(retryAfterMs).toBeGreaterThan(50_000);
});

test("a redirect to another host is followed without the authorization header", async () => {
  const got = await call(
    (request, response) => {
      if (request.url === "/path") response.writeHead(302, { location: `${elsewhere}/new` }).end();
      else response.end("moved");
    },
    { headers: { authorization: "Bearer secret" } },
  );
  expect(got).toMatchObject({ status: 200, text: "moved" });
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret", undefined]);
});

test("a call that stays there takes a redirect for an answer", async () => {
  const got = await call(
    (_, response) => response.writeHead(307, { location: `${elsewhere}/new` }).end(),
    { method: "POST", body: "the secret", staysThere: true },
  );
  expect(got).toMatchObject({ answered: true, status: 307 });
  expect(seen).toHaveLength(1);
});

test("redirects without end end", async () => {
  const got = await call((request, response) =>
    response.writeHead(302, { location: `${request.url}x` }).end(),
  );
  expect(got).toMatchObject({ answered: true, status: 302 });
  expect(seen).toHaveLength(6);
});

test("whether a request may have reached the service is told", async () => {
  const free = createServer();
  const closed = `http://127.0.0.1:${await listenLocally(free)}`;
  await new Promise((resolve) => free.close(resolve));
  expect(await callOutside(new URL(closed), { timeoutMs: 5_000 })).toMatchObject({
    answered: false,
    sent: false,
  });
  const cut = await call((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
  });
  expect(cut).toMatchObject({ answered: false, sent: true });
  const silent = await call(() => undefined, { method: "POST", body: "x", timeoutMs: 200 });
  expect(silent).toMatchObject({ answered: false, sent: true });
  expect(silent).toHaveProperty("detail", expect.stringContaining("Timeout"));
});

test("a body in chunks that is not whole was not sent, and one that is whole was", async () => {
  async function* chunks(whole: boolean) {
    yield Buffer.from("one");
    if (!whole) throw new Error("the file is gone");
    yield Buffer.from("two");
  }
  const broken = await call(() => undefined, { method: "POST", body: chunks(false) });
  expect(broken).toMatchObject({ answered: false, sent: false });
  const echo: Answer = (request, response) => {
    // The broken request may arrive only now.
    readStream(request).then(
      (body) => response.end(body),
      () => response.destroy(),
    );
  };
  const whole = await call(echo, { method: "POST", body: chunks(true) });
  expect(whole).toMatchObject({ answered: true, text: "onetwo" });
});

test("a caller that is gone is told by an exception, in a call and in a stream", async () => {
  const caller = new AbortController();
  const gone = new Error("gone");
  const asked = call(() => caller.abort(gone), { signal: caller.signal });
  await expect(asked).rejects.toBe(gone);

  const reader = new AbortController();
  answer = (_, response) => response.write("first");
  const streamed = await streamOutside(new URL("/path", here), {
    timeoutMs: 5_000,
    signal: reader.signal,
  });
  if (!streamed.answered) throw new Error(streamed.detail);
  const read = (async () => {
    for await (const _ of streamed.body) reader.abort(gone);
  })();
  await expect(read).rejects.toBe(gone);
});

test("a stream that nobody reads and that breaks off ends nothing but itself", async () => {
  answer = (_, response) => {
    response.write("first", () => response.destroy());
  };
  const streamed = await streamOutside(new URL("/path", here), { timeoutMs: 5_000 });
  if (!streamed.answered) throw new Error(streamed.detail);
  await new Promise((resolve) => streamed.body.once("close", resolve));
  expect(streamed.body.errored).not.toBeNull();
});
