import { existsSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@/sandbox/random";
import { writeRegistrySample } from "@/sandbox/registry/write-files";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { registryImportWork } from "@/server/registry/registry-imports/registry-execution.service";
import {
  createRegistryImport,
  getRegistryImport,
} from "@/server/registry/registry-imports/registry-import.service";

const MONTH = "2026-11";

/** REGISTRY_ROWS in the environment measures another size. */
export const REGISTRY_ROWS = Number(process.env["REGISTRY_ROWS"] ?? 2_000_000);

/** The folder of generated official files; made once per size and kept below .data. */
export function prepareSample(count = REGISTRY_ROWS): string {
  const folder = join(import.meta.dirname, `../../.data/registry/bench-${count}`);
  // Written last.
  if (!existsSync(join(folder, "sample.json"))) {
    writeRegistrySample({ folder, rows: count, seed: "bench", month: MONTH });
  }
  return folder;
}

/** Imports a folder in this process. @throws when it is not served afterwards */
export async function importFolder(folder: string): Promise<number> {
  const id = await createRegistryImport({ folder, maxChangePercent: null, allowOlder: true });
  await workOnRow(registryImportWork, id, new AbortController().signal);
  const done = await getRegistryImport(id);
  if (done.served !== "current") throw new Error(`${done.status}: ${done.note}`);
  return id;
}

/** Bytes on disk of an establishment that is served, with its part of all other tables and of the indexes. */
export async function measureRowBytes(): Promise<number> {
  const size = await firstRow<{ bytes: number }>(
    sql`SELECT (sum(pg_total_relation_size(c.oid)) / (SELECT establishments FROM registry.release))::float8 AS bytes
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'registry_' || (SELECT import_id FROM registry.release) AND c.relkind = 'r'`,
  );
  return size?.bytes ?? 0;
}

export const PARTS = ["nome_fantasia", "uf", "cidade", "cep", "cnae_primario"] as const;
export type Part = (typeof PARTS)[number];

/** Every combination that has at least one of name, city, CEP and activity. */
export const COMBINATIONS: Part[][] = Array.from({ length: 2 ** PARTS.length }, (_, bits) =>
  PARTS.filter((_part, place) => bits & (1 << place)),
).filter((parts) => parts.some((part) => part !== "uf"));

export type Query = Partial<Record<Part, string>>;

/** Queries whose values are those of random active establishments, cut to prefixes of any length that is allowed. */
export async function createQueries(seed: string, count: number) {
  const found = await rows<{
    name: string;
    uf: string;
    municipality: number;
    cep: string;
    cnae: string;
  }>(
    sql`SELECT name, uf, municipality, lpad(cep::text, 8, '0') AS cep, lpad(cnae::text, 7, '0') AS cnae
        FROM registry.establishments
        WHERE id IN (SELECT (random() * (SELECT max(last_id) - 1 FROM registry.areas WHERE status = 2))::int + 1
                     FROM generate_series(1, ${count}))
          AND municipality IS NOT NULL AND cep IS NOT NULL AND cnae IS NOT NULL ORDER BY cnpj`,
  );
  const random = seededRandom(seed);
  return (parts: readonly Part[]): Query => {
    const row = random.pick(found);
    const words = row.name.split(" ").filter((word) => word.length >= 3);
    const pickWord = () => {
      const word = random.pick(words.length > 0 ? words : ["SILVA"]);
      return word.slice(0, random.pick([3, 4, 5, word.length, word.length]));
    };
    const values: Record<Part, () => string> = {
      nome_fantasia: () =>
        random.next() < 0.5 ? pickWord() : `${pickWord()} ${pickWord()}`.toLowerCase(),
      uf: () => row.uf,
      cidade: () => String(row.municipality),
      cep: () => row.cep.slice(0, random.pick([2, 3, 4, 5, 6, 8])),
      cnae_primario: () => row.cnae.slice(0, random.pick([2, 3, 4, 5, 7, 7])),
    };
    return Object.fromEntries(parts.map((part) => [part, values[part]()]));
  };
}
