import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { Reader } from "@/server/platform/actor";
import * as repository from "./message-days.repository";

/** Messages sent and received per day. */
export function countMessagesByDay(reader: Reader, days: SaoPauloDay[]) {
  return repository.countByDay(reader, days);
}
