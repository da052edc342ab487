import { createReadStream } from "node:fs";
import { access, mkdir, opendir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { copyChecked, writeCompressed } from "./checked-files";
import { type CheckedFile, checkFile } from "./manifest";

const LIST_FILE = "store.jsonl.gz";
const FOLDER = "store";

/** The form of the store's keys: a name with a dot is a file that is still being written. */
const KEY = /^[A-Za-z0-9-]+(?:\/[A-Za-z0-9-]+)*$/;

/** The marks of how far the system had come. They stay with the store: they reveal a restored database. */
const NOT_COPIED = "installation/";

const listed = z.object({
  key: z.string().regex(KEY),
  bytes: z.number().int().min(0),
  sha256: z.string(),
});

export interface CopiedFiles {
  files: number;
  bytes: number;
  list: CheckedFile;
}

/** Copies the files of the store below `folder`. `apart` is a folder inside the store's that does not belong to it. */
export async function copyStore(
  storeFolder: string,
  folder: string,
  apart: string,
): Promise<CopiedFiles> {
  const copied = { files: 0, bytes: 0 };
  async function* lines() {
    for await (const key of findKeys(storeFolder, apart)) {
      const target = join(folder, FOLDER, key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const sum = await copyChecked(join(storeFolder, key), target).catch(unlessRemoved);
      if (!sum) {
        await rm(target, { force: true });
        continue;
      }
      copied.files += 1;
      copied.bytes += sum.bytes;
      yield `${JSON.stringify({ key, ...sum })}\n`;
    }
  }
  const sum = await writeCompressed(join(folder, LIST_FILE), Readable.from(lines()));
  return { ...copied, list: { file: LIST_FILE, ...sum } };
}

/** The product may remove files during the copy: their rows are gone already, or will be. */
function unlessRemoved(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

async function* findKeys(storeFolder: string, apart: string): AsyncGenerator<string> {
  const folders = [storeFolder];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await opendir(folder).catch(unlessRemoved);
    if (!entries) continue;
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      const key = relative(storeFolder, path).replaceAll("\\", "/");
      if (entry.isDirectory() && path !== apart) folders.push(path);
      if (entry.isFile() && KEY.test(key) && !key.startsWith(NOT_COPIED)) yield key;
    }
  }
}

/** @throws Error when a file is missing or damaged */
export async function checkStore(folder: string, { files, list }: CopiedFiles): Promise<void> {
  await checkFile(folder, list);
  let found = 0;
  for await (const { key, ...sum } of readList(folder)) {
    await checkFile(folder, { file: `${FOLDER}/${key}`, ...sum });
    found += 1;
  }
  if (found !== files) throw new Error(`${LIST_FILE} names ${found} files, the manifest ${files}.`);
}

/** Puts the files back that the store lacks: what it has is newer, or the same. Returns how many. */
export async function putBackStore(folder: string, storeFolder: string): Promise<number> {
  let put = 0;
  for await (const { key } of readList(folder)) {
    const target = join(storeFolder, key);
    if (await exists(target)) continue;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const unfinished = `${target}.restored`;
    await rm(unfinished, { force: true });
    await copyChecked(join(folder, FOLDER, key), unfinished);
    await rename(unfinished, target);
    put += 1;
  }
  return put;
}

async function* readList(folder: string): AsyncGenerator<z.infer<typeof listed>> {
  const lines = createInterface({
    input: createReadStream(join(folder, LIST_FILE)).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) yield listed.parse(JSON.parse(line));
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
