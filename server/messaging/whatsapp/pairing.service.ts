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
import {
  findRow,
  getRow,
  type Instance,
  type NumberPlace,
  readInstance,
  sealToken,
  toLabel,
  toRef,
  type Which,
} from "./instances.service";
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
 * @throws AppError not_found; unavailable when the provider does not respond; request_in_progress
 */
export async function connectInstance(actor: Actor, which: Which) {
  const { row } = await startPairing(actor, which);
  return {
    data: {
      ...(await readInstance(actor.ownerId, row.id)),
      qrcode: row.qr_image,
      code: row.qr_code,
    },
  };
}

/**
 * Starts pairing and returns a code to be typed on the phone with this number; none when already connected or when
 * the provider has none.
 * @throws AppError invalid_whatsapp_number; not_found; request_in_progress; unavailable when the provider does not
 * respond
 */
export async function pairWithCode(actor: Actor, which: Which, phone: string) {
  const kept = toKeptNumber(phone);
  if (!kept) {
    const problem = describeRefused(phone);
    throw new AppError("invalid_whatsapp_number", problem, { fields: { phone: problem } });
  }
  const { row, pairingCode } = await startPairing(actor, which, kept.whatsapp);
  return { data: { ...(await readInstance(actor.ownerId, row.id)), pairing_code: pairingCode } };
}

type Named = NumberPlace & { id: number };

/**
 * Makes the provider send its webhooks here, replacing any earlier address. Returns the token of a new instance, if it
 * has one.
 */
export async function renewWebhook(row: Named): Promise<string | null> {
  const secret = deriveWebhookSecret(row);
  // Stored first, so that the first webhook is recognised.
  await repository.setWebhook(row, hashToken(secret));
  return getWhatsappProvider().ensureInstance(toInstanceName(row), {
    url: new URL(`/api/webhooks/evolution/${secret}`, env.webhookUrl).toString(),
    headers: { [WEBHOOK_HEADER]: deriveWebhookSignature(secret) },
  });
}

/** Longer than all calls of one pairing take. */
const PAIRING_S = 90;
const WAITED_MS = 20_000;
const LOOK_MS = 100;

/**
 * Runs one pairing at a time for each number: of two simultaneous creations Evolution keeps none. The second call
 * finds what the first one created.
 * @throws AppError request_in_progress; unavailable where the provider's package is not installed
 */
async function startPairing(actor: Actor, which: Which, phone?: string) {
  const { ownerId } = actor;
  requireInstalled();
  const row = await findOrMake(ownerId, which);
  // The previous account holder's phone is logged out first: a later log-out would also end the new pairing.
  if (await logOuts.isLogOutDue(ownerId, row.id)) {
    await disconnectInstance(ownerId, row.id);
    await logOuts.markLoggedOut(ownerId, row.id);
  }
  const until = performance.now() + WAITED_MS;
  const claim = () =>
    transaction(async () => {
      await holdSession(actor);
      return pairings.claimPairing(row, PAIRING_S);
    });
  while (!(await claim())) {
    if (performance.now() > until) throw new AppError("request_in_progress");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  try {
    return await pair(row, phone);
  } finally {
    await pairings.releasePairing(row);
  }
}

/** The stored number, of whichever provider; an account's first one is made. @throws AppError not_found; conflict */
async function findOrMake(ownerId: OwnerId, which: Which): Promise<Instance> {
  if (which === "default") {
    const first = { owner_id: ownerId, place: 1 };
    await repository.insertFirstInstance(ownerId, {
      provider: getWhatsappProvider().provider,
      providerRef: toInstanceName(first),
      webhookHash: hashToken(deriveWebhookSecret(first)),
    });
  }
  const row = await repository.findInstance(ownerId, which);
  if (!row || row.removed_at) throw new AppError("not_found");
  return row;
}

async function pair(before: Instance, phone?: string) {
  const ownerId = ownerOfRow(before.owner_id);
  const gateway = getWhatsappProvider();
  const token = await renewWebhook(before);
  await repository.renewInstance(before, {
    provider: gateway.provider,
    providerRef: toInstanceName(before),
    accountRef: null,
    sealedToken: token && sealToken(before, token),
    webhookHash: hashToken(deriveWebhookSecret(before)),
  });
  const row = await getRow(ownerId, before.id);
  // The provider may have to end the QR codes it shows: that is no lost connection and is not reported as one.
  if (phone) await repository.markUnpairedHere(ownerId, row.id);
  const { status, qr, pairingCode } = await gateway.connect(toRef(row), phone);
  if (!gateway.ordersEvents) await applyConnection(row, { ...UNTOLD, status });
  if (qr) await repository.setQrCode(row.id, qr);
  return { row: await getRow(ownerId, row.id), pairingCode };
}

export async function disconnectInstance(ownerId: OwnerId, which: Which) {
  const row = await findRow(ownerId, which);
  if (row) {
    await repository.markUnpairedHere(ownerId, row.id);
    await getWhatsappProvider().logOut(toRef(row));
    await applyConnection(row, { ...UNTOLD, status: "DISCONNECTED" });
    if (getWhatsappProvider().credentials) {
      await repository.forgetCredentials(ownerId, row.id, toInstanceName(row));
    }
  }
  return { data: await readInstance(ownerId, which) };
}

const LOG_OUTS_AT_ONCE = 5;

/** Longer than a provider takes to answer. */
const LOG_OUT_RETRY_S = 60;

/** Schedules the log-out of an account's phones after the current transaction. Returns how many there are. */
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
    await Promise.all(due.map(({ owner_id, id }) => logOutDue(ownerOfRow(owner_id), id)));
  },
});

/** Logs out a phone that is due; one that fails stays due. */
export async function logOutDue(ownerId: OwnerId, instanceId: number): Promise<void> {
  try {
    await disconnectInstance(ownerId, instanceId);
    await logOuts.markLoggedOut(ownerId, instanceId);
  } catch (error) {
    logger.warn({ ownerId, err: error }, "phone not logged out");
  }
}

/** Our name for an instance that the provider does not name itself. */
export function toInstanceName(number: NumberPlace): string {
  return `garimpo-${toLabel(number)}`;
}

/**
 * Stores a connection whose credentials the provider accepted.
 * @throws AppError not_found; conflict when the number is connected already
 */
export async function storeConnection(
  ownerId: OwnerId,
  which: Which,
  {
    phone,
    account,
    token,
    number,
  }: { phone: string; account: string; token: string; number: string },
) {
  const other = await repository.findInstanceByRef(phone);
  const where = other?.owner_id === ownerId ? "nesta conta" : "a outra conta";
  const id = await transaction(async () => {
    const before = await findOrMake(ownerId, which);
    const stored = await repository.renewInstance(before, {
      provider: getWhatsappProvider().provider,
      providerRef: phone,
      accountRef: account,
      sealedToken: sealToken(before, token),
      webhookHash: hashToken(deriveWebhookSecret(before)),
    });
    if (!stored) throw new AppError("conflict", `Este número já está conectado ${where}.`);
    const row = await getRow(ownerId, before.id);
    await applyConnection(row, { status: "CONNECTED", number, problem: null });
    return row.id;
  });
  return { data: await readInstance(ownerId, id) };
}
