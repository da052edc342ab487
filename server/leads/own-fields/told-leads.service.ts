import { boundOwnValues, MOST_TOLD_TAGS, type ToldLead } from "@/lib/domain/webhooks/told-lead";
import { findTagNames } from "@/server/leads/tags/tags.repository";
import type { OwnerId } from "@/server/platform/actor";
import { findOwnValues } from "./own-values.service";

/** The data of a lead that webhooks contain besides the event; undefined without a lead. */
export async function tellLead(
  ownerId: OwnerId,
  leadId: number | null,
): Promise<ToldLead | undefined> {
  if (leadId === null) return undefined;
  const own = boundOwnValues(await findOwnValues(ownerId, leadId));
  return { own, tags: await findTagNames(ownerId, leadId, MOST_TOLD_TAGS) };
}
