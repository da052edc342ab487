import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leads } from "@/lib/contracts/leads/leads";
import { privacy } from "@/lib/contracts/privacy/privacy";
import { computeCheckDigits } from "@/lib/domain/companies/cnpj";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText } from "@/tests/support/imports";
import { ask, erase, findEverywhere } from "@/tests/support/privacy";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let user: TestUser;
let digits: string;
let email: string;
let cnpj: string;
beforeEach(async () => {
  user = await buildUser({ plan: "pro" });
  digits = `55119${randomInt(80_000_000, 89_999_999)}`;
  email = `marta${digits.slice(-8)}@contas.example`;
  cnpj = buildCnpj();
});

function buildCnpj(): string {
  const base = `${randomInt(10_000_000, 99_999_999)}0001`;
  return `${base}${computeCheckDigits(base)}`;
}

const find = async (query: object) =>
  (await callApi(api, privacy.findPerson, { query }, user.headers)).body.found;
const leadNames = async () =>
  (
    await rows<{ name: string }>(
      sql`SELECT name FROM leads WHERE owner_id = ${user.id} ORDER BY id`,
    )
  ).map(({ name }) => name);

/** Companies that have one accountant. */
async function buildClients(count: number) {
  for (let each = 0; each < count; each += 1) {
    const { id } = await buildLead(user.id, { name: `Cliente ${each}` });
    await execute(
      sql`UPDATE leads SET email = ${email}, cnpj = ${buildCnpj()}, proprietario = 'Seu Osório', contact_name = 'Marta' WHERE id = ${id}`,
    );
    await execute(
      sql`INSERT INTO notes (owner_id, lead_id, text) VALUES (${user.id}, ${id}, 'Pão na quinta')`,
    );
  }
}

describe("a company that stays", () => {
  test("keeps its lead, its notes and its CNPJ, which may be imported again", async () => {
    const { id } = await buildLead(user.id, { name: "Padaria", whatsapp: digits });
    await execute(sql`UPDATE leads SET cnpj = ${cnpj}, contact_name = 'Marta' WHERE id = ${id}`);
    await execute(
      sql`INSERT INTO notes (owner_id, lead_id, text) VALUES (${user.id}, ${id}, 'Pão na quinta')`,
    );
    const request = await erase(api, user, { phones: [`+${digits}`] }, { whole_lead: false });
    expect(request.counts).toEqual({ leads: 1 });
    const kept = await callApi(api, leads.get, { params: { id } }, user.headers);
    expect(kept.body.lead).toMatchObject({ name: "Padaria", cnpj, whatsapp: null });
    expect(await rows(sql`SELECT text FROM notes WHERE lead_id = ${id}`)).toHaveLength(1);
    expect(await findEverywhere(digits.slice(-8))).toEqual([]);
    await callApi(api, leads.remove, { params: { id } }, user.headers);
    const imported = await importText(api, user, `nome,cnpj\nPadaria,${cnpj}\n`);
    expect(imported).toMatchObject({ created: 1, refused: 0 });
  });

  test("goes when it is itself what was asked for", async () => {
    const { id } = await buildLead(user.id, { name: "Padaria", whatsapp: digits });
    await execute(sql`UPDATE leads SET cnpj = ${cnpj} WHERE id = ${id}`);
    await erase(api, user, { cnpjs: [cnpj] }, { whole_lead: false });
    expect(await leadNames()).toEqual([]);
    expect(await findEverywhere(cnpj)).toEqual([]);
  });
});

describe("what several companies have in common", () => {
  test("is taken from them, and they stay with their chats, CNPJs and numbers", async () => {
    await buildClients(12);
    await execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name)
          SELECT owner_id, phone_key, whatsapp || '@s.whatsapp.net', name FROM leads WHERE owner_id = ${user.id}`,
    );
    await execute(
      sql`INSERT INTO opt_outs (owner_id, phone_key) SELECT owner_id, phone_key FROM leads WHERE owner_id = ${user.id}`,
    );
    const shown = await find({ email });
    expect(shown).toMatchObject({ keys: { phones: [], emails: [email], cnpjs: [] }, counts: {} });
    expect(shown?.leads).toHaveLength(12);
    expect(shown?.leads.every(({ is_main, is_shared }) => is_main && is_shared)).toBe(true);
    const copy = await ask(api, user, { emails: [email] }, { kind: "export" });
    const file = await fetch(
      new URL(`/api/privacy/requests/${copy.body.request.id}/export`, api.url),
      { headers: user.headers },
    );
    const text = await file.text();
    expect(text).toContain("Cliente 3");
    expect(text).not.toContain("Pão na quinta");

    const request = await erase(api, user, { emails: [email] });
    expect(request.counts).toEqual({ leads: 12 });
    expect(
      await rows(
        sql`SELECT count(*)::int AS leads, count(cnpj)::int AS cnpjs, count(whatsapp)::int AS numbers, count(proprietario)::int AS owners,
              count(contact_name)::int AS contacts, (SELECT count(*) FROM notes WHERE owner_id = ${user.id})::int AS notes,
              (SELECT count(*) FROM conversations WHERE owner_id = ${user.id})::int AS chats,
              (SELECT count(*) FROM opt_outs WHERE owner_id = ${user.id})::int AS opt_outs,
              (SELECT count(*) FROM erased_keys WHERE owner_id = ${user.id})::int AS hashes
            FROM leads WHERE owner_id = ${user.id}`,
      ),
    ).toEqual([
      {
        leads: 12,
        cnpjs: 12,
        numbers: 12,
        owners: 12,
        contacts: 0,
        notes: 12,
        chats: 12,
        opt_outs: 12,
        hashes: 1,
      },
    ]);
    expect(await findEverywhere(email)).toEqual([]);
  });

  test("is a telephone too, and a contact's as well as a lead's", async () => {
    const landline = "1133334455";
    const bakery = await buildLead(user.id, { name: "Padaria" });
    await execute(sql`UPDATE leads SET phone = ${landline} WHERE id = ${bakery.id}`);
    const market = await buildLead(user.id, { name: "Mercado" });
    await callApi(
      api,
      leadContacts.create,
      { params: { id: market.id }, body: { name: "Marta", phone: landline, whatsapp: digits } },
      user.headers,
    );
    expect((await find({ phone: landline }))?.keys.phones).toEqual([`+55${landline}`]);
    await erase(api, user, { phones: [landline] });
    expect(await leadNames()).toEqual(["Padaria", "Mercado"]);
    expect(await findEverywhere("33334455")).toEqual([]);
  });

  test("is taken from deleted leads too, which can still be brought back", async () => {
    await buildClients(3);
    const [first] = await rows<{ id: number }>(
      sql`SELECT id FROM leads WHERE owner_id = ${user.id} ORDER BY id LIMIT 1`,
    );
    await callApi(api, leads.remove, { params: { id: first?.id ?? 0 } }, user.headers);
    const market = await buildLead(user.id, { name: "Mercado" });
    await callApi(
      api,
      leadContacts.create,
      { params: { id: market.id }, body: { name: "Marta", email } },
      user.headers,
    );
    await execute(sql`DELETE FROM lead_events WHERE lead_id = ${market.id}`);
    await callApi(api, leads.remove, { params: { id: market.id } }, user.headers);
    await erase(api, user, { emails: [email] });
    expect(await findEverywhere(email)).toEqual([]);
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    expect(body.deletions).toHaveLength(2);
    for (const { id } of body.deletions) {
      expect((await callApi(api, leads.restore, { params: { id } }, user.headers)).body).toEqual({
        restored: 1,
        skipped: 0,
      });
    }
    expect((await leadNames()).sort()).toEqual(["Cliente 0", "Cliente 1", "Cliente 2", "Mercado"]);
    expect(
      await rows(
        sql`SELECT email, contact_name, cnpj IS NOT NULL AS has_cnpj FROM leads WHERE id = ${first?.id}`,
      ),
    ).toEqual([{ email: null, contact_name: null, has_cnpj: true }]);
  });

  test("widens nothing further: what is erased is what was shown", async () => {
    // Another company has Marta's WhatsApp as its telephone, and its own WhatsApp and CNPJ.
    const own = await buildLead(user.id, { name: "Marta Contas", whatsapp: digits });
    await execute(sql`UPDATE leads SET email = ${email} WHERE id = ${own.id}`);
    const other = await buildLead(user.id, { name: "Papelaria" });
    await execute(sql`UPDATE leads SET phone = ${digits}, cnpj = ${cnpj} WHERE id = ${other.id}`);
    const shown = await find({ email });
    expect(shown?.leads).toMatchObject([
      { id: own.id, is_shared: false },
      { id: other.id, is_shared: true },
    ]);
    expect(shown?.keys).toMatchObject({ emails: [email], cnpjs: [] });
    await erase(api, user, { emails: [email] });
    expect(await leadNames()).toEqual(["Papelaria"]);
    expect(await rows(sql`SELECT whatsapp, phone, cnpj FROM leads WHERE id = ${other.id}`)).toEqual(
      [{ whatsapp: other.whatsapp, phone: null, cnpj }],
    );
    for (const query of [{ phone: other.whatsapp }, { cnpj }]) {
      expect((await find(query))?.erased).toBe(false);
    }
  });
});

test("an e-mail that one lead alone has is the person's, with the number that it leads to", async () => {
  const { id } = await buildLead(user.id, { name: "Marta Contas", whatsapp: digits });
  await execute(sql`UPDATE leads SET email = ${email}, cnpj = ${cnpj} WHERE id = ${id}`);
  const shown = await find({ email });
  expect(shown).toMatchObject({ counts: { leads: 1 }, keys: { cnpjs: [cnpj] } });
  await erase(api, user, { emails: [email] });
  for (const trace of [digits.slice(-8), email, cnpj]) {
    expect(await findEverywhere(trace)).toEqual([]);
  }
  expect((await find({ phone: digits }))?.erased).toBe(true);
});
