import * as z from "zod/mini";
import { type Login, Registration, type SessionUser } from "@/lib/contracts/accounts/auth";
import { AppError } from "@/lib/errors";
import { checkSecondFactor } from "@/server/accounts/second-factor/second-factor.service";
import { type PersonId, personOfRow } from "@/server/platform/actor";
import { type Client, closeSession } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { setPlan } from "./accounts.repository";
import { normalizeEmail } from "./attempt-limits.service";
import { hashPassword, verifyPassword } from "./password.service";
import { openSignedIn, toSessionUser } from "./sign-in.service";
import { createUserRow, findUser, findUserForLogin, type UserRow } from "./users.repository";

/** Registration without the WhatsApp number: the administrator does not prospect. */
const Administrator = z.pick(Registration, { name: true, email: true, password: true });

/**
 * Opens a session for the account with this e-mail and password.
 * @throws AppError as checkCredentials; issuer_required
 */
export async function logIn(credentials: Login, client: Client, from: CallerNetwork) {
  return openSignedIn(await checkCredentials(credentials, client, from), client, from.network);
}

/** `known`: the account has signed in from the network before. */
export interface CallerNetwork {
  network: string;
  known: boolean;
}

/**
 * Returns the account with this e-mail and password, and the hash that the password matched.
 * @throws AppError invalid_credentials, the same for a wrong password, an unknown e-mail and a deactivated account;
 * second_factor_required and invalid_second_factor, only after the right password; rate_limited, unavailable
 */
export async function checkCredentials(
  credentials: Login,
  client: Client,
  { known }: CallerNetwork,
): Promise<UserRow & { password_hash: string }> {
  const user = await findUserForLogin(credentials.email);
  // In networks where the account was used before, its owner does not queue with strangers who guess its password.
  const caller = `${normalizeEmail(credentials.email)} ${known ? client.ip : "from elsewhere"}`;
  const matches = await verifyPassword(credentials.password, user?.password_hash, caller);
  if (!user || !matches || !user.is_active) throw new AppError("invalid_credentials");
  await requireFactor(user.id, credentials.code);
  return user;
}

/** @throws AppError second_factor_required, invalid_second_factor */
export async function requireFactor(personId: PersonId, code: string | undefined): Promise<void> {
  const factor = await checkSecondFactor(personId, code);
  if (factor === "missing") throw new AppError("second_factor_required");
  if (factor === "wrong") throw new AppError("invalid_second_factor");
}

/** `alongside` joins the transaction. @throws AppError email_taken */
export async function registerUser(
  registration: { name: string; email: string; whatsapp: string; password: string },
  alongside: (user: UserRow) => Promise<void>,
): Promise<{ user: SessionUser }> {
  const { password, ...user } = registration;
  const passwordHash = await hashPassword(password, user.email);
  return transaction(async () => {
    const row = await createUserRow({ ...user, passwordHash });
    if (!row) {
      throw new AppError("email_taken", "", { fields: { email: "E-mail já cadastrado!" } });
    }
    await alongside(row);
    return { user: toSessionUser(row) };
  });
}

/**
 * Creates the administrator's account, once.
 * @throws AppError invalid_input with a message per wrong field, conflict when `adminId` exists, email_taken
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
  if (await findUser(personOfRow(adminId))) throw new AppError("conflict");
  const { password, ...user } = parsed.data;
  const passwordHash = await hashPassword(password, user.email);
  return transaction(async () => {
    const row = await createUserRow({ ...user, id: personOfRow(adminId), passwordHash });
    if (!row) {
      // A concurrent call may have taken the id since the check.
      throw new AppError((await findUser(personOfRow(adminId))) ? "conflict" : "email_taken");
    }
    await setPlan(row.account_id, "pro");
    return { user: toSessionUser({ ...row, plan: "pro" }) };
  });
}

export async function logOut(sessionId: string): Promise<void> {
  await closeSession(sessionId);
}
