import * as z from "zod/mini";
import { arrayOf, Id } from "@/lib/contracts/shared/fields";
import {
  CAMPAIGN_DEFAULT_LEADS,
  CAMPAIGN_MAX_LEADS,
  CAMPAIGN_MIN_LEADS,
} from "@/lib/domain/campaigns/campaign";

const LEAD_COUNT = "O total de leads deve ser entre 1 e 210!";
const BAD_LISTS = "Escolha listas da sua conta.";
const BAD_LEADS = `Desmarque até ${CAMPAIGN_MAX_LEADS} leads.`;
const BAD_PICKS = `Escolha até ${CAMPAIGN_MAX_LEADS} leads da sua conta.`;
const BAD_TAGS = "Escolha etiquetas da sua conta.";
const MAX_LISTS = 200;
const MAX_TAGS = 50;

/**
 * The audience of a campaign: leads that are on one of the lists, have one of the tags and are among the picked ones.
 * Where nothing is chosen, that condition is left out.
 */
export const audienceShape = {
  num_leads: z._default(
    z
      .number({ error: LEAD_COUNT })
      .check(
        z.int(LEAD_COUNT),
        z.gte(CAMPAIGN_MIN_LEADS, LEAD_COUNT),
        z.lte(CAMPAIGN_MAX_LEADS, LEAD_COUNT),
      ),
    CAMPAIGN_DEFAULT_LEADS,
  ),
  list_ids: z.optional(
    z.nullable(arrayOf(Id, { max: MAX_LISTS, error: BAD_LISTS, tooMany: BAD_LISTS })),
  ),
  lead_ids: z
    .optional(
      z.nullable(arrayOf(Id, { max: CAMPAIGN_MAX_LEADS, error: BAD_PICKS, tooMany: BAD_PICKS })),
    )
    .check(z.describe("Only these leads get a message, as far as they may; none: all.")),
  tag_ids: z
    .optional(z.nullable(arrayOf(Id, { max: MAX_TAGS, error: BAD_TAGS, tooMany: BAD_TAGS })))
    .check(z.describe("Only leads with one of these tags; none: all.")),
  repeat_leads: z.optional(z.boolean()),
  except_lead_ids: z
    .optional(
      z.nullable(arrayOf(Id, { max: CAMPAIGN_MAX_LEADS, error: BAD_LEADS, tooMany: BAD_LEADS })),
    )
    .check(z.describe("Leads that get no message although the audience holds them.")),
};
