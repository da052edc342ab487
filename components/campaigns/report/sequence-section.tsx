import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { useProFeature } from "@/components/session/use-pro-feature";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";
import { countOf, formatNumber } from "@/lib/format";

const SequenceDialog = lateDialog(async () => (await import("./sequence-dialog")).SequenceDialog);

/** A campaign of texts that runs, or is yet to run, and is not about to stop. */
function canChangeSteps({ status, stopping, templates }: Activity): boolean {
  return templates === null && !stopping && (canStopActivity(status) || status === "scheduled");
}

/** The later messages of a campaign, with how many people wait for each; renders nothing when there can be none. */
export function SequenceSection({ activity }: { activity: Activity }) {
  const [editing, setEditing] = useState(false);
  const { pro } = useProFeature();
  const { steps } = activity;
  const people = useQuery({ ...campaignQueries.steps(activity.id), enabled: steps.length > 0 });
  const mayChange = pro && canChangeSteps(activity);
  if (steps.length === 0 && !mayChange) return null;
  return (
    <Card aria-label="Sequência" className="mt-4">
      <CardHeader>
        <CardTitle>Sequência</CardTitle>
        {mayChange && (
          <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
            {steps.length === 0 ? "Adicionar passos" : "Editar sequência"}
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {steps.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            Só a primeira mensagem. Um passo escreve de novo, dias depois, a quem não respondeu.
          </p>
        ) : (
          <ol className="space-y-2 text-sm">
            {steps.map((step, at) => {
              const counts = people.data?.steps[at];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
                <li key={at} className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0 flex-1 basis-64">
                    <span className="font-medium">Passo {at + 2}</span>{" "}
                    <span className="text-muted-foreground">{describeWait(step)}</span>
                    <span className="block truncate">{step.messages[0]}</span>
                  </span>
                  {counts && (
                    <span className="text-muted-foreground tabular-nums">
                      {countOf(counts.waiting, "pessoa espera", "pessoas esperam")} ·{" "}
                      {formatNumber(counts.sent)} já {counts.sent === 1 ? "recebeu" : "receberam"}
                    </span>
                  )}
                </li>
              );
            })}
          </ol>
        )}
      </CardContent>
      {editing && (
        <Suspense>
          <SequenceDialog activity={activity} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function describeWait({ wait_days, window_from, window_to }: Activity["steps"][number]): string {
  const days = `${countOf(wait_days, "dia útil", "dias úteis")} depois`;
  if (window_from && window_to) return `${days}, entre ${window_from} e ${window_to}`;
  if (window_from) return `${days}, a partir das ${window_from}`;
  return window_to ? `${days}, até as ${window_to}` : days;
}
