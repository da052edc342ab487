import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { STORAGE_KEY, sealSession } from "@/lib/api/session-store";
import type { SessionUser } from "@/lib/contracts/accounts/auth";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { getCompanyHost } from "@/lib/domain/companies/company-host";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { completeCnpj } from "@/sandbox/brazil/cnpj";
import { startPostgres } from "@/scripts/postgres.mjs";
import type { Account } from "./account";
import { DATA_DIR } from "./ports";

/** A journey's initial state, as rows of the product's database: this saves a second of argon2, requests and pages. */

const SESSION_S = 30 * 24 * 60 * 60;
export const PASSWORD = "uma senha boa";
/** The hash of PASSWORD, with the product's cost. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$h/iikb3Buyrqjrs/9Wf9QQ$oG3PJBB82aIG9yTdbhXJMLxjjw42dFUnmsP6iXm+Iy4";

/** As if the database were a copy of one on another server. */
export async function moveDatabase(): Promise<void> {
  await query("UPDATE installation SET place = 'elsewhere'", []);
}

/** Requires a second factor of every account, including those of journeys that run at the same time. */
export async function requireOfEveryone(): Promise<void> {
  await query("UPDATE installation SET factor_required_of = 'everyone'", []);
}

/** Reverts that. */
export async function releaseAccounts(): Promise<void> {
  await query("UPDATE installation SET factor_required_of = 'nobody'", []);
}

export async function createAccount({ name, email, plan = "free" }: Account): Promise<void> {
  await query(
    `INSERT INTO users (name, email, whatsapp, password_hash, plan)
     VALUES ($1, $2, '5511987654321', $3, $4)`,
    [name, email, PASSWORD_HASH, plan],
  );
}

/** Opens a session, and returns what a browser stores after the login form; its token is then the account's. */
export async function openSession(account: Account, baseURL = "") {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  const [row] = await query<SessionUser & { sid: string }>(
    `WITH account AS (SELECT id, name, email, plan FROM users WHERE email = $1),
       session AS (
         INSERT INTO sessions (user_id, kind, token_hash, user_agent, ip, expires_at)
         SELECT id, 'browser', $2, 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0', '127.0.0.1', now() + make_interval(secs => $3)
         FROM account RETURNING id)
     SELECT account.*, session.id AS sid FROM account, session`,
    [account.email, hash, SESSION_S],
  );
  if (!row) throw new Error(`No account has ${account.email}.`);
  const { sid, ...user } = row;
  account.token = token;
  const { hostname } = new URL(baseURL);
  const cookie = await encode({ secret: readSecret(), maxAge: SESSION_S, token: { sid } });
  return {
    cookies: [
      {
        name: "next-auth.session-token",
        value: cookie,
        domain: hostname,
        path: "/",
        expires: Math.floor(Date.now() / 1000) + SESSION_S,
        httpOnly: true,
        secure: false,
        sameSite: "Lax" as const,
      },
    ],
    origins: [
      {
        origin: baseURL,
        localStorage: [{ name: STORAGE_KEY, value: sealSession({ token, user, plan: user.plan }) }],
      },
    ],
  };
}

/** Changes an account's plan in the database. Open pages are not notified. */
export async function setPlan({ email }: Account, plan: "free" | "pro"): Promise<void> {
  await query(
    "UPDATE accounts SET plan = $2 WHERE id = (SELECT account_id FROM users WHERE email = $1)",
    [email, plan],
  );
}

/** An account without name and e-mail; the e-mail is one account's alone, so a former one gets another. */
export async function forgetIdentity({ email }: Account): Promise<void> {
  await query("UPDATE users SET email = id || '@teste.example' WHERE email = ''", []);
  await query("UPDATE users SET name = '', email = '' WHERE email = $1", [email]);
}

/** Somebody else of the account, who may sign in. The open pages get no notification about them. */
export async function insertColleague(
  { email }: Account,
  name: string,
  role: "manager" | "seller" = "seller",
): Promise<Account> {
  const colleague = { name, email: `colega-${email}`, password: PASSWORD };
  await query(
    `INSERT INTO users (account_id, role, name, email, password_hash)
     SELECT account_id, $5, $2, $3, $4 FROM users WHERE email = $1`,
    [email, name, colleague.email, PASSWORD_HASH, role],
  );
  return colleague;
}

/** Deals that somebody of the account won, with their values in cents; the first of them this month. */
export async function insertWins(
  { email }: Account,
  wins: readonly { by: string; cents: number; monthsAgo?: number }[],
): Promise<void> {
  for (const { by, cents, monthsAgo = 0 } of wins) {
    await query(
      `INSERT INTO leads (owner_id, name, source, seller_id, stage_id, value_cents, status, staged_at)
       SELECT u.account_id, 'Padaria Sol', 'manual', p.id, s.id, $3, 'closed', now() - make_interval(months => $4)
       FROM users u JOIN users p ON p.account_id = u.account_id AND p.name = $2
       JOIN stages s ON s.owner_id = u.account_id AND s.meaning = 'won' WHERE u.email = $1`,
      [email, by, cents, monthsAgo],
    );
  }
}

/** The open pages get no notification about it. */
export async function suspend({ email }: Account): Promise<void> {
  await query("UPDATE users SET suspended_at = now() WHERE email = $1", [email]);
}

interface LeadRow {
  name: string;
  /** In international digits. */
  whatsapp?: string;
  website?: string;
  email?: string;
  address?: string;
  obs?: string;
  city?: string;
  status?: string;
  /** For how many days it has been in its stage. */
  stagedDaysAgo?: number;
  valueCents?: number;
}

/** The open pages get no notification about them. */
export async function insertLeads({ email }: Account, leads: LeadRow[]): Promise<void> {
  const rows = leads.map((lead) => ({
    website: null,
    address: null,
    obs: null,
    city: null,
    status: "pending",
    stagedDaysAgo: 0,
    valueCents: null,
    email: null,
    ...lead,
    phone_key: getPhoneKey(lead.whatsapp),
    site_host: getCompanyHost(lead.website ?? null),
  }));
  await query(
    `INSERT INTO leads (owner_id, source, name, whatsapp, phone_key, website, site_host, email, address, obs, city, status, staged_at, value_cents)
     SELECT users.id, 'manual', l.name, l.whatsapp, phone_key, l.website, site_host, l.email, address, l.obs, l.city, l.status,
            now() - make_interval(days => l."stagedDaysAgo"), l."valueCents"
     FROM users, jsonb_to_recordset($2::jsonb) AS l (name text, whatsapp text, phone_key text, website text, site_host text, email text, address text,
                                                     obs text, city text, status text, "stagedDaysAgo" int, "valueCents" bigint)
     WHERE users.email = $1`,
    [email, JSON.stringify(rows)],
  );
}

/** A search in Campinas that has ended, with companies that it found in Santos. */
export async function insertElsewhere({ email }: Account, names: string[]): Promise<void> {
  const remark = "Encontrado na busca por Campinas - SP, mas o endereço no site é de Santos - SP.";
  const companies = names.map((name, index) => ({
    ...{ name, source: "google_pages", website: `https://longe${index}.example` },
    ...{ siteHost: `longe${index}.example`, whatsapp: null, phone: `551332221${100 + index}` },
    ...{ email: null, address: null, cnpj: null, city: "Santos", state: "SP", evidence: {} },
    ...{ profiles: [], search_remark: remark },
  }));
  await query(
    `WITH list AS (
       INSERT INTO lists (owner_id, name, source, status)
       SELECT id, 'padaria em Campinas/SP', 'google_pages', 'completed' FROM users WHERE email = $1
       RETURNING id, owner_id
     ), search AS (
       INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page, status)
       SELECT owner_id, id, 'pages', 'padaria', 'Campinas', 'SP', 1, 1, 1, 'completed' FROM list
       RETURNING id, owner_id
     )
     INSERT INTO search_results (search_id, owner_id, result_key, url, title, outcome, company)
     SELECT id, owner_id, company->>'siteHost', company->>'website', company->>'name', 'elsewhere', company
     FROM search, jsonb_array_elements($2::jsonb) AS company`,
    [email, JSON.stringify(companies)],
  );
}

/** A partner of the companies with these CNPJs, in the month that is served. */
export async function insertPartner(name: string, cnpjs: readonly string[]): Promise<void> {
  const [month] = await query<{ id: number }>(
    "SELECT id FROM registry_imports WHERE served = 'current'",
    [],
  );
  await query(
    `INSERT INTO registry_${month?.id}.partners (base, name, document, role, since)
     SELECT left(cnpj, 8), $2, '***123456**', 49, '2015-03-01' FROM unnest($1::text[]) AS c (cnpj)`,
    [cnpjs, name],
  );
}

const RADAR_CHANGES = ["opened", "reopened", "moved", "contact_changed", "closed"];

/**
 * What the account's radar found of five companies, one for each kind of change, as a run leaves it for its last step:
 * those that did not close are leads, and the worker reports them. Months are the whole installation's, so that another
 * one is not served for one journey.
 */
export async function insertRadarFindings({ email }: Account): Promise<void> {
  const base = randomBytes(4).readUInt32BE() % 90_000_000;
  const companies = RADAR_CHANGES.map((change, at) => ({
    ...{ change, name: `Restaurante ${at + 1}` },
    cnpj: completeCnpj(`${String(base + at).padStart(8, "0")}0001`),
  }));
  await query(
    `WITH found AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS c (change text, name text, cnpj text)
     ), radar AS (
       SELECT r.id, r.owner_id FROM radars r JOIN users u ON u.id = r.owner_id WHERE u.email = $1
     ), leads AS (
       INSERT INTO leads (owner_id, source, name, cnpj)
       SELECT owner_id, 'receita', name, cnpj FROM radar, found WHERE change <> 'closed'
     ), run AS (
       INSERT INTO radar_runs (radar_id, owner_id, step) SELECT id, owner_id, 'check' FROM radar RETURNING id, radar_id, owner_id
     )
     INSERT INTO radar_findings (radar_id, owner_id, run_id, key, change, name, city, state, saved)
     SELECT radar_id, owner_id, run.id, cnpj, change, name, 'São Paulo', 'SP', change <> 'closed' FROM run, found`,
    [email, JSON.stringify(companies)],
  );
}

let pool: Promise<pg.Pool> | undefined;

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
  pool ??= connect();
  return (await (await pool).query<Row>(text, values)).rows;
}

/** The server is running: this finds its port. */
async function connect() {
  const { url } = await startPostgres({
    folder: resolve(DATA_DIR),
    name: "postgres",
    preferredPort: 0,
  });
  const connectionString = url.replace(/\/postgres$/, "/garimpo");
  return new pg.Pool({ connectionString, max: 2, allowExitOnIdle: true });
}

/** The installation's, as scripts/start.mjs reads it. */
function readSecret(): string {
  const env = { ...parseEnv(readFileSync(".env", "utf8")), ...process.env };
  return env["AUTH_SECRET"] ?? "";
}

/** A task of a lead by its name, whose hour is so many minutes from now. */
export async function insertTask(
  { email }: Account,
  { what, lead, minutes }: { what: string; lead: string; minutes: number },
): Promise<void> {
  await query(
    `INSERT INTO tasks (owner_id, lead_id, what, due_on, due_time)
     SELECT u.id, l.id, $2, at::date, at::time
     FROM users u JOIN leads l ON l.owner_id = u.id AND l.name = $3,
          LATERAL (SELECT date_trunc('minute', now() + $4 * interval '1 minute') AT TIME ZONE 'America/Sao_Paulo') AS due(at)
     WHERE u.email = $1`,
    [email, what, lead, minutes],
  );
}

/** Finished campaigns, the oldest first. */
export async function insertCampaigns({ email }: Account, count: number): Promise<void> {
  await query(
    `INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, created_at, cancelled_at)
     SELECT u.id, n, 'Campanha ' || n, 1, '{Oi}', '{}', now() - ($2::int - n) * interval '1 hour', now()
     FROM users u, generate_series(1, $2::int) AS n WHERE u.email = $1`,
    [email, count],
  );
}

interface ChatRow {
  name?: string;
  words?: string;
  /** The meaning of the words. */
  intent?: AnswerKind;
  /** The day that they name, in days from now. */
  inDays?: number;
  /** The key of a lead's number; another one without it. */
  whatsapp?: string;
}

/** These people wrote, once each, the first of them last. Their messages are stored where a phone is paired. */
export async function insertChats({ email }: Account, chats: ChatRow[]): Promise<void> {
  const rows = chats.map(({ whatsapp, ...chat }, at) => {
    const number = whatsapp ?? `55119${60_000_001 + at}`;
    const texts = { name: `Pessoa ${at + 1}`, words: "Oi", intent: null, inDays: null };
    return { at: at + 1, ...texts, ...chat, number, phone_key: getPhoneKey(number) };
  });
  await query(
    `WITH waiting AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS r (at int, name text, words text, intent text, "inDays" int, number text, phone_key text)
     ), chats AS (
       INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at, waiting_since, unread_count, intent, intent_day)
       SELECT u.id, phone_key, number || '@s.whatsapp.net', r.name, words, now() - make_interval(mins => at), now() - make_interval(mins => at), 1,
              intent, (now() AT TIME ZONE 'America/Sao_Paulo')::date + "inDays"
       FROM users u, waiting r WHERE u.email = $1
       RETURNING id, owner_id, last_message, last_message_at, intent
     )
     INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at, intent)
     SELECT c.owner_id, c.id, i.id, 'row ' || c.id, 'in', c.last_message, c.last_message_at, c.intent
     FROM chats c JOIN whatsapp_instances i ON i.owner_id = c.owner_id`,
    [email, JSON.stringify(rows)],
  );
}

/** Lists without leads, the first of them the oldest. */
export async function insertLists({ email }: Account, count: number): Promise<void> {
  await query(
    `INSERT INTO lists (owner_id, name, source, status, created_at)
     SELECT u.id, 'Lista ' || n, 'manual', 'completed', now() - ($2::int - n) * interval '1 hour'
     FROM users u, generate_series(1, $2::int) AS n WHERE u.email = $1`,
    [email, count],
  );
}

/** As if the working days until the next step of the account's sequences were over. */
export async function passDays({ email }: Account): Promise<void> {
  await query(
    `WITH mine AS (SELECT id FROM users WHERE email = $1), due AS (
       UPDATE campaign_recipients SET due_at = now() - interval '1 millisecond', not_before = now() - interval '1 millisecond'
       WHERE owner_id IN (SELECT id FROM mine) AND step > 1 AND state = 'pending')
     UPDATE campaign_runs SET next_send_at = NULL, resume_at = NULL WHERE owner_id IN (SELECT id FROM mine)`,
    [email],
  );
}

/** As if the seven days in which a deletion can be taken back were over. */
export async function makeDeletionDue(email: string): Promise<void> {
  await query(
    `UPDATE account_deletions SET requested_at = now() - interval '8 days', due_at = now() - interval '1 day'
     WHERE owner_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** Makes sessions so old that sensitive actions ask for the account's proof again. */
export async function ageSessions({ email }: Account): Promise<void> {
  await query(
    `UPDATE sessions SET created_at = created_at - interval '1 hour'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** A session as from another device. */
export async function endSessions({ email }: Account): Promise<void> {
  await query(
    "UPDATE sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [email],
  );
}

/** One event of each type, now. */
export async function insertEvents({ email }: Account, types: readonly string[]): Promise<void> {
  await query(
    `INSERT INTO events (owner_id, event_type)
     SELECT u.id, type FROM users u, unnest($2::text[]) AS type WHERE u.email = $1`,
    [email, types],
  );
}
