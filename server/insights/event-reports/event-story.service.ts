import type { z } from "zod/mini";
import {
  type EventLine,
  type eventStory,
  STORY_ENTRIES,
} from "@/lib/contracts/insights/event-story";
import { parseSubject } from "@/lib/domain/events/event-subject";
import { MAX_SKIPPED_EVENTS } from "@/lib/domain/events/event-types";
import { readPeriod } from "@/lib/domain/time/period";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { toEntry } from "./event-reports.mapper";
import { requirePeriod } from "./event-reports.service";
import * as repository from "./event-story.repository";

/** By day, latest first: the events of one type about one subject form one line. */
export async function listStory(
  { ownerId }: Actor,
  { event_type, page, per_page, ...query }: z.output<typeof eventStory.lines.query>,
) {
  const { lines, total } = await repository.findLines(ownerId, requirePeriod(query), {
    eventType: event_type ?? null,
    limit: per_page,
    offset: Math.min((page - 1) * per_page, MAX_SKIPPED_EVENTS),
  });
  const answers = await countAnswers(ownerId, lines);
  return {
    lines: lines.map((line) => toLine(line, answers)),
    // Lines beyond those that may be skipped can be found with a shorter period.
    pagination: {
      page,
      per_page,
      total,
      total_pages: Math.ceil(Math.min(total, MAX_SKIPPED_EVENTS + per_page) / per_page),
    },
  };
}

type Answers = ReadonlyMap<string, number>;

/** For the days on which a campaign of these lines sent messages; nothing is read when there are none. */
async function countAnswers(ownerId: OwnerId, lines: repository.LineRow[]): Promise<Answers> {
  const days = lines.filter(isSentByCampaign).map(({ day }) => day);
  const [to, from] = [days[0], days.at(-1)];
  if (!to || !from) return new Map();
  const { start, end } = readPeriod({ from, to }, 1, new Date());
  const counted = await repository.countAnswers(ownerId, start, end);
  return new Map(
    counted.map(({ day, campaign_id, answers }) => [`${day} campaign ${campaign_id}`, answers]),
  );
}

function isSentByCampaign({ event_type, subject }: repository.LineRow): boolean {
  return event_type === "message_sent" && parseSubject(subject)?.kind === "campaign";
}

function toLine(row: repository.LineRow, answers: Answers): z.input<typeof EventLine> {
  const { name, activity_id, list_id, lead_id, lead_name, metadata, ...line } = row;
  const subject = parseSubject(row.subject);
  return {
    ...line,
    about: subject && name !== null ? { kind: subject.kind, name, activity_id, list_id } : null,
    answers: isSentByCampaign(row) ? (answers.get(`${row.day} ${row.subject}`) ?? 0) : 0,
    metadata: metadata ?? {},
    lead: toEventLead(row),
  };
}

function toEventLead({ lead_id, lead_name }: Pick<repository.LineRow, "lead_id" | "lead_name">) {
  return lead_id === null || lead_name === null ? null : { id: lead_id, name: lead_name };
}

/** One page of the single events of a line. */
export async function listStoryEntries(
  { ownerId }: Actor,
  { day, event_type, subject, page }: z.output<typeof eventStory.entries.query>,
): Promise<z.input<typeof eventStory.entries.response>> {
  const { start, end } = readPeriod({ from: day, to: day }, 1, new Date());
  const found = await repository.findLineEvents(
    ownerId,
    { start, end, eventType: event_type, subject },
    { limit: STORY_ENTRIES + 1, offset: (page - 1) * STORY_ENTRIES },
  );
  return {
    entries: found.slice(0, STORY_ENTRIES).map(({ lead_id, lead_name, ...event }) => ({
      ...toEntry(event),
      lead: toEventLead({ lead_id, lead_name }),
    })),
    has_more: found.length > STORY_ENTRIES,
  };
}
