import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RegistryFileKind } from "./registry-files";
import { REGISTRY_FILE_KINDS, REGISTRY_FILES } from "./registry-files";
import { RegistryLine } from "./registry-line";
import { foldCompanyName, foldName, toSearchWords } from "./registry-name";
import { STAGED } from "./registry-rows";
import { convertLines } from "./staging-rows";

const TODAY = "2026-11-22";
const line = (fields: string[]) => `"${fields.join('";"')}"`;

const ESTABLISHMENT = [
  "12ABC345",
  "01DE",
  "35",
  "1",
  "PADARIA DO ZE",
  "02",
  "20200101",
  "00",
  "",
  "",
  "20150302",
  "4721102",
  "5611201,5611203",
  "RUA",
  "DAS FLORES",
  "10",
  "SALA 2",
  "CENTRO",
  "01310100",
  "SP",
  "7107",
  "011",
  "87654321",
  "11",
  "32345678",
  "",
  "",
  "ZE@PADARIA.EXAMPLE",
  "",
  "",
];

function splitLine(text: string, columns: number): string[] | null {
  const bytes = Buffer.from(text, "latin1");
  const found = new RegistryLine();
  if (!found.split(bytes, 0, bytes.length, columns)) return null;
  return Array.from({ length: columns }, (_, place) => found.text(place));
}

function convert(kind: RegistryFileKind, text: string) {
  const { copy, ...rest } = convertLines(kind, Buffer.from(text, "latin1"), TODAY);
  return { copy: Buffer.from(copy).toString("utf8"), ...rest };
}

/** The values of one line by column, as COPY reads them. */
function read(kind: RegistryFileKind, fields: string[]): Record<string, string | null> {
  const { copy, refused } = convert(kind, line(fields));
  expect(refused).toEqual([]);
  const values = copy.slice(0, -1).split("\t");
  return Object.fromEntries(
    STAGED[kind].columns.map(([column], place) => {
      const value = values[place] ?? "missing";
      return [column.split(" ")[0], value === "\\N" ? null : value.replaceAll("\\\\", "\\")];
    }),
  );
}

function establishment(changes: Record<number, string>): string[] {
  return ESTABLISHMENT.map((field, place) => changes[place] ?? field);
}

describe("a line", () => {
  test("keeps quotes and separators inside a value apart from those around it", () => {
    expect(splitLine('"a";"b "c" d";"e;f"', 3)).toEqual(["a", 'b "c" d', "e;f"]);
    expect(splitLine('"a";"b"\r', 2)).toEqual(["a", "b"]);
    expect(splitLine('"";""', 2)).toEqual(["", ""]);
    expect(splitLine('"a;"b";c"', 1)).toEqual(['a;"b";c']);
  });

  test("a lone quote is no field", () => expect(splitLine('"', 1)).toBeNull());

  test.each(['"a"', '"a";"b";"c"', '"a";"b', 'a";"b"', "", '"', "a;b"])(
    "%s has not two fields",
    (text) => expect(splitLine(text, 2)).toBeNull(),
  );
});

describe("a file's lines", () => {
  test("NULs are dropped, empty lines skipped, misfits refused with their reason", () => {
    const text = [
      line(establishment({ 4: "PA\0DARIA" })),
      "",
      "\r",
      line(establishment({})).slice(0, 60),
      line(establishment({ 0: "1234567" })),
      line(establishment({ 5: "09" })),
      line(establishment({ 19: "" })),
    ].join("\n");
    const converted = convert("establishments", text);
    expect(converted.rows).toBe(1);
    expect(converted.copy).toContain("\tPADARIA\t");
    expect(converted.refused.map(({ reason }) => reason)).toEqual([
      "columns",
      "cnpj",
      "status",
      "code",
    ]);
  });

  test("COPY's special characters are escaped", () => {
    const { copy } = convert("natures", line(["2062", "A\\B"]));
    expect(copy).toBe("2062\tA\\\\B\n");
  });

  test("each kind has as many values as its staging table has columns", () => {
    for (const kind of REGISTRY_FILE_KINDS) {
      const fields =
        kind === "establishments"
          ? ESTABLISHMENT
          : ["12345678", ...Array(REGISTRY_FILES[kind].columns - 1).fill("")];
      if (REGISTRY_FILES[kind].columns === 2) fields[0] = "1234";
      const { copy, refused } = convert(kind, line(fields));
      expect(refused, kind).toEqual([]);
      expect(copy.slice(0, -1).split("\t"), kind).toHaveLength(STAGED[kind].columns.length);
    }
  });

  test("a line that is refused is stored without what exceeds 4,000 characters", () => {
    const { refused } = convert("natures", `"${"x".repeat(5_000)}"\n"é"\r\n`);
    expect(refused.map((each) => each.line)).toEqual([`"${"x".repeat(3_999)}`, '"é"\r']);
  });
});

/** Latin-1 without line breaks and without the sequence that separates fields. */
const value = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  })
  .filter((text) => !text.includes('"') && !/\p{Cc}/u.test(text));

describe("the parser never loses or invents a field", () => {
  test("any values come back from a line, each at its place", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 30, maxLength: 30 }), (fields) => {
        expect(splitLine(line(fields), 30)).toEqual(fields);
      }),
      { numRuns: 500 },
    );
  });

  test("a value with quotes moves no other value", () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 30, maxLength: 30 }),
        fc.nat(29),
        value,
        (fields, place, inner) => {
          const quoted = fields.with(place, `x "${inner.replaceAll(";", ",")}" y`);
          expect(splitLine(line(quoted), 30)).toEqual(quoted);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("texts of an establishment are its own, trimmed, and nothing else appears", () => {
    const text = fc.array(value, { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(text, ([name = "", street = "", number = "", complement = "", district = ""]) => {
        const row = read(
          "establishments",
          establishment({ 4: name, 13: "", 14: street, 15: number, 16: complement, 17: district }),
        );
        expect(row).toMatchObject({
          trade_name: name.trim() || null,
          folded_name: foldCompanyName(name),
          street: street.trim() || null,
          number: number.trim() || null,
          complement: complement.trim() || null,
          district: district.trim() || null,
        });
      }),
      { numRuns: 500 },
    );
  });

  test("any line becomes exactly one row or one refusal", () => {
    const anyLine = fc
      .string({
        unit: fc.nat(255).map((code) => String.fromCharCode(code)),
        maxLength: 200,
      })
      .map((text) => text.replaceAll("\n", ""));
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anyLine,
            value.map((text) => line(establishment({ 4: text }))),
          ),
        ),
        (lines) => {
          const { rows, refused, copy } = convert("establishments", lines.join("\n"));
          const filled = lines.filter((each) => !["", "\r"].includes(each.replaceAll("\0", "")));
          expect(rows + refused.length).toBe(filled.length);
          expect(copy.split("\n").length - 1).toBe(rows);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("an establishment", () => {
  test("is read with its phones, dates and codes", () => {
    expect(read("establishments", ESTABLISHMENT)).toEqual({
      base: "12ABC345",
      cnpj: "12ABC34501DE35",
      is_headquarters: "t",
      trade_name: "PADARIA DO ZE",
      folded_name: "PADARIA DO ZE",
      status: "2",
      status_on: "20200101",
      status_reason: "0",
      opened_on: "20150302",
      cnae: "4721102",
      secondary_cnaes: "{5611201,5611203}",
      street: "RUA DAS FLORES",
      number: "10",
      complement: "SALA 2",
      district: "CENTRO",
      cep: "1310100",
      uf: "SP",
      municipality_code: "7107",
      phone1: "5511987654321",
      phone2: "551132345678",
      email: "ze@padaria.example",
      country: null,
      foreign_city: null,
    });
  });

  test("a second phone takes the place of a missing first one, and one number is not there twice", () => {
    const phones = (changes: Record<number, string>) => {
      const { phone1, phone2 } = read("establishments", establishment(changes));
      return [phone1, phone2];
    };
    expect(phones({ 21: "", 22: "" })).toEqual(["551132345678", null]);
    expect(phones({ 21: "11", 22: "32345678" })).toEqual(["551132345678", null]);
    expect(phones({ 23: "", 24: "" })).toEqual(["5511987654321", null]);
  });

  test("a branch, and abroad with its country and city; a code without a table is kept", () => {
    const row = read(
      "establishments",
      establishment({
        3: "2",
        7: "32",
        8: "LISBOA",
        9: "607",
        18: "",
        19: "EX",
        20: "9707",
        27: "",
      }),
    );
    expect(row).toMatchObject({
      is_headquarters: "f",
      uf: "EX",
      country: "607",
      foreign_city: "LISBOA",
      status_reason: "32",
      cep: null,
      email: null,
    });
  });

  test.each([
    [{ 0: "1234567" }, "cnpj"],
    [{ 0: "123456789" }, "cnpj"],
    [{ 0: "1234567a" }, "cnpj"],
    [{ 0: "1234567@" }, "cnpj"],
    [{ 0: "1234567[" }, "cnpj"],
    [{ 1: "001" }, "cnpj"],
    [{ 2: "3" }, "cnpj"],
    [{ 2: "3A" }, "cnpj"],
    [{ 5: "" }, "status"],
    [{ 5: "07" }, "status"],
    [{ 19: "S" }, "code"],
    [{ 19: "SPX" }, "code"],
    [{ 19: "sp" }, "code"],
    [{ 19: "S1" }, "code"],
  ])("%j is refused for its %s", (changes: Record<number, string>, reason) => {
    const { refused, rows } = convert("establishments", line(establishment(changes)));
    expect([rows, refused.map((each) => each.reason)]).toEqual([0, [reason]]);
  });

  test.each(["01", "02", "03", "04", "05", "08"])("situation %s is imported", (status) => {
    expect(read("establishments", establishment({ 5: status }))["status"]).toBe(status[1]);
  });
});

describe("other files", () => {
  test.each([
    ["PADARIA DO ZE LTDA", "PADARIA DO ZE LTDA", "PADARIA DO ZE LTDA"],
    ["JOSÉ ARAÚJO 12345678901", "JOSÉ ARAÚJO ***456789**", "JOSE ARAUJO"],
    ["12.345.678 JOSÉ ARAÚJO", "12.345.678 JOSÉ ARAÚJO", "JOSE ARAUJO"],
    ["JOSÉ ***456789** ", "JOSÉ ***456789**", "JOSE"],
    ["", "", ""],
  ])("the company %s is called %s", (name, legalName, folded) => {
    expect(read("companies", ["12345678", name, "2062", "49", "1.000,50", "03", ""])).toEqual({
      base: "12345678",
      legal_name: legalName,
      folded_name: folded,
      legal_nature: "2062",
      size: "3",
      capital_cents: "100050",
    });
  });

  test("a line that becomes several times as long is written whole", () => {
    const fields = ["12345678", "ß".repeat(3_000), "2062", "49", "1.000,50", "03", ""];
    expect(read("companies", fields)).toMatchObject({
      legal_name: "ß".repeat(3_000),
      folded_name: "SS".repeat(3_000),
      capital_cents: "100050",
    });
  });

  test("Simples and MEI are letters of their own", () => {
    const simples = (fields: string[]) => read("simples", ["12345678", ...fields, "", ""]);
    expect(simples(["S", "20200101", "", "N"])).toMatchObject({ is_simples: "t", is_mei: "f" });
    expect(simples(["N", "20200101", "", "S"])).toMatchObject({ is_simples: "f", is_mei: "t" });
    expect(simples(["SS", "", "", ""])).toMatchObject({ is_simples: "f", is_mei: "f" });
  });

  test("of a partner the name, the document, the role and the day are read", () => {
    const partner = (document: string, since: string) =>
      read("partners", ["12345678", "2", "ANA LIMA", document, "49", since, "", "", "", "00", "4"]);
    expect(partner("***456789**", "20150301")).toEqual({
      base: "12345678",
      name: "ANA LIMA",
      document: "***456789**",
      role: "49",
      since: "20150301",
    });
    expect(partner("***000000**", "00000000")).toMatchObject({ document: null, since: null });
    expect(partner("", "")).toMatchObject({ document: null, since: null });
  });

  test("a table of codes has a number and a text", () => {
    expect(read("countries", ["013", "AFEGANISTÃO"])).toEqual({ code: "13", label: "AFEGANISTÃO" });
    const { refused } = convert("countries", line(["XX", "AFEGANISTÃO"]));
    expect(refused.map(({ reason }) => reason)).toEqual(["code"]);
  });
});

const wordsOf = (name: string) => toSearchWords(name).map(({ word }) => word);

describe("names", () => {
  test.each([
    ["São João & Filhos Ltda.", "SAO JOAO FILHOS LTDA"],
    ["C&A  MODAS", "C A MODAS"],
    ["'", ""],
    ["PADARIA", "PADARIA"],
    ["Ünïcødé 123", "UNIC DE 123"],
  ])("%s is searched as %s", (written, folded) => expect(foldName(written)).toBe(folded));

  test("a word that begins another is implied by it", () => {
    expect(wordsOf("pad padaria são são de")).toEqual(["PADARIA", "SAO", "DE"]);
  });

  test("a short word is searched whole, so that no longer one implies it; a name without letters has none", () => {
    expect(wordsOf("Casa de Deus")).toEqual(["CASA", "DE", "DEUS"]);
    expect(wordsOf(" - ")).toEqual([]);
  });
});
