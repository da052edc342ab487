import { expect, test } from "vitest";
import { decodeInSlices } from "@/server/platform/spreadsheets/text-encoding";

const decode = (bytes: Uint8Array) => [...decodeInSlices(bytes)].join("");

const TEXT = "Nome;Município;Observação\nPadaria Ipê;São Paulo;Pão à mão\n";
const utf8 = Buffer.from(TEXT);
const latin1 = Buffer.from(TEXT, "latin1");
const MARK = Buffer.from("\ufeff");
/** The first byte of a character whose second one is missing. */
const CUT = Buffer.from([0xc3]);

test.each([
  ["UTF-8", utf8],
  ["UTF-8 with its mark", Buffer.concat([MARK, utf8])],
  ["Windows-1252", latin1],
  ["UTF-16, little end first", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
  ["UTF-16, big end first", Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16()],
])("%s is read as it is written", (_name, bytes) => {
  expect(decode(bytes)).toBe(TEXT);
});

test.each([
  ["in its middle", (text: Buffer) => Buffer.concat([text, CUT, Buffer.from("x\n"), text])],
  ["at its end", (text: Buffer) => Buffer.concat([text, CUT])],
])("UTF-8 with a broken character %s loses only that one", (_name, cut) => {
  for (const bytes of [cut(utf8), Buffer.concat([MARK, cut(utf8)])]) {
    const read = decode(bytes);
    expect(read.startsWith(TEXT)).toBe(true);
    expect(read.match(/\ufffd/g)).toHaveLength(1);
    expect(read).not.toContain("Ã");
  }
});

test("a line of Windows-1252 among those of UTF-8 is read as it is written", () => {
  const lines = [
    "Nome;Cidade",
    "Pão e Cia;São Paulo",
    "Confecções Irmãos;Brasília",
    "CORAÇÃO;Goiânia",
  ];
  const bytes = lines.map((line, at) => Buffer.from(`${line}\n`, at < 2 ? "utf8" : "latin1"));
  for (const mark of [Buffer.from(""), MARK]) {
    const all = Buffer.concat([mark, ...bytes, ...Array(3).fill(utf8)]);
    expect(decode(all)).toBe(`${lines.join("\n")}\n${TEXT.repeat(3)}`);
  }
});

test("a mark decides, however little is whole behind it", () => {
  expect(decode(Buffer.concat([MARK, Buffer.from("Nome\nJo"), CUT]))).toBe("Nome\nJo\ufffd");
});

test("Windows-1252 stays what it is where two letters happen to be one of UTF-8", () => {
  expect(decode(Buffer.concat([Buffer.from("Ã\u00a9 ", "latin1"), latin1]))).toBe(`Ã© ${TEXT}`);
});

test("20 MB of broken characters are judged at once", () => {
  const bytes = Buffer.alloc(20_000_000, 0xf0);
  expect(decode(bytes)).toHaveLength(bytes.length);
});

test("a character across two slices is whole, beside a broken one", () => {
  const long = Buffer.from(`${"a".repeat(256 * 1024 - 1)}ção, ${"é".repeat(10)}`);
  const read = decode(Buffer.concat([long, CUT]));
  expect(read.endsWith(`ção, ${"é".repeat(10)}\ufffd`)).toBe(true);
});
