import { randomInt, randomUUID } from "node:crypto";
import { expect, type Page, request } from "@playwright/test";
import { STORAGE_KEY, sealSession } from "@/lib/api/session-store";
import type { SessionUser } from "@/lib/contracts/accounts/auth";
import { PASSWORD } from "./rows";

export interface Account {
  /** A free plan, the default, shows the upgrade modal after login. */
  plan?: "free" | "pro";
  name: string;
  email: string;
  password: string;
  /** The token of the session that it was signed in by. */
  token?: string;
}

export function newAccount(): Account {
  return { name: "Ana Souza", email: `${randomUUID()}@teste.example`, password: PASSWORD };
}

/** The account that `npm start` seeds. */
export const DEMO: Account = {
  name: "Diego",
  email: "demo@garimpo.local",
  password: "garimpo123",
};
/** Seeded too: 400 leads, no WhatsApp. Several tests use it at once, so each names its own campaigns. */
const PRO: Account = {
  plan: "pro",
  name: "Paula",
  email: "pro@garimpo.local",
  password: "garimpo123",
};
export const ADMIN: Account = {
  plan: "pro",
  name: "Aline",
  email: "admin@garimpo.local",
  password: "garimpo123",
};
/** The account known before a test begins, by `signedInAs`. */
export const SEEDED = {
  visitor: {},
  new: {},
  newPro: { plan: "pro" },
  demo: DEMO,
  pro: PRO,
  admin: ADMIN,
} as const;

/** Registers the account through the API: for journeys about accounts. Others use `createAccount`. */
export async function register(account: Account, baseURL = ""): Promise<void> {
  const { name, email, password } = account;
  const api = await request.newContext({ baseURL, extraHTTPHeaders: ownAddress() });
  const data = { name, email, password, whatsapp: "11987654321" };
  expect((await api.post("/api/create_user", { data })).status()).toBe(201);
  await api.dispose();
}

/**
 * Logs in through the API like a browser: sets the cookie and the stored record that the login form would. For journeys
 * about sessions: others use `openSession`.
 */
export async function signIn(account: Account, baseURL = "") {
  const { email, password } = account;
  const api = await request.newContext({
    baseURL,
    extraHTTPHeaders: { ...ownAddress(), origin: baseURL },
  });
  const answer = await api.post("/api/auth", { data: { email, password } });
  expect(answer.status()).toBe(200);
  const { token, user } = (await answer.json()) as { token: string; user: SessionUser };
  account.token = token;
  const { cookies } = await api.storageState();
  await api.dispose();
  const record = sealSession({ token, user, plan: user.plan });
  return {
    cookies,
    origins: [{ origin: baseURL, localStorage: [{ name: STORAGE_KEY, value: record }] }],
  };
}

/** The token of the account's session in the browser, which needs its cookie; of a new session when it has none. */
export async function findToken(page: Page, account: Account): Promise<string> {
  return account.token ?? createToken(page, account);
}

/** The token of a new session that no browser has. */
export async function createToken(page: Page, { email, password }: Account): Promise<string> {
  const answer = await page.request.post("/api/auth", {
    data: { email, password },
    headers: ownAddress(),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** A unique address per call, because registrations and logins are rate-limited per address. */
function ownAddress() {
  return { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
}
