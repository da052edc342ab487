import type { Webhook } from "@/lib/contracts/integrations/webhooks";
import type { WebhookRow } from "./webhook-endpoints.repository";

export function toWebhook({ created_at, failing_since, ...row }: WebhookRow): Webhook {
  return {
    ...row,
    failing_since: failing_since?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
