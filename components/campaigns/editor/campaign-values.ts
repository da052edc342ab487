import * as z from "zod/mini";
import { parseMessageVariants } from "@/components/campaigns/activities/message-variants";
import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import { CAMPAIGN_DRAFT_PREFIX } from "@/lib/api/session-store";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { CAMPAIGN_DEFAULT_LEADS, RECURRENCES } from "@/lib/domain/campaigns/campaign";
import { LEGAL_BASES } from "@/lib/domain/campaigns/legal-basis";
import { parseScheduledTime } from "@/lib/domain/campaigns/recurrence";
import { toScheduleText } from "@/lib/domain/campaigns/schedule-fields";

/** The editor's values as they are stored between visits. An unreadable value becomes the field's default. */
const CampaignValues = z.object({
  name: z.catch(z.string(), ""),
  num_leads: z.catch(z.number(), CAMPAIGN_DEFAULT_LEADS),
  messages: z.catch(z.array(z.string()).check(z.minLength(1)), [""]),
  /** Null where the campaign writes texts. */
  templates: z.catch(
    z.nullable(
      z.array(
        z.object({
          name: z.string(),
          language: z.string(),
          bindings: z.array(z.object({ key: z.string(), value: z.string(), fallback: z.string() })),
        }),
      ),
    ),
    null,
  ),
  opt_in: z.catch(z.boolean(), false),
  list_ids: z.catch(z.array(z.number()), []),
  /** Leads that were picked one by one; none: all of the audience. */
  lead_ids: z.catch(z.array(z.number()), []),
  tag_ids: z.catch(z.array(z.number()), []),
  repeat_leads: z.catch(z.boolean(), false),
  except_lead_ids: z.catch(z.array(z.number()), []),
  opt_out_line: z.catch(z.boolean(), true),
  /** Which of the account's numbers send it; none for the default one. */
  number_ids: z.catch(z.array(z.number()), []),
  legal_basis: z.catch(z.enum(LEGAL_BASES), LEGAL_BASES[0]),
  pacing: z.catch(
    z.object({
      pause_min_seconds: z.optional(z.number()),
      pause_max_seconds: z.optional(z.number()),
      hourly_cap: z.optional(z.number()),
      daily_cap: z.optional(z.number()),
      window_from: z.optional(z.string()),
      window_to: z.optional(z.string()),
      weekdays: z.optional(z.array(z.number())),
    }),
    {},
  ),
  /** The later messages, for people who do not answer the earlier ones. */
  steps: z.catch(
    z.array(
      z.object({
        messages: z.array(z.string()).check(z.minLength(1)),
        wait_days: z.number(),
        window_from: z.optional(z.string()),
        window_to: z.optional(z.string()),
      }),
    ),
    [],
  ),
  scheduled: z.catch(z.boolean(), false),
  /** A wall-clock time in São Paulo, possibly half filled; "" when it is not scheduled. */
  scheduled_datetime: z.catch(z.string(), ""),
  recurrence_type: z.catch(z.enum(RECURRENCES), "none"),
});
export type CampaignValues = z.infer<typeof CampaignValues>;
export type TemplateChoice = NonNullable<CampaignValues["templates"]>[number];

/** The values as the connection can send them: templates, or texts. */
export function fitToConnection(values: CampaignValues, byTemplate: boolean): CampaignValues {
  if (!byTemplate) return { ...values, templates: null, opt_in: false };
  return {
    ...values,
    messages: [""],
    steps: [],
    number_ids: [],
    opt_out_line: false,
    templates: values.templates ?? [],
  };
}

/** The contract's rules, and that a schedule is in the future. */
export const CampaignInput = StartProspecting.check(
  z.superRefine(({ scheduled, scheduled_datetime }, context) => {
    const at = scheduled ? parseScheduledTime(scheduled_datetime ?? "") : null;
    if (at === null || at > new Date()) return;
    context.addIssue({
      code: "custom",
      path: ["scheduled_datetime"],
      message: "A data e hora agendada deve ser no futuro!",
      input: scheduled_datetime,
    });
  }),
);

/** An empty campaign on the legal ground of this browser's last one. */
export function beginCampaign(): CampaignValues {
  return z.parse(CampaignValues, { legal_basis: readStoredState<unknown>(LAST_BASIS, null) });
}

export function rememberLegalBasis({ legal_basis }: CampaignValues): void {
  storeState(LAST_BASIS, legal_basis);
}

const LAST_BASIS = "campaignLegalBasis";

const UNSCHEDULED = { scheduled: false, scheduled_datetime: "", recurrence_type: "none" } as const;

/** The values that stay in the editor after a campaign was accepted. */
export function getValuesAfterSuccess(sent: CampaignValues): CampaignValues {
  return {
    ...sent,
    name: "",
    messages: [""],
    steps: [],
    templates: sent.templates && [],
    opt_in: false,
    list_ids: [],
    lead_ids: [],
    tag_ids: [],
    except_lead_ids: [],
    ...(sent.scheduled && UNSCHEDULED),
  };
}

/** An existing campaign as the editor's values; a copy is not scheduled. */
export function toCampaignValues(
  activity: Activity,
  { keepSchedule }: { keepSchedule: boolean },
): CampaignValues {
  const { scheduled_datetime } = activity;
  return {
    name: keepSchedule ? (activity.name ?? "") : "",
    num_leads: activity.num_leads,
    messages: parseMessageVariants(activity.message) ?? [activity.message],
    templates:
      activity.templates?.map(({ name, language, bindings }) => ({ name, language, bindings })) ??
      null,
    // Confirmed again for each campaign.
    opt_in: keepSchedule && activity.opt_in,
    list_ids: activity.list_ids,
    lead_ids: activity.lead_ids,
    tag_ids: activity.tag_ids,
    // A lead that was excluded then may be wanted in a copy.
    except_lead_ids: keepSchedule ? activity.except_lead_ids : [],
    repeat_leads: activity.repeat_leads,
    opt_out_line: activity.opt_out_line,
    number_ids: activity.number_ids,
    legal_basis: activity.legal_basis ?? LEGAL_BASES[0],
    pacing: activity.pacing,
    steps: activity.steps.map(toStepValues),
    ...(keepSchedule && scheduled_datetime
      ? {
          scheduled: true,
          scheduled_datetime: toScheduleText(new Date(scheduled_datetime)),
          recurrence_type: activity.recurrence_type,
        }
      : UNSCHEDULED),
  };
}

/** A stored step in the editor's form. */
export function toStepValues(step: Activity["steps"][number]): CampaignValues["steps"][number] {
  const { messages, wait_days, window_from, window_to } = step;
  return {
    messages,
    wait_days,
    ...(window_from !== null && { window_from }),
    ...(window_to !== null && { window_to }),
  };
}

/** Each user has one draft of a new campaign, and one of each that is edited or duplicated, or whose start was undone; see useOwnDraft. */
export function getDraftKey(userId: number, source: string): string {
  return `${CAMPAIGN_DRAFT_PREFIX}${userId}${source && `_${source}`}`;
}

/** The source of the draft of a campaign whose start was undone. */
export function getUndoneSource(activityId: number): string {
  return `desfeita_${activityId}`;
}

/** Begins the next campaign with these values, unless another one is being written. */
export function keepForNext(userId: number, values: CampaignValues): void {
  const key = getDraftKey(userId, "");
  if (readStoredState<unknown>(key, null) === null) storeState(key, values);
}

export function readDraft(key: string): CampaignValues | null {
  const stored = z.safeParse(CampaignValues, readStoredState<unknown>(key, null));
  return stored.success ? stored.data : null;
}

/** Whether the user wrote a campaign there: settings that are kept for the next campaign do not count. */
export function hasWords(key: string): boolean {
  const draft = readDraft(key);
  if (draft === null) return false;
  const { name, messages, templates } = draft;
  return [name, ...messages].some((text) => text.trim() !== "") || (templates?.length ?? 0) > 0;
}

/** Values that were not changed need no draft. */
export function keepDraft(key: string, values: CampaignValues, unchanged: CampaignValues): void {
  const isChanged = JSON.stringify(values) !== JSON.stringify(unchanged);
  if (isChanged || readStoredState<unknown>(key, null) !== null) {
    storeState(key, isChanged ? values : null);
  }
}
