import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { importUploaded, type uploadFile } from "@/tests/support/imports";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";
import { workbookOf } from "@/tests/support/workbook";

const api = runApi({ withoutLimits: true });

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook of one sheet, with links of its cells by their relationships' ids. */
function sheetOf(rows: string, { after = "", links = {} as Record<string, string> } = {}) {
  const relations = Object.entries(links).map(
    ([id, target]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/hyperlink" Target="${target}" TargetMode="External"/>`,
  );
  const parts = {
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="r"><sheets><sheet name="Leads" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}" xmlns:r="r"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])),
  );
}

async function upload(user: TestUser, content: string | Uint8Array, query = "") {
  const response = await fetch(`${api.url}/api/imports?file_name=clientes.xlsx${query}`, {
    method: "POST",
    headers: user.headers,
    body: content as BodyInit,
  });
  return (await response.json()) as Awaited<ReturnType<typeof uploadFile>>;
}

async function importLeads(user: TestUser, content: string | Uint8Array, query = "") {
  await importUploaded(api, user, await upload(user, content, query));
  return (await findLeads(api, user, { sort: "name", direction: "asc", per_page: 100 })).leads;
}

test("a cell that leads to WhatsApp is the number that it leads to, also when its formula was never computed", async () => {
  const user = await buildUser();
  const rows = [
    `<row r="1">${text("A1", "Empresa")}${text("B1", "DDD")}${text("C1", "WhatsApp")}</row>`,
    `<row r="2">${text("A2", "A")}<c r="C2" t="str"><f>HYPERLINK("https://wa.me/5511980011001","Chamar")</f><v>Chamar</v></c></row>`,
    `<row r="3">${text("A3", "B")}<c r="C3"><f>HYPERLINK("https://wa.me/5511980011002","Chamar")</f></c></row>`,
    `<row r="4">${text("A4", "C")}${text("B4", "21980011003")}<c r="C4" t="str"><f t="shared" si="0" ref="C4:C5">HYPERLINK("https://wa.me/55"&amp;B4)</f><v>Ver</v></c></row>`,
    `<row r="5">${text("A5", "D")}${text("B5", "21980011004")}<c r="C5" t="str"><f t="shared" si="0"/><v>Ver</v></c></row>`,
    `<row r="6">${text("A6", "E")}${text("C6", "Chamar")}</row>`,
    `<row r="7">${text("A7", "F")}${text("C7", "11980011006")}</row>`,
  ];
  const after = `<hyperlinks><hyperlink ref="C6" r:id="h1"/><hyperlink ref="A7" r:id="h2"/><hyperlink ref="C7" r:id="h2"/></hyperlinks>`;
  const links = { h1: "https://wa.me/5511980011005", h2: "https://wa.me/5511999999999" };
  const leads = await importLeads(user, sheetOf(rows.join(""), { after, links }));
  expect(leads.map(({ name, whatsapp }) => [name, whatsapp])).toEqual([
    ["A", "5511980011001"],
    ["B", "5511980011002"],
    ["C", "5521980011003"],
    ["D", "5521980011004"],
    ["E", "5511980011005"],
    ["F", "5511980011006"],
  ]);
});

test("rows that a filter hides are told, and left out when that is chosen", async () => {
  const user = await buildUser();
  const rows = [
    `<row r="1">${text("A1", "Empresa")}${text("B1", "WhatsApp")}</row>`,
    `<row r="2">${text("A2", "Vista")}${text("B2", "11980011001")}</row>`,
    `<row r="3" hidden="1">${text("A3", "Oculta")}${text("B3", "11980011002")}</row>`,
    `<row r="4" hidden="1"/>`,
  ];
  const bytes = sheetOf(rows.join(""));
  const read = await upload(user, bytes);
  expect(read).toMatchObject({
    import: { rows_total: 2 },
    file: { hidden_rows: { count: 1, left_out: false } },
  });
  const skipped = await upload(user, bytes, "&hidden_rows=skip");
  expect(skipped).toMatchObject({
    import: { rows_total: 1 },
    file: {
      hidden_rows: { count: 1, left_out: true },
      preview: [{ cells: ["Vista", "11980011001"] }],
    },
  });
  expect((await upload(user, "Empresa\nA")).file.hidden_rows).toBeNull();
});

test("the first sheet with a table is read, and another can be chosen", async () => {
  const user = await buildUser();
  const table = (name: string) => [
    ["Empresa", "WhatsApp"],
    [name, "11980011001"],
  ];
  const bytes = workbookOf([
    { name: "Capa", rows: [["Relatório de clientes"], ["Março"]] },
    { name: "Vazia", rows: [] },
    { name: "Clientes", rows: table("Padaria Um") },
    { name: "Antigos", rows: table("Padaria Dois") },
    { name: "Interna", state: "hidden", rows: table("Padaria Três") },
  ]);
  const read = await upload(user, bytes);
  expect(read.file).toMatchObject({
    sheet: { name: "Clientes", others: 3 },
    sheets: ["Capa", "Vazia", "Clientes", "Antigos"],
    preview: [{ cells: ["Padaria Um", "11980011001"] }],
  });
  const chosen = await upload(user, bytes, "&sheet=Antigos");
  expect(chosen.file).toMatchObject({
    sheet: { name: "Antigos" },
    preview: [{ cells: ["Padaria Dois", "11980011001"] }],
  });
  expect((await upload(user, bytes, "&sheet=Interna")).file.sheet?.name).toBe("Clientes");
});

test("a header of two lines names each column", async () => {
  const user = await buildUser();
  const lines = [
    "Empresa;Contato;;;Endereço;",
    ";Fixo;Celular;E-mail;Cidade;UF",
    "Padaria Um;1130011001;11980011001;a@um.example;Santos;SP",
  ];
  const { file } = await upload(user, lines.join("\n"));
  expect(file.columns).toEqual(["Empresa", "Contato Fixo", "Celular", "E-mail", "Cidade", "UF"]);
  expect(file.mapping).toEqual(["name", "phone", "whatsapp", "email", "city", "state"]);
});

test.each([
  [
    "of a workbook",
    workbookOf([
      {
        name: "A",
        rows: [
          ["Empresa", "WhatsApp"],
          ["Padaria Um", "11980011001"],
          ["Padaria Dois", "11980011002", "ligar"],
        ],
      },
    ]),
  ],
  [
    "under a blank header",
    "Empresa;WhatsApp;\nPadaria Um;11980011001;\nPadaria Dois;11980011002;ligar",
  ],
])("a cell beside the table %s comes in as a column without a name", async (_what, content) => {
  const user = await buildUser();
  const uploaded = await upload(user, content);
  expect(uploaded.file.columns).toEqual(["Empresa", "WhatsApp", "Coluna 3"]);
  const done = await importUploaded(api, user, uploaded, {
    new_fields: [{ column: 2, name: "Nota", kind: "text", choices: [] }],
  });
  expect(done).toMatchObject({ created: 2, refused: 0 });
  const { leads } = await findLeads(api, user, { sort: "name", direction: "asc", per_page: 10 });
  expect(leads.map(({ own }) => own)).toEqual([{ nota: "ligar" }, {}]);
});

test("what is refused comes back whole, and totals are no companies", async () => {
  const user = await buildUser();
  const content = [
    "Nome,Endereço,WhatsApp,Valor",
    "Loja Um,Rua A 10,11980011001,10",
    "Loja Dois,Rua B, 20,11980011002,20",
    "Total,,,30",
    "Total Express,,11980011003,40",
  ].join("\n");
  const done = await importUploaded(api, user, await upload(user, content));
  expect(done).toMatchObject({ created: 2, refused: 2 });
  const file = await fetch(`${api.url}/api/imports/${done.id}/refused`, { headers: user.headers });
  const [header, ...lines] = (await file.text()).replace("\ufeff", "").trim().split("\r\n");
  expect(header).toBe("Nome;Endereço;WhatsApp;Valor;Coluna 5;Linha no arquivo;Motivo da recusa");
  expect(lines[0]).toMatch(/^Loja Dois;Rua B; 20;11980011002;20;3;/);
  expect(lines[1]).toBe("Total;;;30;;4;Linha de totais, que não é de uma empresa.");
});
