import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { importUploaded, type uploadFile } from "@/tests/support/imports";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

async function send(user: TestUser, content: string | Uint8Array, query = "") {
  const response = await fetch(`${api.url}/api/imports?file_name=clientes${query}`, {
    method: "POST",
    headers: user.headers,
    body: content as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

async function importLeads(user: TestUser, content: string | Uint8Array) {
  const { body } = await send(user, content);
  const done = await importUploaded(api, user, body as Awaited<ReturnType<typeof uploadFile>>);
  expect(done).toMatchObject({ refused: 0, unread: [] });
  return (await findLeads(api, user, { sort: "name", direction: "asc", per_page: 100 })).leads;
}

const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));

/** A spreadsheet of LibreOffice with these tables. */
function spreadsheet(tables: string, styles = "", manifest = "") {
  return zip({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="m">${manifest}</manifest:manifest>`,
    "content.xml": `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s" xmlns:xlink="l"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
}

const text = (value: string) =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const row = (cells: string, attributes = "") =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;
const table = (name: string, rows: string, attributes = "") =>
  `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`;

describe("a spreadsheet of LibreOffice", () => {
  const cells = [
    text("A"),
    `<table:table-cell office:value-type="float" office:value="11980011001"><text:p>11980011001</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="date" office:date-value="2018-11-04"><text:p>04/11/18</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="percentage" office:value="0.05"><text:p>5%</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="float" office:value="1310100"><text:p>01310-100</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="currency" office:value="1234.5"><text:p>R$ 1.234,50</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>VERDADEIRO</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="string"><office:annotation><text:p>nota de alguém</text:p></office:annotation><text:p>dois<text:s text:c="2"/>espaços</text:p><text:p>e linha</text:p></table:table-cell>`,
    `<table:table-cell table:number-columns-repeated="16000"/>`,
  ];
  const header = ["Nome", "WhatsApp", "Desde", "Margem", "CEP", "Valor", "Cliente", "Nota"];

  test("is read as a workbook is, with values in full and digits as they are shown", async () => {
    const user = await buildUser();
    const rows = [row(header.map(text).join("")), row(cells.join(""))];
    const empty = row("<table:table-cell/>", 'table:number-rows-repeated="1048000"');
    const { body } = await send(user, spreadsheet(table("Clientes", rows.join("") + empty)));
    expect(body.file).toMatchObject({
      sheet: { name: "Clientes", others: 0 },
      preview: [
        {
          line: 2,
          cells: [
            ...["A", "11980011001", "04/11/2018", "5%", "01310-100", "1234,5", "Sim"],
            "dois  espaços\ne linha",
          ],
        },
      ],
    });
  });

  test("has links, hidden rows and several sheets", async () => {
    const user = await buildUser();
    const link = `<table:table-cell office:value-type="string"><text:p><text:a xlink:href="https://wa.me/5511980011001">Chamar</text:a></text:p></table:table-cell>`;
    const formula = `<table:table-cell table:formula="of:=HYPERLINK(&quot;https://wa.me/551198001100&quot;&amp;[.A4];&quot;Chamar&quot;)" office:value-type="string"><text:p>Chamar</text:p></table:table-cell>`;
    const rows = [
      row(text("Nome") + text("WhatsApp")),
      row(text("A") + link),
      row(text("3") + formula),
      row(text("B") + text("11980011002"), 'table:visibility="filter"'),
    ];
    const hidden = `<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>`;
    const bytes = spreadsheet(
      table("Capa", row(text("Relatório"))) +
        table("Oculta", rows.join(""), 'table:style-name="ta2"') +
        table("Clientes", rows.join("")) +
        table("Outros", rows.join("").replace(">A<", ">C<")),
      hidden,
    );
    const { body } = await send(user, bytes);
    expect(body.file).toMatchObject({
      sheet: { name: "Clientes", others: 2 },
      sheets: ["Capa", "Clientes", "Outros"],
      hidden_rows: { count: 1, left_out: false },
    });
    expect((await send(user, bytes, "&sheet=Outros")).body.file.preview[0].cells[0]).toBe("C");
    expect(await importLeads(user, bytes)).toMatchObject([
      { name: "3", whatsapp: "5511980011003" },
      { name: "A", whatsapp: "5511980011001" },
      { name: "B", whatsapp: "5511980011002" },
    ]);
  });

  test("that repeats a row without end is refused as a long file is", async () => {
    const user = await buildUser();
    const repeated = row(text("A") + text("B"), 'table:number-rows-repeated="1048576"');
    const { status, body } = await send(
      user,
      spreadsheet(table("A", row(text("Nome") + text("Cidade")) + repeated.repeat(1_000))),
    );
    expect(status).toBe(400);
    expect(body.fields.file).toContain("mais de 200.000 linhas");
  });
});

test("contacts of a telephone are companies where they name one, with their people", async () => {
  const user = await buildUser();
  const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
  const leads = await importLeads(
    user,
    card(
      "VERSION:3.0",
      "FN:Ana Modelo",
      "ORG:Padaria Inventada",
      "item1.TEL;waid=5511980011001:+55 11 98001-1001",
      "TEL;TYPE=WORK:(11) 3001-1001",
      "EMAIL:a@inventada.example",
    ) +
      card(
        "VERSION:2.1",
        "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;Jos=C3=A9;;;",
        "TEL;CELL:11980011002",
      ),
  );
  expect(leads).toMatchObject([
    { name: "José", whatsapp: "5511980011002" },
    {
      ...{ name: "Padaria Inventada", contact_name: "Ana Modelo", email: "a@inventada.example" },
      ...{ whatsapp: "5511980011001", phone: "(11) 3001-1001" },
    },
  ]);
});

const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const old = (stream: string) =>
  Buffer.concat([OLD, Buffer.alloc(504), Buffer.from(stream, "utf16le"), Buffer.alloc(512)]);

test.each<[string, string | Uint8Array, string]>([
  ["an old workbook", old("Workbook"), "Este é um .xls antigo. Abra-o no Excel e salve como .xlsx"],
  ["one with a password", old("EncryptedPackage"), "tem senha"],
  ["a document", old("WordDocument"), "documento do Word"],
  ["a binary workbook", zip({ "xl/workbook.bin": "x" }), ".xlsb"],
  ["one of Numbers", zip({ "Index/Document.iwa": "x" }), "Numbers"],
  ["a modern document", zip({ "word/document.xml": "<a/>" }), "documento do Word"],
  [
    "a spreadsheet with a password",
    spreadsheet("", "", "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"),
    "tem senha",
  ],
  [
    "a page",
    "\ufeff\n<!DOCTYPE html><html><table><tr><td>Empresa</td></tr></table>",
    "página da web",
  ],
  ["a page without its head", "<table><tr><td>Empresa</td></tr></table>", "página da web"],
  [
    "XML of 2003",
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>',
    "XML do Excel 2003",
  ],
  ["other XML", '<?xml version="1.0"?><nfe/>', "Este é um XML"],
  ["a PDF", "%PDF-1.7\n", "Este é um PDF"],
])("%s is told by what is in it, with the way out", async (_what, content, sentence) => {
  const user = await buildUser();
  const { status, body } = await send(user, content);
  expect(status).toBe(400);
  expect(body.fields.file).toContain(sentence);
  expect(body.fields.file).toMatch(/salve como \.xlsx|como \.xlsx/i);
});
