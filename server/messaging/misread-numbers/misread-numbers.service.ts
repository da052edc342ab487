import { getPhoneKey } from "@/lib/domain/phone/phone";
import { readWrittenNumber } from "@/lib/domain/phone/written-number";
import { markLeadsOptedOut, moveLeadNumber } from "@/server/leads/leads/lead-marks.service";
import { blockAlso } from "@/server/messaging/opt-outs/opt-outs.service";
import { ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import * as repository from "./misread-numbers.repository";

const BATCH = 500;

/**
 * Corrects numbers that were stored with a dialling prefix, where only one number can be meant. The others, and those
 * whose number another lead has, are not changed, and a filter shows them.
 */
export const mendNumbers = defineDuty({
  name: "mend misread numbers",
  everyS: 86_400,
  run: async () => {
    let mended = 0;
    let found: repository.MisreadNumber[] = [];
    do {
      found = await repository.findMisread(found.at(-1) ?? FIRST, BATCH);
      for (const misread of found) if (await mend(misread).catch(leave)) mended += 1;
    } while (found.length === BATCH);
    return mended;
  },
});

/** A 0, two digits that are none of the usual carriers, and a number: a country's code may be meant (054 11 …). */
const UNSURE = /^0(?!12|14|15|21|25|31|41|43)\d{12,13}$/;

/** Another transaction may be changing the lead: the next day's run tries again. */
function leave(error: unknown): boolean {
  logger.warn({ err: error }, "misread number not mended");
  return false;
}

const FIRST = { owner_id: 0, phone_key: "" };

async function mend({ owner_id, phone_key: before }: repository.MisreadNumber): Promise<boolean> {
  if (UNSURE.test(before)) return false;
  // Read with a plus: the stored number begins with a country code, or with something that is none.
  const read = readWrittenNumber(`+${before}`);
  const phoneKey = read.ok ? getPhoneKey(read.digits) : null;
  if (!read.ok || phoneKey === null || phoneKey === before) return false;
  const ownerId = ownerOfRow(owner_id);
  const to = { number: read.digits, phoneKey };
  await transaction(async () => {
    await moveLeadNumber(ownerId, before, to);
    if (await blockAlso(ownerId, before, to)) await markLeadsOptedOut(ownerId, [phoneKey]);
  });
  return true;
}
