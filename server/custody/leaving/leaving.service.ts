import { AppError } from "@/lib/errors";
import { requireColleague, requireSameAccount } from "@/server/accounts/users/people.service";
import { leadsOfSellers } from "@/server/leads/leads/lead-sellers.service";
import { tasksOfPeople } from "@/server/leads/tasks/tasks.service";
import { conversationsOfSellers } from "@/server/messaging/messages/assignments.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import * as repository from "./handovers.repository";

const WAYS = { lead: leadsOfSellers, conversation: conversationsOfSellers, task: tasksOfPeople };

/** What is shown to a person is counted up to here. */
const COUNTED = 1_000_000;
const STALLED_AT_ONCE = 10;

/** @throws AppError not_found */
export async function countBelongingsOf({ ownerId }: Actor, id: number) {
  const { id: personId } = await requireSameAccount(ownerId, id);
  const [leads, conversations, tasks] = await Promise.all([
    leadsOfSellers.count(ownerId, personId, COUNTED),
    conversationsOfSellers.count(ownerId, personId, COUNTED),
    tasksOfPeople.count(ownerId, personId, COUNTED),
  ]);
  return { belongings: { leads, conversations, tasks } };
}

export async function listHandovers({ ownerId }: Actor) {
  return { handovers: await repository.findHandovers(ownerId) };
}

/**
 * Passes on all that is a person's: leads, conversations and open tasks. Each part is a transaction of its own, whose
 * locks are short; what a process leaves behind is finished by a duty.
 * @throws AppError not_found; invalid_input under `to_ids`
 */
export async function handOverAll(actor: Actor, id: number, { to_ids }: { to_ids: number[] }) {
  const { ownerId, personId } = actor;
  const { id: from, name } = await requireSameAccount(ownerId, id);
  if (to_ids.includes(from)) {
    throw new AppError("invalid_input", "", { fields: { to_ids: "Escolha outra pessoa." } });
  }
  const handoverId = await transaction(async () => {
    const to = [];
    for (const each of new Set(to_ids)) to.push(await requireColleague(ownerId, each, "to_ids"));
    await recordAction(actor, "belongings_passed_on", { name });
    return repository.insertHandover(ownerId, { from, to }, personId);
  });
  await advance(handoverId);
  const handover = await repository.findHandover(ownerId, handoverId);
  if (!handover) throw new AppError("not_found");
  return { handover };
}

/**
 * Gives back what nobody else was given since.
 * @throws AppError not_found; conflict when it was undone, or 30 days are over
 */
export async function undoHandover({ ownerId }: Actor, id: number) {
  if (!(await repository.startUndo(ownerId, id))) {
    throw (await repository.findHandover(ownerId, id))
      ? new AppError("conflict", "Esta passagem já foi desfeita, ou faz mais de 30 dias.")
      : new AppError("not_found", "Passagem não encontrada.");
  }
  const { lead: leads, conversation: conversations, task: tasks } = await advance(id);
  return { returned: { leads, conversations, tasks } };
}

/** Moves part after part until nothing is left. Returns how many of each were moved. */
async function advance(id: number): Promise<Record<repository.Kind, number>> {
  const moved = { lead: 0, conversation: 0, task: 0 };
  for (;;) {
    const part = await transaction(() => movePart(id));
    if (!part) return moved;
    moved[part.kind] += part.count;
  }
}

/** Null when nothing is left. */
async function movePart(id: number): Promise<{ kind: repository.Kind; count: number } | null> {
  const open = await repository.lockOpenHandover(id);
  if (!open) return null;
  const by = { ownerId: open.owner_id, personId: open.person_id };
  const passed = { from: open.from_id, to: open.to_ids };
  for (const kind of repository.KINDS) {
    if (open.is_undone) {
      const begun = Math.max(0, open[kind] - repository.PART);
      if (open[kind] === 0) continue;
      const ids = await repository.takePassed(id, kind, begun);
      return { kind, count: await WAYS[kind].giveBack(by, passed, ids, begun) };
    }
    const ids = await WAYS[kind].handOver(by, passed, open[kind]);
    if (ids.length === 0) continue;
    await repository.addPassed(id, kind, ids);
    return { kind, count: ids.length };
  }
  await repository.endHandover(id);
  publish(open.owner_id, "resync", {});
  return null;
}

/** Ends what a process that died has begun to pass on, or to give back. */
export const finishHandovers = defineDuty({
  name: "finish handovers",
  everyS: 30,
  run: async () => {
    for (const id of await repository.findStalled(STALLED_AT_ONCE)) {
      // One that cannot be moved on waits; the others do not.
      await advance(id).catch((error: unknown) =>
        logger.warn({ handoverId: id, err: error }, "handover not finished"),
      );
    }
  },
});
