import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { writeRegistrySample } from "@/sandbox/registry/write-files";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { registryImportWork } from "@/server/registry/registry-imports/registry-execution.service";
import {
  createRegistryImport,
  getRegistryImport,
  type ImportOptions,
  rollBackRegistry,
} from "@/server/registry/registry-imports/registry-import.service";

/** For months without any relation to each other. */
export const WHATEVER_WAS_SERVED = { maxChangePercent: null, allowOlder: true };

/** An empty folder that is removed after the test file, with the files of messages. */
export function makeFolder(): string {
  return mkdtempSync(join(env.MEDIA_DIR, "registry-"));
}

/** A folder of official-layout files. */
export function makeSample({ rows = 2_000, seed = "test", month = "2026-11" } = {}) {
  const folder = makeFolder();
  return { folder, counts: writeRegistrySample({ folder, rows, seed, month }) };
}

/** Imports a folder in this process, whichever month was served before. Returns how it ended. */
export async function importFolder(folder: string, options: Partial<ImportOptions> = {}) {
  const id = await createRegistryImport({ folder, ...WHATEVER_WAS_SERVED, ...options });
  await workOnImport(id);
  return getRegistryImport(id);
}

/** Works on an import to its end, through the retries that the queue would see to. */
export async function workOnImport(id: number): Promise<void> {
  const never = new AbortController().signal;
  for (;;) {
    const turn = await workOnRow(registryImportWork, id, never);
    if (!turn) return;
    await setTimeout(turn.resumeAt.getTime() - Date.now());
  }
}

/** Returns to the previous month, and finishes the work that is left for it. */
export async function returnToMonthBefore() {
  const { import: served } = await rollBackRegistry();
  await workOnImport(served.id);
  return getRegistryImport(served.id);
}

/** How many establishments are searched. */
export async function countServed(): Promise<number | undefined> {
  const found = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM registry.establishments`,
  );
  return found?.count;
}

/** The schemas of imports that contain rows. */
export async function listImportSchemas(): Promise<string[]> {
  const found = await rows<{ name: string }>(
    sql`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'registry\\_%' ORDER BY nspname`,
  );
  return found.map(({ name }) => name);
}
