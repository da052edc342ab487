import { randomBytes, randomUUID } from "node:crypto";
import type { Plan } from "@/lib/domain/plans/plan";
import type { Actor, OwnerId, PersonId } from "@/server/platform/actor";
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
  const row = await firstRow<{ id: PersonId; account_id: OwnerId }>(
    sql`INSERT INTO users (id, name, email, whatsapp, password_hash)
        VALUES (coalesce(${options.id ?? null}::int, nextval('users_id_seq')::int), 'Ana Teste', ${email}, '5511999990000',
                'none') RETURNING id, account_id`,
  );
  if (!row) throw new Error("no account");
  const { id: personId, account_id: id } = row;
  await execute(
    sql`UPDATE accounts SET plan = ${options.plan ?? "free"}, daily_limit = ${options.dailyLimit ?? 20} WHERE id = ${id}`,
  );
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
