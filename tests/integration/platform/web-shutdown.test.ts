import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { prepareClose } from "@/server/platform/http/close-server";
import { createFrontDoor } from "@/server/platform/http/front-door";
import { closeHub, countOpenStreams, endAllStreams } from "@/server/platform/live/hub";
import { buildUser } from "@/tests/factories/users";
import { loadRoutes } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";

/** Far less than a test may take: what ends before it did not wait for it. */
const WAIT_MS = 30_000;
const running: Server[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await closeHub();
});

async function listen(server: Server) {
  running.push(server);
  const close = prepareClose(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    close: (waitMs = WAIT_MS) => close({ waitMs, endStreams: endAllStreams }),
  };
}

const startFrontDoor = async () =>
  listen(
    await createFrontDoor({
      load: loadRoutes,
      renderPage: async (_request, response) => void response.writeHead(404).end(),
    }),
  );

/** Every request is answered only when `answer` is called. */
async function startPatientServer() {
  const waiting: (() => void)[] = [];
  const server = createServer((_request, response) => {
    waiting.push(() => response.end("done"));
  });
  const answer = () => {
    for (const send of waiting.splice(0)) send();
  };
  return { ...(await listen(server)), waiting, answer };
}

const refuses = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", () => resolve(true));
  });

test("a body that is still coming is taken, and its answer ends the connection", async () => {
  const web = await startFrontDoor();
  const user = await buildUser();
  const body = JSON.stringify({ name: "Padaria Pão", whatsapp: "11987654321" });
  const socket = connect(web.port, "127.0.0.1").setEncoding("utf8");
  let answer = "";
  socket.on("data", (text: string) => {
    answer += text;
  });
  const headers = Object.entries({
    host: `127.0.0.1:${web.port}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...user.headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const begun = once(web.server, "request");
  socket.write(`POST /api/leads HTTP/1.1\r\n${headers.join("")}\r\n${body.slice(0, 5)}`);
  await begun;
  const closing = web.close();
  await until(() => refuses(web.port), "the port to be closed");
  socket.write(body.slice(5));
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(answer.toLowerCase()).toContain("connection: close");
  await closing;
});

test("an answer that is being prepared is sent, on a connection that would have been kept", async () => {
  const web = await startPatientServer();
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    get(web.url, { agent }, resolve).on("error", reject);
  });
  await until(() => web.waiting.length > 0, "the request to come");
  const closing = web.close();
  await until(() => refuses(web.port), "the port to be closed");
  web.answer();
  const response = await answered;
  expect(response.headers.connection).toBe("close");
  expect((await response.toArray()).join("")).toBe("done");
  await closing;
  agent.destroy();
});

test("streams end at once, and a connection that waits for its next request holds nothing up", async () => {
  const web = await startFrontDoor();
  const user = await buildUser();
  const stream = await openStream(web, user);
  await until(() => stream.text.includes("retry:"), "the stream to open");
  const agent = new Agent({ keepAlive: true });
  const [response] = (await once(get(`${web.url}/api/health`, { agent }), "response")) as [
    IncomingMessage,
  ];
  await response.toArray();
  // Like a browser that connects before it has something to ask.
  const silent = connect(web.port, "127.0.0.1").on("error", () => undefined);
  await once(silent, "connect");

  const startedAt = performance.now();
  await web.close();
  expect(performance.now() - startedAt).toBeLessThan(WAIT_MS / 2);
  await until(() => stream.ended, "the stream to end");
  expect(countOpenStreams(user.id, user.personId)).toBe(0);
  agent.destroy();
  silent.destroy();
});

test("what takes too long is cut", async () => {
  const web = await startPatientServer();
  const cut = fetch(web.url).catch((error: unknown) => error);
  await until(() => web.waiting.length > 0, "the request to come");
  await web.close(200);
  expect(await cut).toBeInstanceOf(Error);
});
