import { describeQuota, getQuota } from "@/lib/domain/plans/quotas";
import type { OwnerId } from "@/server/platform/actor";
import { findStoredBytes } from "./media.repository";

/**
 * Why no more files of the owner are stored; null while there is room. Files that arrive at the same time may exceed
 * the quota: only a few, each of a limited size.
 */
export async function findMediaRefusal(ownerId: OwnerId, bytes: number): Promise<string | null> {
  const stored = await findStoredBytes(ownerId);
  const isFull = stored.bytes + bytes > getQuota(stored.plan, "media_bytes");
  return isFull ? describeQuota(stored.plan, "media_bytes") : null;
}
