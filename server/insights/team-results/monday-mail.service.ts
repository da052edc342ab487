import { readSaoPauloClock } from "@/lib/domain/time/calendar-day";
import { type Period, readPeriod } from "@/lib/domain/time/period";
import { paths } from "@/lib/paths";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { enqueueNotice } from "@/server/platform/mail/mail.service";
import { readMonth, readResults } from "./team-results.service";
import { hasDeeds, writeWeek } from "./week-lines.rule";
import { claimWeek, findReaders, findUntold } from "./week-mails.repository";

const FROM_HOUR = "08:00";
const DAY_MS = 86_400_000;
const AT_ONCE = 100;
const USEFUL_DAYS = 2;

/** Mails whoever leads a team what each person achieved last week, on Mondays, or on Tuesdays what was missed. */
export const mailWeeks = defineDuty({
  name: "mail weeks of teams",
  everyS: 600,
  run: () => mailWeeksAt(new Date()),
});

export async function mailWeeksAt(now: Date): Promise<void> {
  const week = findWeekToTell(now);
  if (!week) return;
  let after = 0;
  for (;;) {
    const owners = await findUntold(week.from, after, AT_ONCE);
    for (const ownerId of owners) {
      await mailWeek(ownerId, week, monthOf(week)).catch((error: unknown) =>
        logger.error({ err: error, ownerId }, "the week of a team was not mailed"),
      );
    }
    if (owners.length < AT_ONCE) return;
    after = owners.at(-1) ?? after;
  }
}

/** The week before, while there is time to tell it: from Monday morning to Tuesday night. */
function findWeekToTell(now: Date): Period | null {
  const { day, time } = readSaoPauloClock(now);
  const weekday = new Date(day).getUTCDay();
  const isTime = (weekday === 1 && time >= FROM_HOUR) || weekday === 2;
  if (!isTime) return null;
  const dayBefore = (days: number) =>
    new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
  return readPeriod({ from: dayBefore(weekday + 6), to: dayBefore(weekday) }, 7, now);
}

/** The month of most of a week's days. */
function monthOf({ from }: Period): string {
  return new Date(Date.parse(from) + 3 * DAY_MS).toISOString().slice(0, 7);
}

/** What is told is read first: the week is claimed together with its mails, so that neither is there without the other. */
async function mailWeek(ownerId: OwnerId, week: Period, month: string): Promise<void> {
  const whose = { ownerId, only: null };
  const told = await readResults(whose, week);
  const present = hasDeeds(told) ? await readResults(whose, readMonth(month)) : null;
  await transaction(async () => {
    if (!(await claimWeek(ownerId, week.from)) || !present) return;
    const lines = writeWeek(week, told, { ...present, month });
    for (const personId of await findReaders(ownerId)) {
      await enqueueNotice({
        personId,
        kind: "team_week",
        link: new URL(paths.teamResults, env.APP_URL).toString(),
        lines,
        expiresAt: new Date(Date.now() + USEFUL_DAYS * DAY_MS),
      });
    }
  });
}
