import { randomBytes } from "node:crypto";
import type { NewWebhook, WebhookChange } from "@/lib/contracts/integrations/webhooks";
import { MOST_WEBHOOKS } from "@/lib/domain/webhooks/webhook-events";
import { AppError } from "@/lib/errors";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import { type Actor, type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { notifyOwners } from "@/server/platform/mail/mail.service";
import { ForbiddenAddress, requireVisitable } from "@/server/platform/outside/public-address";
import { resealRows } from "@/server/platform/reseal-rows";
import { seal, unseal } from "@/server/platform/secrets";
import * as repository from "./webhook-endpoints.repository";

const NOT_FOUND = "Webhook não encontrado.";
/** The Standard Webhooks specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** Pauses of all deliveries to a failing address; each is at most as long as the pause of the delivery that failed. */
const ENDPOINT_PAUSES_S = [5, 20, 80, 300, 600];
/** For as long as one delivery is tried. */
const FAILING_HOURS = 71;

export async function listWebhooks(
  actor: Actor,
): Promise<{ webhook_endpoints: repository.WebhookRow[] }> {
  return { webhook_endpoints: await repository.findWebhooks(actor.ownerId) };
}

/**
 * Adds an address. The secret of its signatures is returned once, and stored encrypted.
 * @throws AppError invalid_input for an address that may not be called; conflict when there are too many
 */
export async function createWebhook(
  actor: Actor,
  { url, events }: NewWebhook,
): Promise<{ webhook_endpoint: repository.WebhookRow; secret: string }> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const webhook = {
    url: requireAllowed(url),
    events: unique(events),
    sealedSecret: seal(secret, placeOf(actor.ownerId)),
  };
  const row = await transaction(async () => {
    await holdSession(actor);
    const created = await repository.insertWebhook(actor.ownerId, webhook, MOST_WEBHOOKS);
    if (!created) throw new AppError("conflict", `Você pode ter até ${MOST_WEBHOOKS} webhooks.`);
    await recordAction(actor, "webhook_created", { name: webhook.url });
    await notifyOwners(actor.ownerId, "webhook_added");
    return created;
  });
  return { webhook_endpoint: row, secret };
}

/** @throws AppError not_found; invalid_input as in createWebhook */
export async function updateWebhook(
  actor: Actor,
  id: number,
  { url, events, active }: WebhookChange,
): Promise<{ webhook_endpoint: repository.WebhookRow }> {
  const change = { url: requireAllowed(url), events: unique(events), active };
  return transaction(async () => {
    await holdSession(actor);
    const row = await repository.updateWebhook(actor.ownerId, id, change);
    if (!row) throw new AppError("not_found", NOT_FOUND);
    await recordAction(actor, "webhook_changed", { name: row.url });
    return { webhook_endpoint: row };
  });
}

/** @throws AppError not_found */
export async function deleteWebhook(actor: Actor, id: number): Promise<{ success: true }> {
  return transaction(async () => {
    const url = await repository.deleteWebhook(actor.ownerId, id);
    if (url === null) throw new AppError("not_found", NOT_FOUND);
    await recordAction(actor, "webhook_deleted", { name: url });
    return { success: true };
  });
}

/**
 * For an account that is deactivated, or passes to another holder. Returns how many were on. Joins the current
 * transaction.
 */
export function switchOffWebhooksOf(ownerId: OwnerId): Promise<number> {
  return repository.switchOffAll(ownerId);
}

/** @throws AppError not_found */
export async function requireWebhook(actor: Actor, id: number): Promise<void> {
  if (!(await repository.existsWebhook(actor.ownerId, id))) {
    throw new AppError("not_found", NOT_FOUND);
  }
}

/**
 * Records how an address answered an attempt, and whether promptly. A failing address is tried less and less often;
 * after three days, or when it reports that it is gone, it is switched off, and its owner is mailed. Call inside a
 * transaction.
 */
export async function recordAnswer(
  id: number,
  answer: "taken" | "failed" | "gone",
  prompt: boolean,
): Promise<void> {
  if (answer === "taken") return repository.noteSuccess(id, prompt);
  await repository.noteFailure(id, ENDPOINT_PAUSES_S);
  const off =
    answer === "gone"
      ? await repository.switchOffGone(id)
      : await repository.switchOffFailing(id, FAILING_HOURS);
  if (!off) return;
  await notifyOwners(ownerOfRow(off.owner_id), "webhook_off");
}

/**
 * Refuses addresses that must never be called: private ones, other ports, credentials, and http in production. Names
 * are checked again, by their addresses, at every connection.
 */
function requireAllowed(written: string): string {
  try {
    const url = requireVisitable(written);
    if (url.protocol === "https:" || env.GARIMPO_MODE !== "production") return url.href;
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error;
  }
  const message = "Use um endereço público que comece com https://, na porta padrão.";
  throw new AppError("invalid_input", message, { fields: { url: message } });
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** The secret that signs an endpoint's deliveries; null when it cannot be read. */
export function readSecret(endpoint: { owner_id: number; sealed_secret: string }): string | null {
  return unseal(endpoint.sealed_secret, placeOf(endpoint.owner_id));
}

function placeOf(ownerId: number): string {
  return `webhook_endpoints.sealed_secret ${ownerId}`;
}

/** Seals the secrets of all accounts' webhooks with the installation's current secret. Returns how many. */
export function resealWebhooks(): Promise<number> {
  return resealRows(
    ({ owner_id }) => placeOf(owner_id),
    repository.findSealedSecrets,
    repository.replaceSealedSecrets,
  );
}
