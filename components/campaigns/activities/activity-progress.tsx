import { cn } from "@/components/ui/cn";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { countOf, formatNumber } from "@/lib/format";
import { getActivityName } from "./activity-name";

const PARTS = [
  { key: "sent", bar: "bg-success", count: (n: number) => countOf(n, "enviada", "enviadas") },
  { key: "failed", bar: "bg-danger", count: (n: number) => countOf(n, "falhou", "falharam") },
  {
    key: "skipped",
    bar: "bg-muted-foreground/60",
    count: (n: number) => countOf(n, "não enviada", "não enviadas"),
  },
  { key: "unknown", bar: "bg-info", count: (n: number) => `${formatNumber(n)} sem confirmação` },
] as const;

/** A text like '37 de 210 · 3 falharam' over a bar of the outcomes, and why it waits or ended early. */
export function ActivityProgress({ activity }: { activity: Activity }) {
  const { leads_processed, total_leads, not_reached, notice, error_message } = activity;
  const reached = `${formatNumber(leads_processed - not_reached)} de ${formatNumber(total_leads)}`;
  const done = not_reached > 0 ? `encerrada com ${reached}` : reached;
  const problems = PARTS.filter(({ key }) => key !== "sent" && activity[key] > 0);
  const reason = error_message ?? notice;
  return (
    <div className="min-w-32">
      <p className="text-balance text-[0.8125rem] tabular-nums leading-4.5">
        {[done, ...problems.map(({ key, count }) => count(activity[key]))].join(" · ")}
      </p>
      <div
        role="progressbar"
        aria-label={`Progresso de ${getActivityName(activity)}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total_leads)}
        aria-valuenow={leads_processed}
        aria-valuetext={PARTS.filter(({ key }) => activity[key] > 0)
          .map(({ key, count }) => count(activity[key]))
          .join(", ")}
        className="mt-1.5 flex h-1.5 overflow-hidden rounded-full bg-accent"
      >
        {PARTS.map(({ key, bar }) => (
          <div
            key={key}
            data-part={key}
            className={cn("h-full transition-[width] duration-300", bar)}
            style={{ width: total_leads > 0 ? `${(100 * activity[key]) / total_leads}%` : 0 }}
          />
        ))}
      </div>
      {reason && (
        <p
          className={cn(
            "mt-1.5 text-pretty text-[0.8125rem] leading-4.5",
            error_message ? "text-danger-text" : "text-muted-foreground",
          )}
        >
          {reason}
        </p>
      )}
    </div>
  );
}
