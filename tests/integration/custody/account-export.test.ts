import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import yauzl from "yauzl";
import type { AccountExport } from "@/lib/contracts/custody/account-exports";
import { ACCOUNTS_TABLES } from "@/lib/domain/custody/tables/tables";
import { hashPassword } from "@/server/accounts/users/password.service";
import {
  expireOldExports,
  getExportFile,
} from "@/server/custody/account-exports/account-exports.service";
import { accountExportWork } from "@/server/custody/account-exports/export-work.service";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { removeReleasedMedia } from "@/server/messaging/media/media.service";
import { getMediaStore } from "@/server/messaging/media/media-store.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildApiToken } from "@/tests/factories/owned-rows";
import {
  actorOf,
  buildMember as buildColleague,
  buildUser,
  signIn,
  type TestUser,
} from "@/tests/factories/users";
import { fillAccount } from "@/tests/factories/whole-account";
import { request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const PASSWORD = "a senha do teste";
const never = new AbortController().signal;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD, "test");
});

async function buildMember(): Promise<TestUser> {
  const user = await buildUser();
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${user.personId}`);
  return user;
}

const ask = (user: TestUser, current_password = PASSWORD) =>
  request<{ export: AccountExport; code?: string }>(
    ...([api, "POST", "/api/account/exports", { current_password }, user.headers] as const),
  );

const list = async (user: TestUser) =>
  (
    await request<{ exports: AccountExport[]; next_on: string | null }>(
      ...([api, "GET", "/api/account/exports", undefined, user.headers] as const),
    )
  ).body;

async function make(user: TestUser): Promise<number> {
  const { body } = await ask(user);
  await workOnRow(accountExportWork, body.export.id, never);
  return body.export.id;
}

/** The archive as the store has it. */
async function open(user: TestUser, id: number): Promise<Map<string, string>> {
  const { storage_key, bytes } = await getExportFile(actorOf(user), id);
  const zip = await yauzl.fromBufferPromise(await readFile(join(env.MEDIA_DIR, storage_key)));
  expect(bytes).toBeGreaterThan(0);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    files.set(entry.fileName, Buffer.concat(pieces).toString("utf8"));
  }
  return files;
}

const keyOf = async (id: number) =>
  (
    await firstRow<{ storage_key: string | null }>(
      sql`SELECT storage_key FROM account_exports WHERE id = ${id}`,
    )
  )?.storage_key ?? "";

test("it takes the password, and is made once a day; one that failed does not count", async () => {
  const user = await buildMember();
  expect(await ask(user, "outra")).toMatchObject({
    ...{ status: 400, body: { fields: { current_password: "Senha atual incorreta." } } },
  });
  expect(await list(user)).toEqual({ exports: [], next_on: null });
  expect((await Promise.all([ask(user), ask(user)])).map(({ status }) => status).sort()).toEqual([
    202, 409,
  ]);
  const before = await list(user);
  expect(before).toMatchObject({ exports: [{ status: "processing", progress: 0, bytes: null }] });
  expect(before.next_on).toMatch(/^\d{4}-\d\d-\d\d$/);
  await execute(sql`UPDATE account_exports SET status = 'error' WHERE owner_id = ${user.id}`);
  expect((await list(user)).next_on).toBeNull();
  expect((await ask(user)).status).toBe(202);
});

test("it is its asker's: another owner of the account neither sees nor downloads it", async () => {
  const user = await buildMember();
  const id = await make(user);
  const colleague = { ...user, headers: (await signIn(await buildColleague(user.id))).headers };
  const download = ({ headers }: TestUser) =>
    fetch(`${api.url}/api/account/exports/${id}/file`, { headers });
  expect((await download(user)).status).toBe(200);
  expect((await list(user)).exports).toHaveLength(1);
  expect((await download(colleague)).status).toBe(404);
  expect((await list(colleague)).exports).toEqual([]);
});

test("it holds every table and every file of the account, no secret, and nothing of another's", async () => {
  const [user, other] = [await buildMember(), await buildMember()];
  for (const each of [user, other]) await fillAccount(each);
  await execute(sql`UPDATE leads SET name = 'De outra conta' WHERE owner_id = ${other.id}`);
  await execute(
    sql`UPDATE leads SET name = '=SOMA(A1)', obs = 'Duas' || chr(10) || 'linhas; e mais' WHERE owner_id = ${user.id}`,
  );
  const media = await firstRow<{ id: number; storage_key: string }>(
    sql`UPDATE message_media SET file_name = '../../foto da loja.jpg' WHERE owner_id = ${user.id} RETURNING id, storage_key`,
  );
  await getMediaStore().put(media?.storage_key ?? "", {
    ...{ content: Readable.from([Buffer.from("abc")]), bytes: 3, mime: "image/jpeg" },
  });
  const files = await open(user, await make(user));
  for (const { name, file, without, byLaw, ofPeople } of ACCOUNTS_TABLES) {
    const content = files.get(`dados/${name}.jsonl`);
    if (file === undefined) {
      expect(content, name).toBeUndefined();
      continue;
    }
    if (!byLaw) expect(content, name).not.toBe("");
    for (const line of content?.split("\n").filter(Boolean) ?? []) {
      const row = JSON.parse(line) as Record<string, unknown>;
      // Of what is a person's own a colleague's stays out.
      const whose = ofPeople ? user.personId : user.id;
      expect(row["owner_id"] ?? row["user_id"], name).toBe(whose);
      for (const column of without ?? []) expect(row, name).not.toHaveProperty(column);
    }
    expect(files.get("LEIA-ME.txt")).toContain(`${name}.jsonl: ${file}.`);
  }
  const account = JSON.parse(files.get("dados/conta.json") ?? "") as Record<string, unknown>;
  expect(account).toMatchObject({ email: user.email });
  expect(account).not.toHaveProperty("password_hash");
  const sheet = files.get("planilhas/leads.csv") ?? "";
  expect(sheet).toContain("Nome;WhatsApp");
  expect(sheet).toContain(`'=SOMA(A1)`);
  expect(sheet).toContain(`"Duas\nlinhas; e mais"`);
  expect([...files.values()].join("")).not.toContain("De outra conta");
  expect(files.get("planilhas/conversas.csv")).toContain("Oi");
  expect(files.get(`arquivos/conversas/${media?.id}-_.._foto da loja.jpg`)).toBe("abc");
  expect([...files.keys()].filter((name) => name.split("/").includes(".."))).toEqual([]);
  // The file of the prepared answer is not in the store.
  expect(files.get("arquivos-de-fora.csv")).toContain("Não existe mais.");
});

test("tables of more than a page are whole", async () => {
  const user = await buildMember();
  await buildLeads(user.id, 1_234);
  const files = await open(user, await make(user));
  expect(files.get("dados/leads.jsonl")?.trim().split("\n")).toHaveLength(1_234);
  expect(files.get("planilhas/leads.csv")?.trim().split("\r\n")).toHaveLength(1_235);
});

describe("once it is ready", () => {
  test("its owner is mailed once, and downloads it by a session for 24 hours; nobody else does", async () => {
    const [user, stranger] = [await buildMember(), await buildMember()];
    const id = await make(user);
    await workOnRow(accountExportWork, id, never);
    expect(await rows(sql`SELECT kind FROM mails WHERE user_id = ${user.personId}`)).toEqual([
      { kind: "export_ready" },
    ]);
    const [ready] = (await list(user)).exports;
    expect(ready).toMatchObject({ status: "ready", progress: 100 });
    const hours =
      (Date.parse(ready?.expires_at ?? "") - Date.parse(ready?.completed_at ?? "")) / 3_600_000;
    expect(hours).toBeCloseTo(24, 3);
    const url = `${api.url}/api/account/exports/${id}/file`;
    const download = await fetch(url, { headers: user.headers });
    expect(download.status).toBe(200);
    expect(download.headers.get("content-type")).toBe("application/octet-stream");
    expect(download.headers.get("content-disposition")).toMatch(
      /^attachment; .*garimpo-meus-dados-.*\.zip$/,
    );
    expect((await download.arrayBuffer()).byteLength).toBe(ready?.bytes);
    expect((await fetch(url, { headers: stranger.headers })).status).toBe(404);
    expect((await fetch(url)).status).toBe(401);
    const token = await buildApiToken(user, ["read", "write"]);
    expect((await fetch(url, { headers: token.headers })).status).toBe(403);
    expect(
      await rows(sql`SELECT action FROM account_actions WHERE owner_id = ${user.id} ORDER BY id`),
    ).toEqual([{ action: "archive_requested" }, { action: "exported" }]);
    const key = await keyOf(id);
    await execute(
      sql`UPDATE account_exports SET completed_at = now() - interval '2 days', expires_at = now() - interval '1 second' WHERE id = ${id}`,
    );
    expect((await fetch(url, { headers: user.headers })).status).toBe(404);
    await expireOldExports.run();
    expect((await list(user)).exports).toMatchObject([{ status: "expired" }]);
    await removeReleasedMedia.run();
    expect(await getMediaStore().open(key, { start: 0, end: 1 })).toBeNull();
    await execute(
      sql`UPDATE account_exports SET requested_at = now() - interval '31 days' WHERE id = ${id}`,
    );
    await trimTable("account_exports");
    expect((await list(user)).exports).toEqual([]);
  });

  test("its file is not removed meanwhile", async () => {
    const user = await buildMember();
    const id = await make(user);
    const key = await keyOf(id);
    expect(await rows(sql`SELECT 1 FROM media_removals WHERE storage_key = ${key}`)).toEqual([]);
  });
});

describe("a worker that dies or loses its lease", () => {
  test("offers nothing, and the next one begins anew", async () => {
    const user = await buildMember();
    await buildLead(user.id);
    const { id } = (await ask(user)).body.export;
    const claim = await transaction(() => accountExportWork.leases.claim(id, 20));
    const leased = (leaseNo: number, signal: AbortSignal) => ({
      ...{ id, ownerId: user.id, leaseNo, attempts: 0, signal },
      reportProgress: () => undefined,
    });
    await accountExportWork.advance(leased((claim?.lease_no ?? 0) - 1, never));
    await accountExportWork.advance(leased(claim?.lease_no ?? 0, AbortSignal.abort()));
    expect((await list(user)).exports).toMatchObject([{ status: "processing" }]);
    expect(await rows(sql`SELECT 1 FROM mails WHERE user_id = ${user.personId}`)).toEqual([]);
    await execute(
      sql`UPDATE account_exports SET lease_until = now() - interval '1 second', progress = 60 WHERE id = ${id}`,
    );
    await workOnRow(accountExportWork, id, never);
    expect((await list(user)).exports).toMatchObject([{ status: "ready" }]);
  });

  test("one that cannot be stored is an error in the end, and another may be asked for", async () => {
    const user = await buildMember();
    const { id } = (await ask(user)).body.export;
    await execute(sql`UPDATE account_exports SET attempts = 8 WHERE id = ${id}`);
    await workOnRow(accountExportWork, id, never);
    expect((await list(user)).exports).toMatchObject([{ status: "error" }]);
    expect((await ask(user)).status).toBe(202);
  });
});

test("an account that waits for its deletion gets its archive", async () => {
  const user = await buildMember();
  const body = { current_password: PASSWORD, confirmation: "EXCLUIR" };
  await request(api, "POST", "/api/account/deletion", body, user.headers);
  const id = await make(user);
  expect(await open(user, id)).toBeDefined();
});
