import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { getRegistryMonths } from "@/server/registry/registry/registry-changes.service";
import { runRadar } from "./radar-runs.jobs";
import { startRegistryRuns, startSearchRuns } from "./radar-runs.repository";

const BATCH_SIZE = 200;

/** Starts one radar of pages or maps, if it is due and does not run already. */
export async function startRadar(radarId: number): Promise<void> {
  await enqueueRuns(await startSearchRuns(1, radarId));
}

/** Starts the radars that are due: of pages and maps by the clock, of the registry when another month is served. */
export const startDueRadars = defineDuty({
  name: "start due radars",
  everyS: 15,
  run: async () => {
    const months = await getRegistryMonths();
    if (months) await enqueueRuns(await startRegistryRuns(months, BATCH_SIZE));
    await enqueueRuns(await startSearchRuns(BATCH_SIZE));
  },
});

async function enqueueRuns(started: readonly { id: number; lease_no: number }[]): Promise<void> {
  for (const { id, lease_no } of started) await enqueue(runRadar, { id, leaseNo: lease_no });
}
