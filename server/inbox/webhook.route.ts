import { createHandler } from "@/server/http/exchange";
import { readText } from "@/server/http/read-body";
import { receiveWebhook } from "./inbox.service";
import { parseWebhookJson } from "./webhook-json.service";

const MAX_WEBHOOK_BYTES = 10_000_000;

/**
 * Evolution's webhook. Answers 2xx once stored and 503 when it cannot be stored, because Evolution retries after a
 * 5xx but never after 400, 401, 403, 404 or 422.
 */
export const evolutionWebhookRoute = createHandler(
  "POST /api/webhooks/evolution/{secret}",
  async (request, params) => {
    const text = await readText(request, MAX_WEBHOOK_BYTES);
    await receiveWebhook(params["secret"] ?? "", parseWebhookJson(text));
    return { status: 200, headers: {}, body: { received: true } };
  },
);
