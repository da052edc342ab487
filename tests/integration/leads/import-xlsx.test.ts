import { deflateRawSync } from "node:zlib";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { type ReadSheet, readXlsx } from "@/server/platform/spreadsheets/xlsx-reader";
import { writeXlsx } from "@/server/platform/spreadsheets/xlsx-writer";
import { workbookOf } from "@/tests/support/workbook";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const STYLES =
  `<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="171" formatCode="&quot;dias&quot; 0"/></numFmts>` +
  `<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>`;

function workbook(rows: string, { shared = "", prefix = "", styles = STYLES } = {}): Uint8Array {
  const p = prefix ? `${prefix}:` : "";
  return zipSync({
    "xl/workbook.xml": strToU8(
      `<${p}workbook xmlns="${MAIN}" xmlns:r="r"><${p}sheets><${p}sheet name="A" sheetId="1" r:id="rId7"/></${p}sheets></${p}workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships><Relationship Id="rId7" Target="/xl/worksheets/folha.xml"/></Relationships>`,
    ),
    "xl/styles.xml": strToU8(`<styleSheet>${styles}</styleSheet>`),
    "xl/sharedStrings.xml": strToU8(`<sst>${shared}</sst>`),
    "xl/worksheets/folha.xml": strToU8(
      `<${p}worksheet xmlns="${MAIN}"><${p}sheetData>${rows}</${p}sheetData></${p}worksheet>`,
    ),
  });
}

async function read(bytes: Uint8Array) {
  const rows = [];
  for await (const row of readXlsx(bytes)) rows.push(row);
  return rows;
}

test("cells come as the texts a person sees", async () => {
  const bytes = workbook(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>` +
      `<row r="3"><c r="A3" s="1"><v>45000</v></c><c r="B3" s="2"><v>45000.5</v></c><c r="C3" s="3"><v>7</v></c>` +
      `<c r="E3"><v>5511987654321</v></c><c r="F3"><v>5.511987654321E12</v></c><c r="G3" t="str"><f>A1&amp;"x"</f><v>soma</v></c>` +
      `<c r="H3"><f>1+1</f><v>2</v></c><c r="I3" t="inlineStr"><is><t>=SOMA(1)</t></is></c><c r="J3" t="b"><v>1</v></c><c r="K3" t="e"><v>#N/A</v></c></row>` +
      `<row r="4"/>`,
    {
      shared: `<si><t>Nome &amp; Cia</t></si><si><r><t>Rico</t></r><r><t xml:space="preserve"> texto</t></r><rPh><t>x</t></rPh></si>`,
    },
  );
  expect(await read(bytes)).toEqual([
    { number: 1, cells: ["Nome & Cia", "Rico texto"] },
    {
      number: 3,
      cells: [
        ...["15/03/2023", "15/03/2023 12:00", "7", "", "5511987654321", "5511987654321"],
        ...["soma", "2", "=SOMA(1)", "Sim", ""],
      ],
    },
    { number: 4, cells: [] },
  ]);
});

test.each([
  ["00000-000", 1310100, "01310-100"],
  ["00000\\-000", 1310100, "01310-100"],
  ["00000000", 1310100, "01310100"],
  ['00"."000"."000"/"0000"-"00', 11222333000181, "11.222.333/0001-81"],
  ["00\\.000\\.000\\/0000\\-00", 1222333000128, "01.222.333/0001-28"],
  ["(00) 00000-0000", 11980011001, "(11) 98001-1001"],
  ["[<=9999999999](00) 0000-0000;(00) 00000-0000", 1130011001, "(11) 3001-1001"],
  ["[<=9999999999](00) 0000-0000;(00) 00000-0000", 11980011001, "(11) 98001-1001"],
  ["[<=9999999]###\\-####;\\(##\\)\\ #####\\-####", 11980011001, "(11) 98001-1001"],
  ["0%", 0.05, "5%"],
  ["0.00%", 0.125, "12,5%"],
  ["0.0%", 0.07 * 3, "21%"],
  ["0", 3.3000000000000003, "3,3"],
  ["#,##0.00", 1234.5, "1234,5"],
  ['"R$" #,##0.00', 1234.5, "1234,5"],
  ['"dias" 0', 7, "7"],
  ["0.000", 1.234, "1,234"],
  ["General", 5.511980011001e12, "5511980011001"],
  ["00000-000", 1.5, "1,5"],
  ["00000-000", -3, "-3"],
])(
  "a number with the format %s is read as it is shown: %d is %s",
  async (format, number, shown) => {
    const code = format.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    const bytes = workbook(`<row><c s="1"><v>${number}</v></c></row>`, {
      styles: `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`,
    });
    expect(await read(bytes)).toEqual([{ number: 1, cells: [shown] }]);
  },
);

test("a workbook with prefixed names is read as any other", async () => {
  const bytes = workbook(`<x:row><x:c t="inlineStr"><x:is><x:t>Oi</x:t></x:is></x:c></x:row>`, {
    prefix: "x",
  });
  expect(await read(bytes)).toEqual([{ number: 1, cells: ["Oi"] }]);
});

test.each([
  ["the first", [{ name: "A" }, { name: "B" }], { name: "A", others: 1 }],
  [
    "not the hidden one",
    [{ name: "A", state: "hidden" }, { name: "B" }, { name: "C" }],
    { name: "B", others: 1 },
  ],
  [
    "not one that only programs show",
    [{ name: "A", state: "veryHidden" }, { name: "B", state: "hidden" }, { name: "C" }],
    { name: "C", others: 0 },
  ],
  [
    "one that says that it is seen",
    [{ name: "A", state: "visible" }, { name: "B" }],
    { name: "A", others: 1 },
  ],
  ["no chart", [{ name: "A", kind: "chartsheet" }, { name: "B" }], { name: "B", others: 0 }],
  [
    "a hidden one beside a chart",
    [
      { name: "A", kind: "chartsheet" },
      { name: "B", state: "hidden" },
    ],
    { name: "B", others: 0 },
  ],
])("of several sheets %s is read, and named", async (_which, sheets, read) => {
  const named: ReadSheet[] = [];
  const rows = [];
  for await (const row of readXlsx(workbookOf(sheets), (sheet) => named.push(sheet))) {
    rows.push(row);
  }
  expect(rows).toEqual([{ number: 1, cells: [read.name] }]);
  expect(named).toEqual([read]);
});

test("a name on a tab may be of any length", async () => {
  const named: ReadSheet[] = [];
  const bytes = workbookOf([{ name: "x".repeat(5_000), rows: [["Oi"]] }]);
  for await (const row of readXlsx(bytes, (sheet) => named.push(sheet))) {
    expect(row.cells).toEqual(["Oi"]);
  }
  expect(named).toEqual([{ name: "x".repeat(100), others: 0 }]);
});

test("what we write is read back, whatever it looks like", async () => {
  const rows = [
    ["=1+1", '<a href="x">&</a>', " duas\nlinhas\u0001 "],
    ["", null, new Date("2026-11-21T03:30:00Z")],
    ["_x0041_", "_x005F_x0041_", "x_x"],
  ];
  const pieces: Uint8Array[] = [];
  const pages = (async function* () {
    yield rows;
  })();
  for await (const piece of writeXlsx(["A", "B", "C"], pages)) pieces.push(piece);
  expect(await read(new Uint8Array(Buffer.concat(pieces)))).toEqual([
    { number: 1, cells: ["A", "B", "C"] },
    { number: 2, cells: ["=1+1", '<a href="x">&</a>', " duas\nlinhas "] },
    { number: 3, cells: ["", "", "21/11/2026 00:30"] },
    { number: 4, cells: ["_x0041_", "_x005F_x0041_", "x_x"] },
  ]);
});

test("numbers, money and days are what a spreadsheet computes with", async () => {
  const pieces: Uint8Array[] = [];
  const pages = (async function* () {
    yield [
      [{ number: 1234.5, isMoney: true }, { number: -3.25 }, { day: "2019-03-13" }],
      [{ number: 10, isMoney: true }, { number: 0 }, { day: "1900-02-01" }],
    ];
  })();
  const columns = ["Valor (R$)", "Ticket", "Um nome que é bem mais longo que os outros"];
  for await (const piece of writeXlsx(columns, pages)) pieces.push(piece);
  const bytes = new Uint8Array(Buffer.concat(pieces));
  expect((await read(bytes)).map(({ cells }) => cells)).toEqual([
    columns,
    ["1234,5", "-3,25", "13/03/2019"],
    ["10", "0", "01/02/1900"],
  ]);
  const sheet = strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).toContain('<c r="A2" s="3"><v>1234.5</v></c><c r="B2" s="0"><v>-3.25</v></c>');
  expect(sheet).toContain('<c r="C2" s="2"><v>43537</v></c>');
  expect(sheet).toContain('<col min="3" max="3" width="40" customWidth="1"/>');
  expect(sheet).toContain('state="frozen"');
});

test("a bomb is refused before it fills the memory", async () => {
  const before = process.memoryUsage().rss;
  const padding = "<!--".padEnd(200_000_000, "a");
  const bomb = workbook(padding);
  await expect(read(bomb)).rejects.toMatchObject({ code: "too_large" });
  const far = workbook(
    `<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="A1048576"><v>2</v></c></row>`,
  );
  expect(await read(far)).toEqual([{ number: 1_048_576, cells: ["2"] }]);
  const endless = workbook(`<row>${"<c>".repeat(300_000)}`);
  await expect(read(endless)).rejects.toMatchObject({ code: "invalid_input" });
  // Room for the file and one copy of it, but not for its inflated size.
  expect(process.memoryUsage().rss - before).toBeLessThan(900_000_000);
}, 120_000);

test("impossible references are ignored", async () => {
  const bytes = workbook(
    `<row r="Infinity"><c r="Infinity"><v>1</v></c><c r="A1099511627776"><v>2</v></c></row>` +
      `<row r="2.5"><c r="2.5"><v>3</v></c><c r="ZZZZZZ1"><v>4</v></c><c r="a1"><v>5</v></c></row>` +
      `<row r="1099511627776"><c r="XFD3"><v>6</v></c><c r="-1"><v>7</v></c></row><row r="-5"><c t="s"><v>Infinity</v></c></row>`,
  );
  expect(await read(bytes)).toEqual([
    { number: 1, cells: ["1", "2"] },
    { number: 2, cells: ["3", "4", "5"] },
    { number: 3, cells: [] },
    { number: 4, cells: [""] },
  ]);
});

test("what lies about itself is refused", async () => {
  const good = Buffer.from(workbook("<row/>"));
  for (const bytes of [
    good.subarray(0, 40),
    good.subarray(0, good.length - 30),
    deflateRawSync("x"),
  ]) {
    await expect(read(new Uint8Array(bytes))).rejects.toMatchObject({ code: "invalid_input" });
  }
  const offset = good.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  good.writeUInt32LE(0x7fffffff, offset + 42);
  await expect(read(new Uint8Array(good))).rejects.toMatchObject({ code: "invalid_input" });
});
