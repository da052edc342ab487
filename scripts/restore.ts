/**
 * npm run restore -- <folder>: puts a backup into the empty database of DATABASE_URL, and the missing files into the
 * store. Run again after an interruption, it continues. The restored system is held until the administrator confirms it.
 */
import { parseArgs } from "node:util";
import { describeSize, runCommand } from "./backups/command";
import { openInstallation } from "./backups/installation";
import { restoreBackup } from "./backups/restore-backup";

await runCommand(async () => {
  const startedAt = Date.now();
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new Error("Usage: npm run restore -- <folder>");
  const installation = await openInstallation();
  try {
    const manifest = await restoreBackup({ ...installation, folder, report: console.log });
    console.log(`Restored, as of ${manifest.taken_at}: ${describeSize(manifest, startedAt)}`);
    if (manifest.store.kind === "bucket")
      console.log(`The files of messages are in the bucket ${manifest.store.bucket}.`);
    console.log(
      "Start web and worker with the AUTH_SECRET of then: they wait until the administrator confirms the copy in the panel.",
    );
  } finally {
    await installation.close();
  }
});
