import { randomUUID } from "node:crypto";
import {
  deriveWebhookSignature,
  WEBHOOK_HEADER,
} from "@/server/messaging/whatsapp/webhook-secret.service";
import {
  findInstance,
  insertFirstInstance,
  renewInstance,
} from "@/server/messaging/whatsapp/whatsapp.repository";
import type { OwnerId } from "@/server/platform/actor";
import { hashToken } from "@/server/platform/secrets";
import { request, type TestApi } from "../support/api";

/** The address of an owner's webhooks, and the header that each of them carries. */
export interface TestWebhook {
  path: string;
  headers: Record<string, string>;
}

/** Gives the owner an instance that no provider knows, and returns the address for its webhooks. */
export async function buildWebhook(ownerId: OwnerId): Promise<TestWebhook> {
  const secret = randomUUID();
  const webhookHash = hashToken(secret);
  const known = { provider: "evolution", providerRef: `test-${ownerId}`, webhookHash };
  await insertFirstInstance(ownerId, known);
  const row = await findInstance(ownerId, "default");
  if (!row) throw new Error("The account has no number.");
  await renewInstance(row, { ...known, accountRef: null, sealedToken: null });
  return {
    path: `/api/webhooks/evolution/${secret}`,
    headers: signWebhook(secret),
  };
}

/** The header of each webhook to the address with this secret. */
export function signWebhook(secret: string): Record<string, string> {
  return { [WEBHOOK_HEADER]: deriveWebhookSignature(secret) };
}

export function postWebhook(
  api: Pick<TestApi, "url">,
  { path, headers }: TestWebhook,
  body: unknown,
) {
  return request(api, "POST", path, body, headers);
}
