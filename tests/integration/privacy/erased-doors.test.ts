import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import { lists } from "@/lib/contracts/leads/lists";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { privacy } from "@/lib/contracts/privacy/privacy";
import { receiveContent, receiveEvents } from "@/server/inbound/inbox/inbox.service";
import { deleteImportedRows } from "@/server/leads/imports/imports.service";
import { storeContacts } from "@/server/messaging/contacts/contacts.service";
import { findRow } from "@/server/messaging/whatsapp/instances.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildApiToken, buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText } from "@/tests/support/imports";
import { erase, findEverywhere } from "@/tests/support/privacy";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

/** As it is said, kept and shown. */
let digits: string;
let email: string;
let user: TestUser;
beforeEach(async () => {
  user = await buildUser({ plan: "pro" });
  digits = `55119${randomInt(80_000_000, 89_999_999)}`;
  email = `ana${digits.slice(-8)}@pessoa.example`;
  await buildLead(user.id, { name: "Ana", whatsapp: digits });
  await execute(sql`UPDATE leads SET email = ${email} WHERE owner_id = ${user.id}`);
  await buildInstance(user);
});

const eraseAna = () => erase(api, user, { phones: [`+${digits}`], emails: [email] });
const leadCount = async () =>
  (await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${user.id}`)).length;
/** Nothing of the person is left anywhere, in any spelling. */
async function expectGone() {
  expect(await findEverywhere(digits.slice(-8))).toEqual([]);
}
const written = () => `(11) 9${digits.slice(5, 9)}-${digits.slice(9)}`;

describe("an erased person does not come back", () => {
  test("by hand, under the number, the telephone or the e-mail, and is refused in words", async () => {
    await eraseAna();
    for (const values of [
      { whatsapp: written() },
      { whatsapp: "11 97777-0001", phone: written() },
      { whatsapp: "11 97777-0002", email: email.toUpperCase() },
    ]) {
      const body = { name: "Ana de novo", ...values };
      const answer = await callApi(api, leads.create, { body }, user.headers);
      expect(answer).toMatchObject({ status: 409, body: { code: "person_erased" } });
    }
    await expectGone();
    expect(await leadCount()).toBe(0);
  });

  test("by a change of another lead, nor as one of its contacts", async () => {
    const other = await buildLead(user.id);
    await eraseAna();
    const params = { id: other.id };
    for (const body of [{ whatsapp: written() }, { email }, { phone: written() }]) {
      const changed = await callApi(api, leads.update, { params, body }, user.headers);
      expect(changed).toMatchObject({ status: 409, body: { code: "person_erased" } });
      const added = await callApi(
        api,
        leadContacts.create,
        { params, body: { name: "Ana", ...body } },
        user.headers,
      );
      expect(added).toMatchObject({ status: 409, body: { code: "person_erased" } });
    }
    await expectGone();
  });

  test("by the API of programs", async () => {
    await eraseAna();
    const { headers } = await buildApiToken(user, ["read", "write"]);
    const body = { name: "Ana", whatsapp: digits };
    expect(await callApi(api, leads.create, { body }, headers)).toMatchObject({
      status: 409,
      body: { code: "person_erased" },
    });
    await expectGone();
  });

  test("by an import, whose row is refused, counted and not kept", async () => {
    await eraseAna();
    const imported = await importText(
      api,
      user,
      `nome,whatsapp,email,status\nAna,${digits},,perdido\nBia,11977770003,,novo\nAna M,,${email},\n`,
    );
    expect(imported).toMatchObject({ status: "completed", created: 1, refused: 2, unread: [] });
    expect(
      await rows(sql`SELECT line, reason, cells FROM import_refusals WHERE owner_id = ${user.id}`),
    ).toEqual([
      { line: 2, reason: "Os dados desta pessoa foram apagados a pedido dela.", cells: [] },
      { line: 4, reason: "Os dados desta pessoa foram apagados a pedido dela.", cells: [] },
    ]);
    await deleteImportedRows.run();
    await expectGone();
  });

  test("by a list of contacts, or the phone's address book", async () => {
    await eraseAna();
    const contacts = [
      { whatsapp_number: digits, display_name: "Ana" },
      { whatsapp_number: "5511977770004", display_name: "Bia" },
    ];
    const list = await callApi(
      api,
      lists.create,
      { body: { name: "Agenda", contacts } },
      user.headers,
    );
    expect(list).toMatchObject({ status: 201, body: { contact_count: 1 } });
    await storeContacts(
      user.id,
      [digits, "5511977770005"].map((number) => ({
        ...{ number, name: "Ana", pictureUrl: null, createdAt: null, updatedAt: null },
        jid: `${number}@s.whatsapp.net`,
      })),
      null,
    );
    expect(
      await rows(sql`SELECT number FROM whatsapp_contacts WHERE owner_id = ${user.id}`),
    ).toEqual([{ number: "5511977770005" }]);
    await expectGone();
  });

  test("by the restoration of a deletion", async () => {
    const [row] = await rows<{ id: number }>(sql`SELECT id FROM leads WHERE owner_id = ${user.id}`);
    await callApi(api, leads.remove, { params: { id: row?.id ?? 0 } }, user.headers);
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    const id = body.deletions[0]?.id ?? 0;
    const request = await eraseAna();
    expect(request.counts).toMatchObject({ deleted_leads: 1 });
    expect((await callApi(api, leads.restore, { params: { id } }, user.headers)).body).toEqual({
      restored: 0,
      skipped: 0,
    });
    await expectGone();
    expect(await leadCount()).toBe(0);
  });

  test("by a deletion that was kept elsewhere", async () => {
    const [kept] = await rows<{ lead: { id: number } }>(
      sql`SELECT to_jsonb(l) AS lead FROM leads l WHERE owner_id = ${user.id}`,
    );
    await eraseAna();
    await execute(
      sql`WITH d AS (INSERT INTO lead_deletions (owner_id, leads) VALUES (${user.id}, 1) RETURNING id)
          INSERT INTO deleted_leads (deletion_id, lead_id, owner_id, lead, list_ids, history)
          SELECT id, ${kept?.lead.id ?? 0}, ${user.id}, ${JSON.stringify(kept?.lead)}::jsonb, '{}', '[]' FROM d`,
    );
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    const id = body.deletions[0]?.id ?? 0;
    expect((await callApi(api, leads.restore, { params: { id } }, user.headers)).body).toEqual({
      restored: 0,
      skipped: 1,
    });
    expect(await leadCount()).toBe(0);
  });

  test("by undoing a merge, whichever of the two the person was", async () => {
    const survivor = await buildLead(user.id, { name: "Empresa" });
    const [ana] = await rows<{ id: number }>(
      sql`SELECT id FROM leads WHERE owner_id = ${user.id} AND name = 'Ana'`,
    );
    const merged = await callApi(
      api,
      leadMerges.merge,
      { body: { lead_ids: [survivor.id, ana?.id ?? 0] } },
      user.headers,
    );
    expect(merged.status).toBe(201);
    await eraseAna();
    const [merge] = await rows<{ id: number }>(
      sql`SELECT id FROM lead_merges WHERE owner_id = ${user.id}`,
    );
    if (merge) {
      const undone = await callApi(
        api,
        leadMerges.undo,
        { params: { id: merge.id } },
        user.headers,
      );
      expect(undone.status).not.toBe(200);
    }
    await expectGone();
  });

  test("by undoing an import that had changed the lead", async () => {
    const other = await buildLead(user.id, { name: "Empresa", whatsapp: "5511966660001" });
    await execute(sql`UPDATE leads SET phone = ${digits} WHERE id = ${other.id}`);
    const imported = await importText(
      api,
      user,
      "nome,whatsapp,telefone\nEmpresa,11966660001,1133334444\n",
      { mode: "update" },
    );
    expect(imported.existing).toBe(1);
    await eraseAna();
    await expectGone();
  });

  test("by a message, of which nothing is stored but that it came", async () => {
    const request = await eraseAna();
    const instance = await findRow(user.id, "default");
    if (!instance) throw new Error("no instance");
    const message = (id: string, over: object = {}) => ({
      ...{ type: "message" as const, id, chatId: `${digits}@s.whatsapp.net`, number: digits },
      ...{
        lid: "77788899900011@lid",
        fromMe: false,
        name: "Ana",
        kind: "text" as const,
        text: "Oi",
      },
      ...{ quotedId: null, location: null, contacts: [], media: null, mediaSource: null },
      ...{ sentAt: new Date(), origin: "live" as const },
      ...over,
    });
    await receiveEvents(instance, [
      message("3EB0GONE1"),
      // From now on under the id alone.
      message("3EB0GONE2", { chatId: "77788899900011@lid", number: null, lid: null }),
      { type: "identity", chatId: "77788899900011@lid", number: digits },
      {
        ...{ type: "reaction", id: "OTHER", fromMe: false, emoji: "👍", reactedAt: new Date() },
        from: { chatId: `${digits}@s.whatsapp.net`, number: digits, lid: null },
      },
      message("3EB0GONE3", { fromMe: true }),
    ] as never);
    await receiveContent(instance, {
      events: [],
      rejected: [{ event: "messages.upsert", reason: "x", item: { key: { jid: digits } } }],
    });
    await expectGone();
    expect(await findEverywhere("77788899900011@lid")).toEqual([]);
    expect(await findEverywhere("3EB0GONE")).toEqual([]);
    const after = await callApi(
      api,
      privacy.getRequest,
      { params: { id: request.id } },
      user.headers,
    );
    expect(after.body.request.wrote_again).toBeGreaterThanOrEqual(3);
    expect(after.body.request.wrote_again_at).not.toBeNull();
  });

  test("by a changed number, which is kept out as well, whether or not a conversation had it", async () => {
    const fresh = `55119${randomInt(70_000_000, 79_999_999)}`;
    const known = `55119${randomInt(70_000_000, 79_999_999)}`;
    const request = await eraseAna();
    await execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id) VALUES (${user.id}, ${`5511${known.slice(5)}`}, ${`${known}@s.whatsapp.net`})`,
    );
    const instance = await findRow(user.id, "default");
    if (!instance) throw new Error("no instance");
    const address = (number: string) => ({ chatId: `${number}@s.whatsapp.net`, number, lid: null });
    await receiveEvents(instance, [
      ...[fresh, known].map((number) => ({
        ...{ type: "moved" as const, from: address(digits), to: address(number), at: new Date() },
      })),
      {
        ...{
          type: "message" as const,
          ...address(fresh),
          id: "3EB0MOVED",
          fromMe: false,
          name: "Ana",
        },
        ...{ kind: "text" as const, text: "Mudei de número", quotedId: null, location: null },
        ...{
          contacts: [],
          media: null,
          mediaSource: null,
          sentAt: new Date(),
          origin: "live" as const,
        },
      },
    ] as never);
    await expectGone();
    expect(await findEverywhere(fresh.slice(-8))).toEqual([]);
    const moved = await rows(sql`SELECT moved_from FROM conversations WHERE owner_id = ${user.id}`);
    expect(moved).toEqual([{ moved_from: null }]);
    const { body } = await callApi(
      api,
      leads.create,
      { body: { name: "Ana", whatsapp: fresh } },
      user.headers,
    );
    expect(body).toMatchObject({ code: "person_erased" });
    const { body: after } = await callApi(
      api,
      privacy.getRequest,
      { params: { id: request.id } },
      user.headers,
    );
    expect(after.request.wrote_again).toBeGreaterThanOrEqual(2);
    const written = execute(
      sql`UPDATE conversations SET moved_from = ${`55${digits.slice(2, 4)}${digits.slice(5)}`} WHERE owner_id = ${user.id}`,
    );
    await expect(written).rejects.toMatchObject({ code: "person_erased" });
  });

  test("by an opt-out list, nor as a message that waits", async () => {
    await eraseAna();
    const added = await callApi(api, optOuts.add, { body: { number: digits } }, user.headers);
    expect(added.body).toEqual({ added: false });
    const scheduled = await callApi(
      api,
      scheduledMessages.create,
      {
        body: {
          to: digits,
          content: "Oi",
          send_at: new Date(Date.now() + 3_600_000).toISOString(),
        },
      },
      user.headers,
    );
    expect(scheduled).toMatchObject({ status: 409, body: { code: "person_erased" } });
    await expectGone();
  });

  test("into a campaign, a sequence, or what repeats one", async () => {
    const { runId } = await buildCampaign(user, { status: "completed", recipients: ["failed"] });
    await execute(
      sql`UPDATE campaign_recipients SET number = ${digits}, phone_key = (SELECT phone_key FROM leads WHERE owner_id = ${user.id} AND name = 'Ana')
          WHERE run_id = ${runId}`,
    );
    const request = await eraseAna();
    expect(request.counts).toMatchObject({ recipients: 1, leads: 1 });
    expect(
      await rows(
        sql`SELECT state, number, lead_id, text, phone_key = 'erased ' || id AS unnamed FROM campaign_recipients WHERE run_id = ${runId}`,
      ),
    ).toEqual([{ state: "failed", number: "", lead_id: null, text: null, unnamed: true }]);
    await expectGone();
    const again = await execute(
      sql`INSERT INTO campaign_recipients (run_id, owner_id, phone_key, number, variant)
          SELECT run_id, owner_id, phone_key || '-', number, 0 FROM campaign_recipients WHERE run_id = ${runId}`,
    );
    expect(again).toBe(0);
    const typed = await execute(
      sql`INSERT INTO campaign_recipients (run_id, owner_id, phone_key, number, variant)
          VALUES (${runId}, ${user.id}, ${`55${digits.slice(2, 4)}${digits.slice(5)}`}, ${digits}, 0)`,
    );
    expect(typed).toBe(0);
  });
});

describe("an erased person who is allowed again", () => {
  test("is taken in as anybody, and nothing has come back", async () => {
    const request = await eraseAna();
    const allowed = await callApi(
      api,
      privacy.allowAgain,
      { params: { id: request.id } },
      user.headers,
    );
    expect(allowed.body.request.allowed_at).not.toBeNull();
    expect(await leadCount()).toBe(0);
    const body = { name: "Ana", whatsapp: digits };
    expect((await callApi(api, leads.create, { body }, user.headers)).status).toBe(201);
    const twice = await callApi(
      api,
      privacy.allowAgain,
      { params: { id: request.id } },
      user.headers,
    );
    expect(twice.status).toBe(409);
  });
});

test("who is allowed again lets nobody else in: what two requests rely on stays while one of them stands", async () => {
  const shared = `contas${digits.slice(-8)}@empresa.example`;
  const own = `bia${digits.slice(-8)}@pessoa.example`;
  const first = await erase(api, user, { phones: [`+${digits}`], emails: [shared] });
  const second = await erase(api, user, { emails: [own, shared] });
  const allow = (id: number) => callApi(api, privacy.allowAgain, { params: { id } }, user.headers);
  const create = async (values: object) =>
    (await callApi(api, leads.create, { body: { name: "X", ...values } }, user.headers)).status;
  expect((await allow(first.id)).status).toBe(200);
  expect(await create({ whatsapp: digits })).toBe(201);
  expect(await create({ whatsapp: "11977770011", email: own })).toBe(409);
  expect(await create({ whatsapp: "11977770011", email: shared })).toBe(409);
  await allow(second.id);
  expect(await create({ whatsapp: "11977770011", email: shared })).toBe(201);
});

test("another account may keep the person", async () => {
  const other = await buildUser();
  await eraseAna();
  const body = { name: "Ana", whatsapp: digits };
  expect((await callApi(api, leads.create, { body }, other.headers)).status).toBe(201);
});
