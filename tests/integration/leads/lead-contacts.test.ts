import { describe, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { type ContactChange, leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { MOST_CONTACTS_OF_LEAD } from "@/lib/domain/leads/lead-contacts";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildLeadContact } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const add = (user: TestUser, id: number, body: ContactChange) =>
  callApi(api, leadContacts.create, { params: { id }, body }, user.headers);
const change = (user: TestUser, id: number, body: ContactChange) =>
  callApi(api, leadContacts.update, { params: { id }, body }, user.headers);
const makeMain = (user: TestUser, id: number) =>
  callApi(api, leadContacts.makeMain, { params: { id } }, user.headers);
const list = async (user: TestUser, id: number) =>
  (await callApi(api, leadContacts.list, { params: { id } }, user.headers)).body;
const readLead = async (user: TestUser, id: number) =>
  (await callApi(api, leads.get, { params: { id } }, user.headers)).body.lead;
const block = (user: TestUser, number: string) =>
  callApi(api, optOuts.add, { body: { number } }, user.headers);

/** Rows that only one of lead_search and leads has. */
async function findSearchDifferences(user: TestUser) {
  const kept = sql`SELECT * FROM lead_search WHERE owner_id = ${user.id}`;
  const due = sql`SELECT (lead_search_row(l)).* FROM leads l WHERE owner_id = ${user.id}`;
  return rows(sql`(${kept} EXCEPT ${due}) UNION ALL (${due} EXCEPT ${kept})`);
}

describe("contacts of a lead", () => {
  test("are added, changed, listed with the main one and deleted", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { whatsapp: "5511987650001" });
    await callApi(
      api,
      leads.update,
      { params: { id: lead.id }, body: { contact_name: "Ana", contact_role: "Dona" } },
      user.headers,
    );
    const { contact } = (
      await add(user, lead.id, { name: " Maria ", role: "Compras", whatsapp: "(11) 98765-0002" })
    ).body;
    expect(contact).toMatchObject({
      ...{ lead_id: lead.id, name: "Maria", role: "Compras", whatsapp: "5511987650002" },
      ...{ phone: null, email: null, source: "manual", opted_out: false, has_conversation: false },
    });
    await add(user, lead.id, { email: "nfe@sol.example" });
    const found = await list(user, lead.id);
    expect(found.main).toMatchObject({ name: "Ana", role: "Dona", whatsapp: "5511987650001" });
    expect(found.contacts.map(({ name, email }) => name ?? email)).toEqual([
      "Maria",
      "nfe@sol.example",
    ]);
    expect((await readLead(user, lead.id)).other_contacts).toBe(2);
    const changed = await change(user, contact.id, { role: null, phone: "3232-4545 ramal 12" });
    expect(changed.body.contact).toMatchObject({
      ...{ name: "Maria", role: null, phone: "3232-4545 ramal 12", whatsapp: "5511987650002" },
    });
    await callApi(api, leadContacts.remove, { params: { id: contact.id } }, user.headers);
    expect((await list(user, lead.id)).contacts).toHaveLength(1);
    const history = await callApi(
      api,
      leadHistory.list,
      { params: { id: lead.id }, query: { show: "changes" } },
      user.headers,
    );
    // Maria came and went within one entry.
    const told = history.body.history.flatMap(({ changes }) => changes ?? []);
    expect(told).toContainEqual(expect.objectContaining({ from: null, to: "nfe@sol.example" }));
    expect(told.filter(({ to }) => to?.includes("Maria"))).toEqual([]);
  });

  test("are reached in different ways, and have a way at least", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { whatsapp: "5511987650001" });
    await add(user, lead.id, { name: "Maria", whatsapp: "11987650002" });
    await add(user, lead.id, { email: "nfe@sol.example" });
    await add(user, lead.id, { phone: "(11) 3333-4444" });
    const refusals = [
      [{ role: "Compras" }, 400, "name"],
      [{ whatsapp: "1187650001" }, 409, "whatsapp"],
      [{ whatsapp: "+55 11 8765-0002" }, 409, "whatsapp"],
      [{ email: "NFE@sol.example", name: "Outra" }, 409, "email"],
      [{ phone: "1133334444" }, 409, "phone"],
      [{ whatsapp: "123" }, 400, "whatsapp"],
      [{ email: "sem arroba" }, 400, "email"],
    ] as const;
    for (const [body, status, field] of refusals) {
      const answer = await add(user, lead.id, body);
      expect(answer.status, JSON.stringify(body)).toBe(status);
      expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toEqual([field]);
    }
    const maria = (await list(user, lead.id)).contacts[0];
    expect((await change(user, maria?.id ?? 0, { name: "", whatsapp: null })).status).toBe(400);
    // Another company may be reached through the same person.
    const other = await buildLead(user.id);
    expect((await add(user, other.id, { name: "Maria", whatsapp: "11987650002" })).status).toBe(
      201,
    );
  });

  test("stand in an export in one column", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    await buildLead(user.id);
    await add(user, lead.id, { name: "Maria", role: "Compras", whatsapp: "11987650002" });
    await add(user, lead.id, { email: "nfe@sol.example" });
    const file = await fetch(`${api.url}/api/leads/export?format=csv`, { headers: user.headers });
    const [header, ...lines] = (await file.text()).split("\r\n");
    expect(header).toMatch(/;Outros contatos;Situação do site$/);
    expect(lines.filter((line) => line.includes("nfe@"))).toHaveLength(1);
    expect(lines.join("\n")).toContain("Maria, Compras · +55 (11) 98765-0002; nfe@sol.example");
  });

  test("of one lead are not too many, for writers at once", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    for (let nth = 1; nth < MOST_CONTACTS_OF_LEAD; nth += 1) await buildLeadContact(user, lead.id);
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => add(user, lead.id, { name: `Pessoa ${nth}` })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect((await list(user, lead.id)).contacts).toHaveLength(MOST_CONTACTS_OF_LEAD);
  });

  test("cannot be of another account's lead, whatever a statement says", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const theirs = await buildLead(other.id);
    expect((await add(user, theirs.id, { name: "Minha" })).status).toBe(404);
    await expect(
      execute(
        sql`INSERT INTO lead_contacts (owner_id, lead_id, name, source) VALUES (${user.id}, ${theirs.id}, 'Minha', 'manual')`,
      ),
    ).rejects.toThrow();
    await expect(
      execute(
        sql`INSERT INTO lead_contacts (owner_id, lead_id, role, source) VALUES (${other.id}, ${theirs.id}, 'Compras', 'manual')`,
      ),
    ).rejects.toThrow();
  });

  test("come back with their lead as they were", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    await add(user, lead.id, { name: "Maria", whatsapp: "11987650002" });
    const before = await list(user, lead.id);
    await callApi(api, leadBulk.remove, { body: { lead_ids: [lead.id] } }, user.headers);
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    await callApi(api, leads.restore, { params: { id: body.deletions[0]?.id ?? 0 } }, user.headers);
    expect(await list(user, lead.id)).toEqual(before);
    expect(await findSearchDifferences(user)).toEqual([]);
  });
});

describe("the main contact", () => {
  test("changes places with another one, and back", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { whatsapp: "5511987650001" });
    const values = { contact_name: "Ana", contact_role: "Dona", email: "ana@sol.example" };
    await callApi(api, leads.update, { params: { id: lead.id }, body: values }, user.headers);
    const maria = { name: "Maria", whatsapp: "11987650002", phone: "(11) 3333-4444" };
    const { contact } = (await add(user, lead.id, maria)).body;
    const answer = await makeMain(user, contact.id);
    expect(answer.body.lead).toMatchObject({
      ...{ id: lead.id, contact_name: "Maria", contact_role: null, whatsapp: "5511987650002" },
      ...{ phone: "(11) 3333-4444", email: null },
    });
    const [ana, ...others] = (await list(user, lead.id)).contacts;
    expect(others).toEqual([]);
    expect(ana).toMatchObject({
      ...{ name: "Ana", role: "Dona", whatsapp: "5511987650001", email: "ana@sol.example" },
    });
    expect((await makeMain(user, ana?.id ?? 0)).body.lead).toMatchObject({
      ...{ ...values, whatsapp: "5511987650001", phone: null },
    });
  });

  test("needs a number, which no other lead has", async () => {
    const user = await buildUser();
    const [lead, moon] = [
      await buildLead(user.id),
      await buildLead(user.id, { name: "Padaria Lua", whatsapp: "5511987650009" }),
    ];
    const silent = (await add(user, lead.id, { name: "Sem número" })).body.contact;
    expect(await makeMain(user, silent.id)).toMatchObject({ status: 409 });
    const shared = (await add(user, lead.id, { name: "Contador", whatsapp: "11987650009" })).body;
    const refused = await makeMain(user, shared.contact.id);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "lead_exists", existing_id: moon.id },
    });
    expect(JSON.stringify(refused.body)).toContain("Padaria Lua");
    expect((await list(user, lead.id)).contacts).toHaveLength(2);
  });

  test("of two calls at once is one, and nobody is lost", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    const ids = [await buildLeadContact(user, lead.id), await buildLeadContact(user, lead.id)];
    await Promise.all(ids.map((id) => makeMain(user, id)));
    const { main, contacts } = await list(user, lead.id);
    const numbers = [main, ...contacts].map(({ whatsapp }) => whatsapp);
    expect(new Set(numbers).size).toBe(3);
    expect(numbers).toContain(lead.whatsapp);
  });
});

describe("a merge", () => {
  test("keeps the contacts of both, and its undo gives each its own", async () => {
    const user = await buildUser();
    const [one, other] = [
      await buildLead(user.id, { name: "Padaria Sol", whatsapp: "5511987650001" }),
      await buildLead(user.id, { name: "Padaria Sol Ltda", whatsapp: "5511987650009" }),
    ];
    const ana = { contact_name: "Ana", phone: "1133334444", email: "ana@sol.example" };
    const bia = { contact_name: "Bia", phone: "(11) 3333-4444", email: "bia@sol.example" };
    for (const [{ id }, body] of [
      [one, ana],
      [other, bia],
    ] as const) {
      await callApi(api, leads.update, { params: { id }, body }, user.headers);
    }
    await add(user, one.id, { name: "Maria", whatsapp: "11987650002" });
    await add(user, other.id, { name: "Maria Souza", whatsapp: "1187650002" });
    await add(user, other.id, { name: "Joana" });
    // The other's main number is one of the first lead's already.
    await add(user, other.id, { name: "Ana Lima", whatsapp: "11987650001" });
    const before = [await list(user, one.id), await list(user, other.id)];

    const merged = await callApi(
      api,
      leadMerges.merge,
      { body: { lead_ids: [one.id, other.id], survivor_id: one.id } },
      user.headers,
    );
    expect(merged.status).toBe(201);
    const after = await list(user, one.id);
    expect(after.main).toEqual(before[0]?.main);
    expect(after.contacts.map(({ name, whatsapp, email }) => [name, whatsapp, email])).toEqual([
      ["Maria", "5511987650002", null],
      ["Joana", null, null],
      ["Bia", "5511987650009", "bia@sol.example"],
    ]);
    expect(after.contacts.map(({ phone }) => phone)).toEqual([null, null, null]);
    expect(await findSearchDifferences(user)).toEqual([]);

    await callApi(api, leadMerges.undo, { params: { id: merged.body.merge.id } }, user.headers);
    expect([await list(user, one.id), await list(user, other.id)]).toEqual(before);
    expect(await findSearchDifferences(user)).toEqual([]);
  });

  test("by whose number the survivor is reached takes that contact whole", async () => {
    const user = await buildUser();
    const [one, other] = [await buildLead(user.id), await buildLead(user.id)];
    for (const [id, contact_name] of [
      [one.id, "Ana"],
      [other.id, "Bia"],
    ] as const) {
      await callApi(api, leads.update, { params: { id }, body: { contact_name } }, user.headers);
    }
    const body = { lead_ids: [one.id, other.id], survivor_id: one.id };
    const merged = await callApi(
      api,
      leadMerges.merge,
      { body: { ...body, choices: { whatsapp: other.id } } },
      user.headers,
    );
    const { main, contacts } = await list(user, one.id);
    expect(main).toMatchObject({ name: "Bia", whatsapp: other.whatsapp });
    expect(contacts).toMatchObject([{ name: "Ana", whatsapp: one.whatsapp }]);
    // What somebody has made of a contact since stays.
    await change(user, contacts[0]?.id ?? 0, { role: "Dona" });
    await callApi(api, leadMerges.undo, { params: { id: merged.body.merge.id } }, user.headers);
    const back = await list(user, one.id);
    expect(back.main).toMatchObject({ name: "Ana", whatsapp: one.whatsapp });
    expect(back.contacts).toMatchObject([{ name: "Ana", role: "Dona" }]);
  });
});

describe("an opt-out", () => {
  test("of another contact marks that one alone, until it is the main one", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    const { contact } = (await add(user, lead.id, { name: "Maria", whatsapp: "11987650002" })).body;
    await block(user, "11987650002");
    const { main, contacts } = await list(user, lead.id);
    expect([main.opted_out, contacts[0]?.opted_out]).toEqual([false, true]);
    expect((await readLead(user, lead.id)).status).toBe("pending");
    expect((await makeMain(user, contact.id)).body.lead.status).toBe("opted_out");
    // The previous one did not ask for anything.
    const [before] = (await list(user, lead.id)).contacts;
    expect((await makeMain(user, before?.id ?? 0)).body.lead.status).toBe("pending");
  });

  test("that a person set without a number stays", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { status: "opted_out" });
    const id = await buildLeadContact(user, lead.id);
    expect((await makeMain(user, id)).body.lead.status).toBe("opted_out");
  });
});

describe("a search of leads", () => {
  test("finds a lead by name, number and e-mail of its contacts, as they are now", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { name: "Padaria Sol" });
    await buildLead(user.id, { name: "Padaria Lua" });
    const { contact } = (
      await add(user, lead.id, {
        ...{ name: "Mária Quitéria", whatsapp: "(21) 97777-1234", email: "nfe@sol.example" },
      })
    ).body;
    const find = async (search: string) =>
      (await findLeads(api, user, { search })).leads.map(({ id }) => id);
    for (const text of ["maria quiteria", "21 97777", "(21) 7777-1234", "nfe@sol"]) {
      expect(await find(text), text).toEqual([lead.id]);
    }
    await callApi(
      api,
      leads.update,
      { params: { id: lead.id }, body: { name: "Padaria do Sol", contact_name: "Joana" } },
      user.headers,
    );
    expect(await find("quiteria")).toEqual([lead.id]);
    expect(await find("joana")).toEqual([lead.id]);
    await change(user, contact.id, { name: "Beatriz" });
    expect(await find("quiteria")).toEqual([]);
    expect(await find("beatriz")).toEqual([lead.id]);
    await callApi(api, leadContacts.remove, { params: { id: contact.id } }, user.headers);
    expect(await find("beatriz")).toEqual([]);
    expect(await findSearchDifferences(user)).toEqual([]);
  });

  test("knows what writers at once have left", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    await Promise.all([
      ...[1, 2, 3, 4].map((nth) => add(user, lead.id, { name: `Pessoa ${nth}` })),
      ...[1, 2].map((nth) =>
        callApi(
          api,
          leads.update,
          { params: { id: lead.id }, body: { name: `Nome ${nth}` } },
          user.headers,
        ),
      ),
    ]);
    expect(await findSearchDifferences(user)).toEqual([]);
  });
});
