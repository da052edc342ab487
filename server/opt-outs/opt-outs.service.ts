import type { UserId } from "@/server/actor";
import * as repository from "./opt-outs.repository";

/** Records that a number opted out. Campaigns check this before each send. */
export function addOptOut(ownerId: UserId, phoneKey: string): Promise<void> {
  return repository.insertOptOut(ownerId, phoneKey);
}
