import type { MessageCharge } from "@/lib/domain/messages/listed-template";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";

/** Stores a message's charge once: each of its statuses repeats it. */
export async function insertCharge(
  ownerId: OwnerId,
  { instanceId, id, charge }: { instanceId: number; id: string; charge: MessageCharge },
): Promise<void> {
  const { category, billable, pricingModel, kind } = charge;
  await prisma.messageCharge.createMany({
    data: {
      owner_id: ownerId,
      instance_id: instanceId,
      provider_message_id: id,
      category,
      billable,
      pricing_model: pricingModel,
      kind,
    },
    skipDuplicates: true,
  });
}
