import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { resealRows } from "@/server/platform/reseal-rows";
import { placeOfToken } from "./instances.service";
import { renewWebhook } from "./pairing.service";
import * as repository from "./rotation.repository";

/** Numbers at a time. */
const PAGE = 100;

/** Seals the provider's tokens of all numbers with the installation's current secret. Returns how many. */
export function resealTokens(): Promise<number> {
  return resealRows(placeOfToken, repository.findSealedTokens, repository.replaceSealedTokens);
}

/**
 * Sends Evolution the webhook addresses that derive from the installation's current secret. One whose instance does not
 * answer keeps its former address, which is valid as long as the former secret is accepted.
 */
export async function renewWebhooks(): Promise<{ renewed: number; failed: number }> {
  const total = { renewed: 0, failed: 0 };
  if (env.whatsappProvider !== "evolution") return total;
  let numbers: Awaited<ReturnType<typeof repository.findWithWebhook>> = [];
  do {
    numbers = await repository.findWithWebhook("evolution", numbers.at(-1)?.id ?? 0, PAGE);
    for (const number of numbers) {
      try {
        await renewWebhook(number);
        total.renewed += 1;
      } catch (error) {
        logger.warn({ ownerId: number.owner_id, err: error }, "webhook not renewed");
        total.failed += 1;
      }
    }
  } while (numbers.length === PAGE);
  return total;
}
