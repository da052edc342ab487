import type { SiteCheck } from "@/lib/domain/companies/site-verdict";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";

/**
 * Stores what a visit found, unless the lead now has another site. Does not count as an edit: the lead's timestamps do
 * not change.
 */
export async function setSiteCheck(
  ownerId: OwnerId,
  visited: { leadId: number; website: string; check: SiteCheck },
): Promise<void> {
  await prisma.lead.updateMany({
    where: { owner_id: ownerId, id: visited.leadId, website: visited.website },
    data: { site_check: visited.check },
  });
}
