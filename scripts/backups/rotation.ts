import { access, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE } from "./manifest";

/** The name of a backup in a folder of several; names sort by time. */
export function nameByTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

export function isNamedByTime(name: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);
}

/**
 * Removes the oldest complete backups beyond `count`, which includes the one just `taken`; other names stay. The one just
 * taken always stays, even if its name is the oldest: the clock may have been set back. Returns the removed names.
 */
export async function removeOldest(
  folder: string,
  count: number,
  taken: string,
): Promise<string[]> {
  const names = (await readdir(folder)).filter(isNamedByTime).sort();
  const others: string[] = [];
  for (const name of names) {
    const isWhole = await access(join(folder, name, MANIFEST_FILE)).then(
      () => true,
      () => false,
    );
    if (isWhole && name !== taken) others.push(name);
  }
  const oldest = others.slice(0, Math.max(0, others.length - (count - 1)));
  for (const name of oldest) await rm(join(folder, name), { recursive: true });
  return oldest;
}
