import { ownerOfRow } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { resealRows } from "@/server/platform/reseal-rows";
import { placeOfToken } from "./instances.service";
import { renewWebhook } from "./pairing.service";
import * as repository from "./rotation.repository";

/** Accounts at a time. */
const PAGE = 100;

/** Seals the provider's tokens of all accounts with the installation's current secret. Returns how many. */
export function resealTokens(): Promise<number> {
  return resealRows(
    ({ owner_id }) => placeOfToken(owner_id),
    repository.findSealedTokens,
    repository.replaceSealedTokens,
  );
}

/**
 * Sends Evolution the webhook addresses that derive from the installation's current secret. An account whose instance
 * does not answer keeps its former address, which is valid as long as the former secret is accepted.
 */
export async function renewWebhooks(): Promise<{ renewed: number; failed: number }> {
  const total = { renewed: 0, failed: 0 };
  if (env.whatsappProvider !== "evolution") return total;
  let owners: number[] = [];
  do {
    owners = await repository.findOwnersWithWebhook("evolution", owners.at(-1) ?? 0, PAGE);
    for (const owner of owners) {
      try {
        await renewWebhook(ownerOfRow(owner));
        total.renewed += 1;
      } catch (error) {
        logger.warn({ ownerId: owner, err: error }, "webhook not renewed");
        total.failed += 1;
      }
    }
  } while (owners.length === PAGE);
  return total;
}
