/** npm run registry:rollback: serves the previous month again, and updates the marks of leads by it. */
import { closeDatabase } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { closeLive } from "@/server/platform/live/publish";
import { registryImportWork } from "@/server/registry/registry-imports/registry-execution.service";
import { rollBackRegistry } from "@/server/registry/registry-imports/registry-import.service";
import { runCommand } from "./backups/command";
import { enterInstallation } from "./backups/installation";

await runCommand(async () => {
  const installation = await enterInstallation();
  try {
    const { import: served } = await rollBackRegistry();
    console.log(`${served.month} is served again.`);
    // Unless a worker has claimed it.
    await workOnRow(registryImportWork, served.id, new AbortController().signal);
    await Promise.all([closeQueues(), closeLive()]);
    await closeDatabase();
  } finally {
    await installation.close();
  }
});
