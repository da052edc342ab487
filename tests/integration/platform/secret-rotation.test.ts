// Own process: what other files sealed has another secret.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { users } from "@/lib/contracts/accounts/users";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { leads } from "@/lib/contracts/leads/leads";
import { resealFactors } from "@/server/accounts/second-factor/second-factor.service";
import { hashPassword } from "@/server/accounts/users/password.service";
import {
  readSecret,
  resealWebhooks,
} from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { readKeys, resealKeys } from "@/server/messaging/sockets/auth-keys.service";
import { placeOfToken, sealToken } from "@/server/messaging/whatsapp/instances.service";
import { renewWebhooks, resealTokens } from "@/server/messaging/whatsapp/rotation.service";
import { WEBHOOK_HEADER } from "@/server/messaging/whatsapp/webhook-secret.service";
import { getSessionCookieName, sealSessionId } from "@/server/platform/auth/session-cookie.service";
import { openSession } from "@/server/platform/auth/sessions.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env, parseEnv, setEnv } from "@/server/platform/env";
import { resealErasureKey } from "@/server/platform/erased-keys/erased-keys.service";
import { seal, unseal } from "@/server/platform/secrets";
import { checkInstallation, resealWord } from "@/server/platform/system/installation.service";
import { findInstallationName } from "@/server/platform/system/system.repository";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { compiled } from "@/tests/support/commands";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const OLD = "the secret before, long enough for all";
const NEW = "the secret that replaces it, long enough";
const PASSWORD = "a senha do teste";

/** What web, worker and command read: the secret they write with, and the one they understand besides. */
function runUnder(secret: string, accepted?: string): void {
  setEnv(parseEnv({ ...process.env, AUTH_SECRET: secret, AUTH_SECRET_ACCEPTED: accepted }));
}

runUnder(OLD);
const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();
afterAll(() => void setEnv(undefined));

let user: TestUser;
let sessionId: string;
let cookie: string;
let totp: string;
let instance: string;
let before: Address;

interface Address {
  url: string;
  headers: Record<string, string>;
}

beforeAll(async () => {
  // What other files' processes sealed with their own secret.
  await execute(sql`DELETE FROM installation`);
  await execute(sql`DELETE FROM erasure_key`);
  await checkInstallation();
  user = await buildUser({ plan: "pro" });
  const hash = await hashPassword(PASSWORD, user.email);
  await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${user.personId}`);
  const { body } = await callApi(
    api,
    secondFactor.setUp,
    { body: { current_password: PASSWORD } },
    user.headers,
  );
  totp = (body as { secret: string }).secret;
  const confirmed = await confirmFactor();
  expect(confirmed.status).toBe(200);
  const client = { kind: "browser", userAgent: "test", ip: "test" } as const;
  ({ sessionId } = await openSession(user.personId, client));
  cookie = await sealSessionId(sessionId);
  instance = await pairWhatsapp(api, sandbox, user);
  await execute(
    sql`UPDATE whatsapp_instances SET sealed_token = ${sealToken({ owner_id: user.id, place: 1 }, "the token of the phone")} WHERE owner_id = ${user.id}`,
  );
  const { id = 0 } =
    (await firstRow<{ id: number }>(
      sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    )) ?? {};
  const keys = KEY_IDS.map((n) => ({
    id: n,
    sealed: seal("a key of the phone", `whatsapp_auth_keys.sealed_value ${id} session ${n}`),
  }));
  await execute(
    sql`INSERT INTO whatsapp_auth_keys (instance_id, owner_id, type, key_id, sealed_value)
        SELECT i.id, i.owner_id, 'session', n, sealed FROM whatsapp_instances i,
          unnest(${keys.map(({ id }) => id)}::text[], ${keys.map(({ sealed }) => sealed)}::text[]) AS k (n, sealed)
        WHERE i.owner_id = ${user.id}`,
  );
  const made = await callApi(
    api,
    webhooks.create,
    { body: { url: "https://receiver.example/hook", events: ["lead.created"] } },
    user.headers,
  );
  expect(made.status).toBe(201);
  before = await readAddress();
});

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate();
}

const confirmFactor = () =>
  callApi(api, secondFactor.confirm, { body: { code: codeOf(totp) } }, user.headers);

/** Where the gateway sends its webhooks, and with which header. */
async function readAddress(): Promise<Address> {
  const answer = await fetch(`${env.evolutionUrl}/webhook/find/${instance}`, {
    headers: { apikey: env.EVOLUTION_API_KEY ?? "" },
  });
  return (await answer.json()) as Address;
}

async function receives({ url, headers }: Address, id: string): Promise<number> {
  const { status } = await request(
    api,
    "POST",
    new URL(url).pathname,
    {
      event: "messages.upsert",
      instance,
      data: {
        key: { id, remoteJid: "5511988887777@s.whatsapp.net", fromMe: false },
        pushName: "Maria",
        message: { conversation: "oi" },
        messageTimestamp: Math.floor(Date.now() / 1000),
      },
    },
    headers,
  );
  return status;
}

const isSignedIn = async (value: string) => {
  const headers = { cookie: `${getSessionCookieName()}=${value}` };
  const { status } = await request(api, "GET", users.me.path, undefined, headers);
  return status === 200;
};

/** Whether a code of the app counts. */
async function isFactorKnown(): Promise<boolean> {
  await execute(sql`UPDATE second_factors SET last_step = 0 WHERE user_id = ${user.personId}`);
  const answer = await callApi(
    api,
    secondFactor.renewCodes,
    { body: { current_password: PASSWORD, code: codeOf(totp) } },
    user.headers,
  );
  return answer.status === 200;
}

async function readSealed() {
  const row = await firstRow<{ token: string; webhook: string; instance_id: number }>(
    sql`SELECT i.id AS instance_id, i.sealed_token AS token,
               (SELECT sealed_secret FROM webhook_endpoints WHERE owner_id = i.owner_id) AS webhook
        FROM whatsapp_instances i WHERE i.owner_id = ${user.id}`,
  );
  return {
    token: unseal(row?.token ?? "", placeOfToken({ owner_id: user.id, place: 1 })),
    webhook: readSecret({ owner_id: user.id, sealed_secret: row?.webhook ?? "" }) !== null,
    keys: (await readKeys(row?.instance_id ?? 0, "session", KEY_IDS)).size,
  };
}

const KEY_IDS = Array.from({ length: 1203 }, (_, at) => String(at + 1));
const ALL = { token: "the token of the phone", webhook: true, keys: 1203 };

const makeLead = (key: string) =>
  callApi(
    api,
    leads.create,
    { body: { name: "Padaria", whatsapp: "11988880001" } },
    { ...user.headers, "idempotency-key": key },
  );

test("while both secrets are known nothing is lost, whichever of them a process writes with", async () => {
  runUnder(OLD, NEW);
  const first = await makeLead("made-before");
  expect([first.status, first.body]).toEqual([201, expect.anything()]);
  runUnder(NEW, OLD);
  const again = await makeLead("made-before");
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  await checkInstallation();
  expect(await isSignedIn(cookie)).toBe(true);
  expect(await isFactorKnown()).toBe(true);
  expect(await readSealed()).toEqual(ALL);
  expect(await receives(before, "WHILE-BOTH")).toBe(200);
  // What a process under the new secret seals can be read by one that was not restarted yet.
  const sealed = seal("of the new one", "here");
  runUnder(OLD, NEW);
  expect(unseal(sealed, "here")).toBe("of the new one");
});

test("a process that knows only the new secret does not start before the word is sealed again", async () => {
  runUnder(NEW);
  await expect(checkInstallation()).rejects.toThrow("AUTH_SECRET is not the one");
});

test("sealing again changes each value once; a value written meanwhile stays", async () => {
  runUnder(NEW, OLD);
  const sealAll = async () => ({
    keys: await resealKeys(),
    tokens: await resealTokens(),
    webhooks: await resealWebhooks(),
    factors: await resealFactors(),
    erasures: await resealErasureKey(),
    word: await resealWord(),
  });
  const name = await findInstallationName();
  expect(await sealAll()).toEqual({
    keys: 1203,
    tokens: 1,
    webhooks: 1,
    factors: 1,
    erasures: true,
    word: true,
  });
  expect(await sealAll()).toEqual({
    keys: 0,
    tokens: 0,
    webhooks: 0,
    factors: 0,
    erasures: false,
    word: false,
  });
  // By which the store of files knows how far this database had come.
  expect(await findInstallationName()).toBe(name);
});

test("the gateway is told the new address; the former one counts while its secret does", async () => {
  runUnder(NEW, OLD);
  expect(await renewWebhooks()).toEqual({ renewed: 1, failed: 0 });
  const after = await readAddress();
  expect(after.url).not.toBe(before.url);
  expect(await receives(after, "AT-THE-NEW")).toBe(200);
  expect(await receives(before, "AT-THE-FORMER")).toBe(200);
  // Sent again, it is the same one, and the former one stays known.
  expect(await renewWebhooks()).toEqual({ renewed: 1, failed: 0 });
  expect(await receives(before, "AT-THE-FORMER-AGAIN")).toBe(200);
  const stored = await rows<{ id: string }>(
    sql`SELECT provider_message_id AS id FROM messages WHERE owner_id = ${user.id}`,
  );
  expect(stored.map(({ id }) => id).toSorted()).toEqual([
    "AT-THE-FORMER",
    "AT-THE-FORMER-AGAIN",
    "AT-THE-NEW",
    "WHILE-BOTH",
  ]);
});

test("the command does all of it, and ends", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    compiled("scripts/reseal-secrets.ts"),
    {
      cwd: join(import.meta.dirname, "../../.."),
      env: { ...process.env, AUTH_SECRET: NEW, AUTH_SECRET_ACCEPTED: OLD },
      timeout: 120_000,
    },
  );
  expect(stdout.match(/\d+ sealed again/g)).toEqual(Array(5).fill("0 sealed again"));
  expect(stdout).toContain("1 renewed, 0 failed");
});

test("an instance that the gateway cannot renew is counted and keeps its former address", async () => {
  runUnder(NEW, OLD);
  const other = await buildUser();
  await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
        VALUES (${other.id}, 'evolution', ${`garimpo-${other.id}`}, ${Buffer.alloc(32, 7)})`,
  );
  const { port } = new URL(env.evolutionUrl ?? "");
  setEnv(
    parseEnv({
      ...process.env,
      AUTH_SECRET: NEW,
      AUTH_SECRET_ACCEPTED: OLD,
      EVOLUTION_URL: `http://127.0.0.1:${port}/nothing-here`,
    }),
  );
  expect(await renewWebhooks()).toEqual({ renewed: 0, failed: 2 });
  const row = await firstRow(
    sql`SELECT former_webhook_hash FROM whatsapp_instances WHERE owner_id = ${other.id}`,
  );
  expect(row).toEqual({ former_webhook_hash: Buffer.alloc(32, 7) });
  await execute(sql`DELETE FROM whatsapp_instances WHERE owner_id = ${other.id}`);
});

test("without the former secret everything goes on but what only it signed", async () => {
  runUnder(NEW);
  await checkInstallation();
  expect(await readSealed()).toEqual(ALL);
  expect(await isFactorKnown()).toBe(true);
  expect(await receives(await readAddress(), "WITHOUT")).toBe(200);
  expect(await receives({ ...before, headers: before.headers }, "LATE")).toBe(401);
  expect(await receives({ ...before, headers: { [WEBHOOK_HEADER]: "" } }, "FORGED")).toBe(401);
  // A cookie that no process has opened before.
  runUnder(OLD);
  const unopened = await sealSessionId(sessionId);
  runUnder(NEW);
  expect(await isSignedIn(unopened)).toBe(false);
  runUnder(NEW, OLD);
  expect(await isSignedIn(unopened)).toBe(true);
});
