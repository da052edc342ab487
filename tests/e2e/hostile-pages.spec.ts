import { paths } from "@/lib/paths";
import { MOST_ON_THE_WAY, sendEndlessBody } from "../support/endless-body";
import {
  IMPOSSIBLE_HEADERS,
  METHODS,
  READ_HEADERS,
  SPOILT_COOKIES,
  SPOILT_HEADERS,
  spellTarget,
} from "../support/hostile-values";
import { readRaw } from "../support/raw-request";
import { DEMO } from "./account";
import { openSession } from "./rows";
import { expect, JOURNEY, test } from "./support";

/** The pages as Next serves them: the front door's own tests run without it. */

const AT_ONCE = 8;
const STATIC = ["/favicon.ico", "/_next/static/x.js", "/_next/image?url=%2Ficon.svg&w=64&q=75"];

interface Attack {
  method: string;
  target: string;
  headers?: [string, string][];
}

/** Sends each request, expects an answer below 500 that leads nowhere else, and returns how many there were. */
async function attack(baseURL: string, attacks: Attack[]): Promise<number> {
  for (let from = 0; from < attacks.length; from += AT_ONCE) {
    await Promise.all(
      attacks.slice(from, from + AT_ONCE).map(async ({ method, target, headers = [] }) => {
        const answer = await readRaw(baseURL, method, target, headers);
        const name = `${method} ${target.slice(0, 100)} ${JSON.stringify(headers).slice(0, 200)}`;
        expect(answer.status, name).toBeLessThan(500);
        const location = /^location: (.*)$/im.exec(answer.headers)?.[1] ?? "/";
        expect(location, name).toMatch(/^\/(?!\/)/);
      }),
    );
  }
  return attacks.length;
}

test("no method, spelling, header or cookie makes a page fail", async ({ baseURL }) => {
  // Over a thousand requests, most of which render a page.
  test.slow();
  const screens = [...Object.values(paths), "/unknown", ...STATIC];
  const methods = screens.flatMap((target) => METHODS.map((method) => ({ method, target })));
  const spellings = [paths.home, paths.dashboard, paths.leadImport, "/unknown", "/_next/image"]
    .flatMap(spellTarget)
    .map((target) => ({ method: "GET", target, headers: [["host", "outro.example"]] }) as Attack);
  const headers = READ_HEADERS.flatMap((name) =>
    [...SPOILT_HEADERS, ...IMPOSSIBLE_HEADERS].map((value): [string, string] => [name, value]),
  );
  const cookies = SPOILT_COOKIES.map((value): [string, string] => ["cookie", value]);
  const visitor = [...headers, ...cookies].map(
    (header): Attack => ({ method: "GET", target: paths.home, headers: [header] }),
  );
  const { script } = await findScript(String(baseURL));
  const file = headers.map(
    (header): Attack => ({ method: "GET", target: script, headers: [header] }),
  );
  const account = await openSession({ ...DEMO }, baseURL);
  const session = account.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const signedIn = headers.map(
    (header): Attack => ({
      method: "GET",
      target: paths.dashboard,
      headers: [["cookie", session], header],
    }),
  );
  const all = [...methods, ...spellings, ...visitor, ...file, ...signedIn];
  const sent = await attack(String(baseURL), all);
  console.log(`${sent} hostile requests for pages, none answered 5xx`);
});

test("the build's files come compressed, and stay in the browser", async ({ baseURL }) => {
  const { script, read } = await findScript(String(baseURL));
  const plain = await read(script, {});
  expect(plain.headers.get("content-encoding")).toBeNull();
  const content = await plain.text();
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
  ] as const) {
    const answer = await read(script, { "accept-encoding": accepted });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-encoding": encoding,
      "content-type": expect.stringContaining("javascript"),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    });
    expect(Number(answer.headers.get("content-length"))).toBeLessThan(content.length / 2);
    expect(await answer.text()).toBe(content);
  }
  const part = await read(script, { range: "bytes=5-9" });
  expect([part.status, await part.text()]).toEqual([206, content.slice(5, 10)]);
  expect((await read(script, { range: "bytes=9-5" })).status).toBe(416);
  for (const other of [`${script}.map`, "/_next/static/../BUILD_ID"]) {
    expect((await read(other, {})).status, other).toBe(404);
  }
});

test("a router state that Next cannot read is refused", async ({ baseURL }) => {
  for (const state of ["x", "%", "%5B1%5D", encodeURIComponent('["",{"a":1}]')]) {
    const target = await readRaw(String(baseURL), "GET", "/?_rsc=1", [
      ["rsc", "1"],
      ["next-router-state-tree", state],
    ]);
    expect(target.status).toBe(400);
  }
});

test("a page takes no body", JOURNEY, async ({ baseURL }) => {
  for (const [method, path, status] of [
    ["GET", "/", 413],
    ["POST", "/", 405],
    ["POST", "/api/auth/signin", 404],
  ] as const) {
    const sent = await sendEndlessBody(String(baseURL), method, path);
    expect(sent).toMatchObject({ status, isClosed: true });
    expect(sent.bytes).toBeLessThan(MOST_ON_THE_WAY);
  }
});

/** The address of one of the login's scripts; `read` asks for an address with exactly these headers. */
async function findScript(baseURL: string) {
  const read = (path: string, headers: Record<string, string>) =>
    fetch(new URL(path, baseURL), { headers: { "accept-encoding": "identity", ...headers } });
  const page = await (await read("/", {})).text();
  const script = /\/_next\/static\/[\w./~-]+\.js/.exec(page)?.[0] ?? "";
  expect(script).not.toBe("");
  return { script, read };
}
