/**
 * Gives the demonstration a registry of generated companies, unless something was imported already. The worker imports
 * it; this script ends before.
 */
import { join } from "node:path";
import { DEMONSTRATION_SEED, writeRegistrySample } from "@/sandbox/registry/write-files";
import { closeDatabase } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import {
  createRegistryImport,
  hasRegistryImports,
} from "@/server/registry/registry-imports/registry-import.service";

const ROWS = 50_000;

if (!(await hasRegistryImports())) {
  const month = new Date().toISOString().slice(0, 7);
  const folder = join(env.REGISTRY_DIR, "demonstracao");
  const rows = Number(process.env["REGISTRY_DEMO_ROWS"] ?? ROWS);
  writeRegistrySample({ folder, rows, seed: DEMONSTRATION_SEED, month });
  await createRegistryImport({ folder, withPartners: true });
}
await closeDatabase();
