import { ActivityStatusBadge } from "@/components/campaigns/activities/activity-status";
import { NumberDot } from "@/components/messaging/numbers/number-dot";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { Activity, NumberProgress } from "@/lib/contracts/campaigns/activities";
import { countOf, formatNumber } from "@/lib/format";

/** A campaign's progress by number, if it has several. */
export function NumbersCard({ activity }: { activity: Activity }) {
  const { find } = useOwnNumbers();
  if (activity.by_number.length === 0) return null;
  return (
    <Card aria-label="Por número" className="mt-4">
      <CardHeader>
        <CardTitle>Por número</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="divide-y divide-border">
          {activity.by_number.map((part) => {
            const number = find(part.number_id);
            return (
              <li key={part.number_id} className="py-2 first:pt-0 last:pb-0">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  <span className="inline-flex min-w-0 items-center gap-2 font-medium">
                    <NumberDot colour={number?.colour ?? null} />
                    <span className="min-w-0 break-words">{number?.name ?? "Número padrão"}</span>
                  </span>
                  <ActivityStatusBadge activity={toActivityState(part)} />
                  <span className="text-muted-foreground tabular-nums">{describePart(part)}</span>
                </div>
                {part.notice && (
                  <p className="mt-1 text-pretty text-[0.8125rem] text-muted-foreground leading-4.5">
                    {part.notice}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      </CardContent>
    </Card>
  );
}

/** The run of one number stands like a campaign that has no other. */
const toActivityState = ({ number_id, ...part }: NumberProgress) => ({
  ...part,
  stopping: false,
  next_send_at: null,
  number_ids: number_id === null ? [] : [number_id],
});

function describePart({ processed, total, sent, answered }: NumberProgress): string {
  const parts = [
    `${formatNumber(processed)} de ${formatNumber(total)}`,
    countOf(sent, "enviada", "enviadas"),
    answered > 0 && countOf(answered, "resposta", "respostas"),
  ];
  return parts.filter(Boolean).join(" · ");
}
