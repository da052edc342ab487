import { LEAD_VALUES } from "./lead-row";
import type { StoredOwnValue } from "./own-fields";

/** A lead's status and place on the board, and who deals with it, besides its values. */
const STANDING = [
  "status_by",
  "stage_id",
  "place",
  "staged_at",
  "loss_reason_id",
  "seller_id",
] as const;
export type RestoredName = (typeof LEAD_VALUES)[number] | (typeof STANDING)[number];
/** The columns of a lead that an undo gives back. */
export const RESTORED_NAMES: readonly RestoredName[] = [...LEAD_VALUES, ...STANDING];

/** Values as texts, which neither a long number nor an instant loses anything in. */
export type StoredValues = Partial<Record<RestoredName, string | null>>;

/** What a statement changed of a lead. */
export interface LeadOverwrite {
  id: number;
  before: StoredValues;
  after: StoredValues;
}

/** An own field of a lead before and after. */
export interface OwnOverwrite {
  lead_id: number;
  field_id: number;
  before: StoredOwnValue[];
  after: StoredOwnValue[];
}

/** Values that go together: all of them come back, or none. `told`: those that show whether something changed since. */
const TOGETHER: readonly { told: RestoredName[]; rest: RestoredName[] }[] = [
  { told: ["website"], rest: ["site_host"] },
  { told: ["phone_key", "whatsapp"], rest: [] },
  // A change of the place within the stage is no change of the lead.
  {
    told: ["status", "stage_id", "loss_reason_id"],
    rest: ["status_by", "place", "staged_at"],
  },
];
const GROUPED = new Set(TOGETHER.flatMap(({ told, rest }) => [...told, ...rest]));

/**
 * The values that an overwritten lead gets back: those that still are as the edit wrote them. `isLeft`: other values
 * stay, because they were changed since, or because another lead has the number or the CNPJ by now (`taken`).
 */
export function planRestore(
  { before, after }: Pick<LeadOverwrite, "before" | "after">,
  now: StoredValues,
  taken: ReadonlySet<string>,
): { given: StoredValues; isLeft: boolean } {
  const names = Object.keys(after) as RestoredName[];
  const groups = [
    ...TOGETHER,
    ...names.filter((name) => !GROUPED.has(name)).map((name) => ({ told: [name], rest: [] })),
  ];
  const given: StoredValues = {};
  let isLeft = false;
  for (const { told, rest } of groups) {
    const changed = [...told, ...rest].filter((name) => name in after);
    if (changed.length === 0) continue;
    const isSame = told.every((name) => !(name in after) || now[name] === after[name]);
    const key = told.includes("phone_key")
      ? before.phone_key
      : told.includes("cnpj") && before.cnpj;
    if (!isSame || (key && taken.has(key))) isLeft = true;
    else for (const name of changed) given[name] = before[name] ?? null;
  }
  return { given, isLeft };
}
