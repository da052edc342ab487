import { describe, expect, test } from "vitest";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leads } from "@/lib/contracts/leads/leads";
import { LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildLeadContact } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

/** As rows have them that are older than the rules; with another value that is refused, and one that is not. */
const OLD = [
  ["phone", "telefone abc", "ramal doze", "1130011001"],
  ["email", "sem arroba", "a@", "a@sol.example"],
  ["website", "não tem", "localhost", "sol.example"],
  ["cnpj", "11222333000182", "11222333000183", "11222333000181"],
  ["whatsapp", "5511123", "5511124", "5511980011001"],
] as const;

async function buildOldLead(user: TestUser): Promise<number> {
  const { id } = await buildLead(user.id);
  const [phone, email, website, cnpj, whatsapp] = OLD.map(([, old]) => old);
  await execute(
    sql`UPDATE leads SET phone = ${phone}, email = ${email}, website = ${website}, cnpj = ${cnpj}, whatsapp = ${whatsapp},
          phone_key = ${whatsapp} WHERE id = ${id}`,
  );
  return id;
}

const readLead = async (user: TestUser, id: number) =>
  (await callApi(api, leads.get, { params: { id } }, user.headers)).body.lead;

type Change = Parameters<typeof callApi<typeof leads.update>>[2]["body"];
const changeLead = (user: TestUser, id: number, body: Change) =>
  callApi(api, leads.update, { params: { id }, body }, user.headers);

test("every field whose stored values may break its rule has a case here", () => {
  const guarded = Object.entries(LEAD_FIELDS).flatMap(([name, field]) =>
    "stored" in field ? [name] : [],
  );
  expect([...guarded, "whatsapp"].sort()).toEqual(OLD.map(([name]) => name).sort());
});

describe("of a lead that is older than the rules", () => {
  test("another value is changed by whoever sends all of them back", async () => {
    const user = await buildUser();
    const id = await buildOldLead(user);
    const { name: _name, phone, email, website, cnpj, whatsapp } = await readLead(user, id);
    const all = { phone, email, website, cnpj, whatsapp };
    expect(all).toEqual(Object.fromEntries(OLD));
    const answer = await changeLead(user, id, { ...all, name: "Padaria Sol" });
    expect(answer).toMatchObject({
      ...{ status: 200, body: { lead: { ...all, name: "Padaria Sol" } } },
    });
  });

  test.each(OLD)(
    "%s %j is not changed to %j, but to %j, and cleared",
    async (name, old, wrong, right) => {
      const user = await buildUser();
      const id = await buildOldLead(user);
      expect(await changeLead(user, id, { [name]: wrong, city: "Santos" })).toMatchObject({
        ...{ status: 400, body: { fields: { [name]: expect.any(String) } } },
      });
      expect(await readLead(user, id)).toMatchObject({ [name]: old, city: null });
      expect((await changeLead(user, id, { [name]: right })).body.lead).toMatchObject({
        [name]: right,
      });
      // What was mended is no longer stored.
      expect((await changeLead(user, id, { [name]: old })).status).toBe(400);
      expect((await changeLead(user, id, { [name]: null })).body.lead).toMatchObject({
        [name]: null,
      });
    },
  );

  test("each field that is changed to what it may not be is named", async () => {
    const user = await buildUser();
    const id = await buildOldLead(user);
    const { body } = await changeLead(user, id, { phone: "abc", email: "abc", website: "não tem" });
    expect(body).toMatchObject({
      ...{ code: "invalid_input" },
      fields: { phone: "Telefone inválido.", email: "E-mail inválido." },
    });
    expect(body).not.toHaveProperty("fields.website");
  });
});

test("of a contact that is older than the rules another value is changed, and a new one keeps them", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id);
  const id = await buildLeadContact(user, lead.id);
  await execute(
    sql`UPDATE lead_contacts SET phone = 'telefone abc', email = 'sem arroba', whatsapp = '5511123', phone_key = '5511123' WHERE id = ${id}`,
  );
  const stored = { phone: "telefone abc", email: "sem arroba", whatsapp: "5511123" };
  type Body = Parameters<typeof callApi<typeof leadContacts.update>>[2]["body"];
  const change = (body: Body) =>
    callApi(api, leadContacts.update, { params: { id }, body }, user.headers);
  expect(await change({ ...stored, name: "Maria Exemplo" })).toMatchObject({
    ...{ status: 200, body: { contact: { ...stored, name: "Maria Exemplo" } } },
  });
  for (const wrong of [{ phone: "abc" }, { email: "abc" }, { whatsapp: "5511124" }]) {
    const fields = { [Object.keys(wrong)[0] ?? ""]: expect.any(String) };
    expect(await change(wrong)).toMatchObject({ status: 400, body: { fields } });
    const params = { id: lead.id };
    const body = { name: "Ana", ...wrong };
    const added = await callApi(api, leadContacts.create, { params, body }, user.headers);
    expect(added).toMatchObject({ status: 400, body: { fields } });
  }
});
