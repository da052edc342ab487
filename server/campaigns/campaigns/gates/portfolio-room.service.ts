import { estimateEnd } from "@/lib/domain/campaigns/estimate-end";
import type { SendingPolicy } from "@/lib/domain/campaigns/pacing";
import { formatMessageTime } from "@/lib/domain/messages/chat-times";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import * as repository from "@/server/campaigns/campaigns/portfolio-room.repository";
import {
  findPortfolioLimit,
  findPortfolioOwners,
  type PortfolioLimit,
} from "@/server/messaging/portfolios/portfolios.service";
import { findSenders, type Sender } from "@/server/messaging/whatsapp/instances.service";
import type { OwnerId } from "@/server/platform/actor";
import { findStanding } from "./number-standing.service";
import type { Hold } from "./pacing.service";

/** Meta may raise the limit meanwhile. */
const LOOK_AGAIN_MS = 15 * 60_000;
const NOBODY = "";

/** How many people a business still reaches by Meta's limit; `left` null where there is no limit. */
export interface Room {
  limit: number | null;
  used: number;
  left: number | null;
}

export async function findRoom(known: PortfolioLimit | null): Promise<Room | null> {
  if (!known) return null;
  const used = await repository.countReached(await findPortfolioOwners(known.account));
  const { limit } = known;
  if (!Number.isFinite(limit)) return { limit: null, used, left: null };
  return { limit, used, left: Math.max(0, limit - used) };
}

interface Planned {
  count: number;
  now: Date;
  start: Date;
}

/**
 * When a campaign would end whose people are shared evenly by these numbers, or that goes out by the default one where
 * there is none. Null when its policy never lets it end.
 */
export async function estimateNumbersEnd(
  ownerId: OwnerId,
  instanceIds: readonly number[],
  policy: SendingPolicy,
  campaign: Planned,
): Promise<Date | null> {
  const which = instanceIds.length > 0 ? instanceIds : (["default"] as const);
  const senders = await findSenders(which.map((each) => ({ ownerId, which: each })));
  const count = Math.ceil(campaign.count / senders.length);
  const ends: number[] = [];
  for (const sender of senders) {
    const end = await estimateSenderEnd(sender, policy, { ...campaign, count });
    if (!end) return null;
    ends.push(end.getTime());
  }
  return new Date(Math.max(...ends));
}

/** Judged by what is known of the number: Meta's limit counts as a daily cap. */
async function estimateSenderEnd(
  sender: Sender | null,
  policy: SendingPolicy,
  { count, now, start }: Planned,
): Promise<Date | null> {
  const standing = await findStanding(sender, now);
  const room = await findRoom(await findPortfolioLimit(sender?.instance.account_ref ?? null));
  const [own = Number.POSITIVE_INFINITY] = policy.dailyCaps;
  if (!room || room.limit === null || own <= room.limit) {
    return estimateEnd(policy, { count, ...standing, now: start });
  }
  const limited = { ...policy, dailyCaps: [room.limit] };
  const sent = { ...standing.sent, today: room.used };
  return estimateEnd(limited, { count, ...standing, sent, now: start });
}

/** Whether Meta's limit now keeps the number from writing to new people. */
export async function findSenderRoomHold({ instance }: Sender): Promise<Hold | null> {
  const known = await findPortfolioLimit(instance.account_ref);
  return known && findRoomHold(known, NOBODY);
}

/**
 * Whether Meta's limit holds back a message to this person. For a decision the limit has to be locked: see
 * lockPortfolioLimits.
 */
export async function findRoomHold(
  { account, limit }: PortfolioLimit,
  phoneKey: string,
): Promise<Hold | null> {
  if (!Number.isFinite(limit)) return null;
  const owners = await findPortfolioOwners(account);
  const release = await repository.findRelease(owners, { limit, except: phoneKey });
  if (!release) return null;
  const now = new Date();
  const until = new Date(Math.min(release.getTime(), now.getTime() + LOOK_AGAIN_MS));
  return { until, notice: describeFullRoom(limit, release, now), cause: "cap" };
}

function describeFullRoom(limit: number, release: Date, now: Date): string {
  const time = formatMessageTime(release.toISOString());
  const isToday = getSaoPauloDay(release) === getSaoPauloDay(now);
  const people = limit === 1 ? "1 pessoa nova" : `${limit.toLocaleString("pt-BR")} pessoas novas`;
  return `A Meta deixa o portfólio escrever a ${people} em 24 horas, e esse limite foi atingido: a prospecção continua ${isToday ? "hoje" : "amanhã"} às ${time}.`;
}
