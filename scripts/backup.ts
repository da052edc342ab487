/**
 * npm run backup -- <folder>            writes a backup of database and files to a folder that does not exist yet
 * npm run backup -- --keep 14 <folder>  writes it to a folder below, named by its time, and keeps the last 14
 *
 * It runs while everything else runs. --without-registry leaves out the company registry, which its import creates again.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeSize, runCommand } from "./backups/command";
import { openInstallation } from "./backups/installation";
import { nameByTime, removeOldest } from "./backups/rotation";
import { takeBackup } from "./backups/take-backup";

const USAGE = "Usage: npm run backup -- [--keep N] [--without-registry] <folder>";

await runCommand(async () => {
  const startedAt = Date.now();
  const { folder, keep, withRegistry } = readArguments();
  const installation = await openInstallation();
  const name = nameByTime(new Date(startedAt));
  const target = keep === undefined ? folder : join(folder, name);
  try {
    const manifest = await takeBackup({
      ...installation,
      folder: target,
      withRegistry,
      report: console.log,
    });
    console.log(`${target}: ${describeSize(manifest, startedAt)}`);
    console.log(
      "AUTH_SECRET is not in it, and nothing sealed can be read without it: keep it apart.",
    );
    if (keep === undefined) return;
    for (const old of await removeOldest(folder, keep, name)) console.log(`removed: ${old}`);
  } finally {
    await installation.close();
  }
});

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: "string" },
      "without-registry": { type: "boolean", default: false },
    },
  });
  const [folder, ...rest] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  const isCount = keep === undefined || (Number.isSafeInteger(keep) && keep >= 1);
  if (!folder || rest.length > 0 || !isCount) throw new Error(USAGE);
  return { folder, keep, withRegistry: !values["without-registry"] };
}
