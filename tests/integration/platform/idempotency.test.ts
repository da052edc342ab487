import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { api as contracts } from "@/lib/contracts";
import { type Endpoint, takesIdempotencyKey } from "@/lib/contracts/shared/endpoint";
import { AppError } from "@/lib/errors";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { runOnce } from "@/server/platform/idempotency/idempotency.service";
import { buildApiToken, buildFailedMessage } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let owner: TestUser;
let key: string;
beforeEach(async () => {
  owner = await buildUser();
  key = randomUUID();
});

const BAKERY = { name: "Padaria", whatsapp: "11987654321" };
const post = (path: string, body: unknown, { by = owner, under = key } = {}) =>
  request<{ lead: { id: number }; code: string }>(api, "POST", path, body, {
    ...by.headers,
    "idempotency-key": under,
  });
const createLead = (body: object = BAKERY, how = {}) => post("/api/leads", body, how);
const countLeads = async (user = owner) =>
  (await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${user.id}`)).length;
const findKey = () =>
  firstRow<{ state: string; row: string }>(
    sql`SELECT state, k::text AS row FROM idempotency_keys k WHERE owner_id = ${owner.id} AND key = ${key}`,
  );
const age = (interval: string) =>
  execute(
    sql`UPDATE idempotency_keys SET created_at = now() - ${interval}::interval WHERE owner_id = ${owner.id}`,
  );

describe("a request that is repeated under its key", () => {
  test("is done once and answered again", async () => {
    const first = await createLead();
    const second = await createLead();
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await countLeads()).toBe(1);
    // The same fields in another order and another spelling of the JSON are the same request.
    const spelled = '{ "whatsapp": "11987654321",  "name": "Padaria" }';
    expect((await createLead(spelled as never)).body).toEqual(first.body);
    // So it is with another credential of the same account.
    const { headers } = await buildApiToken(owner, ["write"]);
    const third = await request(api, "POST", "/api/leads", BAKERY, {
      ...headers,
      "idempotency-key": key,
    });
    expect(third).toMatchObject({ status: 201, body: first.body });
  });

  test("is done once when it comes ten times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => createLead()));
    expect(await countLeads()).toBe(1);
    for (const { status, body, headers } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) {
        expect(body.code).toBe("request_in_progress");
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
    }
    const done = answers.filter(
      ({ headers, status }) => status === 201 && !headers.has("idempotency-replayed"),
    );
    expect(done).toHaveLength(1);
  });

  test("gets the refusal again that its work ended with", async () => {
    await request(api, "POST", "/api/leads", BAKERY, owner.headers);
    const first = await createLead();
    expect(first).toMatchObject({ status: 409, body: { code: "lead_exists" } });
    await execute(sql`DELETE FROM leads WHERE owner_id = ${owner.id}`);
    const second = await createLead();
    expect(second).toMatchObject({ status: 409, body: first.body });
    expect(second.headers.get("idempotency-replayed")).toBe("true");
  });

  test("is another owner's own under another owner's key", async () => {
    const other = await buildUser();
    const [mine, theirs] = [await createLead(), await createLead(BAKERY, { by: other })];
    expect(theirs.status).toBe(201);
    expect(theirs.body.lead.id).not.toBe(mine.body.lead.id);
    expect([await countLeads(), await countLeads(other)]).toEqual([1, 1]);
  });

  test("with a file is compared by what the file holds", async () => {
    const first = await upload("/api/imports?file_name=leads.csv", "nome\nPadaria\n");
    expect(first.status).toBe(201);
    expect(await upload("/api/imports?file_name=leads.csv", "nome\nPadaria\n")).toEqual(first);
    const other = await upload("/api/imports?file_name=leads.csv", "nome\nOficina\n");
    expect(other.status).toBe(422);
    expect(await rows(sql`SELECT 1 FROM imports WHERE owner_id = ${owner.id}`)).toHaveLength(1);
    // One that stays on disk too; no phone is connected.
    key = randomUUID();
    const path = "/api/whatsapp/send_media?to=5511987654321&file_name=a.txt";
    const refused = await upload(path, "um texto");
    expect(refused).toMatchObject({ status: 409, body: { code: "whatsapp_disconnected" } });
    expect(await upload(path, "um texto")).toEqual(refused);
    expect((await upload(path, "outro texto")).status).toBe(422);
  });
});

async function upload(path: string, text: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { ...owner.headers, "idempotency-key": key },
    body: text,
  });
  return { status: answer.status, body: await answer.json() };
}

describe("a key", () => {
  test("of another request is refused with 422", async () => {
    await createLead();
    const others = [
      await createLead({ ...BAKERY, name: "Oficina" }),
      await post("/api/canned_answers", { shortcut: "oi", text: "Olá" }),
    ];
    for (const answer of others) {
      expect(answer).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
    }
    expect(await countLeads()).toBe(1);
  });

  test("names the record of the path too", async () => {
    const [one, other] = [
      await buildFailedMessage(owner),
      await buildFailedMessage(await buildUser()),
    ];
    await post(`/api/whatsapp/media/${one}/request`, undefined);
    expect((await post(`/api/whatsapp/media/${other}/request`, undefined)).status).toBe(422);
  });

  test("stays free when the request was invalid, or a service was away", async () => {
    expect((await createLead({ name: "" })).status).toBe(400);
    expect(await findKey()).toBeNull();
    expect((await createLead()).status).toBe(201);
    key = randomUUID();
    const message = await buildFailedMessage(owner);
    // The provider is not running in this test.
    expect((await post(`/api/whatsapp/reactions/${message}`, { emoji: "👍" })).status).toBe(503);
    expect(await findKey()).toBeNull();
  });

  test("is of 1 to 255 visible ASCII characters, and means nothing to other methods", async () => {
    for (const wrong of ["x".repeat(256), "a b", "chave é"]) {
      const answer = await createLead(BAKERY, { under: encodeLatin1(wrong) });
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { "Idempotency-Key": expect.any(String) } },
      });
    }
    expect(await countLeads()).toBe(0);
    const headers = { ...owner.headers, "idempotency-key": "a b" };
    expect((await request(api, "GET", "/api/leads", undefined, headers)).status).toBe(200);
  });

  test("is free again after a day, and its row is deleted", async () => {
    const first = await createLead();
    await execute(sql`DELETE FROM leads WHERE owner_id = ${owner.id}`);
    await age("23 hours 59 minutes");
    expect((await createLead()).body).toEqual(first.body);
    await age("24 hours 1 minute");
    const again = await createLead();
    expect(again.status).toBe(201);
    expect(again.body.lead.id).not.toBe(first.body.lead.id);
    await trimTable("idempotency_keys");
    expect(await findKey()).not.toBeNull();
    await age("24 hours 1 minute");
    await trimTable("idempotency_keys");
    expect(await findKey()).toBeNull();
  });

  test("keeps nothing of a request by which its fields can be tried", async () => {
    await createLead();
    const parsed = { path: undefined, query: undefined };
    const row = await firstRow<{ request_hash: Buffer }>(
      sql`SELECT request_hash FROM idempotency_keys WHERE owner_id = ${owner.id} AND key = ${key}`,
    );
    const guesses = [{ ...parsed, body: BAKERY }, BAKERY].map((guess) =>
      createHash("sha256").update(JSON.stringify(guess)).digest("hex"),
    );
    expect(guesses).not.toContain(row?.request_hash.toString("hex"));
  });

  test("is not kept where the body holds a password or a key", async () => {
    const secret = Object.values(contracts).flatMap((feature) =>
      Object.values(feature).filter(
        (endpoint: Endpoint) =>
          endpoint.body &&
          /"[a-z_]*(password|secret|token)[a-z_]*":/.test(
            JSON.stringify(z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" })),
          ),
      ),
    ) as Endpoint[];
    expect(secret.length).toBeGreaterThan(3);
    expect(secret.filter(takesIdempotencyKey)).toEqual([]);
    const change = { current_password: "a senha da dona", new_password: "outra senha boa" };
    await post("/api/user/password", change);
    expect(await findKey()).toBeNull();
  });

  test("keeps its answer encrypted", async () => {
    const body = { name: "Planilha", scopes: ["read"], expires_in_days: null };
    const first = await post("/api/tokens", body);
    const { token } = first.body as unknown as { token: string };
    expect((await post("/api/tokens", body)).body).toEqual(first.body);
    expect((await findKey())?.row).not.toContain(token);
  });
});

describe("work that ended without a word", () => {
  const asked = () => ({ key, endpoint: "POST /x", requestHashes: [Buffer.alloc(32)] });
  const run = (work: () => Promise<{ status: number; body: unknown }>) =>
    runOnce(owner.id, asked(), work, toAnswer);
  const never = () => Promise.reject(new Error("done a second time"));

  test("is not done again: the claim of a process that died is unknown after ten minutes", async () => {
    const first = createDeferred();
    const running = run(() => first.promise);
    await expect.poll(findKey).toMatchObject({ state: "running" });
    await expect(run(never)).rejects.toMatchObject({ code: "request_in_progress" });
    await age("9 minutes 50 seconds");
    await expect(run(never)).rejects.toMatchObject({ code: "request_in_progress" });
    await age("10 minutes 1 second");
    await expect(run(never)).rejects.toMatchObject({ code: "outcome_unknown" });
    // One that was only slow is answered after all.
    first.resolve({ status: 200, body: { late: true } });
    await running;
    expect(await run(never)).toEqual({ status: 200, body: { late: true }, replayed: true });
  });

  test("is unknown at once after an error of ours, also one that we name", async () => {
    await expect(run(() => Promise.reject(new Error("a bug")))).rejects.toThrow("a bug");
    await expect(run(never)).rejects.toMatchObject({ code: "outcome_unknown" });
    key = randomUUID();
    await expect(run(() => Promise.reject(new AppError("internal")))).rejects.toThrow();
    await expect(run(never)).rejects.toMatchObject({ code: "outcome_unknown" });
  });

  test("does not overwrite the answer of a later claim", async () => {
    const slow = createDeferred();
    const running = run(() => slow.promise);
    await expect.poll(findKey).toMatchObject({ state: "running" });
    await age("25 hours");
    expect(await run(async () => ({ status: 200, body: "second" }))).toMatchObject({
      body: "second",
    });
    slow.resolve({ status: 200, body: "first" });
    await running;
    expect(await run(never)).toMatchObject({ body: "second", replayed: true });
  });

  test("changes its own key alone, and only while the claim is its own", async () => {
    const mine = key;
    const other = randomUUID();
    const stranger = await buildUser();
    const begin = (ownerId: OwnerId, name: string) => {
      const end = createDeferred();
      const request = { key: name, endpoint: "POST /x", requestHashes: [Buffer.alloc(32)] };
      const work = runOnce(ownerId, request, () => end.promise, toAnswer).catch(() => null);
      return { end, work };
    };
    const stateOf = async () =>
      rows<{ state: string }>(
        sql`SELECT state FROM idempotency_keys WHERE key IN (${mine}, ${other}) ORDER BY owner_id, key = ${mine} DESC`,
      ).then((found) => found.map(({ state }) => state));
    const neighbours = [begin(owner.id, other), begin(stranger.id, mine)];
    const outcomes: [(end: Deferred) => void, string[]][] = [
      [({ resolve }) => resolve({ status: 200, body: 1 }), ["answered", "running", "running"]],
      [({ reject }) => reject(new Error("a bug")), ["unknown", "running", "running"]],
      [({ reject }) => reject(new AppError("unavailable")), ["running", "running"]],
      [({ reject }) => reject(new AppError("rate_limited")), ["running", "running"]],
    ];
    for (const [end, states] of outcomes) {
      const started = begin(owner.id, mine);
      await expect.poll(async () => (await stateOf()).length).toBe(3);
      end(started.end);
      await started.work;
      expect(await stateOf()).toEqual(states);
      // The same end, of a claim that is another's by now.
      await execute(
        sql`DELETE FROM idempotency_keys WHERE owner_id = ${owner.id} AND key = ${mine}`,
      );
      const late = begin(owner.id, mine);
      await expect.poll(async () => (await stateOf()).length).toBe(3);
      await execute(
        sql`UPDATE idempotency_keys SET claim_no = claim_no + 1 WHERE owner_id = ${owner.id} AND key = ${mine}`,
      );
      end(late.end);
      await late.work;
      expect(await stateOf()).toEqual(["running", "running", "running"]);
      await execute(
        sql`DELETE FROM idempotency_keys WHERE owner_id = ${owner.id} AND key = ${mine}`,
      );
    }
    for (const { end, work } of neighbours) {
      end.resolve({ status: 200, body: 1 });
      await work;
    }
  });

  test("is another request at another endpoint, and tells when to ask again", async () => {
    const first = createDeferred();
    const running = run(() => first.promise);
    await expect.poll(findKey).toMatchObject({ state: "running" });
    await expect(run(never)).rejects.toMatchObject({ retryAfterSeconds: 2 });
    const elsewhere = { ...asked(), endpoint: "POST /y" };
    await expect(runOnce(owner.id, elsewhere, never, toAnswer)).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    first.resolve({ status: 200, body: 1 });
    await running;
  });

  test("is said so when its answer is too large to be kept", async () => {
    await run(async () => ({ status: 200, body: "x".repeat(200_001) }));
    await expect(run(never)).rejects.toMatchObject({ code: "outcome_unknown" });
  });
});

const toAnswer = ({ status, code }: AppError) => ({ status, body: { code } });

type Deferred = ReturnType<typeof createDeferred>;

function createDeferred() {
  let resolve: (answer: { status: number; body: unknown }) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<{ status: number; body: unknown }>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** fetch takes headers as bytes. */
function encodeLatin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
