import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { accountExports } from "@/lib/contracts/custody/account-exports";
import { imports } from "@/lib/contracts/leads/imports";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { privacy } from "@/lib/contracts/privacy/privacy";
import { accountExportWork } from "@/server/custody/account-exports/export-work.service";
import { deleteImportedRows } from "@/server/leads/imports/imports.service";
import { removeReleasedMedia } from "@/server/messaging/media/media.service";
import { getMediaStore } from "@/server/messaging/media/media-store.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText, importUploaded, uploadFile } from "@/tests/support/imports";
import { ask, erase, findEverywhere } from "@/tests/support/privacy";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let user: TestUser;
let digits: string;
let key: string;
let email: string;
beforeEach(async () => {
  user = await buildUser({ plan: "pro" });
  digits = `55119${randomInt(80_000_000, 89_999_999)}`;
  key = `55${digits.slice(2, 4)}${digits.slice(5)}`;
  email = `ana${digits.slice(-8)}@pessoa.example`;
});

const written = () => `(11) 9${digits.slice(5, 9)}-${digits.slice(9)}`;
const eraseAna = () => erase(api, user, { phones: [`+${digits}`] });
const find = async (query: object) =>
  (await callApi(api, privacy.findPerson, { query }, user.headers)).body.found;
async function readCopy(): Promise<string> {
  const { body } = await ask(api, user, { phones: [`+${digits}`] }, { kind: "export" });
  const url = new URL(`/api/privacy/requests/${body.request.id}/export`, api.url);
  return (await fetch(url, { headers: user.headers })).text();
}
/** By the last digits, however the rest is written. */
async function expectGone() {
  for (const trace of [digits.slice(-8), `${digits.slice(5, 9)}-${digits.slice(9)}`, email]) {
    expect(await findEverywhere(trace)).toEqual([]);
  }
}

describe("the history of a company", () => {
  test("loses a contact who was taken off it before, and is shown and copied until then", async () => {
    const { id } = await buildLead(user.id, { name: "Padaria" });
    const params = { id };
    const body = { name: "Ana", role: "compras", whatsapp: digits, email };
    const { body: added } = await callApi(api, leadContacts.create, { params, body }, user.headers);
    // Edits of a few minutes are one entry.
    await execute(
      sql`UPDATE lead_events SET occurred_at = now() - interval '1 day' WHERE lead_id = ${id}`,
    );
    await callApi(api, leadContacts.remove, { params: { id: added.contact.id } }, user.headers);
    await callApi(api, leads.update, { params, body: { city: "Campinas" } }, user.headers);
    expect((await find({ phone: digits }))?.counts).toEqual({ events: 2 });
    expect(await readCopy()).toContain(`${digits.slice(5, 9)}-${digits.slice(9)}`);
    const request = await eraseAna();
    expect(request.counts).toEqual({ events: 2 });
    await expectGone();
    expect(await rows(sql`SELECT changes FROM lead_events WHERE lead_id = ${id}`)).toEqual([
      { changes: [{ field: "city", from: null, to: "Campinas" }] },
    ]);
  });

  test("and that of a merge do not name whom it was made of", async () => {
    const [padaria, ana] = [
      await buildLead(user.id, { name: "Padaria" }),
      await buildLead(user.id, { name: `Ana ${digits.slice(-6)}`, whatsapp: digits }),
    ];
    const body = { lead_ids: [padaria.id, ana.id] };
    const merged = await callApi(api, leadMerges.merge, { body }, user.headers);
    expect(merged.status).toBe(201);
    const contacts = await rows(sql`SELECT 1 FROM lead_contacts WHERE lead_id = ${padaria.id}`);
    expect(contacts).toHaveLength(1);
    await eraseAna();
    await expectGone();
    expect(await findEverywhere(`Ana ${digits.slice(-6)}`)).toEqual([]);
    expect(await rows(sql`SELECT 1 FROM leads WHERE id = ${padaria.id}`)).toHaveLength(1);
  });
});

describe("a person who had another number before", () => {
  const FORMER = "551155550000";
  const twoDaysAgo = () => sql`now() - interval '2 days'`;

  test("loses what was kept under it until then, and nothing that came after", async () => {
    await execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name, moved_from, moved_at)
          VALUES (${user.id}, ${key}, ${`${digits}@s.whatsapp.net`}, 'Ana', ${FORMER}, now() - interval '1 day')`,
    );
    const runs = [
      await buildCampaign(user, { status: "completed", recipients: ["sent"] }),
      await buildCampaign(user, { status: "completed", recipients: ["sent"] }),
    ];
    for (const [at, { runId }] of runs.entries()) {
      await execute(
        sql`UPDATE campaign_recipients SET phone_key = ${FORMER}, number = ${FORMER}, text = 'Oi',
              claimed_at = now() - make_interval(days => ${at === 0 ? 2 : 0}), settled_at = now() WHERE run_id = ${runId}`,
      );
    }
    await execute(
      sql`INSERT INTO opt_outs (owner_id, phone_key, number, words, said_at) VALUES (${user.id}, ${FORMER}, ${FORMER}, 'Sair', ${twoDaysAgo()})`,
    );
    await execute(
      sql`INSERT INTO opt_out_events (owner_id, phone_key, kind, words, created_at)
          VALUES (${user.id}, ${FORMER}, 'opted_out', 'Sair, Ana', ${twoDaysAgo()}), (${user.id}, ${FORMER}, 'opted_out', 'De outra pessoa', now())`,
    );
    await execute(
      sql`INSERT INTO checked_numbers (owner_id, phone_key, checked_at) VALUES (${user.id}, ${FORMER}, ${twoDaysAgo()})`,
    );
    expect((await find({ phone: digits }))?.counts).toMatchObject({ recipients: 1, opt_outs: 2 });
    const copy = await readCopy();
    expect(copy).toContain("Sair, Ana");
    expect(copy).not.toContain("De outra pessoa");
    const request = await eraseAna();
    expect(request.counts).toMatchObject({ recipients: 1, opt_outs: 2, conversations: 1 });
    expect((await findEverywhere(FORMER)).sort()).toEqual([
      "campaign_recipients.number",
      "campaign_recipients.phone_key",
      "opt_out_events.phone_key",
    ]);
    expect(await findEverywhere("De outra pessoa")).toEqual(["opt_out_events.words"]);
    // The number may be somebody else's by now.
    expect((await find({ phone: `+${FORMER}` }))?.erased).toBe(false);
  });
});

describe("an import", () => {
  const refusals = () =>
    rows(
      sql`SELECT line, reason, cells FROM import_refusals WHERE owner_id = ${user.id} ORDER BY line`,
    );
  const GONE = "Os dados desta pessoa foram apagados a pedido dela.";

  test("after an erasure keeps no row that names the person, whatever else is wrong with it", async () => {
    await erase(api, user, { phones: [`+${digits}`], emails: [email] });
    const imported = await importText(
      api,
      user,
      `nome,whatsapp,email\n,${written()},\nBia,123,\nCaio,11977770003,fale com ${email}\nDavi,11977770004,"${written()}, recado"\n`,
    );
    expect(imported.status).toBe("completed");
    await deleteImportedRows.run();
    await expectGone();
    const kept = await refusals();
    expect(kept).toContainEqual({ line: 2, reason: GONE, cells: [] });
    expect(kept).toContainEqual({ line: 3, reason: expect.any(String), cells: ["Bia", "123", ""] });
  });

  test("before it loses the cells and the sentence that quotes them", async () => {
    await uploadFile(api, user, "nome,whatsapp\nOutra,11966660009\n");
    await execute(
      sql`INSERT INTO import_refusals (import_id, owner_id, line, reason, cells)
          SELECT id, owner_id, 9, ${`"${written()}" não é um CNPJ.`}, ARRAY['x'] FROM imports WHERE owner_id = ${user.id}`,
    );
    expect((await find({ phone: digits }))?.counts).toEqual({ import_rows: 1 });
    await eraseAna();
    await expectGone();
    expect(await refusals()).toEqual([{ line: 9, reason: GONE, cells: [] }]);
  });
});

test("an archive of the account goes with who is in it, ready or being made, and says why", async () => {
  await buildLead(user.id, { name: "Ana", whatsapp: digits });
  const make = () =>
    firstRow<{ id: number }>(
      sql`INSERT INTO account_exports (owner_id, requested_on) VALUES (${user.id}, '2026-01-31') RETURNING id`,
    );
  const first = await make();
  await workOnRow(accountExportWork, first?.id ?? 0, new AbortController().signal);
  const [made] = await rows<{ storage_key: string; status: string }>(
    sql`SELECT storage_key, status FROM account_exports WHERE id = ${first?.id}`,
  );
  expect(made?.status).toBe("ready");
  const second = await firstRow<{ id: number }>(
    sql`INSERT INTO account_exports (owner_id, requested_on, lease_no, lease_until)
        VALUES (${user.id}, '2026-02-01', 3, now() + interval '20 seconds') RETURNING id`,
  );
  await eraseAna();
  const listed = await callApi(api, accountExports.list, {}, user.headers);
  expect(listed.body.exports).toMatchObject([
    { id: second?.id, status: "error", outdated: true },
    { id: first?.id, status: "error", outdated: true },
  ]);
  expect(
    await rows(sql`SELECT 1 FROM account_exports WHERE lease_no = 3 AND id = ${second?.id}`),
  ).toEqual([]);
  await removeReleasedMedia.run();
  expect(await getMediaStore().open(made?.storage_key ?? "", { start: 0, end: 1 })).toBeNull();
});

describe("own fields", () => {
  const addField = async (name: string, kind: "phone" | "text") =>
    (await callApi(api, ownFields.create, { body: { name, kind } }, user.headers)).body.own_field;
  const setOwn = (id: number, own: object) =>
    callApi(api, leads.update, { params: { id }, body: { own: own as never } }, user.headers);
  const readOwn = async (id: number) =>
    (await callApi(api, leads.get, { params: { id } }, user.headers)).body.lead.own;

  test("lose what names the person, who is found and copied by them, and does not come back into one", async () => {
    const { id } = await buildLead(user.id, { name: "Padaria" });
    const { key: phone } = await addField("Recado", "phone");
    const { key: text } = await addField("Sócia", "text");
    const own = { [phone]: written(), [text]: `Ana, ${email}` };
    expect((await setOwn(id, own)).status).toBe(200);
    expect((await find({ phone: digits }))?.counts).toMatchObject({ contacts: 1 });
    expect(await readCopy()).toContain("Recado");
    const keys = { phones: [`+${digits}`], emails: [email] };
    expect((await erase(api, user, keys)).counts).toMatchObject({ contacts: 2 });
    await expectGone();
    expect(await readOwn(id)).toEqual({});

    for (const again of [{ [phone]: `+${digits}` }, { [text]: email.toUpperCase() }]) {
      expect(await setOwn(id, again)).toMatchObject({
        status: 409,
        body: {
          code: "person_erased",
          fields: { [`own.${Object.keys(again)[0]}`]: expect.any(String) },
        },
      });
    }
    const inserted = await execute(
      sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, text)
          SELECT ${user.id}, f.id, ${id}, 0, ${written()} FROM own_fields f WHERE f.owner_id = ${user.id} AND f.key = ${phone}`,
    );
    expect(inserted).toBe(0);
    await expectGone();
  });

  test("are left out of an import, whose lead is made", async () => {
    const { key: phone } = await addField("Recado", "phone");
    await eraseAna();
    const uploaded = await uploadFile(api, user, `nome,Recado\nPadaria,${written()}\n`);
    expect(JSON.stringify(uploaded.file.mapping)).toContain(phone);
    expect(await importUploaded(api, user, uploaded)).toMatchObject({ created: 1 });
    await deleteImportedRows.run();
    await expectGone();
  });
});

test("the keys that the phone keeps are named after nobody who was erased", async () => {
  const lid = `${randomInt(100_000_000, 999_999_999)}000000`;
  const other = `55119${randomInt(70_000_000, 79_999_999)}`;
  await buildInstance(user);
  await execute(
    sql`INSERT INTO contact_identities (owner_id, chat_id, phone_key) VALUES (${user.id}, ${`${lid}@lid`}, ${key})`,
  );
  const names = [
    ...[`session ${digits}.0`, `session ${lid}_1.2`, `identity-key ${digits}@s.whatsapp.net`],
    ...[`device-list ${digits}`, `lid-mapping ${key}`, `lid-mapping ${lid}_reverse`],
    ...[`tctoken ${lid}@lid`, `sender-key 120363000000000000@g.us::${digits}::0`],
  ];
  const kept = [`session ${other}.0`, `device-list ${other}`, "pre-key 12345678"];
  for (const each of [...names, ...kept]) {
    const [type, ...rest] = each.split(" ");
    await execute(
      sql`INSERT INTO whatsapp_auth_keys (instance_id, owner_id, type, key_id, sealed_value)
          SELECT id, owner_id, ${type}, ${rest.join(" ")}, 'x' FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    );
  }
  await eraseAna();
  for (const trace of [digits.slice(-8), lid]) expect(await findEverywhere(trace)).toEqual([]);
  const left = await rows<{ name: string }>(
    sql`SELECT type || ' ' || key_id AS name FROM whatsapp_auth_keys WHERE owner_id = ${user.id}`,
  );
  expect(left.map(({ name }) => name).sort()).toEqual(kept.sort());
});

test("a file that waits loses the person's row, and its others become leads", async () => {
  const uploaded = await uploadFile(
    api,
    user,
    `nome,whatsapp,email\nAna,${digits},${email}\nBia,11977770003,\nCaio,11977770004,recados com ${email}\n`,
  );
  const { id } = uploaded.import;
  expect((await eraseAna()).counts).toMatchObject({ import_rows: 1 });
  await erase(api, user, { emails: [email] });
  await expectGone();

  const { body } = await callApi(api, imports.get, { params: { id } }, user.headers);
  expect(body.file.preview.map(({ line, cells }) => [line, cells.length])).toEqual([
    [2, 0],
    [3, 3],
    [4, 0],
  ]);
  const done = await importUploaded(api, user, uploaded);
  expect(done).toMatchObject({ status: "completed", created: 1, refused: 2 });
  const gone = "Os dados desta pessoa foram apagados a pedido dela.";
  expect(
    await rows(
      sql`SELECT line, reason, cells FROM import_refusals WHERE import_id = ${id} ORDER BY line`,
    ),
  ).toEqual([
    { line: 2, reason: gone, cells: [] },
    { line: 4, reason: gone, cells: [] },
  ]);
});

test("the notes of earlier requests do not name the person, and no new one does", async () => {
  const keys = { phones: [`+${digits}`] };
  for (const kind of ["export", "correct"] as const) {
    expect(await ask(api, user, keys, { kind, note: `É o ${written()}` })).toMatchObject({
      status: 400,
      body: { fields: { note: expect.stringContaining("não escreva") } },
    });
    const { body } = await ask(api, user, keys, { kind, note: "Protocolo 77" });
    await execute(
      sql`UPDATE privacy_requests SET note = ${`É o ${written()}`} WHERE id = ${body.request.id}`,
    );
  }
  await ask(api, user, { phones: ["11955554444"] }, { kind: "correct", note: "Protocolo 78" });
  await eraseAna();
  await expectGone();
  const notes = await rows<{ note: string }>(
    sql`SELECT note FROM privacy_requests WHERE owner_id = ${user.id} AND note IS NOT NULL`,
  );
  expect(notes).toEqual([{ note: "Protocolo 78" }]);
});
