import { env } from "@/server/platform/env";
import type { Instance } from "./instances.service";
import { getWhatsappProvider } from "./provider.service";
import * as repository from "./recoveries.repository";

export { endRecovery, findRecovering, startRecoveryOf } from "./recoveries.repository";

/** The count that shows how far a backup had come is taken every minute. */
const OVERLAP_MS = 5 * 60_000;

/**
 * Makes every phone recover the messages since a backup; until then its campaigns wait. Returns false where the
 * provider keeps no conversations that could be read.
 */
export async function startRecovery(since: Date): Promise<boolean> {
  const provider = getReadableProvider();
  if (!provider) return false;
  await repository.startRecovery(provider, new Date(since.getTime() - OVERLAP_MS));
  return true;
}

export async function claimRecoveries(limit: number, retrySeconds: number): Promise<Instance[]> {
  const provider = getReadableProvider();
  return provider ? repository.claimRecoveries(provider, limit, retrySeconds) : [];
}

function getReadableProvider(): string | null {
  const { whatsappProvider } = env;
  if (!whatsappProvider) return null;
  const { ordersEvents, credentials } = getWhatsappProvider();
  return ordersEvents || credentials ? null : whatsappProvider;
}
