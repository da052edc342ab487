import { randomBytes, randomUUID } from "node:crypto";
import type { Role } from "@/lib/domain/accounts/roles";
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

/**
 * A founder's two numbers are equal, which hides a mix-up of account and person: with TEST_AS=member everybody but the
 * administrator is somebody whom the founder invited.
 */
const AS_MEMBER = process.env["TEST_AS"] === "member";

/** A registered user with a session. */
export async function buildUser(
  options: { plan?: Plan; id?: number; dailyLimit?: number } = {},
): Promise<TestUser> {
  const email = `${randomUUID()}@teste.example`;
  const founder = options.id === undefined && AS_MEMBER ? `funda-${email}` : email;
  const row = await firstRow<{ id: PersonId; account_id: OwnerId }>(
    sql`INSERT INTO users (id, name, email, whatsapp, password_hash)
        VALUES (coalesce(${options.id ?? null}::int, nextval('users_id_seq')::int), 'Ana Teste', ${founder}, '5511999990000',
                'none') RETURNING id, account_id`,
  );
  if (!row) throw new Error("no account");
  const { account_id: id } = row;
  const personId = options.id === undefined && AS_MEMBER ? await buildMember(id, email) : row.id;
  await execute(
    sql`UPDATE accounts SET plan = ${options.plan ?? "free"}, daily_limit = ${options.dailyLimit ?? 20} WHERE id = ${id}`,
  );
  return { id, personId, email, ...(await signIn(personId)) };
}

/** Somebody else of the account, who may do all that its founder may unless said otherwise. */
export async function buildMember(
  ownerId: OwnerId,
  email: string = `${randomUUID()}@teste.example`,
  role: Role = "owner",
): Promise<PersonId> {
  const row = await firstRow<{ id: PersonId }>(
    sql`INSERT INTO users (account_id, role, name, email, whatsapp, password_hash)
        VALUES (${ownerId}, ${role}, 'Ana Teste', ${email}, '5511999990000', 'none') RETURNING id`,
  );
  if (!row) throw new Error("no member");
  return row.id;
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
  return {
    ownerId: id,
    personId,
    sessionId: "test",
    role: "owner",
    sight: null,
    plan: "free",
    isAdmin: false,
  };
}
