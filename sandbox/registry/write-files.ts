import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCnae } from "@brazilian-utils/brazilian-utils";
import { seededRandom } from "../random";
import { createSample, type SampleCounts } from "./establishments";
import { TRADES } from "./vocabulary";
import { createZip } from "./zip-writer";

/** "2026-11" as the part of the inner file names that shows the day of extraction: 14 November 2026. */
const toExtraction = (month: string) => `D${month.slice(3, 4)}${month.slice(5)}14`;

/** Seed of the demonstration's country: the same companies are in every month, as in a real country. */
export const DEMONSTRATION_SEED = "demonstration";

export interface SampleOptions {
  folder: string;
  /** The least number of establishments to generate. */
  rows: number;
  seed: string;
  /** "2026-11" */
  month: string;
}

/** How many ZIPs establishments, companies and partners are divided into. */
const SHARDS = 10;

/** Writes a month of files in the official layout. Returns what they contain. */
export function writeRegistrySample(options: SampleOptions): SampleCounts {
  const { folder, rows, seed, month } = options;
  mkdirSync(folder, { recursive: true });
  const day = toExtraction(month);
  const zip = (name: string, inside: string) => createZip(join(folder, `${name}.zip`), inside);
  const shardsOf = (name: string, ending: string) =>
    Array.from({ length: SHARDS }, (_, n) =>
      zip(`${name}${n}`, `K3241.K03200Y${n}.${day}.${ending}`),
    );
  const companies = shardsOf("Empresas", "EMPRECSV");
  const establishments = shardsOf("Estabelecimentos", "ESTABELE");
  const partners = shardsOf("Socios", "SOCIOCSV");
  const simples = zip("Simples", `F.K03200$W.SIMPLES.CSV.${day}`);
  const sample = createSample(seededRandom(seed));
  const lines = createLineWriter();
  for (let serial = 1; sample.counts.establishments < rows; serial += 1) {
    const row = sample.next(serial);
    // As in the official files, the first shard is several times the size of the others.
    const shard = serial % 3 === 0 ? 0 : serial % SHARDS;
    lines.add(companies[shard], row.company);
    for (const line of row.establishments) lines.add(establishments[shard], line);
    lines.add(simples, row.simples);
    lines.add(partners[shard], row.partner);
  }
  lines.flush();
  for (const each of [...companies, ...establishments, ...partners, simples]) each.end();
  writeTables(folder, day, sample.municipalities);
  writeFileSync(join(folder, "sample.json"), `${JSON.stringify(sample.counts, null, 2)}\n`);
  return sample.counts;
}

type Zip = ReturnType<typeof createZip>;

/** Collects lines per file: one buffer per line would cost more than the compression. */
function createLineWriter() {
  const texts = new Map<Zip, string>();
  const write = (file: Zip, text: string) => file.add(Buffer.from(text, "latin1"));
  return {
    add(file: Zip | undefined, line: string | null) {
      if (!file || line === null) return;
      const text = `${texts.get(file) ?? ""}${line}\n`;
      if (text.length < 1_000_000) return texts.set(file, text);
      write(file, text);
      return texts.delete(file);
    },
    flush() {
      for (const [file, text] of texts) write(file, text);
    },
  };
}

function writeTables(
  folder: string,
  day: string,
  municipalities: { code: string; name: string }[],
) {
  const tables: [name: string, ending: string, rows: [string, string][]][] = [
    ["Cnaes", "CNAECSV", TRADES.map(([name, code]) => [code, getCnae(code)?.description ?? name])],
    [
      "Motivos",
      "MOTICSV",
      [
        ["00", "SEM MOTIVO"],
        ["01", "EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA"],
      ],
    ],
    [
      "Municipios",
      "MUNICCSV",
      [
        ...municipalities.map(({ code, name }): [string, string] => [code, name]),
        ["9707", "EXTERIOR"],
      ],
    ],
    [
      "Naturezas",
      "NATJUCSV",
      [
        ["2062", "Sociedade Empresária Limitada"],
        ["2135", "Empresário (Individual)"],
      ],
    ],
    [
      "Paises",
      "PAISCSV",
      [
        ["105", "BRASIL"],
        ["607", "PORTUGAL"],
      ],
    ],
    [
      "Qualificacoes",
      "QUALSCSV",
      [
        ["49", "Sócio-Administrador"],
        ["50", "Empresário"],
      ],
    ],
  ];
  for (const [name, ending, rows] of tables) {
    const file = createZip(join(folder, `${name}.zip`), `F.K03200$Z.${day}.${ending}`);
    const text = rows.map(([code, label]) => `"${code}";"${label}"\n`).join("");
    file.add(Buffer.from(text, "latin1"));
    file.end();
  }
}
