import { randomBytes, randomUUID } from "node:crypto";
import type { Plan } from "@/lib/domain/plans/plan";
import { type Actor, founderOf, type OwnerId, type PersonId } from "@/server/platform/actor";
import { createSession } from "@/server/platform/auth/sessions.repository";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { hashToken } from "@/server/platform/secrets";

export interface TestUser {
  /** The account. */
  id: OwnerId;
  personId: PersonId;
  email: string;
  /** An API token: works without a cookie. */
  token: string;
  headers: { token: string };
}

/** A registered user with a session. */
export async function buildUser(
  options: { plan?: Plan; id?: number; dailyLimit?: number } = {},
): Promise<TestUser> {
  const email = `${randomUUID()}@teste.example`;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO users (name, email, whatsapp, password_hash, plan, daily_limit)
        VALUES ('Ana Teste', ${email}, '5511999990000', 'none', ${options.plan ?? "free"}, ${options.dailyLimit ?? 20})
        RETURNING id`,
  );
  if (options.id !== undefined) {
    await execute(sql`UPDATE users SET id = ${options.id} WHERE id = ${row?.id}`);
  }
  const id = (options.id ?? row?.id) as OwnerId;
  const personId = founderOf(id);
  return { id, personId, email, ...(await signIn(personId)) };
}

/** A further session of the person. */
export async function signIn(personId: PersonId): Promise<Pick<TestUser, "token" | "headers">> {
  const token = randomBytes(32).toString("base64url");
  await createSession({
    personId,
    kind: "api",
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + 3_600_000),
    userAgent: null,
    ip: "test",
  });
  return { token, headers: { token } };
}

/** Who acts where a service is called without a request. */
export function actorOf({ id, personId }: Pick<TestUser, "id" | "personId">): Actor {
  return { ownerId: id, personId, sessionId: "test", plan: "free", isAdmin: false };
}
