import type { z } from "zod/mini";
import type { NewOwnNumber, OwnNumber, OwnNumberChange } from "@/lib/contracts/messaging/numbers";
import type { ConnectionProblem, ConnectionStatus } from "@/lib/contracts/messaging/whatsapp";
import type { StageColour } from "@/lib/domain/leads/stages";
import { describeQuota, getQuota } from "@/lib/domain/plans/quotas";
import { AppError } from "@/lib/errors";
import { requireColleague } from "@/server/accounts/users/people.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { hashToken } from "@/server/platform/secrets";
import { nameNumber } from "./instances.service";
import * as repository from "./numbers.repository";
import { logOutDue, toInstanceName } from "./pairing.service";
import { getWhatsappProvider } from "./provider.service";
import { deriveWebhookSecret } from "./webhook-secret.service";

const NOT_FOUND = "Este número não existe mais.";

/** Removed ones too: their conversations name them. */
export async function listNumbers({ ownerId }: Actor) {
  return { numbers: (await repository.findNumbers(ownerId)).map(toOwnNumber) };
}

/** @throws AppError quota_reached */
export async function addNumber(actor: Actor, { name, colour }: z.output<typeof NewOwnNumber>) {
  const { ownerId } = actor;
  const { provider } = getWhatsappProvider();
  const id = await transaction(async () => {
    const { plan, count, next } = await repository.lockAndCountNumbers(ownerId);
    if (count >= getQuota(plan, "own_numbers")) {
      throw new AppError("quota_reached", describeQuota(plan, "own_numbers"));
    }
    const number = { owner_id: ownerId, place: next };
    return repository.insertNumber(ownerId, {
      ...{ place: next, name, colour, provider },
      provider_ref: toInstanceName(number),
      webhook_hash: hashToken(deriveWebhookSecret(number)),
    });
  });
  return tell(actor, id);
}

/** @throws AppError not_found; invalid_input under `keeper_id` */
export async function changeNumber(
  actor: Actor,
  id: number,
  { is_default, keeper_id, name, colour }: OwnNumberChange,
) {
  const { ownerId } = actor;
  await transaction(async () => {
    // First: it locks the account, which comes before its rows.
    if (is_default && !(await repository.setDefault(ownerId, id))) {
      throw new AppError("not_found", NOT_FOUND);
    }
    if (keeper_id) await requireColleague(ownerId, keeper_id, "keeper_id");
    const change = {
      ...(name !== undefined && { name }),
      ...(colour !== undefined && { colour }),
      ...(keeper_id !== undefined && { keeper_id }),
    };
    if (!(await repository.updateNumber(ownerId, id, change))) {
      throw new AppError("not_found", NOT_FOUND);
    }
  });
  return tell(actor, id);
}

/**
 * Removes a number. Its phone is logged out at once, or by a duty once the provider answers.
 * @throws AppError not_found; conflict for the default one
 */
export async function removeNumber({ ownerId }: Actor, id: number): Promise<{ success: true }> {
  const number = await repository.findNumber(ownerId, id);
  if (!number || number.removed_at) throw new AppError("not_found", NOT_FOUND);
  if (!(await transaction(() => repository.markRemoved(ownerId, id)))) {
    throw new AppError("conflict", "Antes de remover este número, escolha outro como padrão.");
  }
  await logOutDue(ownerId, id);
  publish(ownerId, "whatsapp.status", { status: "DISCONNECTED" });
  return { success: true };
}

async function tell({ ownerId }: Actor, id: number) {
  const row = await repository.findNumber(ownerId, id);
  if (!row) throw new AppError("not_found", NOT_FOUND);
  const number = toOwnNumber(row);
  publish(ownerId, "whatsapp.status", { status: number.status });
  return { number };
}

/** The columns' CHECKs allow no other words. */
function toOwnNumber({ place, ...row }: repository.NumberRow): z.input<typeof OwnNumber> & {
  status: ConnectionStatus;
} {
  const { restricted_until } = row;
  return {
    ...row,
    name: nameNumber({ name: row.name, place }),
    colour: row.colour as StageColour | null,
    status: row.status as ConnectionStatus,
    problem: row.problem as ConnectionProblem | null,
    restricted_until: restricted_until && restricted_until > new Date() ? restricted_until : null,
  };
}
