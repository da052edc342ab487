import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const time = new Intl.DateTimeFormat("pt-BR", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});

const day = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  timeZone: "America/Sao_Paulo",
});

interface Sending {
  count: number;
  startsAt: Date;
  endsAt: Date;
  now: Date;
}

/** '210 mensagens: cerca de 2 h 20, até 16:40'. Days are named where they are not today's. */
export function describeSending({ count, startsAt, endsAt, now }: Sending): string {
  const messages = `${count.toLocaleString("pt-BR")} ${count === 1 ? "mensagem" : "mensagens"}`;
  const waits = startsAt.getTime() - now.getTime() > MINUTE_MS;
  const start = waits ? startsAt : now;
  const parts = [
    describeDuration(endsAt.getTime() - start.getTime()),
    waits && `a partir de ${describeTime(startsAt, now)}`,
    `até ${describeTime(endsAt, now)}`,
  ];
  return `${messages}: ${parts.filter(Boolean).join(", ")}`;
}

function describeDuration(ms: number): string {
  if (ms < MINUTE_MS) return "menos de 1 min";
  if (ms < HOUR_MS) return `cerca de ${Math.round(ms / MINUTE_MS)} min`;
  if (ms >= DAY_MS) {
    const days = Math.round(ms / DAY_MS);
    return `cerca de ${days} ${days === 1 ? "dia" : "dias"}`;
  }
  const minutes = Math.round(ms / (10 * MINUTE_MS)) * 10;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `cerca de ${hours} h` : `cerca de ${hours} h ${minutes % 60}`;
}

function describeTime(at: Date, now: Date): string {
  const sameDay = getSaoPauloDay(at) === getSaoPauloDay(now);
  return sameDay ? time.format(at) : `${day.format(at)} às ${time.format(at)}`;
}
