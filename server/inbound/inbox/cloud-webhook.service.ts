import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/errors";
import { splitCloudWebhook } from "@/server/messaging/cloud/webhook.cloud";
import {
  findInstanceByPhoneId,
  findInstancesOfAccount,
} from "@/server/messaging/whatsapp/instances.service";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { isSameSecret } from "@/server/platform/secrets";
import { receiveWebhook } from "./inbox.service";

const MAX_CHALLENGE = 200;

/** Returns the challenge that Meta expects back. @throws AppError not_found; forbidden for another verify token */
export function requireSubscription(query: URLSearchParams): string {
  const { verifyToken } = requireCloud();
  const challenge = query.get("hub.challenge") ?? "";
  const isAsked = query.get("hub.mode") === "subscribe" && challenge.length <= MAX_CHALLENGE;
  const isKnown = isSameSecret(query.get("hub.verify_token") ?? "", verifyToken);
  if (!isKnown || !isAsked) throw new AppError("forbidden");
  return challenge;
}

/** Returns the signature's bytes. @throws AppError not_found; unauthenticated */
export function requireSignatureForm(header: string | null): Buffer {
  requireCloud();
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header ?? "")?.[1];
  if (hex === undefined) throw new AppError("unauthenticated");
  return Buffer.from(hex, "hex");
}

/** The app's secret signs the body as it was sent. @throws AppError unauthenticated */
export function requireSignature(signature: Buffer, body: Buffer): void {
  const expected = createHmac("sha256", requireCloud().appSecret).update(body).digest();
  if (!timingSafeEqual(signature, expected)) throw new AppError("unauthenticated");
}

/**
 * Processes a webhook of Meta's app, each change for the account whose number it names. Changes for a number that is
 * not connected here, or no longer, are ignored.
 */
export async function receiveCloudWebhook(body: unknown): Promise<void> {
  const changes = splitCloudWebhook(body);
  if (changes.length === 0) logger.info("webhook of the Cloud API without a number");
  for (const { account, phoneNumberId, content } of changes) {
    if (account !== undefined) {
      for (const instance of await findInstancesOfAccount(account)) {
        await receiveWebhook(instance, content);
      }
      continue;
    }
    const instance = await findInstanceByPhoneId(phoneNumberId);
    if (instance) await receiveWebhook(instance, content);
    else logger.warn({ phoneNumberId, event: content.event }, "webhook for an unknown number");
  }
}

function requireCloud(): { appSecret: string; verifyToken: string } {
  const { META_APP_SECRET: appSecret, META_VERIFY_TOKEN: verifyToken } = env;
  if (env.whatsappProvider !== "cloud" || !appSecret || !verifyToken) {
    throw new AppError("not_found", "Endereço não encontrado.");
  }
  return { appSecret, verifyToken };
}
