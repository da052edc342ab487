import { afterEach, describe, expect, test } from "vitest";
import { createBrave } from "@/server/discovery/searches/web-search.brave";
import { createSearxng } from "@/server/discovery/searches/web-search.searxng";
import { createSerper } from "@/server/discovery/searches/web-search.serper";
import { startRecordedServer } from "@/tests/support/recorded-server";

let server: Awaited<ReturnType<typeof startRecordedServer>>;
afterEach(() => server.close());

const signal = AbortSignal.timeout(20_000);
const query = { text: "padaria Campinas SP", page: 2, signal };

const links = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `https://empresa${from + index}.com.br/`);

describe("Serper", () => {
  const organic = links(10, 11).map((link, index) => ({
    title: `Empresa ${index + 11}`,
    link,
    snippet: "Pães e doces em Campinas",
    position: index + 1,
  }));

  test("asks Google in Brazil for ten results a page, with the key in its header", async () => {
    server = await startRecordedServer(() => ({
      body: {
        searchParameters: { q: query.text, gl: "br", hl: "pt-br", type: "search", page: 2 },
        organic,
        peopleAlsoAsk: [{ question: "Qual a melhor padaria de Campinas?" }],
        places: [{ position: 1, title: "Padaria X", address: "Rua A, 1" }],
        credits: 1,
      },
    }));
    const answer = await createSerper(server.url, "chave").search(query);
    expect(answer).toEqual({
      ok: true,
      results: organic.map(({ link, title }) => ({ url: link, title })),
    });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/search" });
    expect(request?.headers).toMatchObject({ "x-api-key": "chave" });
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      q: "padaria Campinas SP",
      gl: "br",
      hl: "pt-br",
      page: 2,
      num: 10,
    });
  });

  test("past the last result the answer has no organic part: an empty page, not a failure", async () => {
    server = await startRecordedServer(() => ({ body: { searchParameters: {}, credits: 1 } }));
    expect(await createSerper(server.url, "chave").search(query)).toEqual({
      ok: true,
      results: [],
    });
  });

  test.each([
    [403, { message: "Unauthorized.", statusCode: 403 }, "refused"],
    [401, { message: "Invalid API key" }, "refused"],
    [400, { message: "Not enough credits", statusCode: 400 }, "refused"],
    [429, { message: "Too many requests" }, "rate_limited"],
    [500, { message: "Internal Server Error" }, "unavailable"],
  ])("HTTP %i is told apart", async (status, body, reason) => {
    server = await startRecordedServer(() => ({ status, body, headers: { "retry-after": "7" } }));
    expect(await createSerper(server.url, "chave").search(query)).toMatchObject({
      ok: false,
      reason,
      retryAfterMs: 7_000,
    });
  });
});

describe("Brave", () => {
  test("its offset counts pages from zero", async () => {
    const results = links(10, 11).map((url) => ({
      type: "search_result",
      title: "Empresa",
      url,
      description: "…",
      profile: { name: "empresa" },
    }));
    server = await startRecordedServer(() => ({
      body: {
        type: "search",
        query: { original: query.text, more_results_available: true, country: "br" },
        web: { type: "search", results, family_friendly: true },
        mixed: { type: "mixed", main: [] },
      },
    }));
    const answer = await createBrave(server.url, "chave").search(query);
    expect(answer).toMatchObject({ ok: true, results: { length: 10 } });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "GET", path: "/res/v1/web/search" });
    expect(request?.headers).toMatchObject({ "x-subscription-token": "chave" });
    expect(Object.fromEntries(request?.query ?? [])).toMatchObject({
      q: "padaria Campinas SP",
      count: "10",
      offset: "1",
      country: "BR",
      search_lang: "pt-br",
    });
  });

  test("nothing found has no web part", async () => {
    server = await startRecordedServer(() => ({ body: { type: "search", query: {} } }));
    expect(await createBrave(server.url, "chave").search(query)).toEqual({ ok: true, results: [] });
  });

  test.each([
    [422, { type: "ErrorResponse", error: { code: "SUBSCRIPTION_TOKEN_INVALID" } }, "refused"],
    [429, { type: "ErrorResponse", error: { code: "RATE_LIMITED" } }, "rate_limited"],
    [503, { type: "ErrorResponse", error: { code: "UNAVAILABLE" } }, "unavailable"],
  ])("HTTP %i is told apart", async (status, body, reason) => {
    server = await startRecordedServer(() => ({ status, body }));
    expect(await createBrave(server.url, "chave").search(query)).toMatchObject({
      ok: false,
      reason,
    });
  });
});

describe("any engine", () => {
  const engines = [
    ["Serper", createSerper, "link", (results: unknown) => ({ organic: results })],
    ["Brave", createBrave, "url", (results: unknown) => ({ web: { results } })],
    ["SearXNG", createSearxng, "url", (results: unknown) => ({ results })],
  ] as const;
  const first = { ...query, page: 1 };

  test.each(engines)(
    "%s: a broken entry costs the others nothing",
    async (_, engine, key, wrap) => {
      const entries = [
        { [key]: "https://empresa1.com.br/", title: null, novo: { campo: 1 } },
        { [key]: null, title: "sem endereço" },
        null,
        "lixo",
      ];
      server = await startRecordedServer(() => ({ body: wrap(entries) }));
      expect(await engine(server.url, "chave").search(first)).toEqual({
        ok: true,
        results: [{ url: "https://empresa1.com.br/", title: "" }],
      });
    },
  );

  test.each(engines)("%s: another service's answer is a failure", async (_, engine, key, wrap) => {
    const bodies = [
      "<html><title>502</title></html>",
      '{"organic": [{"link":',
      "",
      "null",
      "[]",
      JSON.stringify(wrap([{ [key]: 1 }])),
      JSON.stringify(wrap("muitos")),
    ];
    for (const body of bodies) {
      server = await startRecordedServer(() => ({ body }));
      const answer = await engine(server.url, "chave").search(first);
      expect([body, answer]).toMatchObject([body, { ok: false, reason: "unavailable" }]);
      await server.close();
    }
  });

  test("an endless response is aborted", async () => {
    server = await startRecordedServer(() => ({ body: "9".repeat(20_000_001) }));
    expect(await createSerper(server.url, "chave").search(first)).toMatchObject({
      ok: false,
      reason: "unavailable",
    });
  });
});

describe("SearXNG", () => {
  test("blocked engines are a failure, not an empty result", async () => {
    const body = { query: "x", results: [], unresponsive_engines: [["google", "CAPTCHA"]] };
    server = await startRecordedServer(() => ({ body }));
    expect(await createSearxng(server.url).search({ ...query, page: 1 })).toMatchObject({
      ok: false,
      reason: "unavailable",
      detail: expect.stringContaining("CAPTCHA"),
    });
  });

  const page = (urls: string[]) => ({
    query: query.text,
    number_of_results: 0,
    results: urls.map((url) => ({ url, title: "Empresa", content: "", engine: "bing", score: 1 })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [["qwant", "timeout"]],
  });

  test("a page is ten results whatever the engine's page size: seven at a time, with repeats between pages", async () => {
    const all = links(40);
    server = await startRecordedServer((request) => {
      const pageno = Number(request.query.get("pageno"));
      // One link of the previous page is repeated: engines rank each page on its own.
      return { body: page(all.slice(Math.max(0, (pageno - 1) * 7 - 1), pageno * 7)) };
    });
    const gateway = createSearxng(server.url);
    const first = await gateway.search({ ...query, page: 1 });
    const second = await gateway.search(query);
    const urls = [first, second].flatMap((each) => (each.ok ? each.results : []));
    expect(urls.map(({ url }) => url)).toEqual(all.slice(0, 20));
  });

  test("an instance that repeats its last page for ever is not queried for ever", async () => {
    server = await startRecordedServer(() => ({ body: page(links(4)) }));
    expect(await createSearxng(server.url).search(query)).toEqual({ ok: true, results: [] });
    expect(server.requests.length).toBeLessThan(4);
  });

  test.each([
    [403, "refused"],
    [429, "rate_limited"],
    [502, "unavailable"],
  ])("HTTP %i is told apart", async (status, reason) => {
    server = await startRecordedServer(() => ({ status, body: "<html>…</html>" }));
    expect(await createSearxng(server.url).search(query)).toMatchObject({ ok: false, reason });
  });

  test("a response that is not JSON, and an unreachable server, are temporary failures", async () => {
    server = await startRecordedServer(() => ({ body: "<html>It works!</html>" }));
    expect(await createSearxng(server.url).search(query)).toMatchObject({ reason: "unavailable" });
    const gone = createSearxng("http://127.0.0.1:1");
    expect(await gone.search(query)).toMatchObject({ ok: false, reason: "unavailable" });
  });

  test("an aborted call throws instead of returning a failure", async () => {
    server = await startRecordedServer(() => new Promise(() => undefined));
    const leaving = new AbortController();
    const pending = createSearxng(server.url).search({ ...query, signal: leaving.signal });
    leaving.abort();
    await expect(pending).rejects.toThrow();
  });
});
