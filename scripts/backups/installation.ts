import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { refuseSharedSessions } from "@/server/platform/db/pooled-sessions";
import { findRoot } from "@/server/platform/root";
import type { StorePlace } from "./take-backup";

export interface Installation {
  databaseUrl: string;
  store: StorePlace;
  /** Of the company registry. */
  registryDir: string;
  /** Stops the embedded server unless it was running before. */
  close(): Promise<void>;
}

/**
 * Database and store of the environment, or of the `.env` in this folder; without DATABASE_URL those of `npm start`. No
 * other variable is read: a restore runs before anything is set up.
 */
export async function openInstallation(): Promise<Installation> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { env } = process;
  const dataDir = resolve(findRoot(), env["GARIMPO_DATA_DIR"] || ".data");
  const registryDir = resolve(env["REGISTRY_DIR"] || join(dataDir, "registry"));
  const bucket = env["MEDIA_S3_ENDPOINT"] && env["MEDIA_S3_BUCKET"];
  const store: StorePlace = bucket
    ? { kind: "bucket", bucket }
    : {
        kind: "folder",
        folder: resolve(env["MEDIA_DIR"] || join(dataDir, "media")),
        apart: registryDir,
      };
  if (env["DATABASE_URL"]) {
    await refuseSharedSessions(env["DATABASE_URL"]);
    const databaseUrl = env["DATABASE_URL"];
    return { databaseUrl, store, registryDir, close: async () => undefined };
  }
  const { OWN_SERVER, openOwnDatabase, startPostgres } = await importPostgres();
  const server = await startPostgres({ folder: dataDir, ...OWN_SERVER });
  return {
    databaseUrl: await openOwnDatabase(server.url),
    store,
    registryDir,
    close: () => (server.wasRunning ? Promise.resolve() : server.stop()),
  };
}

/**
 * The same for a command that runs services of the product, which read these places from the environment: call it before
 * the first of them.
 */
export async function enterInstallation(): Promise<Installation> {
  const installation = await openInstallation();
  const { databaseUrl, store, registryDir } = installation;
  process.env["DATABASE_URL"] = databaseUrl;
  process.env["REGISTRY_DIR"] = registryDir;
  if (store.kind === "folder") process.env["MEDIA_DIR"] = store.folder;
  return installation;
}

/** From the checkout, not compiled: the image has no embedded server. */
async function importPostgres(): Promise<typeof import("../postgres.mjs")> {
  const file = join(findRoot(), "scripts/postgres.mjs");
  return import(pathToFileURL(file).href).catch(() => {
    throw new Error("Set DATABASE_URL.");
  });
}
