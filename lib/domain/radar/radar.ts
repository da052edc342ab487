/** A search that runs again: of the registry with every month, of pages and maps weekly or monthly. */
export const RADAR_KINDS = ["registry", "pages", "maps"] as const;
export type RadarKind = (typeof RADAR_KINDS)[number];

export const RADAR_CADENCES = ["import", "week", "month"] as const;
export type RadarCadence = (typeof RADAR_CADENCES)[number];

/** Changes of a company between two months of the registry. */
export const REGISTRY_CHANGES = [
  "opened",
  "reopened",
  "moved",
  "contact_changed",
  "closed",
] as const;
export type RegistryChange = (typeof REGISTRY_CHANGES)[number];

export function isRegistryChange(change: string): change is RegistryChange {
  return (REGISTRY_CHANGES as readonly string[]).includes(change);
}

/** `found`: a company that a pages or maps search had not found before. */
export const RADAR_CHANGES = [...REGISTRY_CHANGES, "found"] as const;
export type RadarChange = (typeof RADAR_CHANGES)[number];

export const RADAR_NAME_MAX_LENGTH = 80;
/** The most radars of one account. */
export const MOST_RADARS = 20;
/** With more companies it is no search for customers, and comparing them would delay other radars. */
export const RADAR_MAX_COMPANIES = 50_000;
export const RADAR_BUDGET_DEFAULT = 50;
export const RADAR_BUDGET_MAX = 500;
export const RADAR_PAGE_SIZES = { default: 25, max: 100 } as const;

export const RADAR_CHANGE_LABEL: Record<RadarChange, string> = {
  opened: "Abriu",
  reopened: "Reabriu",
  moved: "Mudou para cá",
  contact_changed: "Mudou de telefone ou e-mail",
  closed: "Fechou",
  found: "Apareceu na busca",
};

export const RADAR_CADENCE_LABEL: Record<RadarCadence, string> = {
  import: "A cada mês da Receita",
  week: "Toda semana",
  month: "Todo mês",
};

const COUNTED: Record<RadarChange, readonly [one: string, several: string]> = {
  opened: ["abriu", "abriram"],
  reopened: ["reabriu", "reabriram"],
  moved: ["mudou para cá", "mudaram para cá"],
  contact_changed: ["mudou o contato", "mudaram o contato"],
  closed: ["fechou", "fecharam"],
  found: ["nova", "novas"],
};

/** "12 abriram, 3 fecharam" */
export function describeChanges(
  counts: readonly { change: RadarChange; count: number }[],
  format: (count: number) => string = String,
): string {
  return RADAR_CHANGES.flatMap((change) => {
    const count = counts.find((each) => each.change === change)?.count ?? 0;
    return count === 0 ? [] : [`${format(count)} ${COUNTED[change][count === 1 ? 0 : 1]}`];
  }).join(", ");
}
