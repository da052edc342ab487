import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import type { Endpoint } from "@/lib/contracts/shared/endpoint";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import {
  ANSWERS_FROM_ROWS,
  type Id,
  OWNED,
  QUERIES,
  withId,
  withoutId,
} from "@/tests/support/owned-paths";
import { runApi } from "@/tests/support/running";
import { findWrittenTables, watchWrites } from "@/tests/support/written-tables";

const api = runApi();
let member: TestUser;
let stranger: TestUser;
let admin: TestUser;
/** With an id below the administrator's. */
let earlier: TestUser;

beforeAll(async () => {
  [member, stranger] = await Promise.all([buildUser(), buildUser()]);
  admin = await buildUser({ id: 4 });
  earlier = await buildUser({ id: 3, plan: "pro" });
  await watchWrites();
});

const guarded = allEndpoints.filter(({ access }) => access !== "public");
const forTheAdmin = allEndpoints.filter(({ access }) => access === "admin");

describe.each(guarded)("$method $path", (endpoint) => {
  test("is refused without a session and with an invalid token", async () => {
    const path = endpoint.path.replace(/\{\w+\}/g, "1");
    const body = endpoint.method === "GET" ? undefined : {};
    expect((await request(api, endpoint.method, path, body)).status).toBe(401);
    const forged = await request(api, endpoint.method, path, body, { token: "a".repeat(43) });
    expect(forged.status).toBe(401);
  });
});

describe.each(withId)("$method $path", (endpoint: Endpoint) => {
  const owned = OWNED[endpoint.path];
  if (!owned) throw new Error(`${endpoint.path} is not in OWNED.`);
  const { build, snapshot, shows, nowhere = "2147483647", serves, nothing } = owned;
  const refusal =
    nothing && endpoint.method === "GET"
      ? { status: 200, body: nothing }
      : { status: 404, body: { code: "not_found" } };
  const ask = async (user: TestUser, id: Id) => {
    const body = typeof owned.body === "function" ? await owned.body(user) : owned.body;
    const path = endpoint.path.replace(/\{\w+\}/, String(id));
    if (endpoint.upload) return uploadText(`${path}?file_name=a.txt`, user);
    return request(api, endpoint.method, path, endpoint.body && body, user.headers);
  };

  test("serves the owner", async () => {
    const owner = await buildUser();
    const id = await build(owner);
    let answer = {} as Awaited<ReturnType<typeof ask>>;
    const written = await findWrittenTables(async () => {
      answer = await ask(owner, id);
    });
    if (serves) expect(answer.status).toBe(serves);
    else expect(answer.status).toBeLessThan(300);
    if (endpoint.method === "GET") {
      expect(written).toEqual([]);
      if (!shows) throw new Error(`${endpoint.path} has no 'shows' in OWNED.`);
      expect(answer).toMatchObject({ body: shows(id) });
    }
  });

  test("answers another user, and the administrator, 404 and changes nothing", async () => {
    const owner = await buildUser();
    const id = await build(owner);
    const before = await snapshot(id);
    expect(before).not.toEqual([]);
    for (const intruder of [stranger, admin]) {
      const answer = await ask(intruder, id);
      const isReader = intruder === admin && owned.adminReads && endpoint.method === "GET";
      if (isReader) expect(answer).toMatchObject({ status: 200, body: shows?.(id) });
      else expect(answer).toMatchObject(refusal);
    }
    expect(await snapshot(id)).toEqual(before);
    expect(await ask(owner, nowhere)).toMatchObject(refusal);
  });
});

describe.each(withoutId)("$method $path", ({ path }) => {
  test("shows the new row to its owner only", async () => {
    const build = ANSWERS_FROM_ROWS[path];
    if (!build) throw new Error(`${path} is not in ANSWERS_FROM_ROWS.`);
    const [mine, other] = await Promise.all([buildUser(), buildUser()]);
    const answerTo = async (user: TestUser) => {
      const { status, body } = await request(
        api,
        "GET",
        `${path}${QUERIES[path] ?? ""}`,
        undefined,
        user.headers,
      );
      return { status, body };
    };
    const before = { mine: await answerTo(mine), other: await answerTo(other) };
    await build(mine);
    let after = before.mine;
    const written = await findWrittenTables(async () => {
      after = await answerTo(mine);
    });
    expect(written).toEqual([]);
    expect(after.status).toBe(200);
    expect(after.body).not.toEqual(before.mine.body);
    expect(await answerTo(other)).toEqual(before.other);
  });
});

describe.each(forTheAdmin)("$method $path", (endpoint: Endpoint) => {
  test("is refused to everybody but the administrator", async () => {
    const path = endpoint.path.replace(/\{\w+\}/, "2147483647");
    const body = endpoint.method === "GET" || endpoint.method === "DELETE" ? undefined : {};
    for (const user of [member, earlier, await buildUser({ plan: "pro" })]) {
      const answer = await request(api, endpoint.method, path, body, user.headers);
      expect(answer).toMatchObject({
        status: 403,
        body: { error: "Acesso restrito. Apenas administradores." },
      });
    }
    const answer = await request(api, endpoint.method, path, body, admin.headers);
    expect([200, 400, 404, 409]).toContain(answer.status);
  });
});

async function uploadText(path: string, { headers }: TestUser) {
  const response = await fetch(api.url + path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", ...headers },
    body: "Um texto",
  });
  return { status: response.status, body: await response.json() };
}
