/** Traits that distinguish the companies of some leads from the others of their states. */

export const TRAIT_KINDS = ["activity", "size", "age", "city", "state"] as const;
export type TraitKind = (typeof TRAIT_KINDS)[number];

/** The most leads with a CNPJ that are compared. */
export const SIMILAR_MAX_LEADS = 1_000;

const LEAST_COUNT = 3;
const LEAST_SHARE = 0.1;
const LEAST_LIFT = 1.5;
/** In standard deviations of pure chance. Dozens of values are compared at once: two would find some by chance. */
const LEAST_DEVIATIONS = 3;

/**
 * Whether `count` of `total` companies have a trait more often than chance explains, if `usualShare` (0 to 1) of all
 * companies have it: enough of them, at least a tenth, and at least one and a half times the usual share.
 */
export function standsOut(count: number, total: number, usualShare: number): boolean {
  const share = count / total;
  if (count < LEAST_COUNT || share < LEAST_SHARE || share < LEAST_LIFT * usualShare) return false;
  const deviation = Math.sqrt((usualShare * (1 - usualShare)) / total);
  return share - usualShare >= LEAST_DEVIATIONS * deviation;
}

/** From the oldest companies to the youngest, by the years since they opened. */
export const AGE_BANDS = [
  { from: 20, to: null, label: "há mais de 20 anos" },
  { from: 10, to: 20, label: "há 10 a 20 anos" },
  { from: 5, to: 10, label: "há 5 a 10 anos" },
  { from: 3, to: 5, label: "há 3 a 5 anos" },
  { from: 1, to: 3, label: "há 1 a 3 anos" },
  { from: 0, to: 1, label: "há menos de 1 ano" },
] as const;

/** The days on which each band but the first begins, ascending. `today` as "2026-01-31". */
export function listAgeBounds(today: string): string[] {
  return AGE_BANDS.slice(1).map(({ to }) => subtractYears(today, to ?? 0));
}

/** The place of a day among the bounds, which is that of its band. */
export function findAgeBand(openedOn: string, bounds: readonly string[]): number {
  return bounds.filter((bound) => openedOn >= bound).length;
}

/** The first and the last day of opening of a band. */
export function toOpeningDays(band: number, bounds: readonly string[]) {
  const from = bounds[band - 1];
  const next = bounds[band];
  return {
    ...(from !== undefined && { aberta_de: from }),
    ...(next !== undefined && { aberta_ate: addDays(next, -1) }),
  };
}

function subtractYears(day: string, years: number): string {
  const [year, monthAndDay] = [day.slice(0, 4), day.slice(4)];
  // A year without 29 February begins the band a day earlier.
  return `${Number(year) - years}${monthAndDay === "-02-29" ? "-02-28" : monthAndDay}`;
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const PERCENT = new Intl.NumberFormat("pt-BR", { maximumSignificantDigits: 2 });
const LEAST_SHOWN = 0.0001;

/** "0,4 %", "28 %"; what is too rare for a sample is said to be so. */
export function formatShare(share: number): string {
  if (share < LEAST_SHOWN) return "menos de 0,01 %";
  return share >= 0.995 ? "100 %" : `${PERCENT.format(share * 100)} %`;
}

const HAVE: Record<TraitKind, readonly [one: string, many: string]> = {
  activity: ["é de", "são de"],
  size: ["é", "são"],
  age: ["abriu", "abriram"],
  city: ["fica em", "ficam em"],
  state: ["fica em", "ficam em"],
};

/** "7 de 12 são de Padaria e confeitaria; em SP são 0,4 %." */
export function explainTrait(
  {
    kind,
    label,
    count,
    usualShare,
  }: { kind: TraitKind; label: string; count: number; usualShare: number },
  { total, ufs }: { total: number; ufs: readonly string[] },
): string {
  const [one, many] = HAVE[kind];
  const [only] = ufs;
  const where =
    kind === "state" ? "no Brasil" : ufs.length === 1 ? `em ${only}` : "nos mesmos estados";
  return `${count} de ${total} ${count === 1 ? one : many} ${label}; ${where} são ${formatShare(usualShare)}.`;
}
