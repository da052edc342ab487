import { TZDate } from "@date-fns/tz";
import { differenceInCalendarDays } from "date-fns";
import { SAO_PAULO } from "@/lib/domain/time/sao-paulo-day";

interface StartedCampaign {
  status: string;
  sent: number;
  paused: boolean;
  next_send_at: string | null;
  scheduled_datetime: string | null;
}

const SOON_MS = 5 * 60_000;

const time = new Intl.DateTimeFormat("pt-BR", {
  hour: "numeric",
  minute: "2-digit",
  timeZone: SAO_PAULO,
});
const weekday = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: SAO_PAULO });
const day = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  timeZone: SAO_PAULO,
});

/** What a campaign that was just started waits for: a sentence with the moment of its first message. */
export function describeFirstSend(campaign: StartedCampaign, now: Date): string {
  const { status, sent, paused, next_send_at, scheduled_datetime } = campaign;
  if (sent > 0) return "As primeiras mensagens já saíram: veja quem as recebeu e quem responde.";
  if (paused) return "A campanha está pausada: veja por quê e continue.";
  if (next_send_at === null || !["pending", "running", "scheduled"].includes(status)) {
    return "Veja o que aconteceu com a campanha.";
  }
  const at = new Date(next_send_at);
  if (at.getTime() - now.getTime() < SOON_MS) return "A primeira mensagem sai em instantes.";
  const why = next_send_at === scheduled_datetime ? "como agendado" : "a janela de envio";
  return `A primeira mensagem sai ${describeMoment(at, now)}: ${why}.`;
}

/** 'hoje às 9:00', 'amanhã às 9:00', 'segunda-feira às 9:00', 'dia 24/11 às 9:00' */
function describeMoment(at: Date, now: Date): string {
  const days = differenceInCalendarDays(new TZDate(at, SAO_PAULO), new TZDate(now, SAO_PAULO));
  const name =
    days === 0
      ? "hoje"
      : days === 1
        ? "amanhã"
        : days < 7
          ? weekday.format(at)
          : `dia ${day.format(at)}`;
  return `${name} às ${time.format(at)}`;
}
