import type { CampaignTemplate } from "@/lib/domain/campaigns/campaign-template";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

/** The numbers that runs write to. */
export async function findPhoneKeys(
  ownerId: OwnerId,
  runIds: readonly number[],
): Promise<string[]> {
  const found = await prisma.campaignRecipient.findMany({
    where: { owner_id: ownerId, run_id: { in: [...runIds] } },
    select: { phone_key: true },
  });
  return found.map(({ phone_key }) => phone_key);
}

/** Replaces the templates of a campaign. */
export async function setTemplates(
  ownerId: OwnerId,
  campaignId: number,
  templates: readonly CampaignTemplate[],
): Promise<void> {
  await execute(
    sql`UPDATE campaigns SET templates = ${toStorableJson(templates)}::jsonb
        WHERE owner_id = ${ownerId} AND id = ${campaignId} AND templates IS NOT NULL`,
  );
}
