import { z } from "zod";
import { defineJob } from "@/server/jobs/define-job";

/** Delivery only: the import's row knows how far it is and who works on it. */
export const runImport = defineJob({
  name: "imports.run",
  queue: "imports",
  // leaseNo makes the id new after every claim, so that a job of a dead worker cannot hold the next one off.
  payload: z.object({ importId: z.number().int(), leaseNo: z.number().int() }),
  id: ({ importId, leaseNo }) => `import-${importId}-${leaseNo}`,
});
