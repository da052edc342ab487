import type { UseQueryResult } from "@tanstack/react-query";
import { DayChart } from "@/components/shared/charts/day-chart";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { CampaignResults } from "@/lib/contracts/campaigns/activities";
import { describePrice } from "@/lib/domain/campaigns/message-price";
import {
  CAUSE_LABEL,
  describeAnswers,
  describeResults,
} from "@/lib/domain/campaigns/results-summary";
import { TEMPLATE_CATEGORY_LABEL } from "@/lib/domain/messages/template-words";
import { countWord } from "@/lib/domain/text/known-words";
import { formatNumber, formatPercent } from "@/lib/format";
import { StepResults, VariantResults } from "./variant-results";

/** The outcomes of the messages. */
export function ResultsSection({ results }: { results: UseQueryResult<CampaignResults> }) {
  if (results.isError && !results.data) {
    return (
      <ErrorState
        title="Erro ao carregar os resultados"
        onRetry={results.refetch}
        retrying={results.isFetching}
      />
    );
  }
  // As tall as the results, so that the content below does not move.
  if (!results.data) return <Skeleton className="mt-4 h-240 w-full rounded-xl lg:h-144" />;
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2 print:block print:space-y-4">
      <Summary results={results.data} />
      <AnswersByHour results={results.data} />
      {results.data.steps.length > 0 ? (
        <StepResults steps={results.data.steps} since={results.data.texts_since} />
      ) : (
        <VariantResults variants={results.data.variants} since={results.data.texts_since} />
      )}
    </div>
  );
}

function Summary({ results: { summary, skipped, failed, cost } }: { results: CampaignResults }) {
  const steps = [
    { label: "Enviadas", count: summary.sent },
    { label: "Entregues", count: summary.delivered },
    { label: "Lidas", count: summary.read },
    { label: "Respondidas", count: summary.answered },
  ];
  const answers = describeAnswers(summary);
  return (
    <Card aria-label="Resumo">
      <CardHeader>
        <CardTitle>Resumo</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="text-pretty font-medium tabular-nums">{describeResults(summary)}</p>
        {skipped.length > 0 && (
          <p className="mt-1 text-pretty text-[0.8125rem] text-muted-foreground">
            Não enviadas:{" "}
            {skipped
              .map(
                ({ cause, count }) =>
                  `${formatNumber(count)} ${countWord(CAUSE_LABEL, cause, count)}`,
              )
              .join(", ")}
            .
          </p>
        )}
        {failed.length > 0 && (
          <p className="mt-1 text-pretty text-[0.8125rem] text-muted-foreground">
            Falharam:{" "}
            {failed
              .map(
                ({ cause, count }) =>
                  `${formatNumber(count)} ${countWord(CAUSE_LABEL, cause, count)}`,
              )
              .join(", ")}
            .
          </p>
        )}
        {cost && (
          <p className="mt-1 text-pretty text-[0.8125rem] tabular-nums" data-testid="cost">
            {describeCost(cost)}
          </p>
        )}
        <ol className="mt-4 space-y-2.5" aria-label="Funil">
          {steps.map(({ label, count }) => {
            const part = summary.sent > 0 ? count / summary.sent : 0;
            return (
              <li key={label}>
                <p className="flex justify-between gap-3 text-[0.8125rem]">
                  <span>{label}</span>
                  <span className="tabular-nums">
                    <strong className="font-semibold">{formatNumber(count)}</strong>{" "}
                    <span className="text-muted-foreground">({formatPercent(part)})</span>
                  </span>
                </p>
                <div className="mt-1 h-2 overflow-hidden rounded-full bg-accent" aria-hidden>
                  <div
                    className="h-full bg-success"
                    style={{ width: `${Math.min(100, part * 100)}%` }}
                  />
                </div>
              </li>
            );
          })}
        </ol>
        {answers && <p className="mt-3 text-pretty text-sm tabular-nums">{answers}</p>}
        <p className="mt-1 text-[0.8125rem] text-muted-foreground tabular-nums">
          Pediram para sair: {formatNumber(summary.opted_out)}
        </p>
      </CardContent>
    </Card>
  );
}

/** The billing of the messages as Meta reported it, at the prices of that time. */
function describeCost({
  told,
  billable,
  micros,
  unpriced,
  confirmed,
}: NonNullable<CampaignResults["cost"]>): string {
  const charged = billable.reduce((sum, { count }) => sum + count, 0);
  const kinds = billable.map(
    ({ category, count }) =>
      `${formatNumber(count)} de ${(TEMPLATE_CATEGORY_LABEL[category] ?? category).toLowerCase()}`,
  );
  if (charged === 0)
    return `Custo: nenhuma de ${formatNumber(told)} mensagens foi cobrada pela Meta.`;
  const sum = describePrice(charged, { micros: micros ?? 0, unpriced, confirmed });
  return `Cobradas pela Meta: ${sum} (${kinds.join(", ")})${confirmed ? "" : ", preço a confirmar"}.`;
}

function AnswersByHour({ results: { answers_by_hour, summary } }: { results: CampaignResults }) {
  return (
    <Card aria-label="Respostas por hora" className="min-w-0">
      <CardHeader>
        <CardTitle>Respostas por hora</CardTitle>
      </CardHeader>
      <CardContent>
        {summary.answered === 0 ? (
          <p className="text-muted-foreground">Nenhuma resposta ainda.</p>
        ) : (
          <DayChart
            title="Respostas por hora do dia"
            rowLabel="Hora"
            formatRow={(hour) => `${hour}h`}
            days={answers_by_hour.map((answers, hour) => ({
              day: String(hour).padStart(2, "0"),
              answers,
            }))}
            series={[{ key: "answers", label: "Respostas", tone: "success" }]}
          />
        )}
      </CardContent>
    </Card>
  );
}
