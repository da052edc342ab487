import type { LeadFilter } from "@/lib/contracts/leads/lead-filter";
import { COUNTED_LEADS } from "@/lib/domain/leads/lead-list";
import { BOARD_PAGE } from "@/lib/domain/leads/stages";
import { findStages } from "@/server/leads/stages/stages.repository";
import { requireStage } from "@/server/leads/stages/stages.service";
import type { Actor } from "@/server/platform/actor";
import * as repository from "./board.repository";
import type { LeadFilter as RowFilter } from "./lead-filter.repository";
import { isUnfiltered, toFilter } from "./lead-list.service";

/**
 * The actor's stages as columns, each with its first cards. Without a filter the totals are exact; with one at most
 * 10,000 leads are counted, and `capped` says that there are more.
 */
export async function showBoard(actor: Actor, query: LeadFilter) {
  const filter = await toFilter(actor, query);
  const { totals, cards, capped } = isUnfiltered(filter)
    ? await findAll(actor, filter)
    : await findMatching(actor, filter);
  const stages = await findStages(actor);
  const columns = stages.map(({ id }) => {
    const counted = totals.find(({ stage_id }) => stage_id === id);
    return {
      stage_id: id,
      total: counted?.total ?? 0,
      value_cents: Number(counted?.value_cents ?? 0),
      ...toPage(cards.filter(({ stage_id }) => stage_id === id)),
    };
  });
  return { columns, capped };
}

async function findAll(actor: Actor, filter: RowFilter) {
  const totals = await repository.countStages(actor);
  const all = totals.reduce((sum, { total }) => sum + total, 0);
  // Few leads of many are found by whose they are.
  if (filter.sight && all <= COUNTED_LEADS) return findMatching(actor, filter);
  return { totals, cards: await repository.findFirstCards(actor.ownerId, filter), capped: false };
}

async function findMatching({ ownerId }: Actor, filter: RowFilter) {
  const matching = await repository.findMatchingCards(ownerId, filter);
  const counted = matching.totals.reduce((sum, { total }) => sum + total, 0);
  if (counted <= COUNTED_LEADS) return { ...matching, capped: false };
  // So many leads match that the index of the places soon yields a page of each stage.
  const cards = await repository.findFirstCards(ownerId, filter);
  return { totals: matching.totals, cards, capped: true };
}

/** @throws AppError not_found when the stage is not the actor's */
export async function listColumn(
  actor: Actor,
  stageId: number,
  { after, ...query }: LeadFilter & { after?: string | undefined },
) {
  await requireStage(actor.ownerId, stageId);
  const cards = await repository.findCards(
    actor.ownerId,
    await toFilter(actor, query),
    stageId,
    decodePlace(after),
  );
  return toPage(cards);
}

/** Cuts off the extra card, which only shows that there are more. */
function toPage(found: repository.CardRow[]) {
  const shown = found.slice(0, BOARD_PAGE);
  const last = shown.at(-1);
  return {
    cards: shown.map(toCard),
    next: last && found.length > BOARD_PAGE ? `${last.place}_${last.id}` : null,
  };
}

function toCard({ value_cents, ...card }: repository.CardRow) {
  return { ...card, value_cents: value_cents === null ? null : Number(value_cents) };
}

/** Reads a cursor; an invalid one means the top. */
function decodePlace(text: string | undefined): { place: string; id: number } | null {
  const [, place, id] = /^(-?\d{1,20}(?:\.\d{1,340})?)_(\d{1,9})$/.exec(text ?? "") ?? [];
  return place && id ? { place, id: Number(id) } : null;
}
