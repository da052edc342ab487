import * as repository from "@/server/campaigns/campaigns/due-campaigns.repository";
import { pauseAllRuns } from "@/server/campaigns/campaigns/runs.repository";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { toNextRun } from "./campaign-schedule.service";

const AT_ONCE = 100;
const MISSED =
  "O sistema foi restaurado de um backup: este horário pode já ter saído, e não foi repetido.";
const PAUSED =
  "O sistema foi restaurado de um backup, e esta conexão não diz o que foi enviado desde então: confira as conversas antes de retomar.";

/**
 * Prepares the campaigns of all accounts to continue after a backup was restored. Occurrences that were due meanwhile
 * are not repeated. Running and coming runs are paused unless `recovers`: then the conversations since the backup are
 * read first. Call inside a transaction.
 */
export async function resumeRestoredCampaigns({ recovers }: { recovers: boolean }): Promise<void> {
  await missDueCampaigns(MISSED);
  if (recovers) return;
  await pauseAllRuns(PAUSED);
  // They might choose people who were written to after the backup.
  await repository.pauseNextRuns(PAUSED);
}

/**
 * Records due occurrences as missed; repeating campaigns continue with their next occurrence. Call inside a
 * transaction. Returns how many campaigns.
 */
export async function missDueCampaigns(reason: string, ownerId?: OwnerId): Promise<number> {
  let missed = 0;
  for (const byTemplate of [false, true]) {
    for (;;) {
      const due = await repository.lockDueCampaigns(0, AT_ONCE, {
        byTemplate,
        ...(ownerId !== undefined && { ownerId }),
      });
      if (due.length === 0) break;
      for (const { owner_id, id, due: at } of due) {
        await repository.recordMissedRun(ownerOfRow(owner_id), id, at, reason);
      }
      await repository.setNextRuns(due.map(toNextRun));
      missed += due.length;
    }
  }
  return missed;
}
