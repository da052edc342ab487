import { getPhoneKey } from "@/lib/domain/phone/phone";
import { readTelephone } from "@/lib/domain/phone/telephone";
import { foldText } from "@/lib/domain/text/fold-text";
import type { ContactValues } from "./lead-contacts";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "./lead-fields";
import type { LeadStatus } from "./lead-status";
import type { OwnValue, OwnValues } from "./own-fields";
import { ownColumn } from "./own-fields";
import { STATUS_OF_MEANING, type StageMeaning } from "./stages";

export const MOST_MERGED = 10;
/** Days in which a merge can be undone. */
export const MERGE_KEPT_DAYS = 30;

/** Taken with the number, because they name its person. */
const WITH_NUMBER = ["contact_name", "contact_role"] as const;

/** Fields whose value is chosen from one of the leads; own fields are chosen by their columns' names. */
export const MERGE_FIELDS = [
  ...LEAD_FIELD_NAMES.filter(
    (name) => name !== "status" && !(WITH_NUMBER as readonly string[]).includes(name),
  ),
  ...(["stage", "value_cents", "expected_close"] as const),
] as readonly MergeField[];
export type MergeField =
  | Exclude<LeadFieldName, "status" | (typeof WITH_NUMBER)[number]>
  | "stage"
  | "value_cents"
  | "expected_close";

export const MERGE_FIELD_LABEL = {
  ...(Object.fromEntries(LEAD_FIELD_NAMES.map((name) => [name, LEAD_FIELDS[name].label])) as Record<
    LeadFieldName,
    string
  >),
  stage: "Etapa",
  value_cents: "Valor",
  expected_close: "Previsão",
} satisfies Record<MergeField | "status", string>;

/** The values of a lead that the rules use. */
export type MergingLead = { [Name in Exclude<LeadFieldName, "status" | "name">]: string | null } & {
  id: number;
  name: string;
  status: LeadStatus;
  created_at: string;
  contacted_at: string | null;
  value_cents: number | null;
  expected_close: string | null;
  own: OwnValues;
  stage: { id: number; name: string; meaning: StageMeaning; position: number };
  /** Nobody may write to its number. */
  blocked: boolean;
};

/** A row of another table that names a lead, and the lead that it named before a merge. */
export type MovedRow = { id: number; lead_id: number };

/** Per field the id of the lead whose value is taken. */
export type MergeChoices = Record<string, number>;

/** The lead that stays, if nobody chose: contacted before not contacted, then the oldest. */
export function pickSurvivor(leads: readonly MergingLead[]): number {
  const [first] = leads.toSorted(
    (a, b) =>
      Number(b.contacted_at !== null) - Number(a.contacted_at !== null) ||
      Date.parse(a.created_at) - Date.parse(b.created_at) ||
      a.id - b.id,
  );
  if (!first) throw new Error("Nothing is merged of no leads.");
  return first.id;
}

/** The lead that each field's value comes from, unless a person chooses: the survivor, except where another is fuller. */
export function pickValues(leads: readonly MergingLead[], survivorId: number): MergeChoices {
  const ordered = leads.toSorted(
    (a, b) => Number(b.id === survivorId) - Number(a.id === survivorId) || a.id - b.id,
  );
  return Object.fromEntries(
    listChoices(leads).map((field) => {
      const best = ordered.reduce((chosen, other) =>
        isFuller(field, other, chosen) ? other : chosen,
      );
      return [field, best.id];
    }),
  );
}

/** The fields to choose: those of every lead, and own fields that at least one of these leads has. */
export function listChoices(leads: readonly MergingLead[]): string[] {
  const own = new Set(leads.flatMap((lead) => Object.keys(lead.own)));
  return [...MERGE_FIELDS, ...[...own].sort().map(ownColumn)];
}

/** The value of a field; a stage is its name. */
export function readMergeValue(lead: MergingLead, field: string): OwnValue | null {
  if (field === "stage") return lead.stage.name;
  const own = /^own\.(.*)$/.exec(field)?.[1];
  if (own !== undefined) return lead.own[own] ?? null;
  return lead[field as Exclude<MergeField, "stage">];
}

/** A lost deal ranks above a lead that nobody wrote to, and below all others. */
const STAGE_RANK: Record<StageMeaning, number> = {
  new: 0,
  lost: 1,
  contacted: 2,
  answered: 3,
  won: 4,
};

function isFuller(field: string, a: MergingLead, b: MergingLead): boolean {
  if (field === "stage") {
    const ranks = STAGE_RANK[a.stage.meaning] - STAGE_RANK[b.stage.meaning];
    return ranks > 0 || (ranks === 0 && a.stage.position > b.stage.position);
  }
  const [value, other] = [readMergeValue(a, field), readMergeValue(b, field)];
  if (value === null || value === "") return false;
  if (other === null || other === "") return true;
  // "Padaria Modelo Ltda" is fuller than "Padaria Modelo"; numbers are not compared.
  if (typeof value !== "string" || typeof other !== "string") return false;
  const [long, short] = [foldText(value).trim(), foldText(other).trim()];
  return HAS_PARTS.has(field) && long.length > short.length && long.includes(short);
}

const HAS_PARTS = new Set<string>(["name", "address", "obs", "ai_obs", "proprietario"]);

/**
 * The status of the merged lead, which takes its stage from one of the leads and its number from one. A lead that asked
 * for no more messages keeps that status when the opt-out is not stored for its number: a number's opt-out stays with
 * the number.
 */
export function pickStatus(
  leads: readonly MergingLead[],
  ofStage: MergingLead,
  ofNumber: MergingLead,
): LeadStatus {
  const isMarked = leads.some(({ status, blocked }) => status === "opted_out" && !blocked);
  if (isMarked || ofNumber.blocked) return "opted_out";
  const { status, stage } = ofStage;
  const isMark = status === "opted_out" || (status === "failed" && ofStage.id !== ofNumber.id);
  if (!isMark) return status;
  return stage.meaning === "lost" ? "contacted" : STATUS_OF_MEANING[stage.meaning];
}

/**
 * The values of the merged leads' main contacts that the survivor does not have: each becomes another contact of it. A
 * chosen telephone or e-mail stays the survivor's.
 */
export function listLeftContacts(
  leads: readonly MergingLead[],
  choices: MergeChoices,
): ContactValues[] {
  const chosen = (field: MergeField) => leads.find(({ id }) => id === choices[field]);
  const main = chosen("whatsapp");
  const taken = new Set(
    [
      getPhoneKey(main?.whatsapp),
      toTelephone(chosen("phone")?.phone),
      chosen("email")?.email?.toLowerCase(),
    ].filter(Boolean),
  );
  return leads.flatMap((lead) => {
    const isMain = lead.id === main?.id;
    const whatsapp = isMain || taken.has(getPhoneKey(lead.whatsapp));
    const contact: ContactValues = {
      name: isMain ? null : lead.contact_name,
      role: isMain ? null : lead.contact_role,
      whatsapp: whatsapp ? null : lead.whatsapp,
      phone: taken.has(toTelephone(lead.phone)) ? null : lead.phone,
      email: taken.has(lead.email?.toLowerCase()) ? null : lead.email,
    };
    const isSomebody = contact.name ?? contact.whatsapp ?? contact.phone ?? contact.email;
    return isSomebody ? [contact] : [];
  });
}

/** The key of a telephone; the whole text if it contains more than a number. */
function toTelephone(phone: string | null | undefined): string | undefined {
  return phone ? (getPhoneKey(readTelephone(phone)) ?? phone) : undefined;
}
