import { expect, test } from "vitest";
import { imports } from "@/lib/contracts/leads/imports";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText, importUploaded, uploadFile } from "@/tests/support/imports";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

async function importLeads(user: TestUser, ...lines: string[]) {
  const done = await importText(api, user, lines.join("\n"));
  expect(done).toMatchObject({ refused: 0, unread: [] });
  return (await findLeads(api, user, { sort: "name", direction: "asc", per_page: 100 })).leads;
}

test("a file that is uploaded is told what its columns hold", async () => {
  const user = await buildUser();
  const { file } = await uploadFile(
    api,
    user,
    "Empresa;Contato;Limite;Cliente;Vazia\nSol;11980011001;15.000,5;Sim;\nLua;falar;R$ 10;Não;\nMar;1130011003;0;Sim;",
  );
  expect(file.mapping).toEqual(["name", null, null, null, null]);
  expect(file.values).toEqual([
    { count: 3, numbers: false, month_first: false, reason: null },
    { count: 3, numbers: true, month_first: false, reason: "2 de 3 são números de telefone" },
    { count: 3, numbers: false, month_first: false, reason: "3 de 3 são números" },
    { count: 3, numbers: false, month_first: false, reason: "3 de 3 são sim ou não" },
    { count: 0, numbers: false, month_first: false, reason: null },
  ]);
});

test("leads without a number are counted before they are imported", async () => {
  const user = await buildUser();
  const { import: uploaded } = await uploadFile(
    api,
    user,
    "Empresa;Número;E-mail\nSol;11980011001;a@sol.example\nLua;;b@lua.example\nMar;;",
  );
  const check = async (...mapping: (null | "name" | "whatsapp" | "email")[]) => {
    const params = { id: uploaded.id };
    const body = { mapping, mode: "skip" as const };
    return (await callApi(api, imports.check, { params, body }, user.headers)).body.check;
  };
  expect(await check("name", "whatsapp", "email")).toMatchObject({ created: 3, without_number: 2 });
  expect(await check("name", null, "email")).toMatchObject({ created: 3, without_number: 3 });
});

test("area codes of a column of their own go before the numbers beside them", async () => {
  const user = await buildUser();
  const leads = await importLeads(
    user,
    "Empresa;DDD;Celular;DDD 2;Telefone 2",
    "Padaria Dois;21;98001-1002;021;3001-1002",
    "Padaria Três;11;(31) 98001-1003;;",
    "Padaria Um;11;980011001;11;+55 41 3001-1001",
  );
  expect(leads).toMatchObject([
    { whatsapp: "5521980011002", phone: "(21) 3001-1002" },
    { whatsapp: "5531980011003", phone: null },
    { whatsapp: "5511980011001", phone: "+55 41 3001-1001" },
  ]);
});

test("the registry's own layout loses nothing", async () => {
  const user = await buildUser();
  const [lead] = await importLeads(
    user,
    "CNPJ;RAZÃO SOCIAL;NOME FANTASIA;LOGRADOURO;NÚMERO;BAIRRO;CEP;MUNICÍPIO;UF;DDD 1;TELEFONE 1;CORREIO ELETRÔNICO",
    "11222333000181;INVENTADA LTDA;;RUA B;20;CENTRO;01310-100;SAO PAULO;SP;11;30011001;a@inventada.example",
  );
  expect(lead).toMatchObject({
    name: "INVENTADA LTDA",
    address: "RUA B, 20, CENTRO, 01310-100",
    ...{ city: "SAO PAULO", state: "SP", phone: "(11) 30011001", email: "a@inventada.example" },
  });
});

test("the registry's open data, opened once in a spreadsheet, has its CNPJs and addresses", async () => {
  const user = await buildUser();
  const uploaded = await uploadFile(
    api,
    user,
    [
      "CNPJ_BASICO;CNPJ_ORDEM;CNPJ_DV;NOME_FANTASIA;TIPO_LOGRADOURO;LOGRADOURO;NUMERO;COMPLEMENTO;BAIRRO;UF;MUNICIPIO;DDD_1;TELEFONE_1;DDD_2;TELEFONE_2",
      "1222333;1;28;SOL INVENTADO;RUA;DAS FLORES;10;SALA 2;CENTRO;SP;7107;11;30011001;11;30011002",
      "11222333;1;81;LUA INVENTADA;AVENIDA;B;20;;;RJ;6001;21;30011003;;",
      "11222333;5;5;MAR INVENTADO;;;;;;RJ;6001;21;30011004;;",
    ].join("\n"),
  );
  expect(uploaded.file.values.slice(0, 3).map(({ reason }) => reason)).toEqual([
    ...["3 de 3 são CNPJs", "Completa o CNPJ", "Completa o CNPJ"],
  ]);
  const done = await importUploaded(api, user, uploaded);
  expect(done).toMatchObject({ created: 3, refused: 0, unread: [] });
  const query = { sort: "name" as const, direction: "desc" as const, per_page: 10 };
  expect((await findLeads(api, user, query)).leads).toMatchObject([
    {
      ...{ cnpj: "01222333000128", address: "RUA DAS FLORES, 10, SALA 2, CENTRO" },
      ...{ city: null, state: "SP", phone: "(11) 30011001", other_contacts: 1 },
    },
    { cnpj: "11222333000505", address: null, phone: "(21) 30011004" },
    { cnpj: "11222333000181", address: "AVENIDA B, 20", phone: "(21) 30011003" },
  ]);
});

test("the root of a CNPJ alone is counted, and becomes a field of its own with its zeros", async () => {
  const user = await buildUser();
  const uploaded = await uploadFile(api, user, "CNPJ_BASICO;Empresa\n01222333;Sol\n11222333;Lua");
  expect(uploaded.file.mapping).toEqual([null, "name"]);
  const params = { id: uploaded.import.id };
  const { body } = await callApi(api, imports.column, { params, query: { at: 0 } }, user.headers);
  const { kind } = body.field;
  expect(kind).toBe("text");
  await importUploaded(api, user, uploaded, {
    new_fields: [{ column: 0, name: "Raiz do CNPJ", kind, choices: [] }],
  });
  const { leads } = await findLeads(api, user, { sort: "name", direction: "asc", per_page: 10 });
  expect(leads).toMatchObject([
    { cnpj: null, own: { raiz_do_cnpj: "11222333" } },
    { cnpj: null, own: { raiz_do_cnpj: "01222333" } },
  ]);
});

test("of an address book organizations are companies and people their contacts", async () => {
  const user = await buildUser();
  const [alone, company] = await importLeads(
    user,
    "First Name,Middle Name,Last Name,Organization Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value",
    "Ana,de,Exemplo,Padaria Inventada,Mobile,+55 11 98001-1001,Work,(11) 3001-1001 ::: (11) 3001-1002",
    "Bia,,Silva,,Mobile,11980011002,,",
  );
  expect(company).toMatchObject({
    ...{ name: "Padaria Inventada", contact_name: "Ana de Exemplo" },
    ...{ whatsapp: "5511980011001", phone: "(11) 3001-1001", other_contacts: 1 },
  });
  const params = { id: company?.id ?? 0 };
  const { body } = await callApi(api, leadContacts.list, { params }, user.headers);
  expect(body.contacts).toMatchObject([{ phone: "(11) 3001-1002" }]);
  expect(alone).toMatchObject({ name: "Bia Silva", whatsapp: "5511980011002" });
});

test("a scraper's title is the name, and all of its e-mails are read", async () => {
  const user = await buildUser();
  const [lead] = await importLeads(
    user,
    "link,title,category,address,website,phone,review_rating,emails",
    'https://maps.example/1,Clínica Modelo,Dentista,"Rua B, 20",https://clinica.example,+55 19 98001-2201,4.5,"a@clinica.example, b@clinica.example"',
  );
  expect(lead).toMatchObject({
    ...{ name: "Clínica Modelo", website: "https://clinica.example", whatsapp: "5519980012201" },
    ...{ email: "a@clinica.example", other_contacts: 1 },
  });
});

test("a town is told from its state in one column", async () => {
  const user = await buildUser();
  const leads = await importLeads(
    user,
    "Empresa;Cidade/UF;Telefone",
    "A;São Paulo/SP;1130011001",
    "B;Santos - SP;1130011002",
    "C;Ji-Paraná;6930011002",
    "D;Embu (SP);1130011004",
  );
  expect(leads).toMatchObject([
    { city: "São Paulo", state: "SP" },
    { city: "Santos", state: "SP" },
    { city: "Ji-Paraná", state: null },
    { city: "Embu", state: "SP" },
  ]);
});

test("who asks for no messages is found in columns named as people name them", async () => {
  const user = await buildUser();
  const response = await fetch(`${api.url}/api/opt-outs/import`, {
    method: "POST",
    headers: user.headers,
    body: "Nome;DDD;Fones;Contato (A/C)\nAna;11;98001-1001;11980011003\nBia;21;98001-1002;",
  });
  expect(await response.json()).toMatchObject({ added: 3, invalid: 0 });
});

const asDates = (column: number) => [
  { column, name: "Fundação", kind: "date" as const, choices: [] },
];

test.each([
  ["that one date proves American", "03/02/2019", "03/13/2019", "2019-03-02", "2019-03-13"],
  ["that one date proves Brazilian", "03/02/2019", "13/03/2019", "2019-02-03", "2019-03-13"],
  ["that nothing proves", "03/02/2019", "04/02/2019", "2019-02-03", "2019-02-04"],
])("dates of a column %s are read as what they are", async (_how, first, last, day, lastDay) => {
  const user = await buildUser();
  const rows = [`A;11980011001;${first} 10:00`, "B;11980011002;", `C;11980011003;${last}`];
  const uploaded = await uploadFile(api, user, ["Empresa;WhatsApp;Fundação", ...rows].join("\n"));
  const isAmerican = last.startsWith("03/13");
  expect(uploaded.file.values[2]).toEqual({
    ...{ count: 2, numbers: false, month_first: isAmerican, reason: "2 de 2 são datas" },
  });
  const params = { id: uploaded.import.id };
  const { field } = (await callApi(api, imports.column, { params, query: { at: 2 } }, user.headers))
    .body;
  expect(field).toMatchObject({ kind: "date", read: { date: 2 } });
  await importUploaded(api, user, uploaded, { new_fields: asDates(2) });
  const { leads } = await findLeads(api, user, { sort: "name", direction: "asc", per_page: 10 });
  expect(leads.map(({ own }) => own["fundacao"])).toEqual([day, undefined, lastDay]);
});

test("dates are read in whatever form they have, and errors of formulas as nothing", async () => {
  const user = await buildUser();
  const dates = [
    ...["05/12/18", "5/dez/2018", "5 de dezembro de 2018", "2018-12-05T00:00:00-03:00"],
    ...["05/12/2018 às 08:15", "#N/D"],
  ];
  const lines = dates.map((date, at) => `L${at};1198001100${at};${date};#REF!`);
  const file = ["Empresa;WhatsApp;Fundação;Cidade", ...lines].join("\n");
  const done = await importText(api, user, file, { new_fields: asDates(2) });
  expect(done).toMatchObject({ created: 6, refused: 0, unread: [] });
  const { leads } = await findLeads(api, user, { sort: "name", direction: "asc", per_page: 10 });
  expect(leads.map(({ own }) => own["fundacao"])).toEqual([
    ...Array(5).fill("2018-12-05"),
    undefined,
  ]);
  expect(leads.every(({ city }) => city === null)).toBe(true);
});
