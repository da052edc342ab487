import type { WhatsappGateway } from "@/server/messaging/gateway/whatsapp.gateway";
import { env } from "@/server/platform/env";
import { HISTORY_MOST_S, type Instance, type Line, toLine, toRef } from "./instances.service";
import * as repository from "./phone-readings.repository";
import { findWhatsappProvider, getWhatsappProvider } from "./provider.service";

/** The provider is no longer asked about a phone that was disconnected longer ago. */
const LOST_DAYS = 3;

/**
 * Claims phones whose address book is due to be read and whose own number is known. Each is due again after
 * `retrySeconds` unless markContactsRead is called first.
 */
export async function claimContactReads(limit: number, retrySeconds: number): Promise<Line[]> {
  const { whatsappProvider } = env;
  if (!whatsappProvider) return [];
  const claimed = await repository.claimContactReads(whatsappProvider, limit, retrySeconds);
  return claimed.map(toLine);
}

export function markContactsRead({ ownerId, instanceId }: Line): Promise<void> {
  return repository.markContactsRead(ownerId, instanceId);
}

export type { HistoryReading } from "./phone-readings.repository";

/**
 * A phone begins to hand over older messages within seconds, and may take minutes. WhatsApp Web, too, treats two
 * minutes without another part as the end.
 */
const PATIENCE: repository.HistoryPatience = {
  most: HISTORY_MOST_S,
  silent: 300,
  quiet: 120,
  again: 30,
  written: 5,
};

/**
 * Claims instances whose conversations from before the pairing are due to be read; due again like claimContactReads.
 */
export async function claimHistoryReads(
  limit: number,
  retrySeconds: number,
): Promise<repository.HistoryReading[]> {
  const { whatsappProvider } = env;
  return whatsappProvider
    ? repository.claimHistoryReads(whatsappProvider, limit, retrySeconds)
    : [];
}

/**
 * Claims instances that the provider was not asked about for `seconds`; none for a provider that reports everything by
 * itself.
 */
export async function claimLooks(limit: number, seconds: number) {
  const { whatsappProvider } = env;
  const provider = findWhatsappProvider();
  if (!whatsappProvider || !provider || provider.ordersEvents || provider.credentials) return [];
  return repository.claimLooks(whatsappProvider, { limit, seconds, days: LOST_DAYS });
}

export const { markHeard } = repository;

/** A reading is over; see phone-readings.repository. */
export function settleHistoryReading(
  reading: repository.HistoryReading,
  found: boolean,
): Promise<void> {
  return repository.settleHistoryReading(reading, found, PATIENCE);
}

/** A part of the conversations arrived, or was announced. Call inside a transaction. */
export function noteHistory(
  instanceId: number,
  part: { some: boolean; stored: boolean; whole: boolean },
): Promise<void> {
  return repository.noteHistory(instanceId, part, PATIENCE);
}

/** A page of older messages; see WhatsappGateway. @throws AppError unavailable */
export function findHistory(
  instance: Instance,
  page: Parameters<WhatsappGateway["findHistory"]>[1],
) {
  return getWhatsappProvider().findHistory(toRef(instance), page);
}
