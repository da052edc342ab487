import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { beforeEach, describe, expect, test } from "vitest";
import { type Actor, ownerOfRow, type PersonId } from "@/server/platform/actor";
import { authenticate } from "@/server/platform/auth/credentials.service";
import {
  getSessionCookieName,
  openSessionCookie,
  sealSessionId,
  setCookieHeader,
} from "@/server/platform/auth/session-cookie.service";
import {
  findLiveSessionById,
  revokeSession,
  revokeSessionOf,
  revokeSessionsOf,
} from "@/server/platform/auth/sessions.repository";
import {
  closeSession,
  closeSessionsOf,
  endSession,
  listSessions,
  openSession,
} from "@/server/platform/auth/sessions.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { actorOf, buildUser } from "@/tests/factories/users";

const DAY_S = 24 * 60 * 60;

let owner: PersonId;
let other: PersonId;
beforeEach(async () => {
  [owner, other] = [(await buildUser()).personId, (await buildUser()).personId];
  await execute(sql`DELETE FROM sessions`);
});

const open = (personId: PersonId, kind: "browser" | "api" = "api", ip = "10.0.0.1") =>
  openSession(personId, { kind, userAgent: "test", ip });
const isLive = async (sessionId: string) => (await findLiveSessionById(sessionId)) !== null;
const readSession = (sessionId: string) =>
  firstRow<{ revoked_at: Date | null; last_seen_s: number; lifetime_s: number }>(
    sql`SELECT revoked_at, extract(epoch FROM now() - last_seen_at)::float8 AS last_seen_s,
               extract(epoch FROM expires_at - created_at)::float8 AS lifetime_s
        FROM sessions WHERE id = ${sessionId}::uuid`,
  );

const ask = (headers: Record<string, string>, method = "GET") =>
  authenticate(new Request("http://localhost/api/leads", { method, headers }), "read");
const refused = { name: "AppError", code: "unauthenticated" };

describe("the cookie", () => {
  test("holds a session's id for thirty days, for the server alone", async () => {
    const id = randomUUID();
    const sealed = await sealSessionId(id);
    expect(sealed).not.toContain(id);
    expect(await openSessionCookie(sealed)).toBe(id);
    expect(await openSessionCookie(sealed)).toBe(id);
    const attributes = setCookieHeader(sealed).split("; ").slice(1);
    expect(attributes.toSorted()).toEqual([
      "HttpOnly",
      `Max-Age=${30 * DAY_S}`,
      "Path=/",
      "SameSite=Lax",
    ]);
    expect(setCookieHeader("", 0)).toContain("Max-Age=0");
  });

  test.each<[string, () => Promise<string | undefined>]>([
    ["missing", async () => undefined],
    ["empty", async () => ""],
    ["damaged", async () => (await sealSessionId(randomUUID())).slice(0, -4)],
    ["no token", async () => "nonsense"],
    ["without an id", () => encode({ secret: env.AUTH_SECRET, token: {} })],
    [
      "with another kind of id",
      () => encode({ secret: env.AUTH_SECRET, token: { sid: 5 as never } }),
    ],
    [
      "of another installation",
      () => encode({ secret: "x".repeat(40), token: { sid: randomUUID() } }),
    ],
    [
      "expired",
      () => encode({ secret: env.AUTH_SECRET, token: { sid: randomUUID() }, maxAge: -60 }),
    ],
  ])("that is %s holds none", async (_, cookie) => {
    expect(await openSessionCookie(await cookie())).toBeNull();
  });
});

describe("who is asking", () => {
  test("is told by a token in any of its headers, and by nothing that only contains it", async () => {
    const { token, sessionId } = await open(owner);
    const spellings: Record<string, string>[] = [
      { token },
      { token: ` ${token} ` },
      { authorization: token },
      { authorization: `Bearer ${token}` },
      { authorization: `bearer   ${token}` },
    ];
    for (const headers of spellings) {
      expect(await ask(headers, "POST")).toEqual({
        ownerId: owner,
        personId: owner,
        role: "owner",
        sight: null,
        sessionId,
        plan: "free",
        isAdmin: false,
        isProved: true,
      });
    }
    for (const authorization of [`x Bearer ${token}`, `Bearer Bearer ${token}`, `${token} x`]) {
      await expect(ask({ authorization })).rejects.toMatchObject(refused);
    }
    await expect(ask({})).rejects.toMatchObject(refused);
  });

  test("is told by a browser's cookie alone for what only reads", async () => {
    const { sessionId } = await open(owner, "browser");
    const cookie = `${getSessionCookieName()}=${await sealSessionId(sessionId)}`;
    expect(await ask({ cookie })).toMatchObject({ personId: owner });
    expect(await ask({ cookie }, "HEAD")).toMatchObject({ personId: owner });
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await expect(ask({ cookie }, method)).rejects.toMatchObject(refused);
    }
  });

  test("is told by a browser's token only together with the same session's cookie", async () => {
    const [mine, theirs] = [await open(owner, "browser"), await open(owner, "browser")];
    const seal = async (id: string) => `${getSessionCookieName()}=${await sealSessionId(id)}`;
    const { token, sessionId } = mine;
    expect(await ask({ token, cookie: await seal(sessionId) }, "POST")).toMatchObject({
      sessionId,
    });
    for (const cookie of ["", await seal(theirs.sessionId), await seal("short")]) {
      await expect(ask({ token, cookie })).rejects.toMatchObject(refused);
    }
  });

  test("is noted every five minutes", async () => {
    const { token, sessionId } = await open(owner);
    const seenAgo = (minutes: number) =>
      execute(
        sql`UPDATE sessions SET last_seen_at = now() - ${minutes} * interval '1 minute' WHERE id = ${sessionId}::uuid`,
      );
    await seenAgo(4.5);
    await ask({ token });
    expect((await readSession(sessionId))?.last_seen_s).toBeGreaterThan(200);
    await seenAgo(5.5);
    await ask({ token });
    expect((await readSession(sessionId))?.last_seen_s).toBeLessThan(60);
  });

  test("is nobody once the session expired", async () => {
    const { token, sessionId } = await open(owner);
    expect((await readSession(sessionId))?.lifetime_s).toBeCloseTo(30 * DAY_S, -1);
    // A stored time is rounded to milliseconds: that of this instant may be yet to come.
    await execute(
      sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = ${sessionId}::uuid`,
    );
    await expect(ask({ token })).rejects.toMatchObject(refused);
  });
});

describe("ending a session", () => {
  test("ends that one, once", async () => {
    const [ended, staying] = [await open(owner), await open(owner)];
    await closeSession(ended.sessionId);
    expect(await isLive(ended.sessionId)).toBe(false);
    expect(await isLive(staying.sessionId)).toBe(true);
    const before = await readSession(ended.sessionId);
    expect(await revokeSession(ended.sessionId)).toBeNull();
    expect((await readSession(ended.sessionId))?.revoked_at).toEqual(before?.revoked_at);
    expect(await revokeSession(staying.sessionId)).toBe(owner);
  });

  test("by its owner needs a session that is the owner's and not over", async () => {
    const [mine, theirs, expired] = [await open(owner), await open(other), await open(owner)];
    await execute(
      sql`UPDATE sessions SET expires_at = now() - interval '1 millisecond' WHERE id = ${expired.sessionId}::uuid`,
    );
    const actor: Actor = {
      ...actorOf({ id: ownerOfRow(owner), personId: owner }),
      sessionId: mine.sessionId,
    };
    for (const { sessionId } of [theirs, expired]) {
      await expect(endSession(actor, sessionId)).rejects.toMatchObject({ code: "not_found" });
      expect(await revokeSessionOf(owner, sessionId)).toBe(false);
    }
    expect(await isLive(theirs.sessionId)).toBe(true);
    expect(await endSession(actor, mine.sessionId)).toEqual({ success: true });
    await expect(endSession(actor, mine.sessionId)).rejects.toMatchObject({ code: "not_found" });
  });

  test("all of an account leaves other accounts', and what ended before as it was", async () => {
    const [first, second, theirs] = [await open(owner), await open(owner), await open(other)];
    await revokeSession(first.sessionId);
    const before = await readSession(first.sessionId);
    await closeSessionsOf(owner);
    expect(await isLive(second.sessionId)).toBe(false);
    expect(await isLive(theirs.sessionId)).toBe(true);
    await revokeSessionsOf(owner);
    expect((await readSession(first.sessionId))?.revoked_at).toEqual(before?.revoked_at);
  });
});

test("live sessions are listed, the last used first and of those the latest, the current one marked", async () => {
  const opened = [await open(owner), await open(owner), await open(owner), await open(owner)];
  const ids = opened.map(({ sessionId }) => sessionId) as [string, string, string, string];
  const [oldest, newest, expired, used] = ids;
  const set = (id: string, createdAgo: number, seenAgo: number, expiresIn: number) =>
    execute(
      sql`UPDATE sessions SET created_at = now() - ${createdAgo} * interval '1 minute',
                 last_seen_at = now() - ${seenAgo} * interval '1 minute', expires_at = now() + ${expiresIn} * interval '1 minute'
          WHERE id = ${id}::uuid`,
    );
  // In one transaction now() does not change, so that two were seen at the same instant.
  await transaction(async () => {
    await set(oldest, 60, 10, 60);
    await set(expired, 60, 0, 0);
    await set(used, 90, 1, 60);
    await set(newest, 20, 10, 60);
  });
  await open(other);
  const actor: Actor = {
    ...actorOf({ id: ownerOfRow(owner), personId: owner }),
    sessionId: newest,
  };
  const { sessions } = await listSessions(actor);
  expect(sessions.map(({ id, current }) => [id, current])).toEqual([
    [used, false],
    [newest, true],
    [oldest, false],
  ]);
});
