import { describe, expect, test } from "vitest";
import { imports } from "@/lib/contracts/leads/imports";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { buildLead } from "@/tests/factories/leads";
import { buildLeadContact } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText, uploadFile, workOnImport } from "@/tests/support/imports";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const listLeads = async (user: TestUser) =>
  (await findLeads(api, user, { sort: "name", direction: "asc", per_page: 100 })).leads;
const listContacts = async (user: TestUser, id: number | undefined) =>
  (
    await callApi(api, leadContacts.list, { params: { id: id ?? 0 } }, user.headers)
  ).body.contacts.map(({ whatsapp, phone, email }) => whatsapp ?? phone ?? email);

const FILE = [
  "Nome;WhatsApp;Telefone;Telefone 2;Celular 2;E-mail;E-mail financeiro",
  "Padaria Sol;11987650001 / 11987650002;1133334444;3232-4545 ramal 12;11987650003;a@sol.example; nfe@sol.example, a@sol.example",
  "Padaria Lua;;;1133335555;11987650004;;b@lua.example",
  "Bar do Mar;11987650005;;abc;123.456.789-09;c@mar.example;sem arroba",
].join("\n");

describe("numbers and e-mails that no field is free for", () => {
  test("become other contacts; what cannot be read is left out and named", async () => {
    const user = await buildUser();
    const uploaded = await uploadFile(api, user, FILE);
    expect(uploaded.file.mapping).toEqual([
      ...["name", "whatsapp", "phone", "other.phone", "other.whatsapp", "email", "other.email"],
    ]);
    const done = await importText(api, user, FILE);
    expect(done).toMatchObject({ created: 3, refused: 0 });
    expect(done.unread).toEqual([
      { column: "Telefone 2", values: 1 },
      { column: "Celular 2", values: 1 },
      { column: "E-mail financeiro", values: 1 },
    ]);
    const [bar, moon, sun] = await listLeads(user);
    expect(sun).toMatchObject({
      ...{ whatsapp: "5511987650001", phone: "1133334444", email: "a@sol.example" },
      other_contacts: 4,
    });
    expect(await listContacts(user, sun?.id)).toEqual([
      ...["5511987650002", "3232-4545 ramal 12", "5511987650003", "nfe@sol.example"],
    ]);
    expect(moon).toMatchObject({
      ...{ whatsapp: "5511987650004", phone: "1133335555", email: "b@lua.example" },
      other_contacts: 0,
    });
    expect(bar).toMatchObject({ whatsapp: "5511987650005", phone: null, other_contacts: 0 });
    // Once more, and nothing comes twice.
    await importText(api, user, FILE, { mode: "update" });
    expect((await listLeads(user)).map(({ other_contacts }) => other_contacts)).toEqual([0, 0, 4]);
  });

  test("are added to leads that exist, and taken back by the undo where nobody changed them", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { name: "Padaria Sol", whatsapp: "5511987650001" });
    const kept = await buildLeadContact(user, lead.id, { whatsapp: "5511987650002" });
    const { id } = await importText(api, user, FILE, { mode: "update" });
    const found = await callApi(api, leadContacts.list, { params: { id: lead.id } }, user.headers);
    expect(found.body.contacts.map(({ source }) => source)).toEqual([
      ...["manual", "import", "import", "import"],
    ]);
    const edited = found.body.contacts.find(({ email }) => email)?.id ?? 0;
    await callApi(
      api,
      leadContacts.update,
      { params: { id: edited }, body: { name: "Financeiro" } },
      user.headers,
    );
    const { body } = await callApi(api, imports.previewUndo, { params: { id } }, user.headers);
    expect(body.undo).toMatchObject({ restored: 1 });
    await callApi(api, imports.undo, { params: { id } }, user.headers);
    expect(await workOnImport(api, user, id)).toMatchObject({ status: "undone" });
    const left = await callApi(api, leadContacts.list, { params: { id: lead.id } }, user.headers);
    expect(left.body.contacts.map((contact) => contact.id)).toEqual([kept, edited]);
  });
});

test("the contacts of an export are read back as they were", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const lead = await buildLead(user.id, { name: "Padaria Sol", whatsapp: "5511987650001" });
  const people = [
    { name: "Maria", role: "compras, loja 2", whatsapp: "5511987650002", phone: "1133334444" },
    { name: "José da Silva", email: "jose@sol.example" },
    { whatsapp: "+14155550100" },
    { phone: "3232-4545 ramal 12", email: "nfe@sol.example" },
    { name: "Só um nome" },
  ];
  for (const body of people) {
    await callApi(api, leadContacts.create, { params: { id: lead.id }, body }, user.headers);
  }
  const file = await fetch(`${api.url}/api/leads/export?format=csv`, { headers: user.headers });
  const text = await file.text();
  const uploaded = await uploadFile(api, other, text);
  expect(uploaded.file.mapping).toContain("other.contacts");
  for (const reader of [other, user]) {
    await importText(api, reader, text, { mode: "update" });
    const [mine] = await listLeads(reader);
    const read = await callApi(
      api,
      leadContacts.list,
      { params: { id: mine?.id ?? 0 } },
      reader.headers,
    );
    const nobody = { name: null, role: null, whatsapp: null, phone: null, email: null };
    expect(
      read.body.contacts.map(({ name, role, whatsapp, phone, email }) => ({
        ...{ name, role, whatsapp, email },
        phone: phone?.replace(/^\((\d\d)\) (\d{4})-/, "$1$2") ?? null,
      })),
    ).toEqual(
      people.map(({ whatsapp = null, ...person }) => ({
        ...{ ...nobody, ...person },
        whatsapp: whatsapp?.replace("+", "") ?? null,
      })),
    );
  }
});

test("companies of the registry's export are called by their legal name where they have no other", async () => {
  const user = await buildUser();
  const file = [
    "Nome fantasia;Razão social;CNPJ;Situação;Telefone;Telefone 2;E-mail",
    "Padaria Sol;Sol Ltda;11.222.333/0001-81;Ativa;(11) 3333-4444;(11) 98765-0001;a@sol.example",
    ";Lua Ltda;11.444.777/0001-61;Baixada;;;b@lua.example",
  ].join("\n");
  const uploaded = await uploadFile(api, user, file);
  expect(uploaded.file.mapping).toEqual([
    ...["name", "other.name", "cnpj", null, "phone", "other.phone", "email"],
  ]);
  const done = await importText(api, user, file);
  expect(done).toMatchObject({ created: 2, refused: 0, unread: [] });
  expect(await listLeads(user)).toMatchObject([{ name: "Lua Ltda" }, { name: "Padaria Sol" }]);
  // A name that a lead has by now stays.
  const renamed = file.replace("Padaria Sol;", ";");
  await importText(api, user, renamed, { mode: "update" });
  expect(await listLeads(user)).toMatchObject([{ name: "Lua Ltda" }, { name: "Padaria Sol" }]);
});

describe("a row with the number of another contact", () => {
  test("is of that lead, unless its CNPJ is another one", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { name: "Padaria Sol", whatsapp: "5511987650001" });
    await buildLeadContact(user, lead.id, { whatsapp: "5511987650002" });
    const done = await importText(api, user, "Nome;WhatsApp;Cidade\nSol;1187650002;Santos", {
      mode: "update",
    });
    expect(done).toMatchObject({ created: 0, existing: 1 });
    expect(await listLeads(user)).toMatchObject([
      { name: "Sol", city: "Santos", whatsapp: "5511987650001", phone: null, other_contacts: 1 },
    ]);
  });

  test("is another company's when a lead has the number itself", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { name: "Padaria Sol" });
    await buildLeadContact(user, lead.id, { whatsapp: "5511987650002" });
    await buildLead(user.id, { name: "Contador", whatsapp: "5511987650002" });
    await importText(api, user, "Nome;WhatsApp\nContabilidade;11987650002", { mode: "update" });
    expect((await listLeads(user)).map(({ name }) => name)).toEqual([
      "Contabilidade",
      "Padaria Sol",
    ]);
  });
});
