import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { type DayOffRow, findDays, findDaysOfOwners, replaceDays } from "./days-off.repository";
import type { Holiday } from "./holidays.rule";

/** The holidays of this year and the next one: no follow-up is planned beyond them. */
const YEARS = 2;

/** An account's own days without follow-ups, and the national holidays from today on. */
export async function listDaysOff({ ownerId }: Actor) {
  const today = getSaoPauloDay(new Date());
  const [days, holidays] = await Promise.all([findDays(ownerId), findNationalHolidays()]);
  return { days, holidays: holidays.filter(({ day }) => day >= today) };
}

/** Replaces an account's own days; follow-ups that are planned already keep their time. */
export async function setDaysOff(actor: Actor, { days }: { days: readonly DayOffRow[] }) {
  const byDay = new Map(days.map((each) => [each.day, each]));
  await transaction(() => replaceDays(actor.ownerId, [...byDay.values()]));
  return listDaysOff(actor);
}

/** All days on which an account's campaigns do not follow up. */
export async function findDaysOff(ownerId: OwnerId): Promise<ReadonlySet<string>> {
  const findDays = await findDaysOffOf([ownerId]);
  return findDays(ownerId);
}

/** The same for several accounts, read at once. */
export async function findDaysOffOf(
  owners: readonly OwnerId[],
): Promise<(ownerId: number) => ReadonlySet<string>> {
  const [own, holidays] = await Promise.all([findDaysOfOwners(owners), findNationalHolidays()]);
  const national = new Set(holidays.map(({ day }) => day));
  const byOwner = new Map<number, Set<string>>();
  for (const { owner_id, day } of own) {
    const days = byOwner.get(owner_id) ?? new Set(national);
    byOwner.set(owner_id, days.add(day));
  }
  return (ownerId) => byOwner.get(ownerId) ?? national;
}

/** The table of holidays is large, so it is loaded only where there are follow-ups. */
async function findNationalHolidays(): Promise<Holiday[]> {
  const { findHolidays } = await import("./holidays.rule");
  const year = Number(getSaoPauloDay(new Date()).slice(0, 4));
  return Array.from({ length: YEARS }, (_, at) => findHolidays(year + at)).flat();
}
