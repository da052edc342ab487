import { gunzipSync } from "node:zlib";
import { type Dispatcher, request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isValidCnpj } from "@/sandbox/brazil/cnpj";
import type { SiteTruth } from "@/sandbox/companies/company";
import { discard, startTestSandbox, type TestSandbox } from "@/sandbox/testing";

let sandbox: TestSandbox;
let sites: SiteTruth[];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  sites = await sandbox.control<SiteTruth[]>("GET", "/sites");
});

afterAll(() => discard(sandbox));

const visit = (host: string, path = "/", options: { signal?: AbortSignal } = {}) =>
  request(`${sandbox.url}${path}`, { headers: { host }, ...options });

async function bytesOf({ headers, body }: Dispatcher.ResponseData): Promise<Buffer> {
  const bytes = Buffer.from(await body.arrayBuffer());
  return headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
}

function siteWith(quirk: string): SiteTruth {
  const site = sites.find(({ quirks }) => quirks.includes(quirk));
  if (site === undefined) throw new Error(`No site with ${quirk}.`);
  return site;
}

describe("catalogue", () => {
  it("has the bakeries of the demo, many cities, and only valid CNPJs", () => {
    const bakeries = sites.filter(
      ({ category, city }) => category === "Padaria" && city === "Campinas",
    );
    expect(bakeries.length).toBeGreaterThanOrEqual(14);
    expect(bakeries.map(({ host }) => host)).toContain("padariadoze.example");
    expect(sites.length).toBeGreaterThanOrEqual(60);
    expect(new Set(sites.map(({ city }) => city)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(sites.map(({ host }) => host)).size).toBe(sites.length);
    const cnpjs = sites.flatMap(({ cnpj }) => cnpj ?? []);
    expect(cnpjs.filter((cnpj) => !isValidCnpj(cnpj))).toEqual([]);
    expect(cnpjs.some((cnpj) => /[A-Z]/.test(cnpj))).toBe(true);
    expect(isValidCnpj("12ABC34501DE35")).toBe(true);
    expect(isValidCnpj("11222333000181")).toBe(true);
    expect(isValidCnpj("11222333000182")).toBe(false);
  });

  it("has two companies on one WhatsApp", () => {
    const numbers = sites.flatMap(({ whatsapp }) => whatsapp ?? []);
    const shared = numbers.filter((number, index) => numbers.indexOf(number) !== index);
    expect(shared).toHaveLength(1);
  });
});

describe("sites", () => {
  it("answer as their quirks say", async () => {
    const unusual: Record<string, (site: SiteTruth) => Promise<void>> = {
      "responde 500": async ({ host }) => expect((await visit(host)).statusCode).toBe(500),
      "página inicial 404": async ({ host }) => expect((await visit(host)).statusCode).toBe(404),
      "redireciona / para /home": async ({ host }) => {
        const { statusCode, headers } = await visit(host);
        expect([statusCode, headers.location]).toEqual([301, "/home"]);
        expect((await visit(host, "/home")).statusCode).toBe(200);
      },
      "redireciona para www": async ({ host }) => {
        expect((await visit(host)).headers.location).toBe(`http://www.${host}/`);
        expect((await visit(`www.${host}`)).statusCode).toBe(200);
      },
      "redireciona em círculo": async ({ host }) => {
        expect((await visit(host)).headers.location).toBe("/inicio");
        expect((await visit(host, "/inicio")).headers.location).toBe("/");
      },
      "nunca responde": async ({ host }) => {
        const answered = visit(host, "/", { signal: AbortSignal.timeout(150) });
        await expect(answered).rejects.toThrow();
      },
      lento: async ({ host }) => {
        const answered = visit(host, "/", { signal: AbortSignal.timeout(150) });
        await expect(answered).rejects.toThrow();
      },
      "página sem fim": async ({ host }) => {
        const { body } = await visit(host);
        let read = 0;
        for await (const chunk of body) {
          read += (chunk as Buffer).length;
          if (read > 5_000_000) break;
        }
        expect(read).toBeGreaterThan(5_000_000);
      },
      "a página inicial é um PDF": async ({ host }) =>
        expect((await visit(host)).headers["content-type"]).toBe("application/pdf"),
      "domínio à venda": async ({ host }) =>
        expect(await (await visit(host)).body.text()).toContain("à venda"),
    };
    for (const site of sites) {
      const quirk = site.quirks.find((each) => each in unusual);
      if (quirk !== undefined) {
        await unusual[quirk]?.(site);
        continue;
      }
      const answer = await visit(site.host);
      expect([site.host, answer.statusCode]).toEqual([site.host, 200]);
      expect((await bytesOf(answer)).toString("latin1").toLowerCase()).toMatch(
        /<(body|frameset|div)/,
      );
    }
  });

  it("show their data where a crawler may read it", async () => {
    const missing: string[] = [];
    const silent = new Set(["lento", "nunca responde", "página sem fim"]);
    for (const site of sites.filter(({ quirks }) => !quirks.some((each) => silent.has(each)))) {
      const www = site.quirks.includes("redireciona para www") ? "www." : "";
      const paths = [
        "/",
        "/home",
        "/principal.htm",
        "/contato",
        "/fale-conosco",
        "/politica-de-privacidade",
      ];
      const robots = await (await visit(site.host, "/robots.txt")).body.text();
      const pages = await Promise.all(
        paths
          .filter(
            (path) => !robots.includes(`Disallow: ${path}\n`) && !robots.includes("Disallow: /\n"),
          )
          .map(async (path) =>
            (await bytesOf(await visit(`${www}${site.host}`, path))).toString("latin1"),
          ),
      );
      const seen = pages.join(" ").replace(/[^0-9A-Z]/g, "");
      const { whatsapp, phone, cnpj, host } = site;
      if (whatsapp !== null && !seen.includes(whatsapp.slice(-8))) missing.push(`${host} whatsapp`);
      if (phone !== null && !seen.includes(phone.slice(-7))) missing.push(`${host} phone`);
      if (cnpj !== null && !seen.includes(cnpj)) missing.push(`${host} cnpj`);
    }
    expect(missing).toEqual([]);
  });

  it("hides a WhatsApp behind robots.txt on one of them", async () => {
    const { host, whatsapp } = siteWith("robots Disallow: /contato");
    expect(whatsapp).toBeNull();
    const robots = await (await visit(host, "/robots.txt")).body.text();
    expect(robots).toMatch(/Disallow: \/(contato|fale-conosco)/);
  });

  it("declare Latin-1 in the header, only in the meta, or nowhere", async () => {
    const declared = async (quirk: string) => {
      const { host, name } = siteWith(quirk);
      const answer = await visit(host);
      const bytes = await bytesOf(answer);
      const latin1 = bytes.toString("latin1");
      expect(latin1.toLowerCase()).toContain(name.toLowerCase());
      expect(bytes.toString("utf8")).toContain("\uFFFD");
      return [answer.headers["content-type"], /charset=iso-8859-1/i.test(latin1)];
    };
    expect(await declared("latin-1 no cabeçalho")).toEqual([
      "text/html; charset=ISO-8859-1",
      false,
    ]);
    expect(await declared("latin-1 só no meta")).toEqual(["text/html", true]);
    expect(await declared("latin-1 sem declarar")).toEqual(["text/html", false]);
  });

  it("answer 404 for an unknown host", async () => {
    expect((await visit("ninguem.example")).statusCode).toBe(404);
  });

  it("fail when told to", async () => {
    const fault = { target: "sites", kind: "status", path: "padariadoze", status: 503, times: 1 };
    await sandbox.control("POST", "/faults", fault);
    expect((await visit("padariadoze.example")).statusCode).toBe(503);
    expect((await visit("padariadoze.example")).statusCode).toBe(200);
  });
});

interface Search {
  results: { url: string; title: string; content: string }[];
}

describe("search", () => {
  const search = async (q: string, pageno = 1): Promise<Search> => {
    const query = new URLSearchParams({ q, pageno: String(pageno), format: "json" });
    const response = await fetch(`${sandbox.url}/searxng/search?${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Search;
  };

  it("pages ten by ten, the same each time, without accents or case mattering", async () => {
    const first = await search("Padarias em CAMPINAS SP");
    expect(first.results).toHaveLength(10);
    expect(await search("Padarias em CAMPINAS SP")).toEqual(first);
    const names = ({ results }: Search) => results.map(({ title }) => title.split(" - ")[0]);
    expect(names(await search("PADARÍAS campinas sp")).slice(0, 2)).toEqual(
      names(first).slice(0, 2),
    );
    const second = await search("padarias campinas sp", 2);
    const third = await search("padarias campinas sp", 3);
    const urls = [first, second, third].flatMap(({ results }) => results.map(({ url }) => url));
    expect(new Set(urls).size).toBe(urls.length);
    const hosts = new Set(urls.map((url) => new URL(url).host.replace(/^www\./, "")));
    const bakeries = sites.filter(
      ({ category, city }) => category === "Padaria" && city === "Campinas",
    );
    expect(bakeries.filter(({ host }) => !hosts.has(host))).toEqual([]);
    expect(hosts).toContain("solutudo.com.br");
    expect(hosts).toContain("guiafacil.example");
    expect((await search("padarias campinas sp", 9)).results).toEqual([]);
  });

  it("finds nothing for unknown words, and only returns JSON", async () => {
    expect((await search("xyzzy")).results).toEqual([]);
    expect((await fetch(`${sandbox.url}/searxng/search?q=padaria`)).status).toBe(403);
  });
});

describe("page", () => {
  it("pairs by the button's form and lists sites", async () => {
    const { body } = await sandbox.evolution<{ qrcode: { code: string } }>(
      "POST",
      "/instance/create",
      {
        instanceName: "vendas",
        integration: "WHATSAPP-BAILEYS",
        qrcode: true,
      },
    );
    const html = await (await fetch(`${sandbox.url}/`)).text();
    expect(html).toContain("Ler QR Code com Celular da Ana");
    expect(html).toContain("/site/padariadoze.example/");
    const form = new FormData();
    form.set("code", body.qrcode.code);
    form.set("phone", "5511900010202");
    await fetch(`${sandbox.url}/actions/scan`, { method: "POST", body: form });
    const fragment = await (await fetch(`${sandbox.url}/fragment`)).text();
    expect(fragment).toContain("Celular do Bruno");
    expect(fragment).toContain("Desconectar aparelho");
    const preview = await (await fetch(`${sandbox.url}/site/padariadoze.example/`)).text();
    expect(preview).toContain('href="/site/padariadoze.example/contato"');
  });
});
