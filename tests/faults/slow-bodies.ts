/** Hundreds of bodies that come a byte at a time: each is ended, and nobody else waits for them. */
import { connect } from "node:net";
import { env } from "@/server/platform/env";
import { buildUser } from "../factories/users";
import { report } from "./report";
import { measurePeaks, readMemoryMb, startWebProcess, watchDuring } from "./web-process";
import { killProcess } from "./worker-process";

const BODIES = 400;
const BYTE_EVERY_MS = 500;
const ENDED_WITHIN_MS = 60_000;

const web = await startWebProcess();
const user = await buildUser();
const before = readMemoryMb(web);
const answers: number[] = [];
const writes = { calls: 0, failed: 0, slowestMs: 0 };
const peaks = await measurePeaks([web], async () => {
  const seen = await watchDuring("/api/leads", user.headers, () =>
    Promise.all(Array.from({ length: BODIES }, (_, nth) => sendSlowly(nth))),
  );
  Object.assign(writes, seen);
});
await killProcess(web);

const ended = answers.filter((status) => status > 0).length;
report({
  "ended with an answer": { value: ended, holds: ended === BODIES },
  "of these 408": { value: answers.filter((status) => status === 408).length, holds: true },
  "of these 429": { value: answers.filter((status) => status === 429).length, holds: true },
  "failed reads": { value: writes.failed, holds: writes.failed === 0 },
  "slowest read ms": { value: writes.slowestMs, holds: writes.slowestMs < 2_000 },
  "web before MB": { value: before, holds: true },
  "web peak MB": { value: peaks[0] ?? 0, holds: (peaks[0] ?? 0) - before <= 100 },
});

/** To the login without a session, to leads and uploads with one. */
function sendSlowly(nth: number): Promise<void> {
  const path = ["/api/auth", "/api/leads", "/api/imports?file_name=a.csv"][nth % 3] ?? "";
  const { hostname, port, host } = new URL(env.APP_URL);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8");
    let answer = "";
    const timer = setInterval(() => socket.write("1"), BYTE_EVERY_MS);
    const limit = setTimeout(() => socket.destroy(), ENDED_WITHIN_MS);
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      clearTimeout(limit);
      answers.push(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
      resolve();
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ntoken: ${user.token}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n`,
    );
  });
}
