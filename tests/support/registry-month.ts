import { join } from "node:path";
import { createZip } from "@/sandbox/registry/zip-writer";

/** Writes one file of the official kind with these lines. */
export function writeZip(folder: string, name: string, inside: string, lines: string[]) {
  const zip = createZip(join(folder, `${name}.zip`), inside);
  zip.add(Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1"));
  zip.end();
}

export const fields = (...values: string[]) => `"${values.join('";"')}"`;

export function establishmentLine(changes: Record<number, string> = {}) {
  const values = [
    ...["00000001", "0001", "91", "1", "PADARIA DO ZÉ", "02", "20200101", "00", "", "", "20150302"],
    ...["4721102", "5611201", "RUA", "DAS FLORES", "10", "", "CENTRO", "01310100", "SP", "7107"],
    ...["11", "87654321", "", "", "", "", "ZE@PADARIA.EXAMPLE", "", ""],
  ];
  return fields(...values.map((value, place) => changes[place] ?? value));
}

/** Establishments in the other parts, with CNPJs that begin with 9000000. */
export const FILLERS = 9;

/** A whole month without partners. Its first part has these establishments. */
export function writeSmallMonth(
  folder: string,
  establishments: string[],
  { month = "D61114", municipalities = [] as [string, string][], companies = [] as string[] } = {},
) {
  writeZip(folder, "Empresas0", `K.K03200Y0.${month}.EMPRECSV`, [
    fields("00000001", "JOSE DA SILVA 12345678901", "2135", "50", "1000,00", "01", ""),
    fields("00000001", "JOSE DA SILVA 12345678901", "2135", "50", "1000,00", "01", ""),
    fields("00000002", "ACME S/A", "2062", "49", "999999999999,00", "05", ""),
    ...companies,
  ]);
  writeZip(folder, "Estabelecimentos0", `K.K03200Y0.${month}.ESTABELE`, establishments);
  for (let part = 1; part <= FILLERS; part += 1) {
    const base = `9000000${part}`;
    writeZip(folder, `Empresas${part}`, `K.K03200Y${part}.${month}.EMPRECSV`, [
      fields(base, "QUALQUER LTDA", "2062", "49", "1000,00", "01", ""),
    ]);
    writeZip(folder, `Estabelecimentos${part}`, `K.K03200Y${part}.${month}.ESTABELE`, [
      establishmentLine({ 0: base, 4: "QUALQUER" }),
    ]);
  }
  writeZip(folder, "Simples", `F.SIMPLES.CSV.${month}`, [
    fields("00000001", "S", "20180101", "00000000", "S", "20180101", "00000000"),
  ]);
  const tables: [name: string, ending: string, rows: [string, string][]][] = [
    ["Cnaes", "CNAECSV", [["4721102", "Padaria e confeitaria"]]],
    ["Motivos", "MOTICSV", [["01", "EXTINCAO POR ENCERRAMENTO"]]],
    [
      "Municipios",
      "MUNICCSV",
      [["7107", "SAO PAULO"], ["5875", "PARATI"], ["9707", "EXTERIOR"], ...municipalities],
    ],
    ["Naturezas", "NATJUCSV", [["2135", "Empresário (Individual)"]]],
    ["Paises", "PAISCSV", [["105", "BRASIL"]]],
    ["Qualificacoes", "QUALSCSV", [["49", "Sócio-Administrador"]]],
  ];
  for (const [name, ending, rows] of tables) {
    writeZip(
      folder,
      name,
      `F.${month}.${ending}`,
      rows.map((row) => fields(...row)),
    );
  }
}
