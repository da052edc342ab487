import { getClientNetwork } from "@/server/platform/http/client-address";
import { createHandler } from "@/server/platform/http/exchange";
import { readBytes } from "@/server/platform/http/read-body";
import {
  receiveCloudWebhook,
  requireSignature,
  requireSignatureForm,
  requireSubscription,
} from "./cloud-webhook.service";
import { parseWebhookJson } from "./webhook-json.parse";

/** Meta sends up to 3 MB. */
const MAX_WEBHOOK_BYTES = 3_200_000;

/** Meta calls it once, when the address of the webhooks is set, and expects its challenge back. */
export const cloudSubscriptionRoute = createHandler(
  "GET /api/webhooks/whatsapp-cloud",
  async (request) => {
    const at = request.url.indexOf("?");
    const query = new URLSearchParams(at < 0 ? "" : request.url.slice(at));
    const challenge = requireSubscription(query);
    return new Response(challenge, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
);

/** Answers 2xx once stored and 503 when it cannot be stored: Meta retries for days. */
export const cloudWebhookRoute = createHandler(
  "POST /api/webhooks/whatsapp-cloud",
  async (request) => {
    const signature = requireSignatureForm(request.headers.get("x-hub-signature-256"));
    const holder = getClientNetwork(request.headers);
    const bytes = await readBytes(request, holder, MAX_WEBHOOK_BYTES);
    requireSignature(signature, bytes);
    await receiveCloudWebhook(parseWebhookJson(new TextDecoder().decode(bytes)));
    return { status: 200, headers: {}, body: { received: true } };
  },
);
