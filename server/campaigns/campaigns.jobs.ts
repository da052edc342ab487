import { z } from "zod";
import { defineJob } from "@/server/jobs/define-job";

/** Delivery only: the run's row knows what is left and who works on it. */
export const deliverRun = defineJob({
  name: "campaigns.deliver-run",
  queue: "campaigns",
  // leaseNo makes the id new after every claim, so that a job of a dead worker cannot hold the next one off.
  payload: z.object({ runId: z.number().int(), leaseNo: z.number().int() }),
  id: ({ runId, leaseNo }) => `run-${runId}-${leaseNo}`,
});
