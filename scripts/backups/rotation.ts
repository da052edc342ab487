import { access, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_FILE } from "./manifest";

/** The name of a backup among others, which sorts by its time. */
export function nameByTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

export function isNamedByTime(name: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);
}

/** Removes the oldest whole backups beyond `count`; what is called otherwise stays. Returns their names. */
export async function removeOldest(folder: string, count: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(isNamedByTime).sort();
  const whole: string[] = [];
  for (const name of names) {
    const isWhole = await access(join(folder, name, MANIFEST_FILE)).then(
      () => true,
      () => false,
    );
    if (isWhole) whole.push(name);
  }
  const oldest = whole.slice(0, Math.max(0, whole.length - count));
  for (const name of oldest) await rm(join(folder, name), { recursive: true });
  return oldest;
}
