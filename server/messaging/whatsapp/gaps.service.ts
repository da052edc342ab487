import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import type { ConnectionGap } from "@/lib/domain/whatsapp/hearing";
import type { UserId } from "@/server/platform/actor";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./gaps.repository";

const MAX_DELETED = 5_000;

/** Records that an open connection lost events for a while, and notifies the owner's screens. */
export async function recordGap(
  ownerId: UserId,
  instanceId: number,
  gap: ConnectionGap,
): Promise<void> {
  await repository.insertGap(ownerId, instanceId, gap);
  publish(ownerId, "whatsapp.status", { status: "CONNECTED" });
}

export const deleteOldGaps = defineDuty({
  name: "delete old connection gaps",
  everyS: 3_600,
  run: () => repository.deleteGaps(KEPT_DAYS.connectionGaps, MAX_DELETED),
  trims: true,
});
