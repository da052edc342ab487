import { ownerOfRow } from "@/server/platform/actor";
import { toNextRun } from "./campaign-schedule.service";
import * as repository from "./campaigns.repository";
import { pauseAllRuns } from "./runs.repository";

const AT_ONCE = 100;
const MISSED =
  "O sistema foi restaurado de um backup: este horário pode já ter saído, e não foi repetido.";
const PAUSED =
  "O sistema foi restaurado de um backup, e esta conexão não diz o que foi enviado desde então: confira as conversas antes de retomar.";

/**
 * Prepares the campaigns of all accounts to go on after a backup was restored: what was due meanwhile is not repeated, and
 * what runs is paused unless `recovers`: the conversations since then will be read first. Call inside a transaction.
 */
export async function resumeRestoredCampaigns({ recovers }: { recovers: boolean }): Promise<void> {
  for (const byTemplate of [false, true]) {
    for (;;) {
      const due = await repository.lockDueCampaigns(0, AT_ONCE, { byTemplate });
      if (due.length === 0) break;
      for (const campaign of due) {
        const ownerId = ownerOfRow(campaign.owner_id);
        await repository.recordMissedRun(ownerId, campaign.id, campaign.due, MISSED);
      }
      await repository.setNextRuns(due.map(toNextRun));
    }
  }
  if (!recovers) await pauseAllRuns(PAUSED);
}
