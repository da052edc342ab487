import type {
  RegistryQuestion,
  SimilarCompanies,
  SimilarTrait,
} from "@/lib/contracts/registry/companies";
import { type CompanySize, SIZE_LABEL, toCompanySize } from "@/lib/domain/registry/registry-labels";
import {
  AGE_BANDS,
  explainTrait,
  findAgeBand,
  listAgeBounds,
  SIMILAR_MAX_LEADS,
  standsOut,
  type TraitKind,
  toOpeningDays,
} from "@/lib/domain/registry/similar-traits";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { AppError } from "@/lib/errors";
import {
  findSelectedCnpjs,
  type SelectedLeads,
} from "@/server/leads/lead-table/lead-batches.service";
import { requireList } from "@/server/leads/lists/lists.service";
import type { Actor } from "@/server/platform/actor";
import { countRegistry } from "@/server/registry/registry/registry.service";
import {
  getMunicipalityName,
  getMunicipalityUf,
  getRelease,
  type Release,
} from "@/server/registry/registry/registry-lookups.service";
import {
  type EstablishmentRow,
  findByCnpjs,
} from "@/server/registry/registry/registry-search.repository";
import { getStateProfile } from "./state-profiles.service";

/** How many states are compared: those with most of the companies. */
const MOST_STATES = 5;
/** How many traits of each kind are shown. */
const MOST_TRAITS: Record<TraitKind, number> = { activity: 5, size: 2, age: 1, city: 3, state: 3 };
const MOST_HAVE_IT = 0.5;

/**
 * What the companies of some leads have more often than the active ones of their states, and a search for it.
 * @throws AppError not_found for another account's list
 */
export async function findSimilar(
  actor: Actor,
  { list_id, ...selected }: SelectedLeads & { list_id?: number | undefined },
): Promise<SimilarCompanies> {
  const leads = await findLeads(actor, selected, list_id);
  const cnpjs = [...new Set(leads.slice(0, SIMILAR_MAX_LEADS))];
  const release = await getRelease();
  const rows = release && cnpjs.length > 0 ? await findByCnpjs(cnpjs) : [];
  const traits = release && rows.length > 0 ? await findTraits(rows, release) : [];
  const question = joinQuestions(traits.filter(({ suggested }) => suggested));
  return {
    leads: cnpjs.length,
    complete: leads.length <= SIMILAR_MAX_LEADS,
    found: rows.length,
    traits,
    question,
    matches: await countMatches(question),
  };
}

async function findLeads(actor: Actor, selected: SelectedLeads, listId: number | undefined) {
  if (listId === undefined) return findSelectedCnpjs(actor, selected, SIMILAR_MAX_LEADS + 1);
  await requireList(actor.ownerId, listId);
  return findSelectedCnpjs(actor, { filter: { list_id: [listId] } }, SIMILAR_MAX_LEADS + 1);
}

/** The values of one kind: how many companies have each, and the share that is usual. */
interface Group {
  kind: TraitKind;
  code: string;
  count: number;
  usual: number;
}

async function findTraits(
  rows: readonly EstablishmentRow[],
  release: Release,
): Promise<SimilarTrait[]> {
  const today = getSaoPauloDay(new Date());
  const bounds = listAgeBounds(today);
  const inBrazil = rows.filter(({ uf }) => uf !== "EX");
  const states = countBy(inBrazil, ({ uf }) => uf).slice(0, MOST_STATES);
  const inStates = states.reduce((sum, [, count]) => sum + count, 0);
  const profiles = await Promise.all(
    states.map(async ([uf, count]) => ({
      weight: count / inStates,
      shareOf: await getStateProfile(release, uf, today, bounds),
    })),
  );
  const usual = (kind: "activity" | "size" | "age", code: number) =>
    profiles.reduce((sum, { weight, shareOf }) => sum + weight * shareOf(kind, code), 0);
  const { active } = release.statistics;

  const groups: Group[] = [
    ...countBy(rows, ({ cnae }) => cnae).map(([code, count]) =>
      toGroup("activity", code, count, usual("activity", code)),
    ),
    ...countBy(rows, ({ size }) => size ?? 0).map(([code, count]) =>
      toGroup("size", code, count, usual("size", code)),
    ),
    ...countBy(rows, (row) => row.opened_on && findAgeBand(row.opened_on, bounds)).map(
      ([band, count]) => toGroup("age", band, count, usual("age", Number(band))),
    ),
    ...countBy(inBrazil, ({ municipality }) => municipality).map(([code, count]) => {
      const state = getMunicipalityUf(code) ?? "";
      const weight = (states.find(([uf]) => uf === state)?.[1] ?? 0) / Math.max(1, inStates);
      const share =
        (release.countByMunicipality.get(code) ?? 0) / (release.countByUf.get(state) || 1);
      return toGroup("city", code, count, weight * share);
    }),
    ...states.map(([uf, count]) =>
      toGroup("state", uf, count, (release.countByUf.get(uf) ?? 0) / Math.max(1, active)),
    ),
  ];
  const ufs = states.map(([uf]) => uf);
  return suggest(
    (Object.keys(MOST_TRAITS) as TraitKind[]).flatMap((kind) =>
      groups
        .filter((group) => group.kind === kind && standsOut(group.count, rows.length, group.usual))
        .slice(0, MOST_TRAITS[kind])
        .map((group) => toTrait(group, { total: rows.length, ufs, bounds, release })),
    ),
  );
}

const toGroup = (kind: TraitKind, code: string | number, count: number, usual: number): Group => ({
  kind,
  count,
  usual,
  code: String(code),
});

/** How often each value occurs, the most frequent first; null is not counted. */
function countBy<Row, Value extends string | number>(
  rows: readonly Row[],
  read: (row: Row) => Value | null,
): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const row of rows) {
    const value = read(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

interface Base {
  total: number;
  ufs: readonly string[];
  bounds: readonly string[];
  release: Release;
}

function toTrait({ kind, code, count, usual }: Group, base: Base): SimilarTrait {
  const { label, question } = DESCRIBE[kind](code, base);
  return {
    kind,
    label,
    count,
    question,
    share: count / base.total,
    usual_share: usual,
    explanation: explainTrait({ kind, label, count, usualShare: usual }, base),
    suggested: false,
  };
}

/** The words for a value, and the search parameters for it. */
const DESCRIBE: Record<
  TraitKind,
  (code: string, base: Base) => { label: string; question: RegistryQuestion }
> = {
  activity: (code, { release }) => ({
    label: release.label("activity", Number(code)) ?? code,
    question: { cnae_primario: [code.padStart(7, "0")] },
  }),
  size: (code) => {
    const size = toCompanySize(Number(code));
    return { label: SIZE_LABEL[size], question: { porte: [size] } };
  },
  age: (code, { bounds }) => ({
    label: AGE_BANDS[Number(code)]?.label ?? "",
    question: toOpeningDays(Number(code), bounds),
  }),
  city: (code) => ({
    label: `${getMunicipalityName(Number(code))}/${getMunicipalityUf(Number(code))}`,
    question: { cidade: [code] },
  }),
  state: (code) => ({ label: code, question: { uf: [code] } }),
};

/** The activities that are most typical, and what more than half have; a suggested city makes its state unnecessary. */
function suggest(traits: SimilarTrait[]): SimilarTrait[] {
  const usual = traits.map((trait) => ({
    ...trait,
    suggested: trait.kind === "activity" || trait.share > MOST_HAVE_IT,
  }));
  const hasCity = usual.some(({ kind, suggested }) => kind === "city" && suggested);
  return usual.map((trait) =>
    trait.kind === "state" && hasCity ? { ...trait, suggested: false } : trait,
  );
}

function joinQuestions(traits: readonly SimilarTrait[]): RegistryQuestion {
  const joined: RegistryQuestion = {};
  for (const { question } of traits) {
    for (const field of ["cnae_primario", "porte", "cidade", "uf"] as const) {
      const values = question[field];
      if (values) joined[field] = [...(joined[field] ?? []), ...values];
    }
    if (question.aberta_de) joined.aberta_de = question.aberta_de;
    if (question.aberta_ate) joined.aberta_ate = question.aberta_ate;
  }
  return joined;
}

/** Null without a question, and for one that is too broad to be counted. */
async function countMatches(question: RegistryQuestion): Promise<SimilarCompanies["matches"]> {
  if (Object.keys(question).length === 0) return null;
  try {
    const { porte, ...rest } = question;
    const { counted, complete } = await countRegistry({
      ...rest,
      ...(porte && { porte: porte as CompanySize[] }),
    });
    return { counted, complete };
  } catch (error) {
    if (error instanceof AppError && ["invalid_input", "unavailable"].includes(error.code)) {
      return null;
    }
    throw error;
  }
}
