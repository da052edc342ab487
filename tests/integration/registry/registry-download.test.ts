import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { listenLocally } from "@/sandbox/listening";
import { until } from "@/sandbox/testing";
import { env } from "@/server/platform/env";
import { downloadMonth } from "@/server/registry/registry-imports/registry-download.service";
import {
  createRegistryImport,
  getRegistryImport,
} from "@/server/registry/registry-imports/registry-import.service";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importFolder, makeFolder, makeSample, workOnImport } from "@/tests/support/registry";
import { runApi } from "@/tests/support/running";

/** The share has this month, as the months that can be chosen do. */
const MONTH = new Date().toISOString().slice(0, 7);
const NEXT_YEAR = `${Number(MONTH.slice(0, 4)) + 1}-01`;
const TOKEN = `Basic ${Buffer.from("of the share:").toString("base64")}`;

/** A share with one month. It ends the connection once `cutAfter` bytes of a file are in the folder `to`. */
interface Share {
  folder: string;
  /** Files never end. */
  hangs: boolean;
  to: string;
  cutAfter: number;
  /** Says that a file is larger than it is. */
  lies: boolean;
  requests: { path: string; range: string | undefined }[];
}

const api = runApi({ withoutLimits: true });
let share: Share;
let admin: TestUser;
let server: Server;
const never = new AbortController().signal;
/** Longer than the pause between two attempts at a file. */
const LONGER_THAN_A_PAUSE_MS = 1_500;
const ignore = () => Promise.resolve();

beforeAll(async () => {
  admin = await buildUser({ id: env.ADMIN_USER_ID });
});

beforeEach(async () => {
  const { folder } = makeSample({ rows: 800, month: MONTH });
  share = {
    folder,
    hangs: false,
    to: "",
    cutAfter: Number.POSITIVE_INFINITY,
    lies: false,
    requests: [],
  };
  server = createServer((request, response) => {
    if (request.headers.authorization !== TOKEN) return response.writeHead(401).end();
    const [name = ""] = (request.url ?? "").split("/").slice(6);
    if (!request.url?.startsWith(`/public.php/webdav/Dados/CNPJ/${MONTH}/`))
      return response.writeHead(404).end();
    if (request.method === "PROPFIND") return response.writeHead(207).end(listing());
    const { range } = request.headers;
    share.requests.push({ path: name, range });
    const bytes = readFileSync(join(share.folder, name));
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const rest = bytes.subarray(from);
    response.writeHead(range ? 206 : 200, { "content-length": rest.length });
    if (share.hangs) return response.write(rest.subarray(0, 10));
    if (rest.length <= share.cutAfter) return response.end(rest);
    response.write(rest.subarray(0, share.cutAfter));
    return untilPartHas(name, from + share.cutAfter).then(() => response.destroy());
  });
  const { port } = new URL(env.registryShareUrl);
  await listenLocally(server, Number(port));
});

afterEach(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

function listing(): string {
  const entries = zips().map((name) => {
    const size = statSync(join(share.folder, name)).size + (share.lies ? 10 : 0);
    return `<d:response><d:href>/public.php/webdav/${MONTH}/${name}</d:href><d:propstat><d:prop>
      <d:getcontentlength>${size}</d:getcontentlength></d:prop></d:propstat></d:response>`;
  });
  return `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/public.php/webdav/${MONTH}/</d:href>
    </d:response>${entries.join("")}</d:multistatus>`;
}

/** Without the list of what was downloaded. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .sort();
const zips = () => readdirSync(share.folder).filter((name) => name.endsWith(".zip"));

/** A client that loses a connection also loses received data that it has not read yet. */
function untilPartHas(name: string, bytes: number) {
  const part = join(share.to, `${name}.part`);
  return until(() => statSync(part, { throwIfNoEntry: false })?.size === bytes, part);
}

function expectWhole(folder: string) {
  expect(filesIn(folder)).toEqual(zips().sort());
  for (const name of zips()) {
    expect(readFileSync(join(folder, name)).equals(readFileSync(join(share.folder, name)))).toBe(
      true,
    );
  }
}

test("a month's ZIPs are fetched once", async () => {
  const folder = join(makeFolder(), MONTH);
  await downloadMonth(MONTH, folder, never, ignore);
  expectWhole(folder);
  const { length } = share.requests;
  await downloadMonth(MONTH, folder, never, ignore);
  expect(share.requests).toHaveLength(length);
});

test("what was begun goes on from its last byte, in this run and in the next one", async () => {
  const folder = makeFolder();
  const [first = ""] = zips();
  writeFileSync(
    join(folder, `${first}.part`),
    readFileSync(join(share.folder, first)).subarray(0, 100),
  );
  share.to = folder;
  share.cutAfter = Math.ceil(statSync(join(share.folder, "Estabelecimentos0.zip")).size / 2);
  await downloadMonth(MONTH, folder, never, ignore);
  expectWhole(folder);
  expect(share.requests).toContainEqual({ path: first, range: "bytes=100-" });
  const cut = share.requests.filter(({ path }) => path === "Estabelecimentos0.zip");
  expect(cut.map(({ range }) => range)).toEqual([undefined, `bytes=${share.cutAfter}-`]);
}, 60_000);

test("a file that never gets whole is a failure, and what came of it stays", async () => {
  const folder = makeFolder();
  share.lies = true;
  await expect(downloadMonth(MONTH, folder, never, ignore)).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(filesIn(folder).every((name) => name.endsWith(".part"))).toBe(true);
  // No other download is still running: one that is asks again after its pause.
  const { length } = share.requests;
  await setTimeout(LONGER_THAN_A_PAUSE_MS);
  expect(share.requests).toHaveLength(length);
}, 60_000);

test("a month that is not published yet says so", async () => {
  await expect(downloadMonth(NEXT_YEAR, makeFolder(), never, ignore)).rejects.toMatchObject({
    code: "not_found",
    message: `A Receita ainda não publicou ${NEXT_YEAR}.`,
  });
});

test("an administrator starts a month, which is downloaded, imported and served", async () => {
  const { body: listed } = await callApi(api, registryImports.list, {}, admin.headers);
  expect(listed.months).toHaveLength(12);
  expect(listed.months[0]).toBe(MONTH);
  for (const [start, field] of [
    [{ month: NEXT_YEAR }, "month"],
    [{ month: MONTH, folder: "demonstracao" }, "folder"],
    [{}, "folder"],
  ] as const) {
    const refused = await callApi(api, registryImports.start, { body: start }, admin.headers);
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
  }
  const started = await callApi(
    api,
    registryImports.start,
    { body: { month: MONTH, min_rows: 800 } },
    admin.headers,
  );
  expect(started.status).toBe(202);
  const { id, folder } = started.body.import;
  await workOnImport(id);
  expect(await getRegistryImport(id)).toMatchObject({ status: "completed", served: "current" });
  expectWhole(folder);
}, 60_000);

test("what was downloaded of older months goes once a month is served; what somebody put there stays", async () => {
  const folderOf = (month: string) => join(env.REGISTRY_DIR, month);
  const download = (month: string) => downloadMonth(MONTH, folderOf(month), never, ignore);
  await download("2020-04");
  expect(await importFolder(folderOf("2020-04"))).toMatchObject({ served: "current" });
  for (const month of ["2020-01", "2020-02", NEXT_YEAR]) await download(month);
  writeFileSync(join(folderOf("2020-02"), "Empresas0.zip.part"), "began");
  writeFileSync(join(folderOf("2020-02"), "deles.zip"), "x");
  cpSync(share.folder, folderOf("2020-03"), { recursive: true });
  const { body } = await callApi(
    api,
    registryImports.start,
    { body: { month: MONTH, min_rows: 800 } },
    admin.headers,
  );
  await workOnImport(body.import.id);
  expect(await getRegistryImport(body.import.id)).toMatchObject({ served: "current" });
  expect(existsSync(folderOf("2020-01"))).toBe(false);
  expect(readdirSync(folderOf("2020-02"))).toEqual(["deles.zip"]);
  for (const month of [MONTH, "2020-04", NEXT_YEAR, "2020-03"]) {
    expect(filesIn(folderOf(month)), month).toEqual(expect.arrayContaining(zips()));
  }
}, 60_000);

test("a file that came damaged in its full size is fetched again the next time", async () => {
  const folder = makeFolder();
  const damaged = "Estabelecimentos0.zip";
  const bytes = readFileSync(join(share.folder, damaged));
  // The beginning of another month's file, which was published again during the download.
  writeFileSync(join(folder, `${damaged}.part`), Buffer.alloc(bytes.length / 2, 7));
  const begin = () => createRegistryImport({ folder, month: MONTH, minRows: 800 });
  const first = await begin();
  await workOnImport(first);
  expect(await getRegistryImport(first)).toMatchObject({
    status: "error",
    note: expect.stringContaining(`${damaged} não é um ZIP inteiro`),
  });
  const second = await begin();
  await workOnImport(second);
  expect(await getRegistryImport(second)).toMatchObject({ status: "completed" });
  expectWhole(folder);
}, 60_000);

test("a download shows how far it is, and stops on request with what came of it", async () => {
  const folder = makeFolder();
  share.hangs = true;
  const id = await createRegistryImport({ folder, month: MONTH });
  const working = workOnImport(id);
  const total = zips().reduce((sum, name) => sum + statSync(join(share.folder, name)).size, 0);
  await until(
    async () => ((await getRegistryImport(id)).downloaded ?? 0) >= 20,
    "two files' bytes",
  );
  const { downloaded, download_size, step, progress } = await getRegistryImport(id);
  expect({ downloaded, download_size, step }).toEqual({
    downloaded: 20,
    download_size: total,
    step: "download",
  });
  expect(progress).toBeCloseTo(20 / total);
  await callApi(api, registryImports.stop, {}, admin.headers);
  await working;
  expect(await getRegistryImport(id)).toMatchObject({ status: "stopped", downloaded: null });
  expect(filesIn(folder)).toHaveLength(2);
}, 60_000);
