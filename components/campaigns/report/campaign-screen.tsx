"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Printer, RotateCcw } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { ActivityButtons } from "@/components/campaigns/activities/activity-buttons";
import { getActivityName } from "@/components/campaigns/activities/activity-name";
import { ActivityProgress } from "@/components/campaigns/activities/activity-progress";
import { ActivityStatusBadge } from "@/components/campaigns/activities/activity-status";
import {
  campaignMutations,
  campaignQueries,
} from "@/components/campaigns/activities/campaigns.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { latePart } from "@/components/shared/feedback/late-code";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Page } from "@/components/shared/layout/page";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Activity, CampaignResults } from "@/lib/contracts/campaigns/activities";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";
import { RECURRENCE_LABEL } from "@/lib/domain/campaigns/schedule-fields";
import { errorText, isError } from "@/lib/error-text";
import { formatDateTime } from "@/lib/format";
import { paths } from "@/lib/paths";
import { NumbersCard } from "./numbers-card";
import { OccurrencesCard } from "./occurrences-card";
import { ResultsSection } from "./results-section";
import { SequenceSection } from "./sequence-section";
import { UndoStrip } from "./undo-strip";
import { useReportParams } from "./use-report-params";

/** The table is below the fold, and the heaviest part of the page: it comes when the results are there. */
const RecipientsSection = dynamic(
  latePart(async () => (await import("./recipients-section")).RecipientsSection),
  { loading: () => <Skeleton className="mt-6 h-64 w-full rounded-xl" /> },
);

/** The report of one campaign: status, results and recipients. */
export function CampaignScreen({ id }: { id: number }) {
  const router = useRouter();
  const campaign = useQuery(campaignQueries.activity(id));
  const params = useReportParams();
  const results = useQuery(
    campaignQueries.results(id, params.ofRun, Boolean(campaign.data?.activity.templates)),
  );
  if (campaign.isError && !campaign.data) {
    const gone = isError(campaign.error, "not_found");
    return (
      <Page title="Campanha" actions={<BackLink />}>
        <ErrorState
          title={gone ? "Campanha não encontrada" : "Erro ao carregar a campanha"}
          detail={gone ? "Ela pode ter sido excluída." : errorText(campaign.error)}
          onRetry={campaign.refetch}
          retrying={campaign.isFetching}
        />
      </Page>
    );
  }
  if (!campaign.data) {
    return (
      <Page title="Campanha">
        <Skeleton className="h-32 w-full rounded-xl" />
        <Skeleton className="mt-4 h-64 w-full rounded-xl" />
      </Page>
    );
  }
  const { activity, runs, expected_end_at } = campaign.data;
  const hasRun = runs.length > 0;
  return (
    <Page
      title={getActivityName(activity)}
      description={describeOrigin(activity)}
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <BackLink />
          <ActivityButtons activity={activity} onRemoved={() => router.push(paths.activities)} />
          {hasRun && <RetryButton activity={activity} />}
          {hasRun && (
            <Button variant="outline" size="sm" onClick={() => window.print()}>
              <Printer aria-hidden />
              Imprimir
            </Button>
          )}
        </div>
      }
    >
      {activity.waits_for === "undo" && <UndoStrip activity={activity} />}
      <Card aria-label="Situação">
        <CardContent className="flex flex-wrap items-start gap-x-6 gap-y-3 pt-5">
          <ActivityStatusBadge activity={activity} />
          <div className="min-w-0 flex-1 basis-64">
            <ActivityProgress activity={activity} />
          </div>
          <Times activity={activity} expectedEndAt={expected_end_at} />
        </CardContent>
      </Card>
      <NumbersCard activity={activity} />
      <SequenceSection activity={activity} />
      {runs.length > 1 || runs.some(({ status }) => status === "missed") ? (
        <OccurrencesCard
          runs={runs}
          chosen={params.run}
          onChoose={(run) => params.change({ run, state: null, intent: null })}
        />
      ) : null}
      {hasRun ? (
        <>
          <ResultsSection results={results} />
          {!results.isPending && (
            <RecipientsSection
              id={id}
              params={params}
              inSequence={activity.steps.length > 0}
              answered={listAnswers(results.data)}
            />
          )}
        </>
      ) : (
        <p className="mt-4 rounded-xl border border-border bg-card px-5 py-4 text-muted-foreground">
          Os destinatários são escolhidos quando a campanha começa. Os resultados aparecem aqui.
        </p>
      )}
    </Page>
  );
}

function listAnswers(results: CampaignResults | undefined): AnswerKind[] {
  const { intents = [], automatic = 0 } = results?.summary ?? {};
  return [...intents.map(({ kind }) => kind), ...(automatic > 0 ? (["automatic"] as const) : [])];
}

function BackLink() {
  return (
    <Button asChild variant="ghost" size="sm">
      <Link href={paths.activities}>
        <ArrowLeft aria-hidden />
        Atividades
      </Link>
    </Button>
  );
}

function Times({ activity, expectedEndAt }: { activity: Activity; expectedEndAt: string | null }) {
  const now = useNow();
  const { next_send_at, completed_at, status, scheduled_datetime } = activity;
  const active = canStopActivity(status);
  const isAhead = next_send_at !== null && Date.parse(next_send_at) > now.getTime();
  const times = [
    { label: "Próxima ocorrência", at: status === "scheduled" ? scheduled_datetime : null },
    { label: "Próxima mensagem", at: active && isAhead ? next_send_at : null },
    { label: "Término previsto", at: active ? expectedEndAt : null },
    { label: "Concluída em", at: completed_at },
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {times.map(
        ({ label, at }) =>
          at && (
            <div key={label}>
              <dt className="text-muted-foreground text-xs">{label}</dt>
              <dd className="tabular-nums">{formatDateTime(at)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Offers the messages that failed, in all runs and not tried again yet, to a new run. */
function RetryButton({ activity }: { activity: Activity }) {
  const client = useQueryClient();
  const retry = useMutation(campaignMutations.retryFailed(client));
  const recipients = useQuery(campaignQueries.recipients(activity.id, { per_page: 1 }));
  const failed = recipients.data?.counts["failed"] ?? (recipients.isLoading ? activity.failed : 0);
  if (failed === 0 || canStopActivity(activity.status)) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      // Until it is known, its place is kept: the header would grow under it.
      className={cn(!recipients.data && "invisible")}
      loading={retry.isPending}
      onClick={() =>
        confirmToast(
          failed === 1
            ? "Tentar novamente a mensagem que falhou?"
            : `Tentar novamente as ${failed} mensagens que falharam?`,
          () => retry.mutate(activity.id, { onSuccess: ({ message }) => notifySuccess(message) }),
        )
      }
    >
      {!retry.isPending && <RotateCcw aria-hidden />}
      Tentar novamente as que falharam
    </Button>
  );
}

function describeOrigin({ created_at, recurrence_type, scheduled, templates }: Activity): string {
  const repeats = recurrence_type === "none" ? "" : ` · ${RECURRENCE_LABEL[recurrence_type]}`;
  const names = templates?.map(({ name }) => name).join(", ");
  const sends = names ? ` · ${templates?.length === 1 ? "Modelo" : "Modelos"}: ${names}` : "";
  return `Criada em ${formatDateTime(created_at)}${scheduled ? " · Agendada" : ""}${repeats}${sends}`;
}
