import { Progress } from "@/components/ui/progress";
import type { Activity } from "@/lib/contracts/campaigns";
import { formatNumber } from "@/lib/format";
import { getActivityName } from "./activity-name";

/** A progress bar with a text like '37 de 210 · 3 falharam'. */
export function ActivityProgress({ activity }: { activity: Activity }) {
  const { leads_processed, total_leads, failed, unknown } = activity;
  const parts = [
    `${formatNumber(leads_processed)} de ${formatNumber(total_leads)}`,
    failed > 0 && `${formatNumber(failed)} ${failed === 1 ? "falhou" : "falharam"}`,
    unknown > 0 && `${formatNumber(unknown)} sem confirmação`,
  ].filter(Boolean);
  return (
    <div className="min-w-40">
      <p className="text-balance text-[0.8125rem] tabular-nums leading-4.5">{parts.join(" · ")}</p>
      <Progress
        className="mt-1.5"
        value={total_leads > 0 ? leads_processed / total_leads : 0}
        tone={getBarTone(activity)}
        label={`Progresso de ${getActivityName(activity)}`}
      />
    </div>
  );
}

function getBarTone({ status }: Activity): "gold" | "success" | "danger" | "neutral" {
  if (status === "completed") return "success";
  if (status === "error") return "danger";
  return status === "stopped" ? "neutral" : "gold";
}
