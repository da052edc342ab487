import { z } from "zod";
import { defineJob } from "@/server/jobs/define-job";

/** Delivery only: the search's row knows how far it is and who works on it. */
export const runSearch = defineJob({
  name: "searches.run",
  queue: "searches",
  // leaseNo makes the id new after every claim, so that a job of a dead worker cannot hold the next one off.
  payload: z.object({ searchId: z.number().int(), leaseNo: z.number().int() }),
  id: ({ searchId, leaseNo }) => `search-${searchId}-${leaseNo}`,
});
