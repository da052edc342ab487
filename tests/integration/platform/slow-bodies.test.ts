import { connect } from "node:net";
import { expect, test } from "vitest";
import { getPatienceSeconds } from "@/server/platform/http/receive-body";
import { buildUser } from "@/tests/factories/users";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const MB = 1_000_000;
/** Half a megabit per second. */
const PHONE_RATE = 62_500;

test.each([5, 16])("a file of %i MB passes over a phone's slow connection", (megabytes) => {
  const bytes = megabytes * MB;
  expect(getPatienceSeconds(bytes, { onDisk: true })).toBeGreaterThan(bytes / PHONE_RATE);
});

test("no body may take longer than the whole request, and one in memory is soon given up", () => {
  expect(getPatienceSeconds(100 * MB, { onDisk: true })).toBe(290);
  expect(getPatienceSeconds(100 * MB)).toBe(290);
  expect(getPatienceSeconds(60_000)).toBeLessThan(11);
  expect(getPatienceSeconds(2 * MB)).toBeLessThan(26);
});

const PIECES = 68;
const PIECE_MS = 250;
const PIECE = Buffer.alloc(6_000, "a telephone list\n");

/** Sends a body at an even pace for longer than its size would need at 128 kB per second. Returns the status. */
function sendSlowly(path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port, host } = new URL(api.url);
  const given = { host, "content-type": "application/octet-stream", ...headers };
  const head = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8");
    let sent = 0;
    const timer = setInterval(() => {
      socket.write(PIECE);
      sent += 1;
      // Bytes after the announced length would be read as a second request, a bad one.
      if (sent === PIECES) clearInterval(timer);
    }, PIECE_MS);
    let answer = "";
    socket.on("data", (text: string) => {
      answer += text;
      socket.end();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
    });
    const length = PIECE.length * PIECES;
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join("")}content-length: ${length}\r\n\r\n`);
  });
}

test("a file that comes slowly is read, and JSON at the same pace is refused", async () => {
  const user = await buildUser();
  const other = await buildUser();
  const [file, json] = await Promise.all([
    sendSlowly("/api/opt-outs/import", user.headers),
    sendSlowly("/api/lists", { ...other.headers, "content-type": "application/json" }),
  ]);
  expect(file).toBe(200);
  expect(json).toBe(408);
});
