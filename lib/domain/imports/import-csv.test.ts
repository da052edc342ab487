import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCsvReader, detectSeparator } from "./import-csv";

/** Reads the text in chunks of `piece` characters. */
function read(text: string, separator = ";", piece = text.length || 1) {
  const reader = createCsvReader(separator);
  const rows = [];
  for (let at = 0; at < text.length; at += piece)
    rows.push(...reader.push(text.slice(at, at + piece)));
  return [...rows, ...reader.end()];
}

const cells = (text: string, separator = ";") => read(text, separator).map((row) => row.cells);

describe("a CSV", () => {
  it("has quoted cells with separators, breaks and doubled quotes", () => {
    expect(cells('a;"b;c";"d\r\ne";"f ""g"""\r\nh')).toEqual([
      ["a", "b;c", "d\r\ne", 'f "g"'],
      ["h"],
    ]);
  });

  it("keeps quotes within a cell, and one that somebody forgot to double", () => {
    expect(cells('TV 32" nova;"Loja "do Zé" Ltda";x')).toEqual([
      ['TV 32" nova', 'Loja "do Zé" Ltda', "x"],
    ]);
  });

  it.each([
    ['"Zé" Lanches;x', ['"Zé" Lanches', "x"]],
    ['x;"Zé" Lanches', ["x", '"Zé" Lanches']],
    ['"Zé" Lanches "bom";x', ['Zé" Lanches "bom', "x"]],
    ['"Zé";x', ["Zé", "x"]],
    ['"Tubo 5" preto";x', ['Tubo 5" preto', "x"]],
  ])("keeps the quotes of a name that begins with some: %s", (line, row) => {
    const text = `${line}\n"y";z`;
    for (const piece of [text.length, 1, 3]) {
      expect(read(text, ";", piece)).toEqual([
        { line: 1, cells: row },
        { line: 2, cells: ["y", "z"] },
      ]);
    }
  });

  it("loses only one line to an unclosed quote", () => {
    expect(read('a;b\n"c;d\ne;f')).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ['"c', "d"], broken: "Aspas abertas e não fechadas nesta linha." },
      { line: 3, cells: ["e", "f"] },
    ]);
  });

  it("counts physical lines, including blank ones and those within cells", () => {
    expect(read('a\n\n"b\nc"\r\nd\re').map(({ line }) => line)).toEqual([1, 3, 5, 6]);
  });

  it("reads back what was written, in chunks of any size", () => {
    const cell = fc.stringMatching(/^[ab";,\r\n é]*$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (table, piece) => {
          const text = table
            .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(";"))
            .join("\r\n");
          const filled = table.filter((row) => row.some((each) => each.trim() !== ""));
          expect(read(text, ";", piece).map((row) => row.cells)).toEqual(filled);
        },
      ),
      { seed: 20261121, numRuns: 500 },
    );
  });
});

describe("its separator", () => {
  it.each([
    [";", "nome;cidade\nA, B e C;Santos"],
    [",", "name,city\nA;B,Santos"],
    ["\t", "nome\tcidade\nA; B, C\tSantos"],
    [",", 'name,"a;b;c",city\nx,"d;e;f",y'],
    [";", "só uma coluna\nvalor"],
    ["|", "sep=|\na|b"],
    ["|", "\nsep=|\na|b;c"],
    [",", "Relatório de clientes\nNome,Celular,Cidade\nIpê,11987654321,Santos"],
    [",", "Clientes; todos\n\nde 2026\nNome,Celular\nIpê,1\nSol,2"],
    [";", "Clientes: nome, fone e cidade\nNome;Fone;Cidade\nIpê;1;Santos\nSol;2;Itu"],
    ["\t", 'Clientes\n"Nome"\t"Celular, com DDD"\nIpê\t11987654321'],
    [";", 'Clientes\n"Nome";"Endereço, nº"\n"Ipê";"Rua A, 1, Centro"\n"Sol";"Rua B, 2\nfundos"'],
    [";", "Nome\nSilva, João\nSouza, Ana\nLima, Bia"],
    [";", "nome;endereço\nIpê;Rua A, 1\nSol;Rua B, 2"],
  ])("%j in %j", (separator, text) => {
    expect(detectSeparator(text)).toBe(separator);
  });

  it("is that of the line that somebody says is the header", () => {
    const text = "Relatório; de todos\n\nQuem,Onde\nIpê,Santos";
    expect(detectSeparator(text, 3)).toBe(",");
    expect(detectSeparator(text, 40)).toBe(";");
  });

  it("of millions of separators in few lines is found at once", () => {
    expect(detectSeparator(`${",".repeat(63_000)}\n${";".repeat(1_000_000)}`)).toBe(",");
  });
});
