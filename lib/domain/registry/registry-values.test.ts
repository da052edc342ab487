import { describe, expect, test } from "vitest";
import { CopyText } from "./copy-text";
import { RegistryLine } from "./registry-line";
import { foldCompanyName } from "./registry-name";
import { readText, writeFolded, writeJoined, writeText } from "./registry-text";
import {
  isMobile,
  maskCpf,
  readActivity,
  readCapitalCents,
  readCep,
  readCode,
  readDate,
  readEmail,
  readPhone,
  readTypedName,
  removeDocuments,
  writeActivities,
} from "./registry-values";

const TODAY = 20_261_122;

/** A line of these values, between other bytes. */
function lineOf(...values: string[]): RegistryLine {
  const bytes = Buffer.from(`9;"${values.join('";"')}";9`, "latin1");
  const line = new RegistryLine();
  expect(line.split(bytes, 2, bytes.length - 2, values.length)).toBe(true);
  return line;
}

function written(write: (copy: CopyText) => void): string {
  const copy = new CopyText(1_000);
  write(copy);
  return Buffer.from(copy.toBytes()).toString("utf8");
}

describe("dates", () => {
  test.each([
    ["20260131", 20_260_131],
    ["20261231", null],
    ["20251231", 20_251_231],
    ["19000101", 19_000_101],
    ["20240229", 20_240_229],
    ["20000229", 20_000_229],
    ["20261122", 20_261_122],
    ["20261123", null],
    ["18991231", null],
    ["20230229", null],
    ["20240230", null],
    ["20250328", 20_250_328],
    ["20250329", 20_250_329],
    ["20230429", 20_230_429],
    ["19000229", null],
    ["20260431", null],
    ["20251301", null],
    ["20250001", null],
    ["20260100", null],
    ["00000000", null],
    ["0", null],
    ["", null],
    ["2020101", null],
    ["202601010", null],
    ["41001231", null],
    ["2026013a", null],
    ["/0260131", null],
    [":0260131", null],
  ])("%s is %s", (value, expected) => {
    expect(readDate(lineOf("x", value), 1, TODAY)).toBe(expected);
  });
});

describe("phones", () => {
  test.each([
    ["11", "87654321", 5_511_987_654_321],
    ["011", "87654321", 5_511_987_654_321],
    ["11", "987654321", 5_511_987_654_321],
    ["99", "999999999", 5_599_999_999_999],
    ["99", "900000000", 5_599_900_000_000],
    ["19", "32345678", 551_932_345_678],
    ["19", "3234-5678", 551_932_345_678],
    ["(19)", "032345678", 551_932_345_678],
    ["19", "20000000", 551_920_000_000],
    ["19", "59999999", 551_959_999_999],
    ["19", "60000000", 5_519_960_000_000],
    ["19", "99999999", 5_519_999_999_999],
    ["19", "6234567", null],
    ["19", "19999999", null],
    ["19", "100000000", null],
    ["19", "899999999", null],
    ["19", "1000000000", null],
    ["0", "0", null],
    ["", "", null],
    ["11", "", null],
    ["1", "32345678", null],
    ["10", "32345678", null],
    ["20", "32345678", null],
    ["100", "32345678", null],
    ["11", "12345678", null],
    ["11", "00000000", null],
  ])("(%s) %s is %s", (area, number, expected) => {
    expect(readPhone(lineOf("x", area, number), 1, 2)).toBe(expected);
  });
});

describe("CEP, codes, capital and lists", () => {
  test.each([
    ["01310100", 1_310_100],
    ["1310100", 1_310_100],
    ["01000000", 1_000_000],
    ["00999999", null],
    ["131010", null],
    ["013101000", null],
    ["00000000", null],
    ["99999999", 99_999_999],
    ["", null],
    ["0131O100", null],
  ])("the CEP %s is %s", (value, expected) =>
    expect(readCep(lineOf("x", value), 1)).toBe(expected),
  );

  test.each([
    ["0032", 32],
    ["00", 0],
    ["9999999", 9_999_999],
    ["", null],
    ["-1", null],
    ["1 ", null],
    ["12345678", null],
  ])("the code %s is %s", (value, expected) =>
    expect(readCode(lineOf("x", value), 1)).toBe(expected),
  );

  test.each([
    ["4721102", 4_721_102],
    ["0111301", 111_301],
    ["472110", null],
    ["47211020", null],
    ["472110a", null],
  ])("the activity %s is %s", (value, expected) =>
    expect(readActivity(lineOf("x", value), 1)).toBe(expected),
  );

  test.each([
    ["1061004829,23", 106_100_482_923],
    ["1.061.004.829,23", 106_100_482_923],
    ["0,00", 0],
    ["1000", 100_000],
    ["10,5", 1_050],
    ["9999999999999,99", 999_999_999_999_999],
    ["99999999999999", null],
    ["999999999999,00", null],
    ["999999999999", null],
    ["", null],
    [",50", null],
    ["10,", null],
    ["10,505", null],
    ["10,5,5", null],
    ["-1,00", null],
    ["abc", null],
  ])("the capital %s is %s", (value, expected) => {
    expect(readCapitalCents(lineOf("x", value), 1)).toBe(expected);
  });

  test.each([
    ["4721102,0111301, 5611201 ,abc,", "{4721102,0111301,5611201}"],
    ["472110,47211021,4721102", "{4721102}"],
    ["47211a2,4721102a", "{}"],
    ["", "{}"],
  ])("of the activities %s stay %s", (value, expected) => {
    const line = lineOf("x", value);
    expect(written((copy) => writeActivities(line, 1, copy))).toBe(expected);
  });

  test("e-mails are lower case, or none", () => {
    expect(readEmail(lineOf(" Contato@EMPRESA.example "), 0)).toBe("contato@empresa.example");
    expect(readEmail(lineOf("CONTATO"), 0)).toBeNull();
    expect(readEmail(lineOf("a@b@c.example"), 0)).toBeNull();
    expect(readEmail(lineOf("a\u0085@c.example"), 0)).toBeNull();
    expect(readEmail(lineOf(""), 0)).toBeNull();
  });
});

describe("texts", () => {
  test.each([
    [" A\tB\u008fC ", "A B C"],
    ["A\u007f\u009fB", "A B"],
    ["A\u0001 \u0002B", "A   B"],
    ["\u0080\u00a0A~\u00a0B\u00a0\u0001", "A~\u00a0B"],
    ["SÃO JOÃO ÿ¡", "SÃO JOÃO ÿ¡"],
    ["A\\B", "A\\\\B"],
    ["  ", "\\N"],
    ["", "\\N"],
  ])("%j is stored as %j", (value, expected) => {
    const line = lineOf("x", value, "y");
    expect(written((copy) => writeText(line, 1, copy))).toBe(expected);
    const string = expected.replaceAll("\\\\", "\\").replace(/^\\N$/, "");
    expect(readText(line, 1)).toBe(string);
    expect(written((copy) => copy.text(string))).toBe(string === "" ? "" : expected);
  });

  test("a text that may not be NULL is empty", () => {
    const line = lineOf(" ");
    expect(written((copy) => writeText(line, 0, copy, ""))).toBe("");
  });

  test.each([
    ["RUA", "DAS FLORES", "RUA DAS FLORES"],
    [" RUA ", " DAS FLORES ", "RUA DAS FLORES"],
    ["", "DAS FLORES", "DAS FLORES"],
    ["RUA", " ", "RUA"],
    ["", "", "\\N"],
  ])("%j and %j are joined as %j", (first, second, expected) => {
    const line = lineOf(first, second);
    expect(written((copy) => writeJoined(line, 0, 1, copy))).toBe(expected);
  });

  test("a name is folded as the words of a search are", () => {
    const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
    const parted = ["CAIXA D AGUA", "CASA L OREAL", "BAR DO ZE S BAR", "LOJA MC QUEEN", "LOJA M C"];
    const others = [everyByte.replace('"', ""), " Straße & Cia.", "", "-", "A", "é"];
    for (const name of [...parted, ...others]) {
      const line = lineOf(name, "x");
      expect(written((copy) => writeFolded(line, 0, copy))).toBe(foldCompanyName(name));
    }
  });

  test.each([0, 9, 10, 99, 100, 2_147_483_648, 999_999_999_999_999])("%d is written", (value) => {
    expect(written((copy) => copy.number(value))).toBe(String(value));
  });

  test("room is made without losing what was written", () => {
    const copy = new CopyText(2);
    copy.number(42);
    copy.reserve(1);
    copy.boolean(true);
    copy.reserve(3);
    copy.null();
    copy.boolean(false);
    expect(Buffer.from(copy.toBytes()).toString()).toBe("42t\\Nf");
  });

  test("a long text is written whole", () => {
    const text = "Padaria São João ".repeat(40);
    expect(written((copy) => copy.text(text))).toBe(text);
  });
});

test("a number of 13 digits with the country's code is a mobile's", () => {
  expect(isMobile("5511987654321")).toBe(true);
  expect(isMobile("551133334444")).toBe(false);
});

describe("CPFs in names", () => {
  test("the middle of a trailing CPF stays", () => {
    expect(maskCpf("JOAO DA SILVA 12345678901")).toBe("JOAO DA SILVA ***456789**");
    expect(maskCpf("12345678901")).toBe("***456789**");
  });

  test("other numbers stay as they are", () => {
    expect(maskCpf("CLUBE 1234567890")).toBe("CLUBE 1234567890");
    expect(maskCpf("CLUBE 123456789012")).toBe("CLUBE 123456789012");
    expect(maskCpf("12.345.678 JOAO DA SILVA")).toBe("12.345.678 JOAO DA SILVA");
  });

  test.each([
    [" 12.345.678 João da Silva ", "12345678", "JOÃO DA SILVA"],
    ["12.abc.345", "12ABC345", ""],
    ["12345678", "12345678", ""],
    ["JOAO DA SILVA 12345678901", null, "JOAO DA SILVA"],
    ["12345678901", null, "12345678901"],
    ["Padaria 24", null, "PADARIA 24"],
    ["1234567 LOJA", null, "1234567 LOJA"],
  ])("of '%s' the root is %s and the name '%s'", (typed, root, name) => {
    expect(readTypedName(typed)).toEqual({ root, name });
  });

  test("the person's name is what is left without documents", () => {
    expect(removeDocuments("JOAO DA SILVA ***456789**")).toBe("JOAO DA SILVA");
    expect(removeDocuments("12.345.678 JOAO DA SILVA")).toBe("JOAO DA SILVA");
    expect(removeDocuments("12345678  JOAO DA SILVA")).toBe("JOAO DA SILVA");
    expect(removeDocuments("12.ABC.345 JOAO DA SILVA")).toBe("JOAO DA SILVA");
    expect(removeDocuments("AB.CDE.FG7 JOAO DA SILVA")).toBe("JOAO DA SILVA");
    expect(removeDocuments("***456789**")).toBe("");
    for (const name of [
      "PADARIA 3 IRMAOS LTDA",
      "LOJA 12.345.678 CENTRO",
      "***456789** JOAO",
      "SA.LAO.SOL JOAO 3",
      "12ABC345 JOAO",
      "BAZAR10A JOAO",
      "12.ABC.345JOAO",
    ]) {
      expect(removeDocuments(name)).toBe(name);
    }
  });
});
