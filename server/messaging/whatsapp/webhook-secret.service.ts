import { createHmac } from "node:crypto";
import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";
import { hashToken, isSameSecret, listSecrets } from "@/server/platform/secrets";
import { currentOrNull, type Instance, type NumberPlace, toLabel } from "./instances.service";
import * as repository from "./whatsapp.repository";

/**
 * The instance whose webhook address contains this secret. Addresses may appear in logs, so a header, which does not,
 * proves the caller's identity.
 * @throws AppError not_found; unauthenticated when the header is missing or wrong
 */
export async function authenticateWebhook(
  secret: string,
  signature: string | null,
): Promise<Instance> {
  const instance = currentOrNull(await repository.findInstanceByWebhook(hashToken(secret)));
  if (!instance) throw new AppError("not_found");
  const isSigned = listSecrets().some((key) =>
    isSameSecret(signature ?? "", signAddress(key, secret)),
  );
  if (!isSigned) throw new AppError("unauthenticated");
  return instance;
}

export const WEBHOOK_HEADER = "x-webhook-secret";

/** The value that the provider sends in the header of each webhook to this address. */
export function deriveWebhookSignature(secret: string): string {
  return signAddress(env.AUTH_SECRET, secret);
}

function signAddress(key: string, secret: string): string {
  return createHmac("sha256", key).update(`webhook header ${secret}`).digest("base64url");
}

/** Unguessable and always the same; derived instead of stored: only its hash is stored, for the lookup. */
export function deriveWebhookSecret(number: NumberPlace): string {
  return createHmac("sha256", env.AUTH_SECRET)
    .update(`webhook ${toLabel(number)}`)
    .digest("base64url");
}
