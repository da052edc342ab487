import type { OwnValues } from "@/lib/domain/leads/own-fields";

/** The lead's data in webhooks, besides the event itself. */
export interface ToldLead {
  /** Values of own fields by their keys. */
  own: OwnValues;
  /** The names of its tags. */
  tags: string[];
}

/** For a lead that was just found. */
export const NOTHING_TOLD: ToldLead = { own: {}, tags: [] };

export const MOST_TOLD_TAGS = 100;
/** Characters of all own values, as JSON. */
export const MOST_TOLD_OWN = 16_000;

/** The values up to the first that no longer fits, so that a webhook stays small; the API has all of them. */
export function boundOwnValues(own: OwnValues): OwnValues {
  const told: OwnValues = {};
  let room = MOST_TOLD_OWN;
  for (const [key, value] of Object.entries(own)) {
    room -= JSON.stringify([key, value]).length;
    if (room < 0) break;
    told[key] = value;
  }
  return told;
}
