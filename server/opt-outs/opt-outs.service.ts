import type { UserId } from "@/server/actor";
import * as repository from "./opt-outs.repository";

/** Records that a number opted out. Campaigns check this before each send. */
export function addOptOut(ownerId: UserId, phoneKey: string): Promise<void> {
  return repository.insertOptOut(ownerId, phoneKey);
}

/** An opt-out under an opaque chat id counts for the number that it turned out to be. */
export function extendOptOut(ownerId: UserId, from: string, to: string): Promise<void> {
  return repository.copyOptOut(ownerId, from, to);
}

export function hasOptedOut(ownerId: UserId, phoneKey: string): Promise<boolean> {
  return repository.hasOptOut(ownerId, phoneKey);
}
