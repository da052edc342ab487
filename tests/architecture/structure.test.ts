import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { allEndpoints, api } from "@/lib/contracts";
import { errorCopy } from "@/lib/error-copy";
import { ERROR_CODES } from "@/lib/errors";
import { RAW_ROUTES } from "@/server/platform/http/raw-routes";
import type { RowJob } from "@/server/platform/jobs/define-job";

const root = join(import.meta.dirname, "../..");

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("features", () => {
  /** Folders that all features use; their file names are not restricted. */
  const FOUNDATIONS = [
    "db",
    "http",
    "jobs",
    "live",
    "metrics",
    "outside",
    "spreadsheets",
    "threads",
    "tracing",
  ];
  const ROLES = [
    "service",
    "repository",
    "mapper",
    "jobs",
    "gateway",
    "route",
    "thread",
    "rule",
    "parse",
  ];
  /** The providers behind a gateway; `http` is direct web access. */
  const PROVIDERS = [
    "ai",
    ...["searxng", "serper", "brave", "overpass", "nominatim", "google", "ibge"],
    ...["evolution", "baileys", "cloud", "http", "smtp", "folder", "s3", "stripe", "oidc"],
  ];

  const files = filesBelow("server", /(?<!\.test)\.ts$/).filter((file) => {
    const [, , folder, ...rest] = file.split("/");
    return rest.length > 0 && !FOUNDATIONS.includes(folder ?? "");
  });

  test.each(files)("%s has a known role", (file) => {
    const role = basename(file, ".ts").split(".").at(1);
    expect(
      [...ROLES, ...PROVIDERS],
      `what a file does stands before .ts: ${ROLES.join(", ")}, or the provider that it speaks to (docs/architecture.md, "Roles")`,
    ).toContain(role);
  });
});

describe("contracts and routes", () => {
  const fileOf = (path: string) => `app${path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`;

  test.each(allEndpoints)("$method $path has its route", ({ method, path }) => {
    const file = fileOf(path);
    expect(existsSync(join(root, file)), file).toBe(true);
    const feature = Object.entries(api).find(([, endpoints]) =>
      Object.values(endpoints).some((each) => each.path === path && each.method === method),
    );
    expect(read(file)).toMatch(
      new RegExp(`export const ${method} = route\\(\\s*${feature?.[0]}\\.`),
    );
  });

  test("every route comes from a contract, or is raw by name", () => {
    const declared = new Set([...allEndpoints, ...RAW_ROUTES].map(({ path }) => fileOf(path)));
    expect(filesBelow("app/api", /^route\.ts$/).filter((file) => !declared.has(file))).toEqual([]);
  });

  test("no two endpoints share a method and a path", () => {
    const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("every endpoint with an id is in the tables of the tenancy tests", () => {
    const tenancy = read("tests/support/owned-paths.ts");
    // Endpoints for the administrator only are all in this folder, by their access.
    const owned = allEndpoints.filter(
      ({ path, access }) => path.includes("{") && access !== "admin",
    );
    for (const { path } of owned) {
      expect(
        tenancy,
        `name ${path} in tests/support/owned-paths.ts, with a row of its owner: it then tries a stranger`,
      ).toContain(`"${path}"`);
    }
  });
});

test("every error code has a message", () => {
  const advice = "give each code of lib/errors.ts its sentence in Portuguese in lib/error-copy.ts";
  expect(Object.keys(errorCopy).sort(), advice).toEqual([...ERROR_CODES].sort());
  for (const sentence of Object.values(errorCopy)) expect(sentence, advice).not.toBe("");
});

test(".env.example names what server/platform/env-fields.ts reads, and nothing else", () => {
  const source = read("server/platform/env-fields.ts");
  const schema = source.slice(source.indexOf(".object({"), source.indexOf("})\n  .refine"));
  const read_ = [...schema.matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]);
  const documented = [...read(".env.example").matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(
    (match) => match[1],
  );
  expect(documented.sort()).toEqual(read_.sort());
});

const jobModules = filesBelow("server", /\.jobs\.ts$/).map((file) => import(join(root, file)));
const jobs: [string, RowJob][] = (await Promise.all(jobModules)).flatMap(Object.entries);

describe("jobs", () => {
  test.each(jobs)("%s has ids the queue accepts", (_, job) => {
    expect(job.id({ id: 1, leaseNo: 0 })).toMatch(/^(?!\d+$)[^:]+$/);
  });

  test("each has a queue of its own", () => {
    const queues = jobs.map(([, { queue }]) => queue);
    expect(new Set(queues).size).toBe(queues.length);
  });
});

test("no barrels: an index.ts only where a registry is walked", () => {
  const barrels = ["lib", "server", "components", "workers", "sandbox", "app"].flatMap((folder) =>
    filesBelow(folder, /^index\.tsx?$/),
  );
  expect(barrels).toEqual(["lib/contracts/index.ts"]);
});

test("the index of decisions lists every one, and each says since when it holds", () => {
  const files = filesBelow("docs/decisions", /^\d.*\.md$/).map((file) => basename(file));
  const index = read("docs/decisions/README.md");
  expect([...index.matchAll(/\]\((\d[^)]*)\)/g)].map(([, file]) => file).sort()).toEqual(
    files.sort(),
  );
  for (const file of files) {
    expect(read(`docs/decisions/${file}`), file).toMatch(/^# \d+\. .+\n\n_Accepted on \d{4}-/);
  }
});
