import type { Radar } from "@/lib/contracts/radar/radars";
import { RADAR_CADENCE_LABEL } from "@/lib/domain/radar/radar";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatDate } from "@/lib/format";

/** "A cada mês da Receita", "Toda semana, a próxima em 02/12/2026". */
export function describeRhythm({ active, cadence, next_run_at, running }: Radar): string {
  if (!active) return "Desligado";
  if (running) return "Rodando agora";
  const rhythm = labelOf(RADAR_CADENCE_LABEL, cadence);
  return next_run_at ? `${rhythm}, a próxima em ${formatDate(next_run_at)}` : rhythm;
}

export function describeLastRun({ last_run_at }: Radar): string {
  return last_run_at ? `Rodou em ${formatDate(last_run_at)}` : "Ainda não rodou";
}
