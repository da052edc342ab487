import type { NewRadar, Radar, RadarChanges } from "@/lib/contracts/radar/radars";
import {
  MOST_RADARS,
  RADAR_MAX_COMPANIES,
  type RadarKind,
  REGISTRY_CHANGES,
} from "@/lib/domain/radar/radar";
import { isRegistrySearch } from "@/lib/domain/registry/registry-search";
import { AppError } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { getReservation, requireMapsSearch } from "@/server/discovery/searches/searches.service";
import { sellerOf } from "@/server/leads/leads/lead-sellers.service";
import { createList } from "@/server/leads/lists/lists.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { publish } from "@/server/platform/live/publish";
import {
  getRegistryMonths,
  requireFollowable,
} from "@/server/registry/registry/registry-changes.service";
import { describeRegistryFilter } from "@/server/registry/registry/registry-words.service";
import { toFilterTexts } from "./filter-texts.rule";
import { countUnseen, markSeen } from "./radar-findings.repository";
import { readRegistryFilter, readSearch } from "./radar-question.service";
import { endWaitingRuns } from "./radar-runs.repository";
import { RADAR_SOURCES } from "./radar-saving.service";
import { startRadar } from "./radar-schedule.service";
import { toCounts, toRadar } from "./radars.mapper";
import * as repository from "./radars.repository";

const NOT_FOUND = "Radar não encontrado.";
const TOO_MANY = `Você pode ter até ${MOST_RADARS} radares. Exclua algum para criar outro.`;
const ACTIVE_ONLY = "O radar acompanha empresas ativas: tire o filtro de situação.";

/** Those with news first, then the latest. */
export async function listRadars({ ownerId }: Actor) {
  const [rows, unseen] = await Promise.all([
    repository.findRadars(ownerId, MOST_RADARS),
    countUnseen(ownerId),
  ]);
  const radars = await Promise.all(
    rows.map(async (row) => toRadar(row, await describeQuestion(row), unseen)),
  );
  return { radars: radars.sort((one, other) => Number(hasNews(other)) - Number(hasNews(one))) };
}

const hasNews = ({ unseen }: Pick<Radar, "unseen">) => unseen.length > 0;

/** @throws AppError not_found */
export async function getRadar({ ownerId }: Actor, radarId: number) {
  const row = await repository.findRadar(ownerId, radarId);
  if (!row) throw new AppError("not_found", NOT_FOUND);
  const unseen = await countUnseen(ownerId);
  return { radar: toRadar(row, await describeQuestion(row), unseen) };
}

/**
 * Saves a search that runs again and has its own list. What the registry contains today counts as known: news comes
 * with the next month.
 * @throws AppError invalid_input for one that is too wide, or costs more than it may spend; quota_reached
 */
export async function createRadar(actor: Actor, input: NewRadar) {
  const { ownerId } = actor;
  const { kind, question } = readQuestion(input);
  if (input.maps) requireMapsSearch(actor, input.maps);
  if (input.registry) await requireRegistryQuestion(input.registry);
  else requireBudget({ kind, question }, input.credit_budget);
  const months = kind === "registry" ? await getRegistryMonths() : null;
  const id = await transaction(async () => {
    await holdSession(actor);
    if ((await repository.lockAndCountRadars(ownerId)) >= MOST_RADARS) {
      throw new AppError("quota_reached", TOO_MANY);
    }
    return repository.insertRadar(ownerId, {
      name: input.name,
      kind,
      question,
      cadence: kind === "registry" ? "import" : input.cadence,
      changes: kind === "registry" ? (input.changes ?? REGISTRY_CHANGES) : ["found"],
      creditBudget: input.credit_budget,
      listId: await createList(ownerId, input.name, RADAR_SOURCES[kind]),
      sellerId: sellerOf(actor),
      seen: months && { importId: months.importId, month: months.month },
    });
  });
  publish(ownerId, "radars.changed", {});
  return getRadar(actor, id);
}

function readQuestion({ registry, pages, maps }: NewRadar): { kind: RadarKind; question: object } {
  if (registry) return { kind: "registry", question: toFilterTexts(registry) };
  return pages ? { kind: "pages", question: pages } : { kind: "maps", question: maps ?? {} };
}

/** @throws AppError invalid_input */
async function requireRegistryQuestion(filter: NonNullable<NewRadar["registry"]>): Promise<void> {
  if (filter.situacao !== undefined && filter.situacao !== "ativa") refuse("registry", ACTIVE_ONLY);
  if (!isRegistrySearch({ ...filter, situacao: undefined })) {
    refuse("registry", "Escolha ao menos um filtro além da situação.");
  }
  await requireFollowable(filter, RADAR_MAX_COMPANIES);
}

/** @throws AppError invalid_input */
function requireBudget(radar: Pick<repository.RadarRow, "kind" | "question">, budget: number) {
  const needed = getReservation(readSearch(radar));
  if (budget < needed) {
    refuse(
      "credit_budget",
      `Esta busca reserva ${formatNumber(needed)} créditos: use ao menos ${needed}.`,
    );
  }
}

function refuse(field: string, message: string): never {
  throw new AppError("invalid_input", message, { fields: { [field]: message } });
}

/** @throws AppError not_found; invalid_input for values that its kind does not have */
export async function updateRadar(
  actor: Actor,
  radarId: number,
  { active, ...change }: RadarChanges,
) {
  const { ownerId } = actor;
  const row = await repository.findRadar(ownerId, radarId);
  if (!row) throw new AppError("not_found", NOT_FOUND);
  if (row.kind === "registry" && change.cadence) {
    refuse("cadence", "Este radar roda a cada mês da Receita.");
  }
  if (row.kind !== "registry") {
    if (change.changes) refuse("changes", "Só o radar da Receita acompanha mudanças.");
    if (change.credit_budget !== undefined) requireBudget(row, change.credit_budget);
  }
  const update = { ...change, ...(active !== undefined && { is_on: active }) };
  const updated = await transaction(async () => {
    if (active === false) await endWaitingRuns(ownerId, radarId);
    return repository.updateRadar(ownerId, radarId, update);
  });
  if (!updated) throw new AppError("not_found", NOT_FOUND);
  publish(ownerId, "radars.changed", {});
  return getRadar(actor, radarId);
}

/** @throws AppError not_found */
export async function deleteRadar({ ownerId }: Actor, radarId: number): Promise<{ success: true }> {
  if (!(await repository.deleteRadar(ownerId, radarId))) throw new AppError("not_found", NOT_FOUND);
  publish(ownerId, "radars.changed", {});
  return { success: true };
}

/** @throws AppError not_found; conflict for a radar of the registry, or one that is off */
export async function runRadarNow(actor: Actor, radarId: number) {
  const { radar } = await getRadar(actor, radarId);
  if (!radar.active) throw new AppError("conflict", "Ligue o radar para rodá-lo.");
  if (!(await repository.makeDue(actor.ownerId, radarId))) {
    throw new AppError("conflict", "Este radar roda a cada mês da Receita.");
  }
  await startRadar(radarId);
  return getRadar(actor, radarId);
}

/** Removes the mark of news from the findings up to one. @throws AppError not_found */
export async function seeFindings(actor: Actor, radarId: number, upTo: number) {
  const radar = await getRadar(actor, radarId);
  if (radar.radar.unseen.length === 0) return radar;
  await markSeen(actor.ownerId, radarId, upTo);
  publish(actor.ownerId, "radars.changed", {});
  return getRadar(actor, radarId);
}

async function describeQuestion(row: repository.RadarRow): Promise<string> {
  if (row.kind === "registry") return describeRegistryFilter(readRegistryFilter(row));
  const search = readSearch(row);
  if (search.kind === "pages") {
    const { query, city, state } = search.question;
    return `${query} em ${city}/${state}`;
  }
  const { query, raio, place } = search.question;
  return `${query} em um raio de ${formatNumber(raio)} km${place ? ` de ${place}` : ""}`;
}

/** The owner's radars with unseen findings, the latest news first. */
export async function listRadarNews(ownerId: OwnerId) {
  const [rows, unseen] = await Promise.all([
    repository.findRadars(ownerId, MOST_RADARS),
    countUnseen(ownerId),
  ]);
  const news = rows.flatMap(({ id, name }) => {
    const found = unseen.filter(({ radar_id }) => radar_id === id);
    if (found.length === 0) return [];
    const latest = Math.max(...found.map((each) => each.latest.getTime()));
    return [{ id, name, unseen: toCounts(found), since: new Date(latest) }];
  });
  return news.sort((one, other) => other.since.getTime() - one.since.getTime());
}
