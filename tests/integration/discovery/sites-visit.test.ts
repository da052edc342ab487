// Own process: its environment has no database.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { SiteTruth } from "@/sandbox/companies/company";
import { listenLocally } from "@/sandbox/listening";
import { discard, startTestSandbox, type TestSandbox, until } from "@/sandbox/testing";

let sandbox: TestSandbox;
let sites: SiteTruth[];
let visitCompanySite: typeof import("@/server/discovery/sites/sites.http").visitCompanySite;
let createSiteVisitor: typeof import("@/server/discovery/sites/site-visitor.http").createSiteVisitor;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  vi.stubEnv("DATABASE_URL", "postgresql://unused@127.0.0.1:1/unused");
  vi.stubEnv("AUTH_SECRET", "x".repeat(32));
  vi.stubEnv("SANDBOX_URL", sandbox.url);
  vi.stubEnv("CRAWLER_DELAY_MS", "0");
  ({ visitCompanySite } = await import("@/server/discovery/sites/sites.http"));
  ({ createSiteVisitor } = await import("@/server/discovery/sites/site-visitor.http"));
  sites = await sandbox.control<SiteTruth[]>("GET", "/sites");
});

afterAll(async () => {
  await discard(sandbox);
  vi.unstubAllEnvs();
});

function siteWith(quirk: string): SiteTruth {
  const site = sites.find(({ quirks }) => quirks.includes(quirk));
  if (site === undefined) throw new Error(`No site with ${quirk}.`);
  return site;
}

const visit = (url: string, signal = new AbortController().signal) =>
  visitCompanySite(url, { signal, fallbackName: "" });

describe("a company's site", () => {
  it.each([
    "json-ld LocalBusiness",
    "json-ld @graph",
    "json-ld quebrado",
    "json-ld em lista",
    "latin-1 no cabeçalho",
    "latin-1 só no meta",
    "latin-1 sem declarar",
    "gzip",
    "XHTML",
    "frames",
    "tags não fechadas",
    "whatsapp só em /contato",
    "whatsapp sem DDD",
    "telefone no onclick",
    "CNPJ alfanumérico",
    "CNPJ com dígito errado",
    "CNPJ só em /politica-de-privacidade",
    "rodapé da agência",
    "robots ausente",
    "robots Disallow: /contato",
    "redireciona / para /home",
    "redireciona para www",
    "endereço num parágrafo",
    "cidade depois do CEP",
    "endereço sem cidade ao lado do telefone",
    "endereço só no mapa",
    "rodovia com quilômetro",
    "json-ld só com o bairro",
  ])("is read: %s", async (quirk) => {
    const { host, name, whatsapp, phone, email, cnpj } = siteWith(quirk);
    const outcome = await visit(`http://${host}/`);
    if (!outcome.ok) throw new Error(outcome.detail);
    const digits = (number: string | null) => number?.replace("+", "") ?? null;
    expect(outcome.company).toMatchObject({
      whatsapp: digits(whatsapp),
      phone: digits(phone),
      email,
      cnpj,
    });
    expect(outcome.company.name.toLowerCase()).toBe(name.toLowerCase());
    for (const field of ["whatsapp", "phone", "email", "cnpj"] as const) {
      const evidence = outcome.company.evidence[field];
      expect(evidence === undefined).toBe(outcome.company[field] === null);
      if (evidence) expect(evidence.url).toContain(host);
    }
  });

  it("is read from a search result's address, whichever page that is", async () => {
    const { host, whatsapp } = siteWith("json-ld LocalBusiness");
    const outcome = await visit(`http://www.${host}/sobre?utm_source=busca`);
    expect(outcome).toMatchObject({ ok: true, company: { whatsapp: whatsapp?.slice(1) } });
  });

  it.each([
    ["responde 500", { reason: "http_error", detail: "status 500" }],
    ["página inicial 404", { reason: "http_error", detail: "status 404" }],
    ["redireciona em círculo", { reason: "http_error" }],
    ["robots Disallow: /", { reason: "robots" }],
    ["robots responde 500", { reason: "robots" }],
    ["a página inicial é um PDF", { reason: "not_html", detail: "application/pdf" }],
  ])("says why it cannot be read: %s", async (quirk, expected) => {
    const outcome = await visit(`http://${siteWith(quirk).host}/`);
    expect(outcome).toMatchObject({ ok: false, ...expected });
  });

  it("has no findings when it never ends or is for sale", async () => {
    for (const quirk of ["página sem fim", "domínio à venda"]) {
      const outcome = await visit(`http://${siteWith(quirk).host}/`);
      expect(outcome).toMatchObject({
        ok: true,
        company: { whatsapp: null, phone: null, email: null },
      });
    }
  });

  it("that never answers is left at once when aborted", async () => {
    const controller = new AbortController();
    const outcome = visit(`http://${siteWith("nunca responde").host}/`, controller.signal);
    const startedAt = performance.now();
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, reason: "unreachable" });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    const before = await visit(`http://${siteWith("lento").host}/`, AbortSignal.abort());
    expect(before).toMatchObject({ ok: false, reason: "unreachable" });
  });
});

describe("throttling", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  interface Seen {
    host: string;
    path: string;
    atMs: number;
    headers: IncomingMessage["headers"];
  }

  async function world(
    robots: (response: ServerResponse, host: string) => void,
    page: (response: ServerResponse, path: string) => void = (response) =>
      void response.writeHead(200, { "content-type": "text/html", "set-cookie": "a=1" }).end(LINKS),
  ) {
    const seen: Seen[] = [];
    const load = { now: 0, most: 0, connections: 0 };
    const server = createServer((request, response) => {
      const { host = "" } = request.headers;
      const path = request.url ?? "/";
      seen.push({ host, path, atMs: performance.now(), headers: request.headers });
      load.now += 1;
      load.most = Math.max(load.most, load.now);
      response.on("close", () => {
        load.now -= 1;
      });
      if (path === "/robots.txt") robots(response, host);
      else page(response, path);
    });
    server.on("connection", () => {
      load.connections += 1;
    });
    servers.push(server);
    const port = await listenLocally(server);
    const visitSite = (delayMs: number) =>
      createSiteVisitor({ delayMs, sandboxUrl: `http://127.0.0.1:${port}` });
    return { seen, load, visitSite };
  }

  const LINKS = [
    "/contato",
    "/sobre",
    "/termos",
    "/unidades",
    "/privacidade",
    "/empresa",
    "/fale-conosco",
  ]
    .map((path) => `<a href="${path}">${path.slice(1)}</a>`)
    .join("");
  const missing = (response: ServerResponse) => void response.writeHead(404).end();
  const options = () => ({ signal: new AbortController().signal, fallbackName: "" });

  it("reads five pages one after the other with a pause, identifies itself, keeps no cookie", async () => {
    const { seen, load, visitSite } = await world(missing);
    await visitSite(40)("http://loja.example/", options());
    expect(seen.map(({ path }) => path)).toHaveLength(6);
    expect(seen.slice(0, 3).map(({ path }) => path)).toEqual(["/robots.txt", "/", "/contato"]);
    const gaps = seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? 0));
    // Timers may fire a fraction of a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThan(38);
    expect(load).toMatchObject({ most: 1, connections: 1 });
    for (const { headers } of seen) {
      expect(headers["user-agent"]).toMatch(/^GarimpoBot\/1\.0 \(\+https?:\/\/\S+\)$/);
      expect(headers.cookie).toBeUndefined();
    }
  });

  it("serialises two visits to one domain, and visits other domains meanwhile", async () => {
    const { load, seen, visitSite } = await world(missing);
    const visitor = visitSite(0);
    await Promise.all([
      visitor("http://loja.example/", options()),
      visitor("http://www.loja.example/", options()),
    ]);
    expect(load.most).toBe(1);
    const held: ServerResponse[] = [];
    const other = await world(missing, (response) => void held.push(response));
    const otherVisitor = other.visitSite(0);
    const both = Promise.all(
      ["um", "dois"].map((name) => otherVisitor(`http://${name}.example/`, options())),
    );
    await until(() => held.length === 2, "both home pages to be asked for");
    for (const response of held) response.writeHead(500).end();
    await both;
    expect(seen.length).toBeGreaterThan(6);
  });

  it("requests robots.txt once and obeys it on every page", async () => {
    const { seen, visitSite } = await world(
      (response) =>
        void response
          .writeHead(200)
          .end(
            "\uFEFFUser-agent: outro\nDisallow: /\n\nUser-agent: GarimpoBot\nDisallow: /contato\nDisallow: /*fale\n",
          ),
    );
    const visitor = visitSite(0);
    await visitor("http://loja.example/", options());
    await visitor("http://loja.example/", options());
    const paths = seen.map(({ path }) => path);
    expect(paths.filter((path) => path === "/robots.txt")).toHaveLength(1);
    expect(paths).not.toContain("/contato");
    expect(paths).not.toContain("/fale-conosco");
    expect(paths).toContain("/sobre");
  });

  it.each([
    ["403", (response: ServerResponse) => void response.writeHead(403).end(), true],
    ["503", (response: ServerResponse) => void response.writeHead(503).end(), false],
    ["a cut connection", (response: ServerResponse) => void response.destroy(), false],
    [
      "a page instead",
      (response: ServerResponse) => void response.writeHead(200).end("<html>"),
      true,
    ],
    [
      "a redirect to a refusal",
      (response: ServerResponse, host: string) =>
        void (host === "loja.example"
          ? response.writeHead(301, { location: "http://regras.example/robots.txt" }).end()
          : response.writeHead(200).end("User-agent: *\nDisallow: /")),
      false,
    ],
  ])("takes %s for robots.txt as RFC 9309 does", async (_, robots, isAllowed) => {
    const { seen, visitSite } = await world(robots);
    const outcome = await visitSite(0)("http://loja.example/", options());
    expect(outcome.ok).toBe(isAllowed);
    expect(seen.some(({ path }) => path === "/")).toBe(isAllowed);
  });

  it("obeys a crawl delay", async () => {
    const { seen, visitSite } = await world(
      (response) => void response.writeHead(200).end("User-agent: *\nCrawl-delay: 0.1\n"),
      (response, path) =>
        void response
          .writeHead(200, { "content-type": "text/html" })
          .end(path === "/" ? '<a href="/contato">Contato</a>' : ""),
    );
    await visitSite(0)("http://loja.example/", options());
    const [, home, contact] = seen;
    expect((contact?.atMs ?? 0) - (home?.atMs ?? 0)).toBeGreaterThan(98);
  });

  it("does not follow a redirect to a social network", async () => {
    const { seen, visitSite } = await world(
      missing,
      (response) =>
        void response.writeHead(302, { location: "https://www.instagram.com/loja" }).end(),
    );
    expect(await visitSite(0)("http://loja.example/", options())).toMatchObject({
      ok: false,
      reason: "http_error",
      detail: "leads to www.instagram.com",
    });
    expect(seen).toHaveLength(2);
  });

  describe("a page that lists others", () => {
    const list = `<title>Guia da cidade</title><p>Cadastre sua empresa grátis</p>`;
    const html = (response: ServerResponse, body: string) =>
      void response.writeHead(200, { "content-type": "text/html" }).end(body);
    const refused = {
      ok: false,
      reason: "directory",
      detail: "lists other companies",
      check: null,
    };

    it("is left at its home page", async () => {
      const { seen, visitSite } = await world(missing, (response) => html(response, list + LINKS));
      expect(await visitSite(0)("http://loja.example/", options())).toEqual(refused);
      expect(seen.map(({ path }) => path)).toEqual(["/robots.txt", "/"]);
    });

    it("is left when the search found it below a home page that says nothing of it", async () => {
      const { visitSite } = await world(missing, (response, path) =>
        html(response, path === "/lista" ? list : "<title>Loja</title>"),
      );
      expect(await visitSite(0)("http://loja.example/lista", options())).toEqual(refused);
    });

    it("makes no directory of a company that only links to it", async () => {
      const { visitSite } = await world(missing, (response, path) =>
        html(response, path === "/unidades" ? list : `<title>Loja</title>${LINKS}`),
      );
      expect(await visitSite(0)("http://loja.example/", options())).toMatchObject({ ok: true });
    });
  });
});
