/** npm run registry:rollback: serves the month before again, and marks the leads by it. */
import { closeDatabase } from "@/server/db/sql";
import { closeQueues } from "@/server/jobs/enqueue";
import { workOnRow } from "@/server/jobs/leased-work";
import { closeLive } from "@/server/live/publish";
import { registryWork } from "@/server/registry-import/registry-execution.service";
import { rollBackRegistry } from "@/server/registry-import/registry-import.service";

const { import: served } = await rollBackRegistry();
console.log(`${served.month} is served again.`);
// Unless a worker has claimed it.
await workOnRow(registryWork, served.id, new AbortController().signal);
await Promise.all([closeQueues(), closeLive()]);
await closeDatabase();
