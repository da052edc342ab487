import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { computeCheckDigits } from "@/lib/domain/companies/cnpj";
import { execute, rows, type Sql, sql } from "@/server/platform/db/sql";
import { findRestoredKeys } from "@/server/privacy/requests/person-of-request.service";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance, buildWebhook } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { uploadFile } from "@/tests/support/imports";
import { findEverywhere, workOnErasure } from "@/tests/support/privacy";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let user: TestUser;
beforeEach(async () => {
  user = await buildUser({ plan: "pro" });
  await buildInstance(user);
});

interface Key {
  kind: "phone" | "email" | "cnpj";
  value: string;
}

/** An erasure as it is taken over from the store of files: by its hashes. */
async function takeOver(keys: readonly Key[]): Promise<number> {
  const [request] = await insertRequest();
  for (const { kind, value } of keys) {
    await execute(
      sql`INSERT INTO erased_keys (owner_id, hash, kind, request_id)
          VALUES (${user.id}, erasure_hash(${user.id}::int, ${kind}, ${value}), ${kind}, ${request?.id})`,
    );
  }
  return request?.id ?? 0;
}

async function insertRequest() {
  return rows<{ id: number }>(
    sql`INSERT INTO privacy_requests (owner_id, kind, asked_by, channel) VALUES (${user.id}, 'erase', 'person', 'email') RETURNING id`,
  );
}

const tail = () => String(randomInt(10_000_000, 99_999_999));
function buildCnpj(): string {
  const base = `${tail()}0001`;
  return `${base}${computeCheckDigits(base)}`;
}

/** A row of one place alone, which names a person as it does. */
const PLACES: Record<
  string,
  (key: { phone: string; email: string; cnpj: string }) => Promise<Key[]>
> = {
  "opt-ins": async ({ phone }) => {
    await run(
      sql`INSERT INTO opt_ins (owner_id, phone_key, source) VALUES (${user.id}, ${phone}, 'message')`,
    );
    return [{ kind: "phone", value: phone }];
  },
  "opt-outs in review": async ({ phone }) => {
    await run(
      sql`INSERT INTO opt_out_reviews (owner_id, phone_key, words, provider_message_id, said_at) VALUES (${user.id}, ${phone}, 'x', 'x', now())`,
    );
    return [{ kind: "phone", value: phone }];
  },
  "the rows of a file": async ({ phone, email }) => {
    await uploadFile(
      api,
      user,
      `nome,whatsapp,email\nAna,(${phone.slice(2, 4)}) 9${phone.slice(4, 8)}-${phone.slice(8)},\nBia,,${email}\n`,
    );
    return [
      { kind: "phone", value: phone },
      { kind: "email", value: email },
    ];
  },
  "refused rows": async ({ cnpj }) => {
    await uploadFile(api, user, "nome,whatsapp\nOutra,11966660009\n");
    const written = cnpj.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
    await run(
      sql`INSERT INTO import_refusals (import_id, owner_id, line, reason, cells)
          SELECT id, owner_id, 9, 'x', ARRAY['Ana', ${written}] FROM imports WHERE owner_id = ${user.id}`,
    );
    return [{ kind: "cnpj", value: cnpj }];
  },
  "deliveries to other systems": async ({ phone }) => {
    const endpoint = await buildWebhook(user);
    await run(
      sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload)
          VALUES (${user.id}, ${endpoint}, 'x', ${JSON.stringify({ number: `+${phone.slice(0, 4)}9${phone.slice(4)}` })})`,
    );
    return [{ kind: "phone", value: phone }];
  },
  "dead letters, by an opaque id": async ({ phone }) => {
    const id = `${phone}77@lid`;
    await run(
      sql`INSERT INTO webhook_dead_letters (owner_id, instance_id, event, reason, item)
          SELECT ${user.id}, id, 'x', 'x', ${JSON.stringify({ key: { remoteJid: id } })} FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    );
    return [{ kind: "phone", value: id }];
  },
  "a deleted lead's contacts": async ({ email }) => {
    await run(
      sql`WITH d AS (INSERT INTO lead_deletions (owner_id, leads) VALUES (${user.id}, 1) RETURNING id)
          INSERT INTO deleted_leads (deletion_id, lead_id, owner_id, lead, list_ids, history, contacts)
          SELECT id, 900000001, ${user.id}, '{"name":"Padaria"}', '{}', '[]', ${JSON.stringify([{ email }])}::jsonb FROM d`,
    );
    return [{ kind: "email", value: email }];
  },
  "a merged lead": async ({ email, cnpj }) => {
    await run(
      sql`WITH m AS (INSERT INTO lead_merges (owner_id, survivor_id, names) VALUES (${user.id}, 900000002, ARRAY['Ana']) RETURNING id)
          INSERT INTO merged_leads (lead_id, owner_id, merge_id, survivor_id, lead, list_ids, tag_ids, contacts)
          SELECT 900000003, ${user.id}, id, 900000002, ${JSON.stringify({ cnpj })}::jsonb, '{}', '{}', ${JSON.stringify([{ email }])}::jsonb FROM m`,
    );
    return [
      { kind: "email", value: email },
      { kind: "cnpj", value: cnpj },
    ];
  },
  "the history of another company": async ({ phone }) => {
    const { id } = await buildLead(user.id, { name: "Padaria" });
    const from = `Ana · +55 (${phone.slice(2, 4)}) 9${phone.slice(4, 8)}-${phone.slice(8)}`;
    await run(
      sql`INSERT INTO lead_events (owner_id, lead_id, from_status, to_status, changed_by, changes)
          VALUES (${user.id}, ${id}, 'pending', 'pending', 'person', ${JSON.stringify([{ field: "contact.1", from, to: null }])}::jsonb)`,
    );
    return [{ kind: "phone", value: phone }];
  },
};

const run = (statement: Sql) => execute(statement);

test.each(Object.keys(PLACES))("keys are found in %s alone, and erased there", async (place) => {
  // A number that gained a ninth digit, so that its key has eight.
  const phone = `5511${randomInt(80_000_000, 89_999_999)}`;
  const email = `ana${tail()}@pessoa.example`;
  const keys = (await PLACES[place]?.({ phone, email, cnpj: buildCnpj() })) ?? [];
  const id = await takeOver(keys);
  const [found] = await findRestoredKeys(user.id, [id]);
  for (const { kind, value } of keys) {
    expect(found?.[`${kind}s`]).toContain(value);
  }
  await workOnErasure(id);
  for (const { value } of keys) {
    expect(await findEverywhere(value.replace(/^5511(\d{8})$/, "$1"))).toEqual([]);
  }
});

test("an erasure of which nothing is left in the rows takes nothing else away", async () => {
  const name = `Padaria ${tail()}`;
  const other = String(randomInt(66_000_000, 66_999_999));
  const endpoint = await buildWebhook(user);
  await run(
    sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload) VALUES (${user.id}, ${endpoint}, 'x', ${JSON.stringify({ name })})`,
  );
  await uploadFile(api, user, `nome,whatsapp\nOutra,119${other}\n`);
  const id = await takeOver([{ kind: "phone", value: "5511977776666" }]);
  await workOnErasure(id);
  expect(await findEverywhere(name)).toEqual(["webhook_deliveries.payload"]);
  expect(await findEverywhere(other)).toEqual(["import_chunks.rows"]);
});
