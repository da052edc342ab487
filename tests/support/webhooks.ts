import { createHmac, randomUUID } from "node:crypto";
import { env } from "@/server/env";
import { hashToken } from "@/server/secrets";
import { upsertInstance } from "@/server/whatsapp/whatsapp.repository";
import type { TestUser } from "../factories/users";

/** Gives the user an instance whose webhooks come to the returned path. */
export async function buildWebhook(user: TestUser): Promise<string> {
  const secret = createHmac("sha256", env.AUTH_SECRET).update(randomUUID()).digest("base64url");
  await upsertInstance(user.id, {
    provider: "evolution",
    providerRef: `test-${user.id}`,
    sealedToken: null,
    webhookHash: hashToken(secret),
  });
  return `/api/webhooks/evolution/${secret}`;
}
