import { describeRefused, toKeptNumber } from "@/lib/domain/phone/read-number";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { hashToken } from "@/server/platform/secrets";
import { applyConnection } from "./connection.service";
import { findRow, getRow, readInstance, sealToken, toRef } from "./instances.service";
import * as logOuts from "./log-outs.repository";
import * as pairings from "./pairings.repository";
import { getWhatsappProvider, requireInstalled } from "./provider.service";
import {
  deriveWebhookSecret,
  deriveWebhookSignature,
  WEBHOOK_HEADER,
} from "./webhook-secret.service";
import * as repository from "./whatsapp.repository";

const UNTOLD = { number: null, problem: null };

/**
 * Starts pairing and returns the QR code; none when already connected or when the code follows as an event.
 * @throws AppError unavailable when the provider does not respond; request_in_progress
 */
export async function connectInstance(actor: Actor) {
  const { row } = await startPairing(actor);
  return {
    data: {
      ...(await readInstance(actor.ownerId)),
      qrcode: row.qr_image,
      code: row.qr_code,
    },
  };
}

/**
 * Starts pairing and returns a code to be typed on the phone with this number; none when already connected or when
 * the provider has none.
 * @throws AppError invalid_whatsapp_number; request_in_progress; unavailable when the provider does not respond
 */
export async function pairWithCode(actor: Actor, phone: string) {
  const kept = toKeptNumber(phone);
  if (!kept) {
    const problem = describeRefused(phone);
    throw new AppError("invalid_whatsapp_number", problem, { fields: { phone: problem } });
  }
  const { pairingCode } = await startPairing(actor, kept.whatsapp);
  return { data: { ...(await readInstance(actor.ownerId)), pairing_code: pairingCode } };
}

/**
 * Makes the provider send its webhooks here, replacing any earlier address. Returns the token of a new instance, if it
 * has one.
 */
export async function renewWebhook(ownerId: OwnerId): Promise<string | null> {
  const secret = deriveWebhookSecret(ownerId);
  // Stored first, so that the first webhook is recognised.
  await repository.setWebhook(ownerId, hashToken(secret));
  return getWhatsappProvider().ensureInstance(toInstanceName(ownerId), {
    url: new URL(`/api/webhooks/evolution/${secret}`, env.webhookUrl).toString(),
    headers: { [WEBHOOK_HEADER]: deriveWebhookSignature(secret) },
  });
}

/** Longer than all calls of one pairing take. */
const PAIRING_S = 90;
const WAITED_MS = 20_000;
const LOOK_MS = 100;

/**
 * Runs one pairing at a time for each account: of two simultaneous creations Evolution keeps none. The second call
 * finds what the first one created.
 * @throws AppError request_in_progress; unavailable where the provider's package is not installed
 */
async function startPairing(actor: Actor, phone?: string) {
  const { ownerId } = actor;
  requireInstalled();
  // The previous account holder's phone is logged out first: a later log-out would also end the new pairing.
  if (await logOuts.isLogOutDue(ownerId)) {
    await disconnectInstance(ownerId);
    await logOuts.markLoggedOut(ownerId);
  }
  const { provider } = getWhatsappProvider();
  const webhookHash = hashToken(deriveWebhookSecret(ownerId));
  const row = { provider, providerRef: toInstanceName(ownerId), webhookHash };
  const until = performance.now() + WAITED_MS;
  const claim = () =>
    transaction(async () => {
      await holdSession(actor);
      return pairings.claimPairing(ownerId, row, PAIRING_S);
    });
  while (!(await claim())) {
    if (performance.now() > until) throw new AppError("request_in_progress");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  try {
    return await pair(ownerId, phone);
  } finally {
    await pairings.releasePairing(ownerId);
  }
}

async function pair(ownerId: OwnerId, phone?: string) {
  const gateway = getWhatsappProvider();
  const name = toInstanceName(ownerId);
  const secret = deriveWebhookSecret(ownerId);
  const token = await renewWebhook(ownerId);
  await repository.upsertInstance(ownerId, {
    provider: gateway.provider,
    providerRef: name,
    accountRef: null,
    sealedToken: token && sealToken(ownerId, token),
    webhookHash: hashToken(secret),
  });
  const row = await getRow(ownerId);
  // The provider may have to end the QR codes it shows: that is no lost connection and is not reported as one.
  if (phone) await repository.markUnpairedHere(ownerId, row.id);
  const { status, qr, pairingCode } = await gateway.connect(toRef(row), phone);
  if (!gateway.ordersEvents) await applyConnection(row, { ...UNTOLD, status });
  if (qr) await repository.setQrCode(row.id, qr);
  return { row: await getRow(ownerId), pairingCode };
}

export async function disconnectInstance(ownerId: OwnerId) {
  const row = await findRow(ownerId);
  if (row) {
    await repository.markUnpairedHere(ownerId, row.id);
    await getWhatsappProvider().logOut(toRef(row));
    await applyConnection(row, { ...UNTOLD, status: "DISCONNECTED" });
    if (getWhatsappProvider().credentials) {
      await repository.forgetCredentials(ownerId, row.id, toInstanceName(ownerId));
    }
  }
  return { data: await readInstance(ownerId) };
}

const LOG_OUTS_AT_ONCE = 5;

/** Longer than a provider takes to answer. */
const LOG_OUT_RETRY_S = 60;

/**
 * Schedules the log-out of an account's phone after the current transaction. Returns whether there is one, as 1 or 0.
 */
export function scheduleLogOut(ownerId: OwnerId): Promise<number> {
  return logOuts.scheduleLogOut(ownerId);
}

/**
 * Ends a pairing that no phone has completed: the user who began it may no longer own the account. Joins the
 * transaction.
 */
export function endOpenPairing(ownerId: OwnerId): Promise<void> {
  return logOuts.endOpenPairing(ownerId);
}

/** Whether the phone of a closed account is still to be logged out. */
export function awaitsLogOut(ownerId: OwnerId): Promise<boolean> {
  return logOuts.isLogOutDue(ownerId);
}

/**
 * Logs out the phones of accounts that were deactivated or passed to another holder; a provider that does not answer is
 * tried again.
 */
export const logOutClosedAccounts = defineDuty({
  name: "log out closed accounts",
  everyS: 2,
  run: async () => {
    const { whatsappProvider } = env;
    if (!whatsappProvider) return;
    const due = await logOuts.claimLogOuts(whatsappProvider, LOG_OUTS_AT_ONCE, LOG_OUT_RETRY_S);
    await Promise.all(
      due.map(async ({ owner_id }) => {
        const ownerId = ownerOfRow(owner_id);
        try {
          await disconnectInstance(ownerId);
          await logOuts.markLoggedOut(ownerId);
        } catch (error) {
          logger.warn({ ownerId, err: error }, "phone not logged out");
        }
      }),
    );
  },
});

/** Our name for an instance that the provider does not name itself. */
function toInstanceName(ownerId: OwnerId): string {
  return `garimpo-${ownerId}`;
}

/**
 * Stores a connection whose credentials the provider accepted.
 * @throws AppError conflict when the number is connected to another account
 */
export async function storeConnection(
  ownerId: OwnerId,
  {
    phone,
    account,
    token,
    number,
  }: { phone: string; account: string; token: string; number: string },
) {
  await transaction(async () => {
    const stored = await repository.upsertInstance(ownerId, {
      provider: getWhatsappProvider().provider,
      providerRef: phone,
      accountRef: account,
      sealedToken: sealToken(ownerId, token),
      webhookHash: hashToken(deriveWebhookSecret(ownerId)),
    });
    if (!stored) throw new AppError("conflict", "Este número já está conectado a outra conta.");
    const row = await getRow(ownerId);
    await applyConnection(row, { status: "CONNECTED", number, problem: null });
  });
  return { data: await readInstance(ownerId) };
}
