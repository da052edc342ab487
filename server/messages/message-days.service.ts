import type { UserId } from "@/server/actor";
import * as repository from "./message-days.repository";

/** How many messages went out and came in on each day. */
export function countMessagesByDay(ownerId: UserId, days: repository.Day[]) {
  return repository.countByDay(ownerId, days);
}
