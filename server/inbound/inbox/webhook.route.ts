import {
  authenticateWebhook,
  WEBHOOK_HEADER,
} from "@/server/messaging/whatsapp/webhook-secret.service";
import { createHandler } from "@/server/platform/http/exchange";
import { readText } from "@/server/platform/http/read-body";
import { receiveWebhook } from "./inbox.service";
import { parseWebhookJson } from "./webhook-json.parse";

const MAX_WEBHOOK_BYTES = 10_000_000;

/**
 * Evolution's webhook. Answers 2xx once stored and 503 when it cannot be stored, because Evolution retries after a
 * 5xx but never after 400, 401, 403, 404 or 422.
 */
export const evolutionWebhookRoute = createHandler(
  "POST /api/webhooks/evolution/{secret}",
  async (request, params) => {
    const signature = request.headers.get(WEBHOOK_HEADER);
    const instance = await authenticateWebhook(params["secret"] ?? "", signature);
    const text = await readText(request, `instance ${instance.id}`, MAX_WEBHOOK_BYTES);
    await receiveWebhook(instance, parseWebhookJson(text));
    return { status: 200, headers: {}, body: { received: true } };
  },
);
