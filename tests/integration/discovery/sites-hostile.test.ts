// Own process: its environment has no database, and it watches every socket of the process.
import diagnostics from "node:diagnostics_channel";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type LookupFunction,
  type Socket,
} from "node:net";
import { gzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { listenLocally } from "@/sandbox/listening";

/** Hosts that must not be reached, in every notation that the URL parser accepts. */
const FORBIDDEN_HOSTS = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "127.127.127.127",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "0177.0.0.01",
  "0x7f.0.0.1",
  "0x7f000001",
  "0x7f.1",
  "0X7F.0X0.0X0.0X1",
  "%31%32%37.0.0.1",
  "127。0。0。1",
  "①②⑦.⓪.⓪.①",
  "0",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "012.0.0.1",
  "0xa.1",
  "172.16.0.1",
  "172.31.255.254",
  "192.168.0.1",
  "3232235521",
  "169.254.169.254",
  "2852039166",
  "0xA9FEA9FE",
  "0251.0376.0251.0376",
  "169.254.170.2",
  "100.64.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "2822734096",
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:8.8.8.8]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[100::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[2001:10::1]",
  "[5f00::1]",
];

/** Refused before DNS resolution. */
const FORBIDDEN_URLS = [
  "http://usuario:senha@loja.example/",
  "http://usuario@loja.example/",
  "http://127.0.0.1@loja.example/",
  "http://loja.example@127.0.0.1/",
  "http://loja.example:22/",
  "http://loja.example:6379/",
  "http://loja.example:8080/",
  "https://loja.example:8443/",
  "http://loja.example:65535/",
  "http://loja.example:0/",
  "http:\\\\127.0.0.1\\",
  "http:127.0.0.1",
  "http:///127.0.0.1/",
  "ftp://loja.example/",
  "file:///etc/passwd",
  "file://loja.example/etc/passwd",
  "gopher://loja.example/_",
  "data:text/html,<h1>oi</h1>",
  "javascript:alert(1)",
  "ws://loja.example/",
  "blob:http://loja.example/1",
  "dict://loja.example:11211/",
  "about:blank",
  "http://[::1",
  "http://",
  "",
  "//loja.example/",
  `http://loja.example/${"a".repeat(5_000)}`,
];

/** The test resolver's answers for names outside the sandbox. */
const NAMES: Record<string, string[]> = {
  "interno.com.br": ["10.1.2.3"],
  "localhost.com.br": ["127.0.0.1"],
  "metadados.com.br": ["169.254.169.254"],
  "seis.com.br": ["::1"],
  "mapeado.com.br": ["::ffff:10.0.0.1"],
  "nat64.com.br": ["64:ff9b::a00:1"],
  "misto.com.br": ["8.8.8.8", "127.0.0.1"],
  "misto-seis.com.br": ["2606:4700::1111", "fd00::1"],
  "vazio.com.br": [],
};

const PAGE = "<title>Loja</title><p>Tel (19) 3232-4545</p>";

/** Serves every `.example` host; the label before it selects the behaviour. */
const hostile = createServer((incoming, response) => void answer(incoming, response));
const canary = createTcpServer((socket) => {
  canaryConnections += 1;
  socket.destroy();
});
let canaryConnections = 0;
let sentBytes = 0;
let asked: string[] = [];
const lookups: string[] = [];
let attempts: string[] = [];
let createSiteVisitor: typeof import("@/server/discovery/sites/site-visitor.http").createSiteVisitor;
let createPublicDispatcher: typeof import("@/server/platform/outside/public-dispatcher").createPublicDispatcher;
let restrictToPublic: typeof import("@/server/platform/outside/public-dispatcher").restrictToPublic;

function answer(incoming: IncomingMessage, response: ServerResponse) {
  const host = incoming.headers.host ?? "";
  const path = incoming.url ?? "/";
  asked.push(`${host}${path}`);
  if (path === "/robots.txt" && host !== "robots-fora.example")
    return response.writeHead(404).end();
  const html = { "content-type": "text/html; charset=utf-8" };
  const [, target] = /^\/para\/(.+)$/.exec(path) ?? [];
  if (target !== undefined) {
    // Header values are bytes: other scripts are sent as UTF-8.
    const location = Buffer.from(decodeURIComponent(target)).toString("latin1");
    return response.writeHead(302, { location }).end();
  }
  switch (host) {
    case "robots-fora.example":
      return response.writeHead(301, { location: "http://127.0.0.1/robots.txt" }).end();
    case "fim-nenhum.example":
      return sendForever(response.writeHead(200, html), Buffer.alloc(65_536, "<p>oferta</p>\n"));
    case "bomba.example":
      return response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(BOMB);
    case "bomba-dupla.example":
      return response
        .writeHead(200, { ...html, "content-encoding": "gzip, gzip" })
        .end(gzipSync(BOMB));
    case "vazios.example":
      // Empty gzip members: endless input without output.
      return sendForever(
        response.writeHead(200, { ...html, "content-encoding": "gzip" }),
        Buffer.concat(Array.from({ length: 3_000 }, () => gzipSync(""))),
      );
    case "cabecalho.example":
      return response.writeHead(200, { ...html, "x-enchente": "a".repeat(200_000) }).end(PAGE);
    case "roda.example":
      return response.writeHead(302, { location: `/${path.length}${path}` }).end();
    case "lixo.example":
      return response
        .writeHead(200, { ...html, "content-encoding": "gzip" })
        .end("isto não é gzip");
    case "links.example":
      return response
        .writeHead(200, html)
        .end(
          `${PAGE}<a href="http://127.0.0.1/contato">Contato</a><a href="http://links.example:6379/contato">Fale conosco</a><a href="/para/${encodeURIComponent("http://10.0.0.1/contato")}">Contato</a>`,
        );
    default:
      return response.writeHead(200, html).end(PAGE);
  }
}

const BOMB = gzipSync(Buffer.alloc(200_000_000));

function sendForever(response: ServerResponse, chunk: Buffer) {
  const write = () => {
    do sentBytes += chunk.length;
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", write);
  write();
}

const lookup: LookupFunction = (hostname, _options, callback) => {
  lookups.push(hostname);
  const found = (NAMES[hostname] ?? []).map((address) => ({
    address,
    family: address.includes(":") ? 6 : 4,
  }));
  callback(null, found);
};

/** Records every connection this process attempts, as address and port. */
function watchSocket(message: unknown) {
  const { socket } = message as { socket: Socket };
  socket.on("connectionAttempt", (address: string, port: number) =>
    attempts.push(`${address}:${port}`),
  );
}

function visit(url: string) {
  const { port } = hostile.address() as AddressInfo;
  const visitSite = createSiteVisitor({
    delayMs: 0,
    sandboxUrl: `http://127.0.0.1:${port}`,
    lookup,
  });
  return visitSite(url, { signal: new AbortController().signal, fallbackName: "Loja" });
}

function strangeAttempts(): string[] {
  const { port } = hostile.address() as AddressInfo;
  return attempts.filter((attempt) => attempt !== `127.0.0.1:${port}`);
}

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://unused@127.0.0.1:1/unused");
  vi.stubEnv("AUTH_SECRET", "x".repeat(32));
  ({ createSiteVisitor } = await import("@/server/discovery/sites/site-visitor.http"));
  ({ createPublicDispatcher, restrictToPublic } = await import(
    "@/server/platform/outside/public-dispatcher"
  ));
  await listenLocally(hostile);
  // Listens on every address of the machine, including IPv6 if available.
  await new Promise<void>((resolve) => canary.listen(0, resolve));
  diagnostics.subscribe("net.client.socket", watchSocket);
});

afterEach(() => {
  expect(strangeAttempts()).toEqual([]);
  expect(canaryConnections).toBe(0);
  attempts = [];
  asked = [];
  sentBytes = 0;
});

afterAll(() => {
  diagnostics.unsubscribe("net.client.socket", watchSocket);
  hostile.close();
  hostile.closeAllConnections();
  canary.close();
  vi.unstubAllEnvs();
});

describe("an address that is not public", () => {
  it("covers more than sixty notations", () => {
    expect(FORBIDDEN_HOSTS.length + FORBIDDEN_URLS.length).toBeGreaterThan(60);
  });

  it.each(FORBIDDEN_HOSTS)("%s is not visited, requested or redirected to", async (host) => {
    expect(await visit(`http://${host}/`)).toMatchObject({
      ok: false,
      reason: "forbidden_address",
    });
    expect(attempts).toEqual([]);
    for (const scheme of ["http", "https"]) {
      const led = await visit(
        `http://loja.example/para/${encodeURIComponent(`${scheme}://${host}/`)}`,
      );
      // The home page is read; the page that redirects to a private address is not.
      expect(led).toMatchObject({ ok: true });
    }
    expect(asked).toContain(`loja.example/para/${encodeURIComponent(`http://${host}/`)}`);
  });

  it.each(FORBIDDEN_HOSTS)("%s gets no socket from the dispatcher itself", async (host) => {
    const { port } = canary.address() as AddressInfo;
    const dispatcher = createPublicDispatcher({ lookup });
    const answered = request(`http://${host}:${port}/`, { dispatcher });
    await expect(answered).rejects.toThrow(/is not public/);
    await dispatcher.destroy();
    expect(attempts).toEqual([]);
  });

  it("would be detected: the canary and the watch see an ordinary request", async () => {
    const { port } = canary.address() as AddressInfo;
    await expect(request(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(canaryConnections).toBe(1);
    expect(strangeAttempts()).toEqual([`127.0.0.1:${port}`]);
    canaryConnections = 0;
    attempts = [];
  });
});

describe("an address of another kind", () => {
  it.each(FORBIDDEN_URLS)("%s is not visited or redirected to", async (url) => {
    expect(await visit(url)).toMatchObject({ ok: false, reason: "forbidden_address" });
    expect(asked).toEqual([]);
    if (url !== "" && !url.startsWith("//") && url.length < 1_000) {
      await visit(`http://loja.example/para/${encodeURIComponent(url)}`);
      const hosts = new Set(asked.map((each) => each.split("/")[0]));
      expect([...hosts]).toEqual(["loja.example"]);
    }
  });
});

describe("a name", () => {
  it.each(Object.keys(NAMES))("%s is refused by what it resolves to", async (name) => {
    for (const url of [`http://${name}/`, `https://${name}/`]) {
      expect(await visit(url)).toMatchObject({ ok: false, reason: "forbidden_address" });
    }
    expect(lookups).toContain(name);
    expect(attempts).toEqual([]);
  });

  it("of this machine or its network is refused too", async () => {
    for (const name of ["localhost", "localhost.", "LOCALHOST", "loja.localhost"]) {
      expect((await visit(`http://${name}/`)).ok).toBe(false);
    }
    expect(attempts).toEqual([]);
  });

  it("that is rebound is connected to its checked address, or not at all", () => {
    const answers = [[{ address: "8.8.8.8", family: 4 }], [{ address: "127.0.0.1", family: 4 }]];
    let asks = 0;
    const guarded = restrictToPublic((_hostname, _options, callback) =>
      callback(null, answers[asks++] ?? []),
    );
    const said: unknown[] = [];
    const keep: Parameters<LookupFunction>[2] = (error, found, family) =>
      said.push(error?.name ?? [found, family]);
    guarded("troca.com.br", {}, keep);
    guarded("troca.com.br", { all: true }, keep);
    guarded("troca.com.br", {}, keep);
    expect(said).toEqual([["8.8.8.8", 4], "ForbiddenAddress", "ForbiddenAddress"]);
    expect(asks).toBe(3);
  });
});

describe("a site", () => {
  it("whose robots.txt redirects to a private address is not visited", async () => {
    const outcome = await visit("http://robots-fora.example/");
    expect(outcome).toMatchObject({ ok: false, reason: "forbidden_address" });
  });

  it("whose links lead to private addresses is read without them", async () => {
    expect(await visit("http://links.example/")).toMatchObject({
      ok: true,
      company: { phone: "551932324545" },
    });
  });

  it.each([
    ["fim-nenhum.example", true],
    ["bomba.example", true],
    ["vazios.example", true],
    ["bomba-dupla.example", false],
    ["cabecalho.example", false],
    ["roda.example", false],
    ["lixo.example", false],
  ])("%s costs bounded bytes and time", async (host, ok) => {
    const heap = process.memoryUsage().arrayBuffers;
    const startedAt = performance.now();
    expect((await visit(`http://${host}/`)).ok).toBe(ok);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    // Two megabytes plus what two sockets buffered.
    expect(sentBytes).toBeLessThan(12_000_000);
    expect(process.memoryUsage().arrayBuffers - heap).toBeLessThan(60_000_000);
    expect(asked.length).toBeLessThan(10);
  });
});
