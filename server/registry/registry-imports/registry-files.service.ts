import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import {
  formatPart,
  listParts,
  REGISTRY_FILES,
  type RegistryFileKind,
  type RegistryPart,
  readInnerName,
  readZipName,
} from "@/lib/domain/registry/registry-files";
import { AppError } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { isOfKind } from "./file-content.rule";
import { inspectZip, refused } from "./registry-zip.service";

export interface RegistryFile {
  name: string;
  kind: RegistryFileKind;
  /** Unpacked, in bytes. */
  size: number;
}

export interface RegistryMonth {
  /** "2026-11" */
  month: string;
  /** Those to be imported. */
  files: RegistryFile[];
}

interface CheckedFile extends RegistryFile, RegistryPart {
  month: string | null;
  checksum: number;
}

/**
 * Checks a folder of official ZIPs: each is complete and contains what its name says, all are of one month, and none is
 * missing or duplicated. The partners may be missing where they are not imported.
 * @throws AppError invalid_input that names the file and what is wrong with it
 */
export async function checkFolder(
  folder: string,
  today: Date,
  withPartners: boolean,
): Promise<RegistryMonth> {
  const files: CheckedFile[] = [];
  for (const name of await listZips(folder)) {
    files.push(await checkFile(join(folder, name), name, today.getUTCFullYear()));
  }
  refuseRepeated(folder, files);
  const there = new Set(files.map(formatPart));
  const missing = listParts(withPartners)
    .map(formatPart)
    .filter((part) => !there.has(part));
  if (missing.length > 0) {
    const named = missing.slice(0, MOST_NAMED).join(", ");
    const more = missing.length > MOST_NAMED ? ` e mais ${missing.length - MOST_NAMED}` : "";
    throw new AppError("invalid_input", `Faltam arquivos do mês: ${named}${more}.`);
  }
  const dated = files.filter(({ month }) => month !== null);
  const [first] = dated;
  const other = dated.find(({ month }) => month !== first?.month);
  if (first && other) {
    throw refused(
      join(folder, other.name),
      `é de ${other.month}, e ${first.name} é de ${first.month}: os arquivos devem ser do mesmo mês`,
    );
  }
  return {
    month: first?.month ?? today.toISOString().slice(0, 7),
    files: files.filter(({ kind }) => withPartners || kind !== "partners"),
  };
}

const MOST_NAMED = 5;

async function checkFile(path: string, name: string, latestYear: number): Promise<CheckedFile> {
  const { innerName, size, checksum, head } = await inspectZip(path);
  const inner = readInnerName(innerName, latestYear);
  if (!inner) throw refused(path, `contém ${innerName.slice(0, 80)}, que não é da Receita`);
  const outer = readZipName(name);
  const { kind, part = null } = { ...inner, part: inner.part ?? outer?.part };
  if (!isOfKind(kind, head)) {
    const found = head.split("\n", 1)[0]?.split(";").length;
    const { columns } = REGISTRY_FILES[kind];
    throw refused(
      path,
      found === columns
        ? `não contém o que ${formatPart({ kind, part })} deveria conter`
        : `tem outro leiaute: ${found} colunas na primeira linha em vez de ${columns}`,
    );
  }
  if (outer && (outer.kind !== kind || (outer.part ?? part) !== part)) {
    throw refused(path, `contém ${formatPart({ kind, part })}`);
  }
  return { name, kind, part, size, checksum, month: inner.month };
}

/** @throws AppError invalid_input for a part that is there twice, by its name or by its content */
function refuseRepeated(folder: string, files: readonly CheckedFile[]): void {
  const seen = new Map<string, string>();
  for (const file of files) {
    for (const key of [formatPart(file), `${file.checksum} ${file.size}`]) {
      const other = seen.get(key);
      if (other) throw refused(join(folder, file.name), `repete ${other}`);
      seen.set(key, file.name);
    }
  }
}

async function listZips(folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    throw new AppError("invalid_input", `A pasta ${folder} não pode ser lida.`, { cause });
  }
  const zips = names.filter((name) => /\.zip$/i.test(name)).sort();
  if (zips.length === 0) throw new AppError("invalid_input", `Não há ZIPs na pasta ${folder}.`);
  return zips;
}

/**
 * Disk space per unpacked byte for staging, the files written while joining and sorting, and the resulting table: 4.05
 * with 40,000,000 establishments. Measured: docs/decisions/0017.
 */
const DISK_FACTOR = 4.5;

/**
 * Checks that the disk of the database has room for the import; does nothing where that disk is on another machine.
 * @throws AppError invalid_input with both figures
 */
export async function checkDisk(files: readonly RegistryFile[], dataFolder: string): Promise<void> {
  const needed = files.reduce((sum, { size }) => sum + size, 0) * DISK_FACTOR;
  let free: number;
  try {
    const disk = await statfs(dataFolder);
    free = disk.bavail * disk.bsize;
  } catch {
    return;
  }
  if (free >= needed) return;
  throw new AppError(
    "invalid_input",
    `A importação precisa de ${toGb(needed)} GB livres no disco do banco de dados, e há ${toGb(free)} GB.`,
  );
}

function toGb(bytes: number): string {
  return formatNumber(Math.ceil(bytes / 1e8) / 10);
}
