import { AppError } from "@/lib/errors";
import { requireColleague, requireSameAccount } from "@/server/accounts/users/people.service";
import {
  countLeadsOf,
  handOverLeads,
  returnLeads,
} from "@/server/leads/leads/lead-sellers.service";
import { countTasksOf, handOverTasks, returnTasks } from "@/server/leads/tasks/tasks.service";
import {
  countConversationsOf,
  handOverConversations,
  returnConversations,
} from "@/server/messaging/messages/assignments.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./handovers.repository";

/** What is shown to a person is counted up to here. */
const COUNTED = 1_000_000;

/** @throws AppError not_found */
export async function countBelongingsOf({ ownerId }: Actor, id: number) {
  const { id: personId } = await requireSameAccount(ownerId, id);
  const [leads, conversations, tasks] = await Promise.all([
    countLeadsOf(ownerId, personId, COUNTED),
    countConversationsOf(ownerId, personId, COUNTED),
    countTasksOf(ownerId, personId, COUNTED),
  ]);
  return { belongings: { leads, conversations, tasks } };
}

export async function listHandovers({ ownerId }: Actor) {
  return { handovers: await repository.findHandovers(ownerId) };
}

/**
 * Passes on all that is a person's, all of it or none: leads, conversations and open tasks.
 * @throws AppError not_found; invalid_input under `to_ids`
 */
export async function handOverAll(actor: Actor, id: number, { to_ids }: { to_ids: number[] }) {
  const { ownerId, personId: by } = actor;
  const { id: from, name } = await requireSameAccount(ownerId, id);
  if (to_ids.includes(from)) {
    throw new AppError("invalid_input", "", { fields: { to_ids: "Escolha outra pessoa." } });
  }
  const to = await Promise.all(
    [...new Set(to_ids)].map((each) => requireColleague(ownerId, each, "to_ids")),
  );
  const handover = await transaction(async () => {
    const passed = { from, to };
    const row = await repository.insertHandover(
      ownerId,
      { from, to, by },
      {
        lead_ids: await handOverLeads(actor, passed),
        conversation_ids: await handOverConversations(ownerId, by, passed),
        task_ids: await handOverTasks(ownerId, passed),
      },
    );
    await recordAction(actor, "belongings_passed_on", { name });
    publish(ownerId, "resync", {});
    return row;
  });
  return { handover };
}

/**
 * Gives back what nobody else was given since.
 * @throws AppError not_found; conflict when it was undone, or 30 days are over
 */
export async function undoHandover(actor: Actor, id: number) {
  const { ownerId, personId: by } = actor;
  return transaction(async () => {
    const taken = await repository.takeHandover(ownerId, id);
    if (!taken) {
      throw (await repository.hasHandover(ownerId, id))
        ? new AppError("conflict", "Esta passagem já foi desfeita, ou faz mais de 30 dias.")
        : new AppError("not_found", "Passagem não encontrada.");
    }
    const { from_id: from, to_ids: to, lead_ids, conversation_ids, task_ids } = taken;
    const returned = {
      leads: await returnLeads(actor, { ids: lead_ids, from, to }),
      conversations: await returnConversations(ownerId, by, { ids: conversation_ids, from, to }),
      tasks: await returnTasks(ownerId, { ids: task_ids, from, to }),
    };
    publish(ownerId, "resync", {});
    return { returned };
  });
}
