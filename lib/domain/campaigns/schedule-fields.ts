import { TZDate } from "@date-fns/tz";
import type { Recurrence } from "./campaign";

/** The schedule as a form holds it: a wall-clock time in São Paulo, "2026-11-23T09:00". */

const HOUR_MS = 3_600_000;

/** Minutes between the times that the picker offers. */
export const SCHEDULE_STEP_MINUTES = 5;

/** The next full hour, for a schedule that is switched on without a date. */
export function getNextFullHour(now: Date): string {
  // São Paulo's offset is a whole number of hours, so its full hours are those of UTC.
  return toScheduleText(new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS));
}

/** The wall-clock time of an instant, for the form of a stored schedule. */
export function toScheduleText(instant: Date): string {
  const at = new TZDate(instant.getTime(), "America/Sao_Paulo");
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

export function splitSchedule(text: string): { date: string; time: string } {
  const [date = "", time = ""] = text.split("T");
  return { date, time };
}

export function joinSchedule({ date, time }: { date: string; time: string }): string {
  return date === "" && time === "" ? "" : `${date}T${time}`;
}

/** "09:03" becomes "09:05"; the last minutes of a day become its last step. */
export function roundToStep(time: string): string {
  const match = /^(\d\d):(\d\d)/.exec(time);
  if (!match) return time;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  const last = 24 * 60 - SCHEDULE_STEP_MINUTES;
  const rounded = Math.min(
    last,
    Math.ceil(minutes / SCHEDULE_STEP_MINUTES) * SCHEDULE_STEP_MINUTES,
  );
  return `${pad(Math.floor(rounded / 60))}:${pad(rounded % 60)}`;
}

export const RECURRENCE_LABEL: Record<Recurrence, string> = {
  none: "Não repetir",
  daily: "Todos os dias",
  weekly: "Toda semana",
  weekdays: "De segunda a sexta",
};

/** Follows 'Prospecção agendada para 23/11/2026 às 09:00'. */
export const RECURRENCE_SUFFIX: Record<Recurrence, string> = {
  none: "",
  daily: ", repetindo todos os dias",
  weekly: ", repetindo toda semana",
  weekdays: ", repetindo de segunda a sexta",
};

function pad(part: number): string {
  return String(part).padStart(2, "0");
}
