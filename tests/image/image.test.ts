import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeRegistrySample } from "@/sandbox/registry/write-files";
import { until } from "@/sandbox/testing";
import { env } from "@/server/platform/env";
import { buildImage, IMAGE_USER } from "../support/image";

/** Runs the Dockerfile's image, as docker-compose.yml runs it, on this machine. */

const root = join(import.meta.dirname, "../..");
const compose = readFileSync(join(root, "docker-compose.yml"), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

let image: ReturnType<typeof buildImage>;
const running: ChildProcess[] = [];
beforeAll(() => {
  image = buildImage();
}, 300_000);
afterAll(async () => {
  await Promise.all(running.map(stop));
  image?.remove();
});

function stop(child: ChildProcess): Promise<unknown> | undefined {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  return exit;
}

/** The variables of compose's services with their default values, except for the addresses of this test. */
function composeVariables(): Record<string, string> {
  const block = compose.slice(compose.indexOf("x-garimpo:"), compose.indexOf("volumes:"));
  const set: Record<string, string> = {
    AUTH_SECRET: env.AUTH_SECRET,
    APP_URL: "https://garimpo.teste.example",
    POSTGRES_PASSWORD: "x",
    WHATSAPP_PROVIDER: "baileys",
  };
  const variables = [...block.matchAll(/^ {4}([A-Z][A-Z0-9_]*): (.*)$/gm)].map(
    ([, name = "", value = ""]) => {
      const filled = value.replace(
        /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
        (_all, each: string, fallback = "") => set[each] ?? fallback,
      );
      return [name, filled.replace(/^"(.*)"$/, "$1")];
    },
  );
  return Object.fromEntries(variables);
}

/** Variables of the tests and of one machine, which compose does not use. */
const NOT_IN_COMPOSE = [
  ...["HOST", "PORT", "SANDBOX_URL", "SECURE_COOKIES", "SERPER_URL", "BRAVE_URL"],
  ...["GOOGLE_PLACES_URL", "GOOGLE_GEOCODING_URL", "STRIPE_API_URL"],
  ...["WHATSAPP_WEB_URL", "WHATSAPP_MEDIA_HOST"],
];

/** Variables that a package reads itself. */
const OF_PACKAGES = ["OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"];

test("compose passes on every variable that server/platform/env-fields.ts reads", () => {
  const source = readFileSync(join(root, "server/platform/env-fields.ts"), "utf8");
  const schema = source.slice(source.indexOf(".object({"), source.indexOf("})\n  .refine"));
  const read = [...schema.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
  const expected = [...read.filter((name) => !NOT_IN_COMPOSE.includes(name)), ...OF_PACKAGES];
  expect(Object.keys(composeVariables()).sort()).toEqual(expected.sort());
});

test("compose's file is valid, where the client is here to say so", ({ skip }) => {
  if (spawnSync("docker", ["compose", "version"]).status !== 0) skip("no docker compose here");
  const given = { AUTH_SECRET: "x", APP_URL: "https://x.example", POSTGRES_PASSWORD: "x" };
  const { status, stderr } = spawnSync("docker", ["compose", "config", "--quiet"], {
    cwd: root,
    env: { ...process.env, ...given },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

/** Beyond Node's own image. Every release is sent to every machine. */
const MAX_MEGABYTES = 330;

test("it has no source of ours, and nothing that could run one", () => {
  const files = readdirSync(join(image.folder, image.workdir), {
    recursive: true,
    encoding: "utf8",
  });
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/^(?:\.next|node_modules)\//.test(file),
  );
  expect(sources).toEqual([]);
  for (const name of ["tsx", "esbuild", "typescript"])
    expect(files).not.toContain(`node_modules/${name}`);
});

test("it is light", () => {
  const files = readdirSync(image.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes / 1e6).toBeLessThan(MAX_MEGABYTES);
});

function start(command: string[], settings: Record<string, string> = {}) {
  const [program = "", ...args] = command;
  const child = spawn(program === "node" ? process.execPath : program, args, {
    cwd: join(image.folder, image.workdir),
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      HOME: join(image.folder, image.workdir),
      ...image.env,
      ...composeVariables(),
      PORT: String(env.PORT),
      DATABASE_URL: env.DATABASE_URL,
      REDIS_URL: "",
      MEDIA_DIR: join(image.folder, "media"),
      REGISTRY_DIR: join(image.folder, "media/registry"),
      REGISTRY_MIN_ROWS: "1",
      // Its own connections to WhatsApp go nowhere.
      WHATSAPP_WEB_URL: "ws://127.0.0.1:1",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(process.getuid?.() === 0 && image.user === "node" && IMAGE_USER),
  });
  running.push(child);
  const started = { child, output: "", code: new Promise<number | null>(() => undefined) };
  child.stdout.on("data", (chunk) => (started.output += chunk));
  child.stderr.on("data", (chunk) => (started.output += chunk));
  started.code = new Promise((resolve) => child.once("close", resolve));
  return started;
}

async function finish(command: string[], settings?: Record<string, string>) {
  const started = start(command, settings);
  return { code: await started.code, output: started.output };
}

/** The place of the source for scripts/run.mjs within the words of a command. */
const findProgram = (name: string) => script(name).indexOf("scripts/run.mjs") + 1;

/** As `npm run` does, without npm. */
const script = (name: string, ...args: string[]) => [...(scripts[name] ?? "").split(" "), ...args];

const url = `http://127.0.0.1:${env.PORT}`;

test("its processes run without root, are healthy, and serve a person's first minutes", async () => {
  expect(image.user).toBe("node");
  expect(await finish(script("migrate"))).toMatchObject({ code: 0 });
  const account = { email: "ana@empresa.example", password: "uma senha bem guardada" };
  const admin = await finish(script("admin:create", "--name", "Ana", "--email", account.email), {
    ADMIN_PASSWORD: account.password,
  });
  expect(admin).toMatchObject({ code: 0, output: expect.stringContaining("user 4") });

  const web = start(image.command);
  const worker = start(script("worker"));
  const isReady = async () => (await fetch(`${url}/api/ready`).catch(() => null))?.status === 200;
  await until(isReady, "web and worker to be ready", 60_000).catch((error: Error) => {
    throw new Error(`${error.message}\n${web.output}\n${worker.output}`);
  });
  expect(await finish(image.healthcheck)).toMatchObject({ code: 0 });

  const login = await post("/api/auth", account);
  const { token } = (await login.json()) as { token: string };
  const headers = { token, "content-type": "application/json" };
  const lead = { name: "Padaria Boa Massa", whatsapp: "11987654321" };
  expect((await post("/api/leads", lead, headers)).status).toBe(201);
  const leads = await fetch(`${url}/api/leads`, { headers });
  expect(JSON.stringify(await leads.json())).toContain(lead.name);

  const page = await (await fetch(url)).text();
  expect(page).toContain("Prospecção B2B Inteligente");
  const files = [...page.matchAll(/"(\/_next\/static\/[^"\\]+\.(?:js|css))"/g)].map(
    ([, file = ""]) => file,
  );
  expect(files.length).toBeGreaterThan(3);
  for (const file of new Set(files)) expect((await fetch(`${url}${file}`)).status).toBe(200);

  // Nothing but /tmp, the volume and Next's cache can be written to.
  for (const { output } of [web, worker]) expect(output).not.toMatch(/EACCES|EROFS|EPERM/);

  // A failure of ours is logged with the places in our sources.
  const database = new pg.Client(env.DATABASE_URL);
  await database.connect();
  await database.query("ALTER TABLE tags RENAME TO no_tags");
  expect((await fetch(`${url}/api/tags`, { headers })).status).toBe(500);
  await database.query("ALTER TABLE no_tags RENAME TO tags");
  await database.end();
  await until(
    () => /\/server\/leads\/tags\/[\w.-]+\.ts:\d+:\d+/.test(web.output),
    "the failure's stack",
  );

  // A second web finds its port taken: it must exit.
  const second = await finish(image.command);
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining("EADDRINUSE") });
  expect(web.child.exitCode).toBeNull();
}, 120_000);

test("the registry's commands are in it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  chmodSync(folder, 0o755);
  writeRegistrySample({ folder, rows: 500, seed: "image", month: "2026-11" });
  const imported = await finish(script("registry:import", folder));
  rmSync(folder, { recursive: true });
  expect(imported.output).toContain("are served");
  expect(imported.code).toBe(0);
  // There is no previous month, which is an answer too.
  const back = await finish(script("registry:rollback"));
  expect(back.output).not.toContain("ERR_MODULE_NOT_FOUND");
}, 120_000);

test("its backup holds its rows, and is for an empty database alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "image-backup-"));
  if (process.getuid?.() === 0) chownSync(folder, IMAGE_USER.uid, IMAGE_USER.gid);
  const taken = await finish(script("backup", "--keep", "2", folder));
  expect(taken).toMatchObject({ code: 0, output: expect.stringContaining("leads: 1 rows") });
  const [name = "none"] = readdirSync(folder);
  const refused = await finish(script("restore", join(folder, name)));
  rmSync(folder, { recursive: true });
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("is not empty") });
}, 120_000);

test("every command that the papers run in a container is in it", async () => {
  const papers = readFileSync(join(root, "docs/operations.md"), "utf8");
  const names = [
    ...papers.matchAll(
      /docker compose run --rm (?:--no-deps )?(?:--volume \S+ )?web npm run ([\w:-]+)/g,
    ),
  ];
  const files = names.map(([, name = ""]) => `.compiled/${script(name)[findProgram(name)]}.js`);
  expect(files).toEqual(
    expect.arrayContaining(
      ["backup", "restore", "registry-import", "reseal-secrets"].map(
        (name) => `.compiled/scripts/${name}.js`,
      ),
    ),
  );
  for (const file of files)
    expect(existsSync(join(image.folder, image.workdir, file)), file).toBe(true);
  const resealed = await finish(script("secrets:reseal"));
  expect(resealed).toMatchObject({ code: 0, output: expect.stringContaining("0 sealed again") });
}, 120_000);

test("a process of the image that misses its settings names them", async () => {
  const { code, output } = await finish(image.command, { AUTH_SECRET: "" });
  expect({ code, isNamed: output.includes("AUTH_SECRET") }).toEqual({ code: 1, isNamed: true });
});

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
