import { createHash } from "node:crypto";
import { getDailyCap } from "@/lib/domain/campaigns/daily-cap";
import {
  type CampaignPacing,
  drawBlockLength,
  drawPauseMs,
  drawRestMs,
  findCapRelease,
  findNextOpening,
  getTypingMs,
  parseTimeOfDay,
  type SendingPolicy,
  tightenPolicy,
} from "@/lib/domain/campaigns/pacing";
import { drawGapMs, findFirstMinute } from "@/lib/domain/campaigns/spread";
import { getSaoPauloDay, getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { countDueFollowUps } from "@/server/campaigns/campaigns/follow-ups.repository";
import * as repository from "@/server/campaigns/campaigns/pace.repository";
import {
  findPhoneShare,
  type PhoneShare,
  type Sender,
} from "@/server/messaging/whatsapp/instances.service";
import {
  describeProvider,
  getWhatsappProvider,
} from "@/server/messaging/whatsapp/provider.service";
import { ownerOfRow } from "@/server/platform/actor";
import { fromEnv } from "@/server/platform/env";
import { findStanding } from "./number-standing.service";

const REPEAT_DAYS = 3;
const DEFAULT_DAILY_CAPS = [10, 15, 20, 30, 40, 50, 60];
/** Fewer failures or opt-outs than these may be coincidence. */
const FEWEST_FAILURES = 4;
const FEWEST_OPT_OUTS = 3;
/** The shares are computed from this number of latest messages. */
export const RECENT_MESSAGES = 20;

/**
 * With simulated phones, and with pauses below a second, no real number is at risk. A sandbox alone proves nothing: it
 * may provide only the web search of an installation whose phones are real.
 */
function isAtStake(env: { CAMPAIGN_PAUSE_MAX_MS: number }): boolean {
  return !describeProvider().simulated && env.CAMPAIGN_PAUSE_MAX_MS >= 1_000;
}

/** The installation's policy, from the environment. */
export const getInstallationPolicy = fromEnv((env): SendingPolicy => {
  // Values missing in the environment mean no limit where no number is at risk. Otherwise the defaults follow common
  // practice, see docs/operations.md.
  const atStake = isAtStake(env);
  const [from, to] = env.CAMPAIGN_WINDOW?.split("-") ?? [];
  // The caps protect a phone; a number of the Cloud API has Meta's own limit, see portfolio-room.service.
  const isPhone = !describeProvider().templates_outside_window;
  const caps = isPhone
    ? (env.CAMPAIGN_DAILY_CAPS?.split(",").map(Number) ?? (atStake ? DEFAULT_DAILY_CAPS : []))
    : [];
  return {
    pauseMinMs: env.CAMPAIGN_PAUSE_MIN_MS,
    pauseMaxMs: env.CAMPAIGN_PAUSE_MAX_MS,
    restAfter: orNull(env.CAMPAIGN_REST_AFTER ?? (atStake ? 12 : 0)),
    restMinMs: env.CAMPAIGN_REST_MIN_MS,
    restMaxMs: env.CAMPAIGN_REST_MAX_MS,
    hourlyCap: isPhone ? orNull(env.CAMPAIGN_HOURLY_CAP ?? (atStake ? 20 : 0)) : null,
    dailyCaps: caps.every((cap) => cap === 0) ? [] : caps,
    spreads: caps.some((cap) => cap > 0),
    windowFrom: parseTimeOfDay(from) ?? (atStake ? 9 * 60 : 0),
    windowTo: parseTimeOfDay(to) ?? (atStake ? 18 * 60 : 24 * 60),
    weekdays:
      env.CAMPAIGN_WEEKDAYS?.split(",").map(Number) ??
      (atStake ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7]),
    maxFailurePercent: orNull(env.CAMPAIGN_MAX_FAILURE_PERCENT ?? (atStake ? 15 : 0)),
    maxOptOutPercent: orNull(env.CAMPAIGN_MAX_OPT_OUT_PERCENT ?? (atStake ? 15 : 0)),
  };
});

/** For how many days a repeating campaign does not write to a person whom any campaign wrote to; 0 for no limit. */
export const getRepeatDays = fromEnv(
  (env): number => env.CAMPAIGN_REPEAT_MIN_DAYS ?? (isAtStake(env) ? REPEAT_DAYS : 0),
);

/** The policy of a campaign's messages. */
export function getPolicy(pacing: CampaignPacing): SendingPolicy {
  return tightenPolicy(getInstallationPolicy(), pacing);
}

/** What keeps the next message back. */
export type Hold =
  /** It may go out from then on. */
  | { until: Date; notice: string; cause: "window" | "cap" }
  /** Only after a user confirms it. */
  | { pause: string; askedSenderKey?: string };

const NOTICE = {
  window: "Fora do horário de envio: a prospecção continua no próximo horário permitido.",
  dailyCap: "Limite de primeiros contatos de hoje atingido: a prospecção continua amanhã.",
  firstOfDay:
    "A primeira mensagem do dia sai dentro de instantes: o minuto muda a cada dia, para não parecer automático.",
  hourlyCap: "Limite de primeiros contatos por hora atingido: a prospecção continua em instantes.",
};

/** Whether the window is closed now. */
export function findWindowHold(policy: SendingPolicy, now: Date): Hold | null {
  const opening = findNextOpening(policy, now);
  // A policy without an opening is refused when a campaign is created; but an installation may change its own policy
  // later.
  const until = opening ?? new Date(now.getTime() + 3_600_000);
  return until > now ? { until, notice: NOTICE.window, cause: "window" } : null;
}

/**
 * Whether the latest outcomes hold back the number's next message: failures are the number's, opt-outs are due to what
 * the account writes, by whichever number. `resumedAt`: when a user last continued the run; earlier
 * outcomes do not pause it again.
 */
export async function findOutcomeHold(
  { instance, senderKey }: Sender,
  policy: SendingPolicy,
  resumedAt: Date | null,
): Promise<Hold | null> {
  if (policy.maxFailurePercent === null && policy.maxOptOutPercent === null) return null;
  const limit = RECENT_MESSAGES;
  const ownerId = ownerOfRow(instance.owner_id);
  const latest = { since: resumedAt, limit };
  const recent = {
    own: await repository.countRecent(ownerId, { ...latest, senderKey }),
    all: await repository.countRecent(ownerId, { ...latest, senderKey: null }),
  };
  const pause = findPauseReason(policy, recent);
  return pause ? { pause } : null;
}

/** After this many undelivered messages to strangers in a row, no further stranger is tried. */
const UNDELIVERED = 2;
const HIDDEN_REFUSALS =
  "Pausada para proteger seu número: as 2 últimas mensagens a novos contatos não foram entregues, e o WhatsApp não disse por quê. Pode ser um limite de conversas novas: confira no celular se há um aviso; depois continue ou pare.";

/**
 * Where the provider hides why a message was not delivered, two strangers in a row may mean that WhatsApp restricts the
 * number.
 */
export async function findUndeliveredHold(
  runId: number,
  policy: SendingPolicy,
  resumedAt: Date | null,
): Promise<Hold | null> {
  if (policy.maxFailurePercent === null || !getWhatsappProvider().hidesRefusals) return null;
  const latest = { count: UNDELIVERED, since: resumedAt };
  return (await repository.wereUndelivered(runId, latest)) ? { pause: HIDDEN_REFUSALS } : null;
}

/**
 * Whether the number's caps hold back its next first contact, counting all accounts. The day's follow-ups have reserved
 * places: a first message takes none of them.
 */
export async function findCapHold(
  policy: SendingPolicy,
  sender: Sender,
  { step }: { step: number },
  share?: PhoneShare,
): Promise<Hold | null> {
  if (!hasCaps(policy)) return null;
  const now = new Date();
  const { sent, sendingDays, week } = await findStanding(sender, now, share);
  const cap = getDailyCap(policy, sendingDays, week);
  const reserved = step > 1 || cap === null ? 0 : await countReserved(sender, now, share);
  const today = sent.today + reserved;
  const until = findCapRelease(policy, { ...sent, today }, cap, now);
  if (until <= now) {
    const first = sent.today === 0 && cap !== null ? findFirst(policy, sender, { cap, now }) : now;
    return first > now ? { until: first, notice: NOTICE.firstOfDay, cause: "window" } : null;
  }
  const isTomorrow = until.getTime() === getSaoPauloDayBounds(now).end.getTime();
  return { until, notice: isTomorrow ? NOTICE.dailyCap : NOTICE.hourlyCap, cause: "cap" };
}

async function countReserved(sender: Sender, now: Date, share?: PhoneShare): Promise<number> {
  const { others, instanceIds } = share ?? (await findPhoneShare(sender));
  const owners = [ownerOfRow(sender.instance.owner_id), ...others];
  return countDueFollowUps({ owners, instanceIds }, getSaoPauloDayBounds(now).end);
}

/** A different minute each day, and for each number, so that no two days begin alike. */
function findFirst(policy: SendingPolicy, { senderKey }: Sender, day: { cap: number; now: Date }) {
  if (!policy.spreads) return day.now;
  const seed = `${senderKey} ${getSaoPauloDay(day.now)}`;
  const draw = createHash("sha256").update(seed).digest().readUInt32BE() / 2 ** 32;
  return findFirstMinute(policy, { ...day, draw });
}

/**
 * The shortest pause after a first contact made now: it spreads the number's remaining messages of today over the
 * window.
 */
export async function drawSpreadMs(
  policy: SendingPolicy,
  sender: Sender,
  share: PhoneShare,
): Promise<number> {
  if (!policy.spreads) return 0;
  const now = new Date();
  const { sent, sendingDays, week } = await findStanding(sender, now, share);
  const cap = getDailyCap(policy, sendingDays, week);
  const left = cap === null ? 0 : cap - sent.today - 1;
  return drawGapMs(policy, { left, now, draw: Math.random() });
}

function hasCaps({ hourlyCap, dailyCaps }: SendingPolicy): boolean {
  return hourlyCap !== null || dailyCaps.length > 0;
}

/** Whether messages of a number wait for one another. Without caps and pauses nothing is counted and nothing locked. */
export function keepsTurns(policy: SendingPolicy): boolean {
  return hasCaps(policy) || getInstallationPolicy().pauseMaxMs > 0;
}

/** Why a run should pause, as a sentence for its owner; null when it need not. */
function findPauseReason(
  { maxFailurePercent, maxOptOutPercent }: SendingPolicy,
  { own, all }: Record<"own" | "all", repository.RecentOutcomes>,
): string | null {
  const exceeds = (count: number, messages: number, percent: number | null, fewest: number) =>
    percent !== null && count >= fewest && count * 100 > percent * messages;
  if (exceeds(own.failed, own.messages, maxFailurePercent, FEWEST_FAILURES)) {
    return `Pausada para proteger seu número: ${own.failed} das últimas ${own.messages} mensagens falharam. Confira os motivos nos destinatários e se o WhatsApp funciona no celular; depois continue ou pare.`;
  }
  if (exceeds(all.optedOut, all.messages, maxOptOutPercent, FEWEST_OPT_OUTS)) {
    return `Pausada para proteger seu número: ${all.optedOut} das últimas ${all.messages} pessoas pediram para sair. Reveja a mensagem e a lista; depois continue ou pare.`;
  }
  return null;
}

/** Draws when the number may send again after a message, and how many messages are left until it rests. */
export function drawNextSend(
  policy: SendingPolicy,
  blockLeft: number | null,
  text: string,
  spreadMs = 0,
): { at: Date; blockLeft: number | null } {
  const left = blockLeft ?? drawBlockLength(policy, Math.random()) ?? null;
  const rests = left !== null && left <= 1;
  // The typing shown before a message is part of the pause.
  const pauseMs = Math.max(0, drawPauseMs(policy, Math.random()) - getTypingMs(policy, text));
  const restMs = rests ? drawRestMs(policy, Math.random()) : 0;
  return {
    at: new Date(Date.now() + Math.max(spreadMs, pauseMs + restMs)),
    blockLeft: left === null || rests ? null : left - 1,
  };
}

function orNull(count: number): number | null {
  return count === 0 ? null : count;
}
