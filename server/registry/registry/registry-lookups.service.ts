import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { getSecondKeys, getTownKeys, toTownKey } from "@/lib/domain/geo/town-names";
import { foldName } from "@/lib/domain/registry/registry-name";
import { createTermStatistics, type TermStatistics } from "@/lib/domain/registry/term-statistics";
import * as repository from "./registry-release.repository";

/** What a search needs to know about the month that is served, read once per month and process. */
export interface Release extends repository.ReleaseRow {
  statistics: TermStatistics;
  /** Active establishments by state and by city (the IBGE's code). */
  countByUf: ReadonlyMap<string, number>;
  countByMunicipality: ReadonlyMap<number, number>;
  activities: readonly { code: number; label: string; folded: string }[];
  label(kind: repository.LabelRow["kind"], code: number | null): string | null;
}

/**
 * How long a process may not notice that another month is served. Meanwhile it may choose slower plans, never wrong
 * ones.
 */
const RELEASE_KEPT_MS = 3_000;

let known: { release: Release; checkedAt: number } | undefined;
let loading: Promise<Release | null> | undefined;

/** The month that is served; null before the first import. */
export async function getRelease(): Promise<Release | null> {
  if (known && performance.now() - known.checkedAt < RELEASE_KEPT_MS) return known.release;
  loading ??= refreshRelease().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function refreshRelease(): Promise<Release | null> {
  const row = await repository.findRelease();
  const release =
    row && row.import_id === known?.release.import_id
      ? { ...known.release, ...row }
      : row && (await loadRelease(row));
  // A missing month is not cached, so that the first import is found as soon as it is served.
  known = release ? { release, checkedAt: performance.now() } : undefined;
  return release;
}

async function loadRelease(row: repository.ReleaseRow): Promise<Release> {
  const [terms, areas, labels] = await Promise.all([
    repository.findTerms(),
    repository.findActiveAreas(),
    repository.findLabels(),
  ]);
  const countByUf = new Map<string, number>();
  const countByMunicipality = new Map<number, number>();
  for (const { uf, municipality, count } of areas) {
    countByUf.set(uf, (countByUf.get(uf) ?? 0) + count);
    if (municipality === null) continue;
    // It may be in areas of several states: the Receita's files contradict themselves.
    countByMunicipality.set(municipality, (countByMunicipality.get(municipality) ?? 0) + count);
  }
  const active = areas.reduce((sum, { count }) => sum + count, 0);
  const step = terms.find(({ kind }) => kind === "step")?.count ?? 1;
  const labelOf = new Map(labels.map(({ kind, code, label }) => [`${kind} ${code}`, label]));
  return {
    ...row,
    statistics: createTermStatistics(terms, active, step),
    countByUf,
    countByMunicipality,
    activities: labels
      .filter(({ kind }) => kind === "activity")
      .map(({ code, label }) => ({ code, label, folded: foldName(label) })),
    label: (kind, code) => (code === null ? null : (labelOf.get(`${kind} ${code}`) ?? null)),
  };
}

const municipalities = new Map(
  getMunicipalities().map(({ code, name, stateCode }) => [
    Number(code),
    {
      name,
      uf: String(stateCode),
      keys: getTownKeys(name),
      secondKeys: getSecondKeys(name, stateCode),
    },
  ]),
);

export function getMunicipalityName(code: number | null): string | null {
  return code === null ? null : (municipalities.get(code)?.name ?? null);
}

export function getMunicipalityUf(code: number): string | null {
  return municipalities.get(code)?.uf ?? null;
}

/**
 * The IBGE's codes of a city, given as a code or by its name, which several states may have; by another name only where
 * no city has it as its own. A code is accepted even if the state differs: there are establishments with both.
 */
export function findMunicipalityCodes(city: string, ufs: readonly string[]): number[] {
  if (/^\d{7}$/.test(city)) return municipalities.has(Number(city)) ? [Number(city)] : [];
  const key = toTownKey(city);
  const there = [...municipalities].filter(([, { uf }]) => ufs.length === 0 || ufs.includes(uf));
  const named = there.filter(([, { keys }]) => keys.includes(key));
  const found = named.length > 0 ? named : there.filter((each) => each[1].secondKeys.includes(key));
  return found.map(([code]) => code);
}
