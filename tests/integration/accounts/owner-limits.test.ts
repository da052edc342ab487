import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { MOST_API_TOKENS } from "@/lib/domain/accounts/api-scopes";
import { MOST_PASSKEYS } from "@/lib/domain/accounts/passkeys";
import { MOST_LEAD_VIEWS } from "@/lib/domain/leads/lead-view";
import { MOST_OWN_FIELDS } from "@/lib/domain/leads/own-fields";
import { MOST_LOSS_REASONS } from "@/lib/domain/leads/stages";
import { MOST_TAGS } from "@/lib/domain/leads/tags";
import { MOST_CANNED_ANSWERS } from "@/lib/domain/messages/canned-answer";
import { MOST_SCHEDULED } from "@/lib/domain/messages/scheduled-message";
import { MOST_OPEN_TASKS } from "@/lib/domain/tasks/task";
import { MOST_WEBHOOKS } from "@/lib/domain/webhooks/webhook-events";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, firstRow, raw, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { Authenticator } from "@/tests/support/authenticator";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const PASSWORD = "a senha do teste";

interface Limit {
  table: string;
  most: number;
  path: string;
  body: (nth: number, user: TestUser) => object | Promise<object>;
  /** Inserts so many at once, where the API would take too long. */
  fill?: (user: TestUser, count: number) => Promise<unknown>;
}

/** All that an account may have only so many of. */
const LIMITS: Limit[] = [
  {
    table: "lead_views",
    most: MOST_LEAD_VIEWS,
    path: "/api/lead_views",
    body: (nth: number) => ({
      name: `Visão ${nth}`,
      settings: { filter: {}, sort: "created_at", direction: "desc", columns: [] },
    }),
  },
  {
    table: "canned_answers",
    most: MOST_CANNED_ANSWERS,
    path: "/api/canned_answers",
    body: (nth: number) => ({ shortcut: `atalho${nth}`, text: "Oi" }),
  },
  {
    table: "webhook_endpoints",
    most: MOST_WEBHOOKS,
    path: "/api/webhook_endpoints",
    body: (nth: number) => ({ url: `https://recebe.example/${nth}`, events: ["lead.created"] }),
  },
  {
    table: "api_tokens",
    most: MOST_API_TOKENS,
    path: "/api/tokens",
    body: (nth: number) => ({ name: `Token ${nth}`, scopes: ["read"], expires_in_days: null }),
  },
  {
    table: "passkeys",
    most: MOST_PASSKEYS,
    path: "/api/passkeys",
    body: async (_nth, { headers }) => {
      const begun = await callApi(
        api,
        passkeys.start,
        { body: { current_password: PASSWORD } },
        headers,
      );
      return new Authenticator(api.url).create(begun.body.options);
    },
    fill: async ({ personId: id }, count) => {
      const hash = await hashPassword(PASSWORD, `of ${id}`);
      await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${id}`);
      await execute(
        sql`INSERT INTO passkeys (owner_id, credential_id, public_key, transports, name, backed_up)
            SELECT ${id}::int, convert_to(${id} || ' ' || n, 'UTF8'), '\\x00', '{}', 'Celular', false
            FROM generate_series(1, ${count}::int) AS n`,
      );
    },
  },
  {
    table: "tasks",
    most: MOST_OPEN_TASKS,
    path: "/api/tasks",
    body: (nth: number) => ({ what: `Ligar ${nth}`, day: "2030-01-31" }),
    fill: ({ id }, count) =>
      execute(
        sql`INSERT INTO tasks (owner_id, what, due_on)
            SELECT ${id}::int, 'Ligar ' || n, '2030-01-31' FROM generate_series(1, ${count}::int) AS n`,
      ),
  },
  {
    table: "scheduled_messages",
    most: MOST_SCHEDULED,
    path: "/api/whatsapp/scheduled_messages",
    body: (nth: number) => ({
      to: "11987654321",
      content: `Oi ${nth}`,
      send_at: "2027-01-31T09:00",
    }),
    fill: ({ id }, count) =>
      execute(
        sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
            SELECT ${id}::int, '551187654321', '5511987654321@s.whatsapp.net', 'Oi', now() + interval '1 day'
            FROM generate_series(1, ${count}::int)`,
      ),
  },
  {
    table: "own_fields",
    most: MOST_OWN_FIELDS,
    path: "/api/own_fields",
    body: (nth: number) => ({ name: `Campo ${nth}`, kind: "text" }),
    fill: ({ id }, count) =>
      execute(
        sql`INSERT INTO own_fields (owner_id, key, name, kind, position)
            SELECT ${id}::int, 'cheio_' || n, 'Cheio ' || n, 'text', n FROM generate_series(1, ${count}::int) AS n`,
      ),
  },
  {
    table: "tags",
    most: MOST_TAGS,
    path: "/api/tags",
    body: (nth: number) => ({ name: `Etiqueta ${nth}` }),
    fill: ({ id }, count) =>
      execute(
        sql`INSERT INTO tags (owner_id, name, colour)
            SELECT ${id}::int, 'Cheia ' || n, 'sky' FROM generate_series(1, ${count}::int) AS n`,
      ),
  },
  {
    table: "loss_reasons",
    most: MOST_LOSS_REASONS,
    path: "/api/loss_reasons",
    body: (nth: number) => ({ name: `Motivo ${nth}` }),
    // Beside those that an account begins with.
    fill: ({ id }, count) =>
      execute(
        sql`INSERT INTO loss_reasons (owner_id, name) SELECT ${id}::int, 'Cheio ' || n
            FROM generate_series(1, ${count}::int - (SELECT count(*)::int FROM loss_reasons WHERE owner_id = ${id})) AS n`,
      ),
  },
];

const create = (user: TestUser, path: string, body: object) =>
  request(api, "POST", path, body, user.headers);

const countIn = async (table: string, user: TestUser) =>
  (
    await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM ${raw(table)} WHERE owner_id IN (${user.id}, ${user.personId})`,
    )
  )?.count;

describe("a limit on how many an account may have", () => {
  test.each(LIMITS)("of $table holds for twenty requests at once", async (limit) => {
    const user = await buildUser({ plan: "pro" });
    await limit.fill?.(user, limit.most - 1);
    for (let nth = limit.fill ? limit.most : 0; nth < limit.most - 1; nth += 1) {
      const made = await create(user, limit.path, await limit.body(nth, user));
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
      if (nth % 10 === 9) await execute(sql`DELETE FROM rate_limits`);
    }
    await execute(sql`DELETE FROM rate_limits`);
    const bodies: object[] = [];
    for (let at = 0; at < 20; at += 1) bodies.push(await limit.body(1_000 + at, user));
    const answers = await Promise.all(bodies.map((body) => create(user, limit.path, body)));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const { status } of answers) if (status >= 300) expect(status).toBe(409);
    expect(await countIn(limit.table, user)).toBe(limit.most);
  });

  test("is known here wherever a statement counts before it inserts", () => {
    const server = join(import.meta.dirname, "../../../server");
    const counting = /INSERT INTO (\w+)(?:(?!`)[\s\S])*?SELECT count\(\*\) FROM \1 WHERE owner_id/g;
    const tables = readdirSync(server, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".repository.ts"))
      .flatMap((file) => {
        const text = readFileSync(join(server, file), "utf8");
        const found = [...text.matchAll(counting)].map(([, table]) => table ?? "");
        if (found.length > 0) {
          expect(text, file).toMatch(/await lock(Owner\(ownerId|Person\(personId)\);/);
        }
        return found;
      });
    expect([...new Set(tables)].toSorted()).toEqual(LIMITS.map(({ table }) => table).toSorted());
  });
});
