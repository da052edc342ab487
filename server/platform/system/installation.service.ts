import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { refuseSharedSessions } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { checkErasureKey } from "@/server/platform/erased-keys/erased-keys.service";
import { findRoot } from "@/server/platform/root";
import { isBound, reseal, seal, setBinding, unseal } from "@/server/platform/secrets";
import {
  findAppliedMigrations,
  findDemonstrationAccount,
  findSealedWord,
  isRestoreUnfinished,
  keepSealedWord,
  replaceSealedWord,
} from "./system.repository";

/**
 * Called before a process starts to work: it must neither fail on an incomplete schema, nor consider values sealed with
 * another secret damaged and drop them.
 * @throws Error with a sentence for the operator
 */
export async function checkInstallation(): Promise<{ schema: string | undefined }> {
  await refuseFolders();
  await refuseSharedSessions(env.DATABASE_URL);
  await refuseUnfinishedRestore();
  const schema = await refuseOldSchema();
  await refuseDemonstration();
  await refuseOtherSecret();
  await checkErasureKey();
  return { schema };
}

/** The configuration of a process, for its first line in the log: it contains nothing secret, and needs no request. */
export function describeInstallation() {
  const { host } = new URL(env.APP_URL);
  return {
    mode: env.GARIMPO_MODE,
    address: host,
    queue: env.REDIS_URL ? "redis" : "postgres",
    mail: env.SMTP_URL ? new URL(env.SMTP_URL).host : "none",
    payment: env.STRIPE_SECRET_KEY ? "stripe" : env.payments ? "sandbox" : "none",
    whatsapp: env.whatsappProvider ?? "none",
    sandbox: env.SANDBOX_URL !== undefined,
  };
}

/** A missing folder is created. A folder that cannot be written to is found here, and not by the first lost file. */
async function refuseFolders(): Promise<void> {
  const { MEDIA_DIR, MEDIA_S3_ENDPOINT, REGISTRY_DIR } = env;
  const folders = { ...(!MEDIA_S3_ENDPOINT && { MEDIA_DIR }), REGISTRY_DIR };
  for (const [name, folder] of Object.entries(folders)) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Permissions alone do not show that a disk is mounted read-only.
      await rm(await mkdtemp(join(folder, ".writable-")), { recursive: true });
    } catch (cause) {
      throw new Error(
        `${name} is ${resolve(folder)}, to which this process cannot write (${(cause as NodeJS.ErrnoException).code}): make the folder, or let the processes' user write to it.`,
        { cause },
      );
    }
  }
}

async function refuseUnfinishedRestore(): Promise<void> {
  if (!(await isRestoreUnfinished())) return;
  throw new Error(
    "This database holds an unfinished restore of a backup: run npm run restore again with the same folder.",
  );
}

/**
 * A newer schema passes: a migration is compatible with the version that is still running. Returns the newest
 * migration.
 */
async function refuseOldSchema(): Promise<string | undefined> {
  const applied = new Set(await findAppliedMigrations());
  const missing = readdirSync(join(findRoot(), "prisma/migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !applied.has(entry.name))
    .map(({ name }) => name)
    .sort();
  if (missing.length > 0) {
    throw new Error(
      `The database lacks ${missing.length} migration(s), the first is ${missing[0]}: run npm run migrate.`,
    );
  }
  return [...applied].sort().at(-1);
}

async function refuseDemonstration(): Promise<void> {
  if (env.GARIMPO_MODE !== "production") return;
  const account = await findDemonstrationAccount();
  if (account) {
    throw new Error(
      `This database holds the demonstration account ${account}, whose password everybody knows. Production does not start with it.`,
    );
  }
}

const KNOWN_WORD = "garimpo";
const PLACE = "installation.sealed_word";

async function refuseOtherSecret(): Promise<void> {
  const kept = await keepSealedWord(seal(KNOWN_WORD, PLACE));
  // A new installation binds from its beginning, an older one once npm run secrets:reseal has bound its word.
  setBinding(isBound(kept));
  if (unseal(kept, PLACE) === KNOWN_WORD) return;
  throw new Error(
    "AUTH_SECRET is not the one this database was first started with: the mails and the phones' keys in it could not be read. Set the old one again; docs/operations.md tells what to do when it is lost.",
  );
}

/**
 * Seals the word by which processes verify their secret with this installation's current one, bound to its place if
 * setBinding() says so: an older version, which could not read bound values, then does not start. Returns whether
 * anything was changed.
 */
export async function resealWord(): Promise<boolean> {
  const kept = await findSealedWord();
  const sealed = kept === null ? null : reseal(kept, PLACE);
  if (kept === null || sealed === null) return false;
  await replaceSealedWord(kept, sealed);
  return true;
}
