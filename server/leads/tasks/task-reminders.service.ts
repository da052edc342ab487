import { recordOwnersEvents } from "@/server/integrations/events/events.service";
import { tellLead } from "@/server/leads/own-fields/told-leads.service";
import { ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { toTask } from "./tasks.mapper";
import * as repository from "./tasks.repository";

/** Reminders of one transaction. */
const BATCH_SIZE = 100;

/** Notifies owners of tasks whose hour has come, each once. */
export const remindOfDueTasks = defineDuty({
  name: "remind of due tasks",
  everyS: 15,
  run: async () => {
    while ((await remindOfBatch()) === BATCH_SIZE);
  },
});

/** Returns how many were claimed. */
function remindOfBatch(): Promise<number> {
  return transaction(async () => {
    const { claimed, due } = await repository.claimDueReminders(BATCH_SIZE);
    if (due.length === 0) return claimed;
    await recordOwnersEvents(
      "task_due",
      due.map((task) => ({
        ownerId: ownerOfRow(task.owner_id),
        metadata: { task_id: task.id, lead_id: task.lead_id, name: task.what },
        told: async () => ({
          kind: task.kind,
          day: task.day,
          time: task.time,
          ...(await tellLead(ownerOfRow(task.owner_id), task.lead_id)),
        }),
      })),
    );
    for (const task of due) publish(ownerOfRow(task.owner_id), "task.due", { task: toTask(task) });
    return claimed;
  });
}
