/** npm run registry:rollback: serves the month before again. */
import { closeDatabase } from "@/server/db/sql";
import { rollBackRegistry } from "@/server/registry-import/registry-import.service";

const { import: served } = await rollBackRegistry();
console.log(`${served.month} is served again.`);
await closeDatabase();
