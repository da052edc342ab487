import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { hashFile } from "./checked-files";

const FORMAT = 1;

/** A file of the backup; `bytes` and `sha256` describe the file on the disk. */
const checkedFile = z.object({
  file: z.string().regex(/^[\w./-]+$/),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const tableName = { schema: z.string().min(1), name: z.string().min(1) };

const copiedTable = checkedFile.extend({
  ...tableName,
  columns: z.array(z.string().min(1)),
  rows: z.number().int().min(0),
});

const partition = z.object({
  name: z.string().min(1),
  parent: z.string().min(1),
  bounds: z.string(),
});

/** The registry's tables are made by its import, not by migrations. */
const registryTable = z.object({
  ...tableName,
  definition: z.string(),
  indexes: z.array(z.string()),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  taken_at: z.iso.datetime(),
  version: z.string(),
  server: z.string(),
  /** The names of the applied migrations, in their order: the schema of the rows. */
  migrations: z.array(z.string().min(1)),
  tables: z.array(copiedTable),
  partitions: z.array(partition),
  /** Null: left out. */
  registry: z
    .object({
      tables: z.array(registryTable),
      views: z.array(z.object({ name: z.string().min(1), definition: z.string() })),
    })
    .nullable(),
  sequences: z.array(
    z.object({ name: z.string().min(1), value: z.string().regex(/^-?\d+$/), called: z.boolean() }),
  ),
  store: z.union([
    z.object({
      kind: z.literal("folder"),
      files: z.number().int().min(0),
      bytes: z.number().int().min(0),
      list: checkedFile,
    }),
    /** A bucket has a separate backup. */
    z.object({ kind: z.literal("bucket"), bucket: z.string() }),
  ]),
});

export type Manifest = z.infer<typeof manifest>;
export type CheckedFile = z.infer<typeof checkedFile>;
export type CopiedTable = z.infer<typeof copiedTable>;
export type RegistryTables = NonNullable<Manifest["registry"]>;

export const MANIFEST_FILE = "manifest.json";
/** As `sha256sum --check` reads it. */
const SUM_FILE = "manifest.sha256";

export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest.parse(content), null, 2)}\n`;
  const options = { mode: 0o600, flush: true };
  await writeFile(join(folder, MANIFEST_FILE), text, options);
  const sum = createHash("sha256").update(text).digest("hex");
  await writeFile(join(folder, SUM_FILE), `${sum}  ${MANIFEST_FILE}\n`, options);
}

/** @throws Error with a sentence when the folder is no complete backup in a format that this version knows. */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, sum] = await Promise.all([
    readFile(join(folder, MANIFEST_FILE), "utf8"),
    readFile(join(folder, SUM_FILE), "utf8"),
  ]).catch((error: Error) => {
    throw new Error(`${folder} is not a whole backup: ${error.message}`);
  });
  if (!sum.startsWith(createHash("sha256").update(text).digest("hex"))) {
    throw new Error(`${MANIFEST_FILE} is damaged: it is not what ${SUM_FILE} says.`);
  }
  const parsed: unknown = JSON.parse(text);
  const format = z.object({ format: z.number() }).safeParse(parsed);
  if (format.success && format.data.format > FORMAT) {
    throw new Error(
      "The backup was written by a newer version in a format that this one does not know.",
    );
  }
  return manifest.parse(parsed);
}

/** @throws Error when the file is missing or not what the manifest says. */
export async function checkFile(folder: string, expected: CheckedFile): Promise<void> {
  const found = await hashFile(join(folder, expected.file)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw new Error(`The backup lacks its file ${expected.file}.`);
      throw error;
    },
  );
  if (found.sha256 !== expected.sha256 || found.bytes !== expected.bytes) {
    throw new Error(`${expected.file} is damaged: its checksum is not the manifest's.`);
  }
}
