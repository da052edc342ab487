import { beforeAll, describe, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import type { Table } from "@/lib/domain/custody/tables/table";
import { TABLES } from "@/lib/domain/custody/tables/tables";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { markLeadAnswered, markLeadsSent } from "@/server/leads/leads/lead-marks.service";
import { trimMerges } from "@/server/leads/merges/lead-merges.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
let user: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  [user, stranger] = [await buildUser({ plan: "pro" }), await buildUser()];
});

const merge = (lead_ids: number[], more: object = {}, who = user) =>
  callApi(api, leadMerges.merge, { body: { lead_ids, ...more } }, who.headers);
const undo = (id: number, who = user) =>
  callApi(api, leadMerges.undo, { params: { id } }, who.headers);
const get = (id: number, who = user) => callApi(api, leads.get, { params: { id } }, who.headers);
const stored = (ids: number[]) =>
  rows<{ lead: Record<string, unknown> }>(
    sql`SELECT to_jsonb(l) - 'updated_at' - 'edited_at' AS lead FROM leads l WHERE id = ANY(${ids}::int[]) ORDER BY id`,
  );
const set = (id: number, values: Record<string, unknown>) =>
  execute(
    sql`UPDATE leads l SET (email, city, obs, cnpj, value_cents, contacted_at, status, phone) =
          (SELECT coalesce(r.email, l.email), coalesce(r.city, l.city), coalesce(r.obs, l.obs), coalesce(r.cnpj, l.cnpj),
                  coalesce(r.value_cents, l.value_cents), coalesce(r.contacted_at, l.contacted_at), coalesce(r.status, l.status),
                  coalesce(r.phone, l.phone)
           FROM jsonb_populate_record(NULL::leads, ${JSON.stringify(values)}::jsonb) AS r) WHERE id = ${id}`,
  );

/** Two leads, the second with what the first lacks, and rows of every kind that name it. */
async function buildPair() {
  const [one, other] = [
    await buildLead(user.id, { name: "Padaria Modelo" }),
    await buildLead(user.id, { name: "Padaria Modelo Ltda", city: "Santos" }),
  ];
  await set(one.id, { value_cents: 500 });
  await set(other.id, { email: "oi@modelo.example", obs: "Forno novo", value_cents: 900 });
  const [own, joint] = [await buildList(user.id), await buildList(user.id)];
  await execute(
    sql`INSERT INTO list_leads (list_id, lead_id, owner_id)
        VALUES (${own}, ${other.id}, ${user.id}), (${joint}, ${other.id}, ${user.id}), (${joint}, ${one.id}, ${user.id})`,
  );
  const [tag] = await rows<{ id: number }>(
    sql`INSERT INTO tags (owner_id, name, colour) VALUES (${user.id}, ${`T${other.id}`}, 'gold') RETURNING id`,
  );
  await execute(
    sql`INSERT INTO lead_tags (owner_id, tag_id, lead_id) VALUES (${user.id}, ${tag?.id}, ${other.id})`,
  );
  await execute(
    sql`INSERT INTO tasks (owner_id, lead_id, what, due_on) VALUES (${user.id}, ${other.id}, 'Ligar', '2030-01-31')`,
  );
  await execute(
    sql`INSERT INTO notes (owner_id, lead_id, text) VALUES (${user.id}, ${other.id}, 'Fala com a Ana')`,
  );
  const [field] = await rows<{ id: number }>(
    sql`INSERT INTO own_fields (owner_id, key, name, kind, position)
        VALUES (${user.id}, ${`f${other.id}`}, ${`F${other.id}`}, 'text', ${other.id}) RETURNING id`,
  );
  await execute(
    sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, text) VALUES (${user.id}, ${field?.id}, ${other.id}, 0, 'Três fornos')`,
  );
  await execute(
    sql`UPDATE leads SET status = 'answered', status_by = 'reply' WHERE id = ${other.id}`,
  );
  return { one: one.id, other: other.id, own, joint, tag: tag?.id ?? 0, key: `f${other.id}` };
}

/** Everything that names one of these leads. */
const named = async (ids: number[]) => ({
  leads: await stored(ids),
  lists: await rows(
    sql`SELECT list_id, lead_id FROM list_leads WHERE lead_id = ANY(${ids}::int[]) ORDER BY 1, 2`,
  ),
  tags: await rows(
    sql`SELECT tag_id, lead_id FROM lead_tags WHERE lead_id = ANY(${ids}::int[]) ORDER BY 1, 2`,
  ),
  pairs: await rows(
    sql`SELECT low_id, high_id FROM distinct_leads WHERE low_id = ANY(${ids}::int[]) OR high_id = ANY(${ids}::int[]) ORDER BY 1, 2`,
  ),
  tasks: await rows(
    sql`SELECT id, lead_id FROM tasks WHERE lead_id = ANY(${ids}::int[]) ORDER BY 1`,
  ),
  notes: await rows(
    sql`SELECT id, lead_id FROM notes WHERE lead_id = ANY(${ids}::int[]) ORDER BY 1`,
  ),
  values: await rows(
    sql`SELECT field_id, lead_id, text FROM lead_values WHERE lead_id = ANY(${ids}::int[]) ORDER BY 1, 2`,
  ),
});

/** Tables whose `lead_id` a merge leaves as it is. */
const LEFT_ALONE: Record<string, string> = {
  credit_entries: "a ledger: what was paid for stays so",
  deleted_leads: "leads that were deleted, which nobody merges",
  merged_leads: "the merges themselves",
  site_checks: "a visit that waits, which goes with its lead",
};

test("a merge treats every table that names a lead", async () => {
  const tables = await rows<{ name: string }>(
    sql`SELECT DISTINCT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE a.attname = 'lead_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND c.relnamespace = 'public'::regnamespace
        UNION SELECT conrelid::regclass::text FROM pg_constraint
        WHERE contype = 'f' AND confrelid = 'leads'::regclass`,
  );
  const merged = (how: Table["merged"]) =>
    Object.entries<Table>(TABLES).flatMap(([name, table]) => (table.merged === how ? [name] : []));
  const treated = [
    ...merged("moved"),
    ...merged("joined"),
    ...Object.keys(LEFT_ALONE),
    // A pair with a lead that is part of another one is no pair.
    "distinct_leads",
    // The lead that stays may be a company that the other one is not: the user is asked about it again.
    "company_denials",
  ];
  expect(tables.map(({ name }) => name).sort()).toEqual(treated.sort());
});

describe("a merge", () => {
  test("gives the lead that stays what it lacks, and everything that names the other", async () => {
    const { one, other, own, joint, tag, key } = await buildPair();
    const answer = await merge([other, one]);
    expect(answer).toMatchObject({
      status: 201,
      body: { merge: { survivor_id: one, names: ["Padaria Modelo Ltda"], can_undo: true } },
    });
    const { lead } = (await get(one)).body;
    expect(lead).toMatchObject({
      ...{ id: one, name: "Padaria Modelo Ltda", city: "Santos", email: "oi@modelo.example" },
      ...{ obs: "Forno novo", value_cents: 500, status: "answered", tag_ids: [tag] },
      own: { [key]: "Três fornos" },
    });
    expect(lead.lists.map(({ id }) => id).sort()).toEqual([own, joint].sort());
    const after = await named([one, other]);
    expect(after.leads).toHaveLength(1);
    expect(after).toMatchObject({ tasks: [{ lead_id: one }], notes: [{ lead_id: one }] });
    const history = await callApi(
      api,
      leadHistory.list,
      { params: { id: one }, query: {} },
      user.headers,
    );
    expect(history.body.history).toContainEqual(
      expect.objectContaining({ kind: "merged", text: "Padaria Modelo Ltda" }),
    );
  });

  test("is undone: both are as they were, with all that names them", async () => {
    const { one, other } = await buildPair();
    const third = await buildLead(user.id);
    await execute(
      sql`INSERT INTO distinct_leads (owner_id, low_id, high_id) VALUES (${user.id}, ${other}, ${third.id})`,
    );
    const before = await named([one, other]);
    const { body } = await merge([one, other]);
    const undone = await undo(body.merge.id);
    expect(undone).toMatchObject({ status: 200, body: { lead_ids: [other], kept: [] } });
    expect(await named([one, other])).toEqual(before);
    expect(await undo(body.merge.id)).toMatchObject({ status: 404 });
  });

  test("takes the values, and the survivor, that a person chose", async () => {
    const { one, other, key } = await buildPair();
    const number = (await get(one)).body.lead.whatsapp;
    await merge([one, other], {
      survivor_id: other,
      choices: { whatsapp: one, name: one, value_cents: other, [`own.${key}`]: one },
    });
    expect((await get(other)).body.lead).toMatchObject({
      ...{ name: "Padaria Modelo", whatsapp: number, value_cents: 900, own: {} },
    });
  });

  test("refuses what it cannot do, with a sentence on its field", async () => {
    const [one, other] = [await buildLead(user.id), await buildLead(user.id)];
    const theirs = await buildLead(stranger.id);
    expect(await merge([one.id])).toMatchObject({ status: 400 });
    expect(await merge([one.id, one.id])).toMatchObject({ status: 400 });
    expect(await merge([one.id, theirs.id])).toMatchObject({ status: 404 });
    expect(await merge([one.id, other.id], { survivor_id: theirs.id })).toMatchObject({
      status: 400,
      body: { fields: { survivor_id: "Escolha um dos leads que serão juntados." } },
    });
    expect(await merge([one.id, other.id], { choices: { tudo: one.id } })).toMatchObject({
      body: { fields: { "choices.tudo": "Este campo não existe." } },
    });
    expect(await stored([one.id, other.id])).toHaveLength(2);
  });

  test("keeps ten leads at once, and eleven are too many", async () => {
    const ids: number[] = [];
    for (let at = 0; at < 11; at += 1) ids.push((await buildLead(user.id)).id);
    expect(await merge(ids)).toMatchObject({ status: 400 });
    expect(await merge(ids.slice(1))).toMatchObject({ status: 201 });
    expect(await stored(ids)).toHaveLength(2);
  });
});

describe("the id and the number of a merged lead", () => {
  test("lead to the one that stayed, after a second merge too", async () => {
    const [a, b, c] = [
      await buildLead(user.id),
      await buildLead(user.id),
      await buildLead(user.id),
    ];
    await merge([a.id, b.id], { survivor_id: b.id, choices: { whatsapp: b.id } });
    await merge([b.id, c.id], { survivor_id: c.id, choices: { whatsapp: c.id } });
    expect((await get(a.id)).body).toMatchObject({ merged_into: c.id, lead: { id: c.id } });
    expect((await get(c.id)).body).not.toHaveProperty("merged_into");
    const edited = await callApi(
      api,
      leads.update,
      { params: { id: a.id }, body: { obs: "Pelo id antigo" } },
      user.headers,
    );
    expect(edited).toMatchObject({ body: { merged_into: c.id, lead: { obs: "Pelo id antigo" } } });
    const found = await callApi(
      api,
      leads.byPhone,
      { params: { number: a.whatsapp ?? "" } },
      user.headers,
    );
    expect(found).toMatchObject({ body: { data: { lead: { id: c.id } } } });
    expect(await get(a.id, stranger)).toMatchObject({ status: 404 });
    // Only a person who means the lead that stayed deletes it.
    const deleted = await callApi(api, leads.remove, { params: { id: a.id } }, user.headers);
    expect(deleted).toMatchObject({ status: 404 });
  });

  test("an answer from it is one of the lead that stayed; an opt-out is the number's", async () => {
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    const keys = await rows<{ phone_key: string }>(
      sql`SELECT phone_key FROM leads WHERE id = ${b.id}`,
    );
    const key = keys[0]?.phone_key ?? "";
    await merge([a.id, b.id], { survivor_id: a.id });
    expect(await markLeadAnswered(user.id, key, "opted_out")).toBeNull();
    expect(await markLeadAnswered(user.id, key, "answered")).toMatchObject({
      id: a.id,
      newly_answered: true,
    });
  });

  test("a message that was on its way counts for the lead that stayed", async () => {
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    await merge([a.id, b.id], { survivor_id: a.id });
    await markLeadsSent([{ ownerId: user.id, leadId: b.id }]);
    expect((await get(a.id)).body.lead).toMatchObject({
      status: "sent",
      contacted_at: expect.any(String),
    });
  });
});

describe("contacts and opt-outs", () => {
  test("whoever was contacted under one id is so under the other", async () => {
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    await set(b.id, { contacted_at: "2026-01-02T00:00:00Z", status: "sent" });
    const { body } = await merge([a.id, b.id], { survivor_id: a.id });
    expect((await get(a.id)).body.lead.contacted_at).toBe("2026-01-02T00:00:00.000Z");
    await undo(body.merge.id);
    expect((await get(a.id)).body.lead.contacted_at).toBeNull();
  });

  test("a lead that was written to while it was merged stays contacted", async () => {
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    const { body } = await merge([a.id, b.id], { survivor_id: a.id });
    await buildInstance(user);
    await execute(
      sql`WITH c AS (INSERT INTO conversations (owner_id, phone_key, chat_id)
            SELECT owner_id, phone_key, 'x' || phone_key FROM merged_leads WHERE lead_id = ${b.id} RETURNING id, owner_id)
          INSERT INTO messages (conversation_id, owner_id, direction, content, provider_message_id, instance_id, sent_at)
          SELECT id, owner_id, 'out', 'Oi', 'm' || id, (SELECT max(id) FROM whatsapp_instances WHERE owner_id = ${user.id}), now() FROM c`,
    );
    await undo(body.merge.id);
    expect((await get(b.id)).body.lead.contacted_at).not.toBeNull();
    expect((await get(a.id)).body.lead.contacted_at).toBeNull();
  });

  test("a blocked number stays blocked, and a mark without its number is not lost", async () => {
    const [a, b, c] = [
      await buildLead(user.id),
      await buildLead(user.id, { status: "opted_out" }),
      await buildLead(user.id, { status: "opted_out", whatsapp: null }),
    ];
    await execute(
      sql`INSERT INTO opt_outs (owner_id, phone_key) SELECT owner_id, phone_key FROM leads WHERE id = ${b.id}`,
    );
    const other = await merge([a.id, b.id], { survivor_id: a.id, choices: { whatsapp: a.id } });
    expect((await get(a.id)).body.lead.status).not.toBe("opted_out");
    await undo(other.body.merge.id);
    expect((await get(b.id)).body.lead.status).toBe("opted_out");
    await merge([a.id, b.id], { survivor_id: a.id, choices: { whatsapp: b.id } });
    expect((await get(a.id)).body.lead.status).toBe("opted_out");
    const d = await buildLead(user.id);
    await merge([c.id, d.id]);
    expect((await get(d.id)).body.lead.status).toBe("opted_out");
  });
});

describe("an undo", () => {
  test("keeps what was changed since, and says what", async () => {
    const { one, other, key } = await buildPair();
    const { body } = await merge([one, other]);
    await callApi(
      api,
      leads.update,
      { params: { id: one }, body: { email: "novo@modelo.example", own: { [key]: "Quatro" } } },
      user.headers,
    );
    expect((await undo(body.merge.id)).body.kept).toEqual(["E-mail", `F${other}`]);
    expect((await get(one)).body.lead).toMatchObject({
      ...{ email: "novo@modelo.example", city: null, own: { [key]: "Quatro" } },
    });
    expect((await get(other)).body.lead).toMatchObject({ email: "oi@modelo.example" });
  });

  test("waits for the undo of what happened to the lead that stayed", async () => {
    const [a, b, c] = [
      await buildLead(user.id),
      await buildLead(user.id),
      await buildLead(user.id, { name: "Casa Nova" }),
    ];
    const first = (await merge([a.id, b.id], { survivor_id: b.id })).body.merge.id;
    const second = (await merge([b.id, c.id], { survivor_id: c.id, choices: { name: c.id } })).body
      .merge.id;
    expect(await undo(first)).toMatchObject({
      status: 409,
      body: { error: "O lead que ficou foi juntado com Casa Nova. Desfaça essa junção antes." },
    });
    expect(await undo(second)).toMatchObject({ status: 200 });
    await callApi(api, leads.remove, { params: { id: b.id } }, user.headers);
    expect(await undo(first)).toMatchObject({ status: 409 });
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    await callApi(api, leads.restore, { params: { id: body.deletions[0]?.id ?? 0 } }, user.headers);
    expect(await undo(first)).toMatchObject({ status: 200, body: { lead_ids: [a.id] } });
  });

  test("changes nothing where another lead has the number by now", async () => {
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    const { body } = await merge([a.id, b.id], { survivor_id: a.id });
    await buildLead(user.id, { whatsapp: b.whatsapp });
    const before = await stored([a.id]);
    expect(await undo(body.merge.id)).toMatchObject({ status: 409 });
    expect(await stored([a.id])).toEqual(before);
  });

  test("is over after 30 days; the redirect stays", async () => {
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    const { body } = await merge([a.id, b.id], { survivor_id: a.id });
    await execute(
      sql`UPDATE lead_merges SET merged_at = now() - interval '31 days' WHERE id = ${body.merge.id}`,
    );
    expect(await undo(body.merge.id)).toMatchObject({ status: 404 });
    await trimMerges.run();
    expect(await rows(sql`SELECT lead FROM merged_leads WHERE lead_id = ${b.id}`)).toEqual([
      { lead: null },
    ]);
    expect((await get(b.id)).body).toMatchObject({ merged_into: a.id });
  });

  test("what was deleted for good is not kept by a merge", async () => {
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    await merge([a.id, b.id], { survivor_id: a.id });
    await callApi(api, leads.remove, { params: { id: a.id } }, user.headers);
    await trimMerges.run();
    const kept = () => rows(sql`SELECT 1 FROM merged_leads WHERE lead_id = ${b.id}`);
    expect(await kept()).toHaveLength(1);
    await execute(sql`UPDATE lead_deletions SET deleted_at = now() - interval '11 minutes'`);
    await trimTable("lead_deletions");
    await trimMerges.run();
    expect(await kept()).toEqual([]);
  });
});

describe("at the same time", () => {
  test("two merges of one lead: one wins, and no lead is lost", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b, c] = [
        await buildLead(user.id),
        await buildLead(user.id),
        await buildLead(user.id),
      ];
      const answers = await Promise.all([merge([a.id, b.id]), merge([b.id, c.id])]);
      const won = answers.filter(({ status }) => status === 201).length;
      expect(answers.map(({ status }) => status)).toEqual(
        expect.arrayContaining(won === 2 ? [201] : [201, 404]),
      );
      expect(await stored([a.id, b.id, c.id])).toHaveLength(3 - won);
    }
  });

  test("an edit of the merged lead is there or on the one that stayed; a deletion or a merge wins", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
      const edit = callApi(
        api,
        leads.update,
        { params: { id: b.id }, body: { obs: "Mudou" } },
        user.headers,
      );
      const [merged, edited] = await Promise.all([
        merge([a.id, b.id], { survivor_id: a.id }),
        edit,
      ]);
      expect([merged.status, edited.status]).toEqual([201, 200]);
      expect((await get(a.id)).body.lead.obs).toBe("Mudou");

      const [c, d] = [await buildLead(user.id), await buildLead(user.id)];
      const remove = callApi(api, leadBulk.remove, { body: { lead_ids: [d.id] } }, user.headers);
      const [joined, removed] = await Promise.all([
        merge([c.id, d.id], { survivor_id: c.id }),
        remove,
      ]);
      expect([joined.status, removed.body]).toEqual(
        joined.status === 201 ? [201, { deleted: 0 }] : [404, { deleted: 1 }],
      );
      expect(await stored([c.id, d.id])).toHaveLength(1);
    }
  });
});
