import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { formatDay } from "@/lib/format";

const DAY_MS = 86_400_000;

const time = new Intl.DateTimeFormat("pt-BR", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});

/** For calendar days, which are read as midnight UTC. */
const weekday = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "UTC" });

/** 09:30, in São Paulo's time. */
export function formatMessageTime(instant: string): string {
  return time.format(new Date(instant));
}

/** The time today, the weekday's name within the current week (from Sunday to Saturday), otherwise the date. */
export function formatChatTime(instant: string, now: Date): string {
  const day = getSaoPauloDay(new Date(instant));
  const today = getSaoPauloDay(now);
  if (day === today) return formatMessageTime(instant);
  return getWeekStart(day) === getWeekStart(today)
    ? weekday.format(Date.parse(day))
    : formatDay(day);
}

/** 'Hoje', 'Ontem', otherwise the date, from a calendar day ("2026-11-21"). */
export function formatHistoryDay(day: string, now: Date): string {
  const today = getSaoPauloDay(now);
  if (day === today) return "Hoje";
  return Date.parse(today) - Date.parse(day) === DAY_MS ? "Ontem" : formatDay(day);
}

/** Groups messages, oldest first, by their day in São Paulo. */
export function groupByDay<Message extends { timestamp: string }>(
  messages: readonly Message[],
): { day: string; messages: Message[] }[] {
  const groups: { day: string; messages: Message[] }[] = [];
  for (const message of messages) {
    const day = getSaoPauloDay(new Date(message.timestamp));
    const last = groups.at(-1);
    if (last?.day === day) last.messages.push(message);
    else groups.push({ day, messages: [message] });
  }
  return groups;
}

/** The Sunday on or before a calendar day, in milliseconds. */
function getWeekStart(day: string): number {
  const midnight = Date.parse(day);
  return midnight - new Date(midnight).getUTCDay() * DAY_MS;
}
