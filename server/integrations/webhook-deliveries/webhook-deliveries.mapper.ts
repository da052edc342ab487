import type { WebhookDelivery } from "@/lib/contracts/integrations/webhooks";
import type { DeliveryRow } from "./webhook-deliveries.repository";

export function toDelivery({
  created_at,
  last_tried_at,
  resume_at,
  ...row
}: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    last_tried_at: last_tried_at?.toISOString() ?? null,
    next_try_at: row.state === "waiting" ? (resume_at?.toISOString() ?? null) : null,
    created_at: created_at.toISOString(),
  };
}
