import { describe, expect, test } from "vitest";
import { buildOpenApiDocument } from "../document";
import { buildCurl, buildJavaScript } from "./code-examples";
import { renderDocsPage } from "./docs-page";
import { GOALS } from "./goals";
import { MEANINGS } from "./meanings";
import { COSTS, SENTENCES } from "./sentences";

const server = "https://app.example";
const document = buildOpenApiDocument({ serverUrl: server, cookieName: "session" });
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const ids = calls.map(({ operation }) => operation.operationId);
const page = renderDocsPage(document);

test("shows every operation once, with nothing inline that a policy would refuse", () => {
  for (const id of ids) {
    expect(page.split(`<details class="call" id="${id}">`), id).toHaveLength(2);
  }
  expect(page).not.toMatch(/<script(?! src="\/api-docs)|<style|\sstyle=|\son\w+=/);
});

test("closes what it opens, and escapes what the document says", () => {
  const hostile = structuredClone(document);
  const operation = hostile.paths["/api/leads"]?.["get"];
  if (operation) {
    operation.summary = '<img src=x onerror="alert(1)">';
    operation.operationId = 'leads."><script>';
    operation.parameters = [
      { name: "<b>", in: "query", required: true, schema: { enum: ["<i>"] } },
    ];
  }
  const rendered = renderDocsPage(hostile);
  expect(rendered).toContain("&lt;img src=x");
  for (const tag of ["<img src=x", "<b>", "<i>", "><script>"]) expect(rendered).not.toContain(tag);
  for (const element of ["details", "section", "ul", "li", "p", "pre", "form", "table", "div"]) {
    const count = (mark: RegExp) => page.match(mark)?.length ?? 0;
    expect(count(new RegExp(`<${element}[ >]`, "g")), element).toBe(
      count(new RegExp(`</${element}>`, "g")),
    );
  }
});

test("links lead somewhere, and no id stands twice", () => {
  const targets = new Set(page.match(/href="#[^"]+"/g)?.map((link) => link.slice(7, -1)));
  expect(targets.size).toBeGreaterThan(150);
  for (const target of targets) expect(page).toContain(`id="${target}"`);
  const all = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([]);
});

test("headings go down one level at a time", () => {
  let before = 0;
  for (const [, level] of page.matchAll(/<h([1-6])[ >]/g)) {
    expect(Number(level), String(level)).toBeLessThanOrEqual(before + 1);
    before = Number(level);
  }
  expect(page.match(/<h1[ >]/g)).toHaveLength(1);
});

describe("in Portuguese", () => {
  test("every call has its sentence, its place among what one wants to do, and no other has", () => {
    expect(ids.filter((id) => !SENTENCES[id])).toEqual([]);
    expect(
      [...Object.keys(SENTENCES), ...Object.keys(COSTS)].filter((id) => !ids.includes(id)),
    ).toEqual([]);
    const features = GOALS.flatMap((goal) => [...goal.features]) as string[];
    expect(ids.filter((id) => !features.includes(id.split(".")[0] ?? ""))).toEqual([]);
    expect(new Set(features).size).toBe(features.length);
  });

  test("every parameter has its meaning", () => {
    const names = calls.flatMap(({ operation }) =>
      (operation.parameters ?? []).map(({ name }) => name),
    );
    expect([...new Set(names)].filter((name) => !MEANINGS[name])).toEqual([]);
  });
});

describe("examples", () => {
  const find = (id: string) => {
    const call = calls.find(({ operation }) => operation.operationId === id);
    if (!call) throw new Error(id);
    return call;
  };

  test("have a value for all that must be there, and none for the rest", () => {
    expect(buildCurl(find("leads.list"), server, {})).toBe(
      `curl 'https://app.example/api/leads' \\\n  -H "Authorization: Bearer $GARIMPO_TOKEN"`,
    );
    expect(buildCurl(find("geo.municipalities"), server, {})).toContain("/api/geo/states/SP/");
    expect(buildCurl(find("system.health"), server, {})).not.toContain("Authorization");
    for (const call of calls) {
      const [address = ""] = buildCurl(call, server, document.components.schemas).split("\n");
      expect(address).not.toMatch(/[{}…]|=&|='/);
    }
  });

  test("are not broken by what a shell or a program reads", () => {
    const call = structuredClone(find("leads.create"));
    const content = call.operation.requestBody?.content["application/json"];
    if (content) content.example = { name: "Pão d'Água `x` $y $(z) \\" };
    expect(buildCurl(call, server, {})).toContain(String.raw`Pão d'\''Água`);
    const program = buildJavaScript(call, server, {});
    const body = /JSON\.stringify\((.*?)\),\n/s.exec(program)?.[1] ?? "";
    expect(JSON.parse(body)).toEqual(content?.example);
  });
});
