import { Progress } from "@/components/ui/progress";
import type { ResultOfPerson } from "@/lib/contracts/insights/team-results";
import { formatCents, formatNumber, formatPercent } from "@/lib/format";

const GOALS = [
  { key: "contacted", label: "Contatados", write: formatNumber },
  { key: "won", label: "Ganhos", write: formatNumber },
  { key: "won_cents", label: "Valor ganho", write: formatCents },
] as const;

/** How far each goal of a person is reached. */
export function GoalBars({ result, name }: { result: ResultOfPerson; name: string }) {
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3" aria-label={`Metas de ${name}`}>
      {GOALS.map(({ key, label, write }) => {
        const goal = result.goal[key];
        if (goal === null) return null;
        const part = result[key] / goal;
        return (
          <li key={key} className="min-w-0 text-[0.8125rem] tabular-nums">
            <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 sm:flex-col">
              <span className="text-muted-foreground">{label}</span>
              <span>
                {write(result[key])} de {write(goal)}
                <span className="ml-2 font-medium">{formatPercent(part)}</span>
              </span>
            </p>
            <Progress
              value={part}
              tone={part >= 1 ? "success" : "gold"}
              label={`Meta de ${label.toLowerCase()} de ${name}`}
            />
          </li>
        );
      })}
    </ul>
  );
}
