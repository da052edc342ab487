import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { OwnerId } from "@/server/platform/actor";
import * as repository from "./message-days.repository";

/** Messages sent and received per day. */
export function countMessagesByDay(ownerId: OwnerId, days: SaoPauloDay[]) {
  return repository.countByDay(ownerId, days);
}
