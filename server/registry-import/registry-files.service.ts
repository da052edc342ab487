import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import {
  REGISTRY_FILES,
  REQUIRED_FILES,
  type RegistryFileKind,
  readInnerName,
} from "@/lib/domain/registry/registry-files";
import { RegistryLine } from "@/lib/domain/registry/registry-line";
import { AppError } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { inspectZip, refused } from "./registry-zip.service";

export interface RegistryFile {
  name: string;
  kind: RegistryFileKind;
  /** Unpacked, in bytes. */
  size: number;
}

export interface RegistryMonth {
  /** "2026-11"; of the newest file where the names inside give it. */
  month: string;
  files: RegistryFile[];
}

/**
 * Checks a folder of official ZIPs: each is whole, of a known kind and layout, and all are of one month.
 * @throws AppError invalid_input that names the file and what is wrong with it
 */
export async function checkFolder(folder: string, today: Date): Promise<RegistryMonth> {
  const names = await listZips(folder);
  const files: RegistryFile[] = [];
  const months = new Map<string, string>();
  for (const name of names) {
    const path = join(folder, name);
    const { innerName, size, firstLine } = await inspectZip(path);
    const inner = readInnerName(innerName, today.getUTCFullYear());
    if (!inner) throw refused(path, `contém ${innerName.slice(0, 80)}, que não é da Receita`);
    const { columns } = REGISTRY_FILES[inner.kind];
    const line = Buffer.from(firstLine, "latin1");
    if (!new RegistryLine().split(line, 0, line.length, columns)) {
      const found = firstLine.split(";").length;
      throw refused(
        path,
        `tem outro leiaute: ${found} colunas na primeira linha em vez de ${columns}`,
      );
    }
    if (inner.month) months.set(inner.month, name);
    files.push({ name, kind: inner.kind, size });
  }
  for (const kind of REQUIRED_FILES) {
    if (!files.some((file) => file.kind === kind)) {
      throw new AppError("invalid_input", `Faltam os arquivos de ${KIND_LABEL[kind] ?? kind}.`);
    }
  }
  const [[month, name] = [], [otherMonth, otherName] = []] = [...months];
  if (otherMonth) {
    throw refused(
      join(folder, otherName ?? ""),
      `é de ${otherMonth}, e ${name} é de ${month}: os arquivos devem ser do mesmo mês`,
    );
  }
  return { month: month ?? today.toISOString().slice(0, 7), files };
}

const KIND_LABEL: Partial<Record<RegistryFileKind, string>> = {
  companies: "empresas",
  establishments: "estabelecimentos",
  municipalities: "municípios",
};

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

/** Staging, the table sorted once on disk, and its indexes, per unpacked byte. Measured: docs/decisions/0017. */
const DISK_FACTOR = 3;

/**
 * Checks that the disk of the database has room for the import; does nothing where that disk is not this machine's.
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
