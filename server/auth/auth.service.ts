import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { type Credentials, Registration, type SessionUser } from "@/lib/contracts/auth";
import { AppError } from "@/lib/errors";
import { hashToken } from "./credentials";
import { hashPassword, passwordMatches } from "./password";
import { SESSION_LIFETIME_S } from "./session-cookie";
import { createSession, revokeSession } from "./sessions.repository";
import {
  createUserRow,
  createUserRowWithId,
  findUser,
  findUserForLogin,
  type UserRow,
} from "./users.repository";

/** What registration asks for, but a WhatsApp number: the administrator prospects nobody. */
const Administrator = z.pick(Registration, { name: true, email: true, password: true });

export interface Client {
  /** A browser's session works only together with its cookie. */
  kind: "browser" | "api";
  userAgent: string | null;
  ip: string;
}

/**
 * Opens a session. The token is 32 random bytes, given out once; only its hash is stored.
 * @throws AppError invalid_credentials, the same for a wrong password, an unknown e-mail and a deactivated account
 */
export async function logIn(credentials: Credentials, client: Client) {
  const user = await findUserForLogin(credentials.email);
  const matches = await passwordMatches(credentials.password, user?.password_hash);
  if (!user || !matches || !user.is_active) throw new AppError("invalid_credentials");
  const token = randomBytes(32).toString("base64url");
  const sessionId = await createSession({
    ...client,
    userId: user.id,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + SESSION_LIFETIME_S * 1000),
  });
  return { token, sessionId, user: toSessionUser(user) };
}

/** @throws AppError email_taken */
export async function registerUser(registration: {
  name: string;
  email: string;
  whatsapp: string;
  password: string;
}): Promise<{ user: SessionUser }> {
  const { password, ...user } = registration;
  const row = await createUserRow({ ...user, passwordHash: await hashPassword(password) });
  if (!row) {
    throw new AppError("email_taken", "", { fields: { email: "E-mail já cadastrado!" } });
  }
  return { user: toSessionUser(row) };
}

/**
 * Creates the designated administrator's account, once.
 * @throws AppError invalid_input with a line per wrong field, conflict when `adminId` exists, email_taken
 */
export async function createAdministrator(
  adminId: number,
  account: { name: string; email: string; password: string },
): Promise<{ user: SessionUser }> {
  const parsed = z.safeParse(Administrator, account);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => [path.join("."), message]);
    throw new AppError("invalid_input", "", { fields: Object.fromEntries(fields) });
  }
  if (await findUser(adminId)) throw new AppError("conflict");
  const { password, ...user } = parsed.data;
  const row = await createUserRowWithId(adminId, {
    ...user,
    plan: "pro",
    passwordHash: await hashPassword(password),
  });
  if (!row) {
    // Two at once: the id may have gone since it was looked for.
    throw new AppError((await findUser(adminId)) ? "conflict" : "email_taken");
  }
  return { user: toSessionUser(row) };
}

export async function logOut(sessionId: string): Promise<void> {
  await revokeSession(sessionId);
}

function toSessionUser({ id, name, email, plan }: UserRow): SessionUser {
  return { id, name, email, plan };
}
