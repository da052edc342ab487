import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { getRegistryMonths } from "@/server/registry/registry/registry-changes.service";
import { startRegistryRuns, startSearchRuns } from "./radar-runs.repository";
import { runRadar } from "./radar-runs.jobs";

const BATCH_SIZE = 200;

/** Starts the radars that are due: of pages and maps by the clock, of the registry when another month is served. */
export const startDueRadars = defineDuty({
  name: "start due radars",
  everyS: 15,
  run: async () => {
    const months = await getRegistryMonths();
    const started = [
      ...(months ? await startRegistryRuns(months, BATCH_SIZE) : []),
      ...(await startSearchRuns(BATCH_SIZE)),
    ];
    for (const { id, lease_no } of started) await enqueue(runRadar, { id, leaseNo: lease_no });
  },
});
