import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { UserId } from "@/server/platform/actor";
import * as repository from "./message-days.repository";

/** Messages sent and received per day. */
export function countMessagesByDay(ownerId: UserId, days: SaoPauloDay[]) {
  return repository.countByDay(ownerId, days);
}
