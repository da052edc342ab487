import type { z } from "zod/mini";
import type { Audience, campaigns } from "@/lib/contracts/campaigns/campaigns";
import { LEFT_OUT, LEFT_OUT_LABEL } from "@/lib/domain/campaigns/left-out";
import { findNextOpening } from "@/lib/domain/campaigns/pacing";
import { countWord } from "@/lib/domain/text/known-words";
import { AppError } from "@/lib/errors";
import * as repository from "@/server/campaigns/campaigns/audience.repository";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { estimateNumbersEnd } from "@/server/campaigns/campaigns/gates/portfolio-room.service";
import { findOwnInstances } from "@/server/messaging/whatsapp/instances.service";
import type { Actor, OwnerId } from "@/server/platform/actor";

/**
 * Counts the people a campaign would write to, those it leaves out and why, and how long it would take at the number's
 * pace.
 * @throws AppError not_found for a list or a tag of another owner
 */
export async function previewAudience(
  actor: Actor,
  input: z.output<typeof campaigns.audience.body>,
): Promise<z.input<typeof Audience>> {
  const choice = await readAudience(actor.ownerId, input);
  const [counts, ids] = await Promise.all([
    repository.countAudience(actor, choice),
    repository.findCandidateIds(actor, choice, input.num_leads),
  ]);
  const { eligible, ...left_out } = counts;
  const now = new Date();
  const start = input.starts_at ? new Date(input.starts_at) : now;
  const policy = getPolicy(input.pacing ?? {});
  const own = await findOwnInstances(actor.ownerId);
  const numberIds = own.map(({ id }) => id).filter((id) => input.number_ids?.includes(id));
  const end =
    ids.length === 0
      ? null
      : await estimateNumbersEnd(actor.ownerId, numberIds, policy, {
          count: ids.length,
          now,
          start: new Date(Math.max(start.getTime(), now.getTime())),
        });
  return {
    leads: Object.values(counts).reduce((sum, count) => sum + count, 0),
    eligible: Math.max(eligible, ids.length),
    recipients: ids.length,
    left_out,
    starts_at: findNextOpening(policy, start),
    ends_at: end,
    sample_lead_id: ids[0] ?? null,
  };
}

/** The people a campaign would write to, and some of those it leaves out. @throws AppError like previewAudience */
export async function listPeople(actor: Actor, input: z.output<typeof campaigns.people.body>) {
  const choice = await readAudience(actor.ownerId, input);
  const [people, left_out, counts] = await Promise.all([
    repository.findPeople(actor, choice, input.num_leads),
    repository.findLeftOut(actor, choice, MOST_LEFT_OUT),
    repository.countAudience(actor, choice),
  ]);
  const { eligible: _, unticked: __, ...others } = counts;
  const left_out_total = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { people, left_out, left_out_total };
}

const MOST_LEFT_OUT = 100;

/** The audience that the user chose. @throws AppError not_found unless all of its lists and tags are the owner's */
export async function readAudience(
  ownerId: OwnerId,
  input: Pick<
    z.output<typeof campaigns.people.body>,
    "list_ids" | "tag_ids" | "lead_ids" | "repeat_leads" | "except_lead_ids"
  >,
): Promise<Required<repository.AudienceChoice>> {
  const listIds = [...new Set(input.list_ids ?? [])];
  const tagIds = [...new Set(input.tag_ids ?? [])];
  await requireAll(listIds, (ids) => repository.countOwnLists(ownerId, ids));
  await requireAll(tagIds, (ids) => repository.countOwnTags(ownerId, ids));
  return {
    listIds,
    tagIds,
    // Leads deleted meanwhile do not make the others invalid.
    leadIds: [...new Set(input.lead_ids ?? [])],
    repeatLeads: input.repeat_leads ?? false,
    exceptIds: [...new Set(input.except_lead_ids ?? [])],
  };
}

/** @throws AppError not_found unless `count` finds all of these */
async function requireAll(
  ids: readonly number[],
  count: (ids: readonly number[]) => Promise<number>,
): Promise<void> {
  if (ids.length > 0 && (await count(ids)) < ids.length) throw new AppError("not_found");
}

/** Why the audience is empty, as a sentence. */
export async function explainEmptyAudience(
  actor: Actor,
  choice: repository.AudienceChoice,
): Promise<string> {
  const { eligible: _none, ...leftOut } = await repository.countAudience(actor, choice);
  const parts = LEFT_OUT.filter((reason) => leftOut[reason] > 0).map(
    (reason) => `${leftOut[reason]} ${countWord(LEFT_OUT_LABEL, reason, leftOut[reason])}`,
  );
  if (parts.length === 0) return "Nenhum lead para prospectar. Busque leads e tente de novo.";
  return `Nenhum lead para prospectar: ${parts.join(", ")}.`;
}
