import type { ConnectionGap } from "@/lib/domain/whatsapp/hearing";
import type { OwnerId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./gaps.repository";

/** Records that an open connection lost events for a while, and notifies the owner's screens. */
export async function recordGap(
  ownerId: OwnerId,
  instanceId: number,
  gap: ConnectionGap,
): Promise<void> {
  await repository.insertGap(ownerId, instanceId, gap);
  publish(ownerId, "whatsapp.status", { status: "CONNECTED" });
}
